import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { expectFigures, expectMonthNotOver } from '../support/screens.ts'

const palette = '検索・移動'

test('Ctrl+K, half a reading, Enter: the member’s sheet, without a mouse', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: palette })).toBeFocused()
  // Slowly enough that members are found for each letter in turn.
  await page.keyboard.type('さとう', { delay: 200 })
  const member = page.getByRole('group', { name: '会員' }).getByRole('option').first()
  await expect(member).toBeVisible()
  const name = (await member.locator('span').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+/)
  await expect(page.getByRole('heading', { name })).toBeVisible()
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
