import type { Page } from '@playwright/test'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { counts, expectRows, list, names, openFilters, readCounts, rows, searchField } from '../support/lists.ts'
import { expectPrintLine } from '../support/screens.ts'
import { startApp } from '../support/stack.ts'
import { workbook } from '../support/workbook.ts'

test.use({ warm: true })

const path = '/hacomono/members'
const sheet = 'dialog[open]'

test('half-width kana, hyphens and the last four digits of a phone find the same member', async ({ asStaff }) => {
  const page = await asStaff('head', { width: 1920, path })
  await expectRows(page)
  const cells = await rows(page).nth(0).getByRole('cell').allInnerTexts()
  const memberNo = cells.find((text) => /^K\d+$/.test(text)) ?? 'none'
  const digits = cells.find((text) => /^0\d+-\d+-\d{4}$/.test(text))?.slice(-4) ?? ''
  for (const keyword of [memberNo, `${memberNo.slice(0, 3)}-${memberNo.slice(3)}`, digits]) {
    await searchField(page).fill(keyword)
    await expect(page).toHaveURL(new RegExp(`keyword=${keyword}`))
    await expect(rows(page).filter({ hasText: memberNo })).toHaveCount(1)
  }
  await searchField(page).fill('ｽｽﾞｷ')
  await expect(rows(page).first()).toContainText('スズキ')
})

test('nothing is searched while an IME composes; the committed text is', async ({ asStaff }) => {
  const page = await asStaff('head', { path })
  await expectRows(page)
  const ime = await page.context().newCDPSession(page)
  await page.clock.install()
  await searchField(page).focus()
  const searches: string[] = []
  page.on('request', (request) => {
    // Not the next page, which is prefetched.
    if (request.url().includes('keyword')) searches.push(request.url())
  })
  for (const text of ['す', 'すず', 'すずき']) {
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    // Longer than the search waits for the next letter.
    await page.clock.runFor(1000)
  }
  expect(searches).toEqual([])
  await expect(page).not.toHaveURL(/keyword/)
  await ime.send('Input.insertText', { text: '鈴木' })
  await expect(page).toHaveURL(/keyword=/)
  await expect(rows(page).first()).toContainText('鈴木')
})

