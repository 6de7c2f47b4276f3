import type { Locator, Page } from '@playwright/test'
import { makeAnnouncements } from '../support/announcements.ts'
import { expect, expectGood, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { expectRows, search, searchField } from '../support/lists.ts'
import { chooseShop } from '../support/screens.ts'

test.use({ warm: true })

// Specific to announcements: publication, recipients, rich text, bulk hiding, copies.

const list = '/other-settings/announcements'
const create = `${list}/new`

let count = 0
/** A unique title. */
function titled(words: string) {
  count += 1
  return `${words} ${process.pid}-${Date.now()}-${count}`
}

// The list's search field has the same label and stays until the form has loaded.
const titleField = (page: Page) => page.locator('form').getByLabel('タイトル')
const bodyField = (page: Page) => page.getByRole('textbox', { name: '本文' })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
/** The last of two equal messages, since the earlier one may still be visible. */
const expectMessage = (page: Page, sentence: string) =>
  expect(page.getByText(sentence, { exact: true }).last()).toBeVisible()
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

async function write(page: Page, title: string, body = '休館のお知らせです。') {
  await titleField(page).fill(title)
  await bodyField(page).click()
  await page.keyboard.insertText(body)
}

async function save(page: Page, label = '登録する') {
  await page.getByRole('button', { name: label }).click()
}

async function find(page: Page, title: string) {
  await search(page, title)
  await expect(rowOf(page, title)).toHaveCount(1)
}

async function openForm(page: Page, title: string) {
  await rowOf(page, title).getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'お知らせの編集' })).toBeVisible()
  await expect(bodyField(page)).toBeVisible()
}

