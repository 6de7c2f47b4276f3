import type { Page } from '@playwright/test'
import { expect, expectGood, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { readCounts } from '../support/lists.ts'
import { expectFigures, holdBack, signOut } from '../support/screens.ts'

test.use({ warm: true })

const palette = '検索・移動'

test('Ctrl+K, part of a reading and Enter open the member’s page; no key is lost while the palette loads', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const arrive = await holdBack(page, /\/assets\/palette\./)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('さ')
  await expect(page.getByRole('textbox', { name: palette })).toHaveValue('さ')
  arrive()
  const field = page.getByRole('combobox', { name: palette })
  await expect(field).toBeFocused()
  // Slowly enough that members are found for each letter in turn.
  await page.keyboard.type('とう', { delay: 200 })
  await expect(field).toHaveValue('さとう')
  const members = page.getByRole('group', { name: '会員' }).getByRole('option')
  await expect(members.first()).toContainText(/サトウ.*K?\d+　(契約中|未契約|休会中|退会)　新宿店/)
  const name = (await members.first().locator('span').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+/)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const member = page.url()
  const tel = (await page.locator('a[href^="tel:0"]').first().getAttribute('href'))?.slice('tel:0'.length)
  // The third keystroke besides the name: what they have booked.
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+\/bookings$/)
  const bookings = page.getByRole('table', { name: '予約', exact: true })
  await expect(bookings.or(page.getByText('予約はまだありません'))).toBeVisible()

  // A caller's whole number and Enter at once, before anything is found.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`+81 ${tel?.slice(0, 2)}-${tel?.slice(2)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(member)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('さとう')
  await expect(members.last()).toHaveText(/^すべて見る（[\d,]+件）$/)
  const found = (await members.last().textContent())?.replace(/\D/g, '')
  await members.last().click()
  await expect(page).toHaveURL(/\/hacomono\/members\?keyword=/)
  expect((await readCounts(page)).total).toBe(Number(found))
})

test.describe(() => {
  // Of a browser that has the palette's file nobody waits for it.
  test.use({ warm: false })

  test('Enter pressed while the palette loads opens what it finds first', async ({ asStaff }) => {
    const page = await asStaff('manager')
    await expectFigures(page)
    const arrive = await holdBack(page, /\/assets\/palette\./)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('めーるさくせい')
    await expect(page.getByRole('textbox', { name: palette })).toHaveValue('めーるさくせい')
    await page.keyboard.press('Enter')
    arrive()
    await expect(page).toHaveURL(/\/mail\/new/)
  })

  for (const [how, width, hasTouch] of [
    ['pressed with a mouse', 1280, false],
    ['tapped by a finger', 375, true],
  ] as const) {
    test(`the button ${how} opens the palette: what is composed and typed arrives, and nothing remounts`, async ({
      asStaff,
    }) => {
      const page = await asStaff('manager', { width, hasTouch })
      await expectFigures(page)
      const arrive = await holdBack(page, /\/assets\/palette\./)
      const button = page.getByRole('button', { name: palette })
      const press = () => (hasTouch ? button.tap() : button.click())
      const field = page.getByRole('combobox', { name: palette })
      const members = page.getByRole('group', { name: '会員' }).getByRole('option')
      await press()
      await expect(page.getByRole('textbox', { name: palette })).toBeFocused()
      const cdp = await page.context().newCDPSession(page)
      for (const text of ['さ', 'さと', 'さとう'])
        await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      arrive()
      await cdp.send('Input.insertText', { text: '佐藤' })
      await expect(field).toHaveValue('佐藤')
      await expect(field).toBeFocused()
      await expect(members.first()).toContainText('佐藤')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button).toBeFocused()

      await press()
      await page.keyboard.type('さとう')
      await expect(field).toHaveValue('さとう')
      await expect(members.first()).toContainText('サトウ')
      await expectGood(page)
    })
  }
})

test('no search is sent while an IME composes; the confirmed text is searched', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: palette })).toBeFocused()
  const searches: string[] = []
  page.on('request', (request) => {
    const url = decodeURIComponent(request.url())
    if (url.includes('/_serverFn/') && url.includes('"keyword"')) searches.push(url)
  })
  const cdp = await page.context().newCDPSession(page)
  await page.clock.install()
  for (const text of ['さ', 'さと', 'さとう']) {
    await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    // Longer than the search waits for the next letter.
    await page.clock.runFor(1000)
  }
  expect(searches).toEqual([])
  await cdp.send('Input.insertText', { text: '佐藤' })
  await expect(page.getByRole('group', { name: '会員' }).getByRole('option').first()).toContainText('佐藤')
  expect(searches).toHaveLength(1)
})

test('the palette finds every area of the menu, and none without permission', async ({ asStaff }) => {
  const page = await asStaff('partner')
  await expectFigures(page)
  const inMenu = await page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link').allTextContents()
  await page.keyboard.press('Control+k')
  const offered = page.getByRole('group', { name: '移動' }).getByRole('option').locator('span:first-of-type')
  await expect(offered).toHaveText(inMenu)
  await page.keyboard.type('会員')
  await expect(page.getByRole('group', { name: '会員' })).toHaveCount(0)
})