test('Back returns to the same rows, from a record and from another screen; the menu opens an unfiltered list', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path })
  await expectRows(page)
  await openFilters(page)
  await page.getByLabel('契約状態', { exact: true }).selectOption('契約中')
  await page.getByRole('button', { name: '最終来館日' }).click()
  await expect(list(page).getByRole('columnheader', { name: '最終来館日' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: '次のページ' }).click()
  await expect(counts(page)).toContainText('51–100 / 全')
  await expect(rows(page)).toHaveCount(50)
  const url = page.url()
  expect(url).toMatch(/offset=50/)
  expect(url).toMatch(/sort=-lastVisitOn/)
  const before = await names(page)

  await rows(page).nth(4).getByRole('cell').nth(2).click()
  await expect(page.locator(sheet)).toBeVisible()
  await page.goBack()
  await expect(page.locator(sheet)).toHaveCount(0)
  expect(page.url()).toBe(url)
  expect(await names(page)).toEqual(before)

  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await menu.getByRole('link', { name: 'ダッシュボード' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await page.goBack()
  await expectRows(page)
  expect(page.url()).toBe(url)
  expect(await names(page)).toEqual(before)

  await menu.getByRole('link', { name: '会員', exact: true }).click()
  await expect(page).toHaveURL(/\/hacomono\/members$/)
  await expect(counts(page)).toContainText('1–50 / 全')
})

test('filters are listed one by one and removed one by one or all at once', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${path}?contractStatus=suspended&joinedFrom=2024-01-01` })
  const all = page.getByRole('list', { name: '適用中の条件' })
  await expect(all).toContainText('契約状態: 休会中')
  await expect(all).toContainText('入会日: 2024/01/01 〜')
  const both = await readCounts(page)
  await page.getByRole('button', { name: '入会日: 2024/01/01 〜 を解除' }).click()
  await expect(page).not.toHaveURL(/joinedFrom/)
  expect((await readCounts(page)).total).toBeGreaterThan(both.total)
  await page.getByRole('button', { name: '条件をクリア' }).click()
  await expect(page).toHaveURL(/\/hacomono\/members$/)
})

test('a column sorts ascending, descending and back to default, announced to screen readers', async ({ asStaff }) => {
  const page = await asStaff('head', { path })
  await expectRows(page)
  const header = (name: string) => list(page).getByRole('columnheader', { name })
  await expect(header('氏名')).toHaveAttribute('aria-sort', 'ascending')
  await header('最終来館日').getByRole('button').click()
  await expect(header('最終来館日')).toHaveAttribute('aria-sort', 'descending')
  await expect(header('氏名')).toHaveAttribute('aria-sort', 'none')
  await header('最終来館日').getByRole('button').click()
  await expect(header('最終来館日')).toHaveAttribute('aria-sort', 'ascending')
  await header('最終来館日').getByRole('button').click()
  await expect(header('氏名')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/\/hacomono\/members$/)
})

test('of 500 rows only visible ones are rendered, and the last one is reachable', async ({ asStaff }) => {
  const page = await asStaff('head', { path })
  await expectRows(page)
  await page.getByLabel('表示件数').selectOption('500件')
  await expect(counts(page)).toContainText('1–500 / 全')
  await expectRows(page)
  expect(await rows(page).count()).toBeLessThan(80)
  const region = page.getByRole('region', { name: '会員の一覧' })
  // Rows scroll within the list, and the window does not scroll as well.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  // The region is as high as all rows only once they are virtual.
  await expect(async () => {
    await region.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rows(page).last()).toHaveAttribute('data-row', '499', { timeout: 1000 })
  }).toPass()
  expect(await rows(page).count()).toBeLessThan(80)
  await rows(page).last().getByRole('link').focus()
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('k')
  await expect(page.locator('[data-row="469"] [data-record]')).toBeFocused()
})

test('columns, row height and rows a page are chosen and remembered', async ({ asStaff }) => {
  const page = await asStaff('head', { path })
  await expectRows(page)
  const high = (await rows(page).first().boundingBox())?.height ?? 0
  await page.getByRole('button', { name: '表示設定', exact: true }).click()
  const settings = page.getByRole('dialog', { name: '表示設定' })
  await settings.getByLabel('メールアドレス').check()
  await settings.getByLabel('プラン').uncheck()
  await settings.getByLabel('コンパクト').check()
  // Chosen columns are shown at any width; an edge shadow indicates hidden columns until scrolled.
  const edge = page.locator('[data-more-columns]')
  await expect(edge).toBeVisible()
  await page.getByRole('region', { name: '会員の一覧' }).evaluate((region) => region.scrollTo(region.scrollWidth, 0))
  await expect(edge).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByLabel('表示件数').selectOption('25件')
  await expect(counts(page)).toContainText('1–25 / 全')
  await page.goto(path)
  await expectRows(page)
  await expect(counts(page)).toContainText('1–25 / 全')
  await expect(list(page).getByRole('columnheader', { name: 'メールアドレス' })).toBeAttached()
  await expect(list(page).getByRole('columnheader', { name: 'プラン' })).toHaveCount(0)
  expect((await rows(page).first().boundingBox())?.height ?? 0).toBeLessThan(high)
})

test('a printed list has its filters in words, its rows, time and user, and no controls', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${path}?contractStatus=suspended&limit=200` })
  await expectRows(page)
  const { to } = await readCounts(page)
  await expect(page.getByRole('region', { name: '会員の一覧' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expectPrintLine(page)
  await expect(page.getByText(/^契約状態: 休会中 ／ 1–\d+ \/ 全\d+件$/)).toBeVisible()
  await expect(rows(page)).toHaveCount(to)
  await expect(list(page).getByRole('columnheader', { name: '入会日' })).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})

test('a view is saved under a name, chosen, renamed and deleted; it does not include the keyword', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: `${path}?contractStatus=suspended&keyword=a&sort=-visits30d` })
  await expect(page.getByRole('list', { name: '適用中の条件' })).toBeVisible()
  const views = page.getByRole('dialog', { name: '保存した条件' })
  const open = () => page.getByRole('button', { name: /^保存した条件/ }).click()
  await open()
  await views.getByLabel('条件の名前', { exact: true }).fill('休会中の方')
  await views.getByRole('button', { name: '保存する' }).click()

  await page.goto(path)
  await expectRows(page)
  await open()
  await views.getByRole('button', { name: '休会中の方', exact: true }).click()
  await expect(page).toHaveURL(/contractStatus=suspended/)
  await expect(page).toHaveURL(/sort=-visits30d/)
  await expect(page).not.toHaveURL(/keyword/)

  await open()
  await views.getByRole('button', { name: '「休会中の方」の名前を変更する' }).click()
  await views.getByLabel('新しい名前').fill('休会')
  await views.getByRole('button', { name: '変更する', exact: true }).click()
  await expect(views.getByRole('button', { name: '休会', exact: true })).toBeVisible()
  // The list names the current view; deleting a view keeps the focus position and can be undone.
  await expect(page.getByRole('button', { name: '保存した条件: 休会' })).toBeVisible()
  await views.getByRole('button', { name: '「休会」を削除する' }).click()
  await expect(views.getByRole('button', { name: '休会', exact: true })).toHaveCount(0)
  await expect(views.getByLabel('条件の名前', { exact: true })).toBeFocused()
  const [snackbar, line] = [
    await page.getByText('条件「休会」を削除しました。').boundingBox(),
    await counts(page).boundingBox(),
  ]
  expect((snackbar?.y ?? 0) + (snackbar?.height ?? Number.NaN)).toBeLessThan(line?.y ?? 0)
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByRole('button', { name: '保存した条件: 休会' })).toBeVisible()
})

