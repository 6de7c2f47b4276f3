import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { readCounts } from '../support/lists.ts'
import { expectFigures, expectMonthNotOver } from '../support/screens.ts'

const palette = '検索・移動'

test('Ctrl+K, half a reading, Enter: the member’s page, without a mouse; no key is lost while the palette loads', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/palette\./, async (route) => {
    await arrived
    await route.continue()
  })
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
  // The third keystroke besides the name: what they have booked.
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+\/bookings$/)
  const bookings = page.getByRole('table', { name: '予約', exact: true })
  await expect(bookings.or(page.getByText('予約はまだありません'))).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('さとう')
  await expect(members.last()).toHaveText(/^すべて見る（[\d,]+件）$/)
  const found = (await members.last().textContent())?.replace(/\D/g, '')
  await members.last().click()
  await expect(page).toHaveURL(/\/hacomono\/members\?keyword=/)
  expect((await readCounts(page)).total).toBe(Number(found))
})

test('while an input method converts nothing is asked; what it confirms is searched', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: palette })).toBeFocused()
  const asked: string[] = []
  page.on('request', (request) => {
    const url = decodeURIComponent(request.url())
    if (url.includes('/_serverFn/') && url.includes('"keyword"')) asked.push(url)
  })
  const cdp = await page.context().newCDPSession(page)
  for (const text of ['さ', 'さと', 'さとう']) {
    await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await page.waitForTimeout(200)
  }
  expect(asked).toEqual([])
  await cdp.send('Input.insertText', { text: '佐藤' })
  await expect(page.getByRole('group', { name: '会員' }).getByRole('option').first()).toContainText('佐藤')
  expect(asked).toHaveLength(1)
})

test('the palette leads to every area of the menu, and to nothing one may not enter', async ({ asStaff }) => {
  const page = await asStaff('partner')
  await expectMonthNotOver(page)
  const inMenu = await page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link').allTextContents()
  await page.keyboard.press('Control+k')
  const offered = page.getByRole('group', { name: '移動' }).getByRole('option').locator('span:first-of-type')
  await expect(offered).toHaveText(inMenu)
  await page.keyboard.type('会員')
  await expect(page.getByRole('group', { name: '会員' })).toHaveCount(0)
})

test('? lists every shortcut; Esc closes it and the focus is where it was', async ({ asStaff }) => {
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
  test(`axe finds nothing in the palette and the sheet of shortcuts at ${width} px`, async ({ asStaff }) => {
    const page = await asStaff('head', { width })
    await expectFigures(page)
    await page.getByRole('button', { name: palette }).click()
    await page.keyboard.type('し')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'キーボード操作' })).toBeVisible()
    await expectNoAxeViolations(page)
  })
}