test('an announcement is published, hidden, republished and copied: each step describes its effect and offers valid actions only', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await menu.getByRole('link', { name: 'その他の設定' }).click()
  await expect(menu.getByRole('link', { name: 'その他の設定' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('main').getByRole('link', { name: 'お知らせ' }).click()
  // The list leads back, and the palette finds the page by its name.
  await page.getByRole('main').getByRole('link', { name: 'その他の設定' }).click()
  await expect(page.getByRole('heading', { name: 'その他の設定', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: '操作履歴' })).toBeVisible()
  await expectGood(page)
  await page.goto('/dashboard')
  // The keys work once the frame has started.
  await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('その他の設定')
  await page.getByRole('option', { name: /^その他の設定/ }).click()
  await page.getByRole('main').getByRole('link', { name: 'お知らせ' }).click()
  await page.getByRole('link', { name: '新規登録' }).first().click()
  const title = `スタジオプログラム改定 ${Date.now() % 100_000}`
  await write(page, title)
  await save(page)
  await expectMessage(page, 'お知らせを登録しました。')
  await find(page, title)
  await expect(rowOf(page, title)).toContainText('保留中')

  // At 1280 px every action on a row is inside the list, and less than a line of a long title is cut off.
  const region = page.getByRole('region', { name: 'お知らせの一覧' })
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const [box, copy] = [
    await region.boundingBox(),
    await page.getByRole('link', { name: `${title}を複製する` }).boundingBox(),
  ]
  expect((copy?.x ?? 0) + (copy?.width ?? Number.NaN)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
  const shown = rowOf(page, title).getByRole('link', { name: title, exact: true }).locator('span')
  expect(await shown.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(5)

  // Each action has a fixed position.
  await searchField(page).fill('')
  await expectRows(page)
  const places = await page
    .getByRole('link', { name: /を複製する$/ })
    .evaluateAll((links) => [...new Set(links.map((link) => link.getBoundingClientRect().x))])
  expect(places).toHaveLength(1)
  await find(page, title)

  // A published announcement cannot become a draft again or be deleted.
  await page.getByRole('button', { name: `${title}を公開する` }).click()
  await expect(question(page, 'お知らせを公開')).toContainText('保留中には戻せません')
  await page.getByRole('button', { name: 'はい', exact: true }).click()
  await expectMessage(page, 'お知らせを更新しました。')
  await expect(rowOf(page, title)).toContainText('公開中')
  await expect(page.getByRole('button', { name: '元に戻す' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `${title}を削除する` })).toHaveCount(0)

  await page.getByRole('button', { name: `${title}を非公開にする` }).click()
  const hiding = question(page, 'お知らせを非公開にする')
  await expect(hiding).toContainText('すぐに、全店舗の会員の画面から消えます。')
  await hiding.getByRole('button', { name: 'はい' }).click()
  await expect(rowOf(page, title)).toContainText('非公開')
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expectMessage(page, '元に戻しました。')
  await expect(rowOf(page, title)).toContainText('公開中')

  await openForm(page, title)
  await expect(page.getByRole('radio', { name: /^保留中/ })).toBeDisabled()
  await page.getByRole('radio', { name: /^非公開/ }).check()
  await save(page, '更新する')
  await hiding.getByRole('button', { name: 'はい' }).click()
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(rowOf(page, title)).toContainText('公開中')

  // A copy starts as a draft with the same text.
  await page.getByRole('link', { name: `${title}を複製する` }).click()
  await expect(titleField(page)).toHaveValue(`${title}のコピー`)
  await expect(bodyField(page)).toContainText('休館のお知らせです。')
  await expect(page.getByRole('radio', { name: /^保留中/ })).toBeChecked()
  await save(page)
  await expectMessage(page, 'お知らせを登録しました。')
  await find(page, `${title}のコピー`)
  await expect(rowOf(page, title)).toContainText('保留中')

  // After deletion by keyboard, the focus moves to the next row.
  await search(page, title)
  await expect(rowOf(page, title)).toHaveCount(2)
  await page.getByRole('button', { name: `${title}のコピーを削除する` }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'はい' }).press('Enter')
  await expectMessage(page, 'お知らせを削除しました。')
  await expect(rowOf(page, title).getByRole('link', { name: title, exact: true })).toBeFocused()
})

/** The specification's share of the window at each of its breakpoints, and below it; never higher than it less 180. */
const shares: [width: number, share: number][] = [
  [599, 0.8],
  [600, 2 / 3],
  [959, 2 / 3],
  [960, 0.6],
  [1279, 0.6],
  [1280, 1 / 2],
  [1919, 1 / 2],
  [1920, 1 / 3],
]

async function expectSizes(page: Page, dialog: Locator) {
  const before = page.viewportSize()
  for (const [width, share] of shares) {
    await page.setViewportSize({ width, height: 300 })
    const box = await dialog.boundingBox()
    expect.soft(box?.width, `at ${width} px`).toBeCloseTo(width * share, 0)
    expect.soft(box?.height, `at ${width} px`).toBeLessThanOrEqual(120)
  }
  if (before) await page.setViewportSize(before)
}

test('a scheduled announcement states time and audience, is listed as 公開予約, and can be hidden without an undo that would fail', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: create })
  const title = titled('予約')
  await write(page, title)
  await page.getByRole('radio', { name: '店舗を選ぶ' }).check()
  await page.getByRole('checkbox', { name: /店/ }).first().check()
  await page.getByRole('button', { name: 'プレビュー' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expectGood(page)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: '全店舗' }).check()

  // An error that only the API can detect appears at its field, and nothing is asked before.
  await page.getByRole('radio', { name: /^公開 / }).check()
  await page.getByLabel('公開開始', { exact: true }).fill('2090-01-05T09:30')
  const until = page.getByLabel('公開終了', { exact: true })
  await until.fill('2090-01-04T09:30')
  await save(page)
  await expect(until).toHaveAttribute('aria-invalid', 'true')
  await expect(until).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await until.fill('')

  await save(page)
  const scheduling = question(page, 'お知らせの公開を予約')
  await expect(scheduling).toContainText('2090/01/05(木) 09:30から、全店舗の会員に表示されます。')
  await expectSizes(page, scheduling)
  await scheduling.getByRole('button', { name: 'はい' }).click()
  await expectMessage(page, 'お知らせを登録しました。')
  await find(page, title)
  await expect(rowOf(page, title)).toContainText('公開予約')
  await openForm(page, title)
  await expect(page.getByLabel('公開開始', { exact: true })).toHaveValue('2090-01-05T09:30')
  await page.goBack()

  await page.getByRole('button', { name: `${title}を非公開にする` }).click()
  await question(page, 'お知らせを非公開にする').getByRole('button', { name: 'はい' }).click()
  await expectMessage(page, 'お知らせを更新しました。')
  await expect(page.getByRole('button', { name: '元に戻す' })).toHaveCount(0)

  // The next one begins with the header's shop.
  await chooseShop(page, '新宿店')
  await page.getByRole('link', { name: '新規登録' }).first().click()
  await expect(page.getByRole('radio', { name: '店舗を選ぶ' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: '新宿店' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /店/, checked: true })).toHaveCount(1)
})