test('conditions shared by a manager appear for the shop’s trainer, with their number of members, and are replaced and put back', async ({
  asStaff,
}) => {
  const views = (page: Page) => page.getByRole('dialog', { name: '保存した条件' })
  const open = async (page: Page) => {
    await expectRows(page)
    await page.getByRole('button', { name: /^保存した条件/ }).click()
  }
  const name = `共有${Date.now() % 100_000}の方`
  const manager = await asStaff('manager', { path: `${path}?contractStatus=suspended` })
  await open(manager)
  await views(manager).getByLabel('共有する条件の名前').fill(name)
  await manager.keyboard.press('Enter')
  await expect(manager.getByText('条件を共有しました（新宿店）。')).toBeVisible()

  const trainer = await asStaff('trainer', { path })
  await open(trainer)
  const shared = views(trainer).getByRole('button', { name: new RegExp(`^${name}\\s*\\d+名$`) })
  const said = Number((await shared.textContent())?.match(/(\d+)名$/)?.[1])
  await expect(views(trainer).getByRole('button', { name: /更新する|削除する/ })).toHaveCount(0)
  await shared.click()
  await expect(trainer).toHaveURL(/contractStatus=suspended/)
  await expect.poll(async () => (await readCounts(trainer)).total).toBe(said)

  await manager.goto(`${path}?contractStatus=active`)
  const replace = async () => {
    await views(manager)
      .getByRole('button', { name: `共有の条件「${name}」を今の条件で更新する` })
      .click()
    await expect(manager.getByText(`共有の条件「${name}」を更新しました。`)).toBeVisible()
  }
  await open(manager)
  await replace()
  await manager.getByRole('button', { name: '元に戻す' }).click()
  await expect(manager.getByText('元に戻しました。')).toBeVisible()
  await open(manager)
  await expect(views(manager).getByRole('button', { name: new RegExp(`^${name}\\s*${said}名$`) })).toBeVisible()
  await replace()
  await expectGood(manager)
  await trainer.goto(path)
  await open(trainer)
  await views(trainer)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await expect(trainer).toHaveURL(/contractStatus=active/)
})