const found = (page: Page, heading: string) =>
  page.getByRole('group', { name: heading, exact: true }).getByRole('option')

/** Opens the palette and types into the empty field. */
async function ask(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: palette })).toBeFocused()
  await page.keyboard.type(text)
}

/** What the browser remembers of what was opened, the latest first. */
const remembered = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('karada.recent') ?? '{}') as { keys?: string[] }).keys ?? [])

const yesterday = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(Date.now() - 86_400_000)

test('one record of each kind is found by its name, and opened by Enter', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const kinds = [
    ['スタッフ', '水野香織', /\/staffs\/\d+$/, '水野 香織'],
    ['店舗', 'しんじゅくてん', /\/hacomono\/shops\/\d+$/, '新宿店'],
    ['プラン', 'ナイト会員', /\/plans-or-tickets\/\d+$/, 'ナイト会員'],
    ['改善アクション', '無断キャンセルの前日', /\/shop-reports\/actions\/\d+$/, '無断キャンセルの前日連絡'],
    ['お知らせ', '年末年始の営業', /\/announcements\/\d+$/, '年末年始の営業時間のお知らせ'],
    ['コラム', 'デスクワークの肩', /\/columns\/\d+$/, 'デスクワークの肩こりに効く、朝3分のストレッチ'],
  ] as const
  const searches: string[] = []
  page.on('request', (request) => {
    const url = decodeURIComponent(request.url())
    if (url.includes('/_serverFn/') && url.includes('"keyword"')) searches.push(url)
  })
  for (const [heading, text, address, name] of kinds) {
    searches.length = 0
    await ask(page, text)
    // A slow machine may also search for a part of it, between two keys, and find the record by that.
    const ofText = () => searches.filter((url) => url.includes(`"${text}"`))
    await expect.poll(() => ofText().length).toBe(1)
    await expect(found(page, heading).first()).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    // As a text, or in its field where it may be written.
    const isThere = () =>
      page.locator('main').evaluate((main, wanted) => {
        const fields = [...main.querySelectorAll('input')].map(({ value }) => value)
        return main.textContent?.includes(wanted) || fields.includes(wanted)
      }, name)
    await expect.poll(isThere).toBe(true)
    // One request for all kinds.
    expect(ofText()).toHaveLength(1)
  }
})

test('a day opens its daily report; with all shops selected, their list of that day', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await ask(page, 'きのう')
  await expect(found(page, '日報')).toHaveText(/^\d+月\d+日（.）の日報新宿店$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/shop-reports/1/${yesterday}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('新宿店')

  const head = await asStaff('head')
  await expectFigures(head)
  await ask(
    head,
    yesterday.replaceAll('-', '／').replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
  )
  await found(head, '日報').filter({ hasText: '全店舗' }).click()
  await expect(head).toHaveURL(new RegExp(`/shop-reports/list\\?.*from=${yesterday}&to=${yesterday}`))
  await expect(head.getByText(`日付: ${yesterday.replaceAll('-', '/')}`).first()).toBeVisible()
})

test('Enter right after typing another name never opens a result of the previous one', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await ask(page, 'さとう')
  await expect(found(page, '会員').first()).toContainText('サトウ')
  await page.getByRole('combobox', { name: palette }).fill('すずき')
  await page.keyboard.press('Enter')
  await expect(found(page, '会員').first()).toContainText('スズキ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+$/)
  await expect(page.locator('#content')).toContainText('スズキ')
})

test('a failed search says so, and is not shown as no match', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await ask(page, 'さ')
  await expect(found(page, '会員').first()).toBeVisible()
  await page.context().setOffline(true)
  await page.keyboard.type('とう')
  const dialog = page.getByRole('dialog', { name: palette })
  await expect(dialog.getByRole('alert')).toHaveText(/^会員などの検索ができませんでした。/)
  await expect(dialog.getByText('該当するものがありません。')).toHaveCount(0)
  await page.context().setOffline(false)
  await page.keyboard.press('Backspace')
  await expect(found(page, '会員').first()).toContainText('サト')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('recent pages come first, are stored without names, and are cleared on sign-out', async ({ asStaff }) => {
  const page = await asStaff('manager', { ownSession: true })
  await expectFigures(page)
  await expect.poll(() => remembered(page)).toEqual(['/dashboard'])
  await ask(page, 'さとう')
  const first = found(page, '会員').first()
  await expect(first).toContainText('サトウ')
  const name = (await first.locator('span').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect.poll(async () => (await remembered(page))[0]).toMatch(/^member:\d+$/)
  const [key = ''] = await remembered(page)
  // By a link and by a key as well.
  await page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: '日報' }).click()
  await expect.poll(() => remembered(page)).toEqual(['/shop-reports', key, '/dashboard'])
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/\/hacomono\/shops$/)
  await expect.poll(() => remembered(page)).toEqual(['/hacomono/shops', '/shop-reports', key, '/dashboard'])

  await page.keyboard.press('Control+k')
  const labels = found(page, '最近開いたもの').locator('span:first-of-type')
  await expect(labels.nth(0)).toHaveText('日報')
  await expect(found(page, '最近開いたもの').nth(1)).toContainText(name)
  await expect(found(page, '最近開いたもの')).toHaveCount(3)
  // Typed text ranks it first, and names it once.
  await page.keyboard.type('さとう')
  await expect(page.getByRole('option').first()).toContainText(name)
  await expect(found(page, '会員').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()

  // Their health data is the member, and nothing more.
  await page.goto(`/hacomono/members/${key.split(':')[1]}/daily-logs`)
  await expect.poll(async () => (await remembered(page))[0]).toBe(key)
  const stored = await page.evaluate(() => localStorage.getItem('karada.recent'))
  for (const part of [...name.split('　'), 'サトウ', 'さとう', 'daily-logs', '新宿店'])
    expect(stored).not.toContain(part)

  await signOut(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('karada.recent'))).toBeNull()
})