test('several announcements are hidden together; those changed meanwhile are listed, and the others are hidden', async ({
  asStaff,
  stack,
}) => {
  const page = await asStaff('head', { path: list })
  const [both, some] = [titled('まとめて'), titled('一部だけ')]
  const titles = [`${both} その1`, `${both} その2`, `${some} 変更`, `${some} 削除`, `${some} 残り`]
  const [, , changed, removed] = await makeAnnouncements(page, stack, titles)
  const hideAll = async (words: string, many: number) => {
    await search(page, words)
    await expect(rowOf(page, words)).toHaveCount(many)
    for (const row of await rowOf(page, words).all()) await row.getByRole('checkbox').check()
  }
  const hide = page.getByRole('button', { name: '非公開にする', exact: true })
  const hiding = question(page, 'お知らせを非公開にする')

  await hideAll(both, 2)
  await hide.click()
  await hiding.getByRole('button', { name: 'はい' }).click()
  await expectMessage(page, '2件のお知らせを非公開にしました。')
  await expect(rowOf(page, both).filter({ hasText: '非公開' })).toHaveCount(2)

  await hideAll(some, 3)
  await changed?.change({ title: `${some} 変更済み` })
  await removed?.change({ status: 'disabled' })
  await removed?.remove()
  await hide.click()
  // Those that cannot be hidden are listed with their reasons before anything is confirmed.
  await expect(hiding).toContainText('選択した3件のうち1件')
  const refused = hiding.getByRole('group', { name: '非公開にできないお知らせ' })
  await expect(refused).toContainText(`${some} 変更別のタブでの変更が先に保存されています。`)
  await expect(refused).toContainText(`${some} 削除対象のデータが見つかりません。`)
  await expect(refused).not.toContainText('残り')
  await expectNoAxeViolations(page)
  await hiding.getByRole('button', { name: 'はい' }).click()
  await expectMessage(page, '1件のお知らせを非公開にしました。')
  await expect(rowOf(page, `${some} 残り`)).toContainText('非公開')
  await expect(rowOf(page, `${some} 変更済み`)).toContainText('公開中')
  await expect(rowOf(page, some)).toHaveCount(2)
})

test('a shop manager targets only their own shop, sees the phone preview, and reads head office’s announcements', async ({
  asStaff,
  stack,
}) => {
  const head = await asStaff('head', { path: list })
  const title = titled('本部から')
  await makeAnnouncements(head, stack, [title])
  const manager = await asStaff('manager', { width: 375, path: list })
  await search(manager, title)
  await manager.locator('[data-row]', { hasText: title }).getByRole('link', { name: title, exact: true }).click()
  await expect(manager.getByRole('article')).toContainText(title)
  await expect(manager.getByRole('button', { name: '更新する' })).toHaveCount(0)
  await manager.goto(create)
  await expect(bodyField(manager)).toBeVisible()
  await expect(manager.getByRole('radio', { name: '全店舗' })).toHaveCount(0)
  const own = titled('店舗から')
  await write(manager, own)
  await manager.getByRole('button', { name: 'プレビュー' }).click()
  await expect(manager.getByRole('dialog').getByRole('article')).toContainText(own)
  await expectGood(manager)
  await manager.keyboard.press('Escape')
  await save(manager)
  await expectMessage(manager, 'お知らせを登録しました。')
  await search(manager, own)
  await expect(manager.locator('[data-row]', { hasText: own })).toHaveCount(1)
})

/** Script injections known from other back offices. */
const hostile = `
  <p>安全な文</p>
  <script>window.__hit = 'script'</script>
  <img src="/images/no_img.png" onload="window.__hit = 'onload'" onerror="window.__hit = 'onerror'">
  <svg onload="window.__hit = 'svg'"><a xlink:href="javascript:window.__hit='xlink'"><text>x</text></a></svg>
  <a href="javascript:window.__hit='href'">押してください</a>
  <a href="data:text/html,<script>parent.__hit='data'</script>">データ</a>
  <iframe srcdoc="<script>parent.__hit='iframe'</script>"></iframe>
  <form action="/login"><button onclick="window.__hit='click'">送信</button></form>
  <p style="position:fixed;inset:0" onmouseover="window.__hit='over'">覆い</p>
  <math><mtext><table><mglyph><style><img src=x onerror="window.__hit='math'"></style></mglyph></table></mtext></math>`

async function expectHarmless(page: Page, where: string) {
  // Handlers of pictures have run once all are loaded or failed.
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  expect(await page.evaluate(() => (window as { __hit?: string }).__hit), where).toBeUndefined()
  const foreign = page.locator('main').locator('iframe, form[action], svg[onload], [onerror], [onload], [onclick]')
  await expect(foreign, where).toHaveCount(0)
  await expect(page.locator('a[href^="javascript:"], a[href^="data:"]'), where).toHaveCount(0)
}