test('fifty members get a trainer and LEAN BODY in one change; three with a manually set flag are listed before and after', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `${path}?contractStatus=active&limit=50&sort=-memberNo` })
  await expectRows(page)
  const dialog = page.getByRole('dialog')
  const ask = async () => {
    await page.getByRole('button', { name: 'まとめて変更' }).click()
    return dialog.getByLabel('LEAN BODY')
  }
  for (const at of [0, 1, 2]) await rows(page).nth(at).getByRole('checkbox').check()
  await (await ask()).selectOption('利用不可で固定する')
  await dialog.getByRole('button', { name: '確認へ進む' }).click()
  await dialog.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('3名の会員を更新しました。')).toBeVisible()

  await list(page).getByRole('checkbox').first().check()
  await (await ask()).selectOption('利用可で固定する')
  await dialog.getByLabel('担当トレーナー').selectOption('桜井 大輝')
  await dialog.getByRole('button', { name: '確認へ進む' }).click()
  await expect(dialog.getByText('変更47名')).toBeVisible()
  await expect(dialog.getByText('手動で固定3名')).toBeVisible()
  await expectGood(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('47名の会員を更新しました。')).toBeVisible()
  await expect(page.getByRole('dialog', { name: '3名は変更していません' }).getByRole('listitem')).toHaveCount(3)
})