test('g and a letter open an area, but not in a field, in a dialog, or too late', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // The keys come when the browser has been idle.
  await expect(async () => {
    await press('g', 'm')
    await expect(page).toHaveURL(/\/hacomono\/members$/, { timeout: 1000 })
  }).toPass()
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /検索/ }))
    .first()
  await search.focus()
  await press('g', 's')
  await expect(search).toHaveValue('gs')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.imeSetComposition', { text: 'ｇｓ', selectionStart: 2, selectionEnd: 2 })
  await expect(page).toHaveURL(/\/hacomono\/members/)
  await cdp.send('Input.insertText', { text: '' })
  await search.fill('')
  await search.blur()

  await press('?')
  const sheet = page.getByRole('dialog', { name: 'キーボード操作' })
  await expect(sheet).toBeVisible()
  await press('g', 's')
  await expect(sheet).toBeVisible()
  await press('Escape')
  await expect(sheet).toHaveCount(0)

  await press('g')
  await expect(page.locator('dl[aria-hidden]')).toContainText('スタッフ')
  await expect(page.locator('dl[aria-hidden]')).toHaveCount(0)
  await press('s')
  await press('g', 'Escape', 's')
  await press('g', 'Control+s')
  await expect(page).toHaveURL(/\/hacomono\/members$/)

  // On the timetable T alone is today.
  await ask(page, 'タイムテーブル')
  await press('Enter')
  await expect(page).toHaveURL(/\/timetable$/)
  // The screen before has a heading too.
  await expect(page.getByRole('region', { name: 'タイムテーブル' })).toBeVisible()
  await press('ArrowLeft')
  await expect(page).toHaveURL(/\/timetable\?.*day=/)
  const dayBefore = page.url()
  await press('g', 't')
  await expect(page).toHaveURL(/\/staffs$/)
  await page.goBack()
  await expect(page).toHaveURL(dayBefore)
})

test('an area without permission has no shortcut, no action and no search results', async ({ asStaff }) => {
  const partner = await asStaff('partner')
  await expectFigures(partner)
  const menu = partner.getByRole('navigation', { name: 'メインメニュー' })
  const inMenu = await menu.getByRole('listitem').getByRole('link').allTextContents()
  await partner.keyboard.press('?')
  const keys = partner.locator('section', { has: partner.getByRole('heading', { name: /^画面へ移動/ }) })
  await expect(keys.getByRole('definition')).toHaveText(inMenu)
  await partner.keyboard.press('Escape')
  await partner.keyboard.press('g')
  await partner.keyboard.press('m')
  await expect(partner).toHaveURL(/\/dashboard/)

  const trainer = await asStaff('trainer')
  await expectFigures(trainer)
  // Part-time staff cannot create actions.
  await ask(trainer, 'アクション')
  await expect(found(trainer, '操作')).toHaveText([/^改善アクションを見る/, '期限超過の改善アクションを見る'])
  for (const text of ['登録', 'みしゅうきん', '渋谷店']) {
    await trainer.getByRole('combobox', { name: palette }).fill(text)
    await expect(trainer.getByText('該当するものがありません。')).toBeVisible()
  }
})

test('? lists every shortcut; Esc closes the list and returns the focus', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const printButton = page.getByRole('button', { name: '印刷' })
  await printButton.focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'キーボード操作' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(printButton).toBeFocused()

  // So does the account's menu.
  const account = page.getByRole('button', { name: /^アカウント/ })
  await account.click()
  await page.getByRole('menuitem', { name: 'キーボード操作の一覧' }).click()
  await expect(page.getByRole('dialog', { name: 'キーボード操作' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(account).toBeFocused()
})

for (const width of [375, 1280]) {
  test(`axe finds nothing in the sheet of shortcuts at ${width} px`, async ({ asStaff }) => {
    const page = await asStaff('head', { width })
    await expectFigures(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'キーボード操作' })).toBeVisible()
    await expectNoAxeViolations(page)
  })
}