test('pasted hostile HTML does nothing in the editor, preview, list, form and detail', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  const title = `<img src=x onerror="window.__hit='title'"> ${Date.now()}`
  await page.getByLabel('タイトル').fill(title)
  await bodyField(page).click()
  await page.evaluate((html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, hostile)
  await expect(bodyField(page)).toContainText('安全な文')
  await expectHarmless(page, 'editor')

  await page.getByRole('button', { name: 'プレビュー' }).click()
  await expect(page.getByRole('dialog').getByRole('article')).toContainText('安全な文')
  await expectHarmless(page, 'preview')
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: /^公開 / }).check()
  await page.getByRole('button', { name: '登録する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('お知らせを登録しました。')).toBeVisible()
  await search(page, title.slice(-13))
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toHaveCount(1)
  await expectHarmless(page, 'list')

  await row.getByRole('link', { name: title, exact: true }).click()
  await expect(bodyField(page)).toContainText('安全な文')
  await expectHarmless(page, 'form')

  const trainer = await asStaff('trainer', { path: new URL(page.url()).pathname })
  await expect(trainer.getByRole('article')).toContainText('安全な文')
  await expectHarmless(trainer, 'detail')
})

/** Presses Tab until the target has the focus; fails after 100 presses. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor()
  for (let presses = 0; presses < 100; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** The fifth of January 2090, 9:30, in the orders that browsers write dates: which one is their language, not ours. */
const typed = ['209001050930', '010520900930A']

async function typeMoment(page: Page, field: Locator) {
  for (const digits of typed) {
    for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(digits)
    if (await field.inputValue()) break
  }
  await expect(field).toHaveValue('2090-01-05T09:30')
}

test('by keyboard alone: an announcement with rich text is written, scheduled, saved, found and deleted', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: list })
  const { keyboard } = page
  const title = `keyboard ${Date.now()}`
  const body = page.getByRole('textbox', { name: '本文' })
  await tabTo(page, page.getByRole('link', { name: '新規登録' }).first())
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'お知らせの登録' })).toBeVisible()

  await tabTo(page, page.getByLabel('タイトル'))
  await keyboard.type(title)
  await tabTo(page, page.getByLabel('区分'))
  await keyboard.press('ArrowDown')
  await expect(page.getByLabel('区分')).toHaveValue('campaign')

  await tabTo(page, body)
  await keyboard.press('Control+B')
  await keyboard.type('bold')
  await keyboard.press('Control+B')
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: '見出し（大）' }), 'Shift+Tab')
  const listButton = page.getByRole('button', { name: '箇条書き' })
  for (let presses = 0; presses < 12; presses += 1) {
    if (await listButton.evaluate((element) => element === document.activeElement)) break
    await keyboard.press('ArrowRight')
  }
  await keyboard.press('Enter')
  await tabTo(page, body)
  await keyboard.type('first')
  await keyboard.press('Enter')
  await keyboard.type('second')
  await expect(body.locator('strong')).toHaveText('bold')
  await expect(body.locator('li')).toHaveText(['first', 'second'])
  await keyboard.press('Control+]')
  await expect(body.locator('li li')).toHaveText('second')
  await keyboard.press('Control+[')
  await expect(body.locator('li li')).toHaveCount(0)
  await expect(body.locator('li')).toHaveText(['first', 'second'])

  // A link leads nowhere dangerous.
  await keyboard.press('Shift+Tab')
  await keyboard.press('End')
  await expect(page.getByRole('button', { name: 'やり直す' })).toBeFocused()
  for (let presses = 0; presses < 2; presses += 1) await keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'リンク', exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.type('javascript:alert(1)')
  await keyboard.press('Enter')
  await expect(page.getByText('https://、mailto:、tel: のいずれかから始まるリンクを入力してください。')).toBeVisible()
  await keyboard.press('Control+A')
  await keyboard.type('https://example.jp/')
  await keyboard.press('Enter')
  await expect(body.locator('a')).toHaveAttribute('href', 'https://example.jp/')

  const allShops = page.getByRole('radio', { name: '全店舗' })
  await tabTo(page, allShops)
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '店舗を選ぶ' })).toBeChecked()
  await tabTo(page, page.getByRole('checkbox', { name: '新宿店' }))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('radio', { name: /^保留中/ }))
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^公開 / })).toBeChecked()
  const from = page.getByLabel('公開開始', { exact: true })
  await tabTo(page, from)
  await typeMoment(page, from)
  await tabTo(page, page.getByRole('button', { name: '登録する' }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('2090/01/05(木) 09:30から')
  await expect(dialog.getByRole('button', { name: 'はい' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('お知らせを登録しました。')).toBeVisible()

  await keyboard.press('/')
  await keyboard.type(title)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('公開予約')
  await keyboard.press('Enter')
  await expect(row.getByRole('link', { name: title, exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'お知らせの編集' })).toBeVisible()
  await expect(body.locator('li')).toHaveText(['first', /^second/])
  await tabTo(page, page.getByRole('button', { name: '削除する', exact: true }))
  await keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'いいえ' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page.getByText('お知らせを削除しました。')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${list}($|\\?)`))
})