test('a record’s URL opens it over its list, with steps to the next one across pages', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${path}?limit=10` })
  await expectRows(page)
  const first = await names(page)
  await rows(page).nth(8).getByRole('link').click()
  const heading = page.locator(sheet).getByRole('heading', { level: 2 })
  await expect(heading).toContainText((first[8] ?? '').split('\n')[0] ?? 'nobody')
  await page.reload()
  await expect(heading).toContainText((first[8] ?? '').split('\n')[0] ?? 'nobody')
  await expectRows(page)

  await page.getByRole('button', { name: '次へ' }).click()
  await expect(heading).toContainText((first[9] ?? '').split('\n')[0] ?? 'nobody')
  await page.getByRole('button', { name: '次へ' }).click()
  await expect(page).toHaveURL(/offset=10/)
  await expect(rows(page).first().getByRole('link')).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: '前へ' }).click()
  await expect(page).not.toHaveURL(/offset/)
  await expect(heading).toContainText((first[9] ?? '').split('\n')[0] ?? 'nobody')

  // j and k do the same at any speed; closing focuses the row of the last member, and Back does not reopen them.
  for (const key of 'jkkkj') await page.keyboard.press(key)
  await expect(heading).toContainText((first[8] ?? '').split('\n')[0] ?? 'nobody')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/hacomono\/members\?limit=10$/)
  await expect(rows(page).nth(8).getByRole('link')).toBeFocused()
  await page.goBack()
  await expect(page.locator(sheet)).toHaveCount(0)
})

test('the sheet shows what the desk needs, and its contacts are links', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `${path}?contractStatus=active` })
  await expectRows(page)
  await rows(page).first().getByRole('link').click()
  const open = page.locator(sheet)
  await expect(open.getByText(/^\d{4}年（(昭和|平成|令和|大正)(\d+|元)年）\d+月\d+日 満\d+歳$/)).toBeVisible()
  await expect(open.locator('a[href^="tel:"]')).toBeVisible()
  await expect(open.locator('a[href^="mailto:"]')).toBeVisible()
  await expect(open.getByText(/^〒\d{3}-\d{4} /)).toBeVisible()
  for (const label of ['次の予約', 'チケット残数', '未収金']) await expect(open.getByText(label)).toBeVisible()
  await expect(open.getByText(/^最終同期 \d{4}\//)).toBeVisible()
  await expect(open.getByRole('listitem').first()).toContainText('月額 ¥')
})

test('if the club system’s URL is set, a member links to it in a new tab', async ({ asStaff, stack, supervisor }) => {
  const clubAdmin = 'https://club-admin.example.jp/'
  const env = { VITE_CLUB_ADMIN_URL: clubAdmin }
  const origin = await startApp(supervisor, { apiOrigin: stack.api, emulatorPort: stack.emulatorPort, env })
  const page = await asStaff('manager', { path, origin })
  await expectRows(page)
  await rows(page).first().getByRole('link').click()
  const link = page.locator(sheet).getByRole('link', { name: 'hacomonoで開く' })
  await expect(link).toHaveAttribute('href', clubAdmin)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /\bnoreferrer\b/)
})

test('who comes less is found by 来館傾向, and the member’s page says the same, with the signs of 離脱リスク', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path, width: 1920 })
  await expectRows(page)
  await openFilters(page)
  await page.getByLabel('来館傾向', { exact: true }).selectOption('減少')
  await expect(page).toHaveURL(/visitTrend=decrease/)
  await expectRows(page)
  const row = rows(page).first()
  const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.split(/[\n、]/))
  const [, why = 'none'] = cells.find(([main]) => main === '減少') ?? []
  expect(why).toContain('→')
  const [level = 'none', sign = 'none'] = cells.find(([, one]) => /^来館が\d+日→\d+日に減少/.test(one ?? '')) ?? []
  await expectGood(page)
  await row.getByRole('link').click()
  await page.locator(sheet).getByRole('link', { name: '会員ページを開く' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText(`減少（${why}）`)
  await expect(main.getByRole('definition').filter({ hasText: sign })).toContainText(level)
  await main.getByRole('button', { name: '離脱リスクの説明' }).click()
  await expect(page.getByRole('dialog', { name: '離脱リスク' })).toContainText('予測ではなく')
})

test('without the right to export there is no button; contacts are masked, money is absent', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path, width: 1920 })
  await expectRows(page)
  await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0)
  await expect(list(page).getByRole('columnheader', { name: '未収金' })).toHaveCount(0)
  await expect(list(page).getByRole('columnheader', { name: '来館傾向' })).toHaveCount(1)
  await expect(list(page).getByRole('columnheader', { name: '離脱リスク' })).toHaveCount(0)
  await rows(page).filter({ hasText: '***' }).first().getByRole('link').click()
  const open = page.locator(sheet)
  await expect(open.getByText('契約の履歴')).toBeVisible()
  await expect(open.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0)
  await expect(open).not.toContainText('¥')
  await expect(open.getByText('住所')).toHaveCount(0)
  await expect(open.getByText(/満\d+歳/)).toBeVisible()
})

test('another shop’s member and a non-existent one get the same answer', async ({ asStaff }) => {
  const head = await asStaff('head', { path })
  await expectRows(head)
  const foreign = await rows(head).filter({ hasText: '川越店' }).first().getByRole('link').getAttribute('href')
  const page = await asStaff('manager', { path: foreign ?? '' })
  const alert = page.locator(sheet).getByRole('alert')
  await expect(alert).toContainText('会員が見つかりません')
  const message = await alert.textContent()
  await page.goto(`${path}/quick/999999`)
  await expect(alert).toHaveText(message ?? '')
  await expect(alert.getByRole('button', { name: '再試行' })).toHaveCount(0)
  await alert.getByRole('button', { name: '会員の一覧へ' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('the list follows the header’s shop', async ({ asStaff }) => {
  const page = await asStaff('head', { path })
  const all = await readCounts(page)
  await page.getByRole('button', { name: /^店舗を切り替え/ }).click()
  await page.getByRole('option', { name: '新宿店' }).click()
  await expect(page).toHaveURL(/shop=\d+/)
  await expect(rows(page).filter({ hasText: '川越店' })).toHaveCount(0)
  expect((await readCounts(page)).total).toBeLessThan(all.total)
})

test('the list leaves out who has left and says so; one click shows all, and a name finds them', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `${path}?left=all&contractStatus=cancel&limit=10` })
  const left = await readCounts(page)
  const [name = ''] = ((await names(page))[0] ?? '').split('\n')
  await page.goto(path)
  const present = await readCounts(page)
  const note = page.getByRole('main').getByText('退会した会員を除く')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'すべて表示' }).click()
  await expect(page).toHaveURL(/left=all/)
  await expect.poll(async () => (await readCounts(page)).total).toBe(present.total + left.total)
  await expect(note).toHaveCount(0)
  await page.goto(path)
  await searchField(page).fill(name)
  await expect(rows(page).first()).toContainText(name)
})

test('another shop’s list starts at its first page', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${path}?offset=4000&limit=10&left=all` })
  await expect(counts(page)).toContainText('4,001–4,010 / 全')
  await page.getByRole('button', { name: /^店舗を切り替え/ }).click()
  await page.getByRole('option', { name: '新宿店' }).click()
  await expect(counts(page)).toContainText('1–10 / 全')
  await expect(page).not.toHaveURL(/offset/)
})

test('a file with more numbers of other shops than a day allows waits for head office, which sees whose and decides', async ({
  asStaff,
}) => {
  const owner = await asStaff('owner', { path: '/other-settings/imports/new', width: 375 })
  const name = `他店の番号-${Date.now()}.csv`
  const rows = Array.from({ length: 40 }, (_, at) => `K${100_001 + at},辻 一,男性,大宮店`)
  await owner.getByTestId('import-file').setInputFiles({
    ...{ name, mimeType: 'text/csv' },
    buffer: Buffer.from(['会員番号,氏名,性別,店舗', ...rows].join('\r\n')),
  })
  await expect(owner.getByText('本部の確認待ち', { exact: true })).toBeVisible()
  await expect(owner.getByRole('status')).toContainText('本部が確認しています')
  await expect(owner.getByText('確認の結果', { exact: true })).toHaveCount(0)
  await expect(owner.getByRole('button', { name: '通す' })).toHaveCount(0)
  await expectGood(owner)

  const head = await asStaff('head', { path: new URL(owner.url()).pathname })
  const refused = head.getByRole('list', { name: '登録できない行' })
  await expect(refused.getByRole('listitem').first()).toContainText(/店の会員K1000\d\d .+の番号です/)
  await expectGood(head)
  await head.setViewportSize({ width: 375, height: 800 })
  await expectGood(head)
  await head.getByRole('link', { name: '操作履歴' }).first().click()
  await expect(head.getByText('取り込みが本部の確認待ちに').first()).toBeVisible()
  await head.goBack()
  await head.getByRole('button', { name: '差し戻す' }).click()
  await head.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(head.getByText('中止', { exact: true })).toBeVisible()

  await owner.reload()
  await expect(owner.getByRole('alert')).toContainText('取り込みは認められませんでした')
  await expectGood(owner)
  // Nobody decides about a file that is gone from the list.
  await owner.getByRole('button', { name: 'ファイルを削除' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(owner.getByText('ファイルを削除しました。')).toBeVisible()
})

test('of a workbook with several sheets the shown one is read below its title, and another can be chosen', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: '/other-settings/imports/new', width: 375 })
  const list = (title: string, no: string) => [
    [title],
    [],
    ['会員No.', 'お名前', '性別', '所属'],
    [no, '辻 一', '男性', '新宿店'],
  ]
  await page.getByTestId('import-file').setInputFiles({
    ...{ name: `名簿-${Date.now()}.xlsx`, mimeType: 'application/zip' },
    buffer: Buffer.from(
      workbook(list('会員名簿', `W${Date.now()}`), {
        others: [{ name: '昨年', state: 'hidden', rows: list('昨年の名簿', '#N/A') }],
      }),
    ),
  })
  const notes = page.getByText('シートが2枚あります（うち非表示1枚）。「会員」を読みました。')
  await expect(notes).toBeVisible()
  await expect(page.getByText('見出しの上の1行（会員名簿）は読みません。')).toBeVisible()
  await expect(page.getByRole('button', { name: '1名を取り込む' })).toBeVisible()
  await expectGood(page)
  await page.getByLabel('読むシート').selectOption('昨年')
  await page.getByRole('button', { name: '確認し直す' }).click()
  await expect(page.getByText('「昨年」は非表示のシートです。')).toBeVisible()
  await expect(page.getByText('Excelのエラー（#N/A）です').first()).toBeVisible()
})
