import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectFigures } from '../support/screens.ts'

// Which screens' files are loaded before anybody opens them (decision 0056, 8).

/** Reloads the month; the files that it then requests, as far as it has. */
async function filesOf(page: Page) {
  await expectFigures(page)
  await page.waitForLoadState('networkidle')
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.reload()
  await expectFigures(page)
  return files
}

const isOf = (screen: string) => (file: string) => file.startsWith(`/assets/${screen}-`)
const menu = (page: Page) => page.getByRole('navigation', { name: 'メインメニュー' })

test('the screens opened most from the month are loaded ahead, the menu’s once the pointer is there', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  const files = await filesOf(page)
  for (const screen of ['members', 'members_._userId', 'members_._userId.index', 'shop-reports', 'reservations']) {
    await expect.poll(() => files.some(isOf(screen)), { message: screen }).toBe(true)
  }
  expect(files.filter(isOf('staffs'))).toEqual([])
  expect(files.filter((file) => file.includes('series-live'))).toEqual([])
  await menu(page).getByRole('link', { name: '会員', exact: true }).hover()
  await expect.poll(() => files.some(isOf('staffs'))).toBe(true)
})

test('by keyboard, the menu’s screens are loaded once the focus is there', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const files = await filesOf(page)
  await menu(page).getByRole('link', { name: '会員', exact: true }).focus()
  await expect.poll(() => files.some(isOf('staffs'))).toBe(true)
})

test('a member’s tabs are loaded once the pointer is on one of them', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await page.goto('/hacomono/members')
  await page.locator('main tbody [data-record]').first().click()
  await page.locator('dialog[open]').getByRole('link', { name: '会員ページを開く' }).click()
  await expect(page.getByRole('navigation', { name: '会員の情報' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  expect(files.filter(isOf('members_._userId.notes'))).toEqual([])
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.getByRole('navigation', { name: '会員の情報' }).getByRole('link', { name: '契約' }).hover()
  await expect.poll(() => files.some(isOf('members_._userId.notes'))).toBe(true)
})

for (const [name, connection] of [
  ['the data saver', { saveData: true }],
  ['a slow line', { effectiveType: '3g' }],
] as const) {
  test(`with ${name} no screen is loaded ahead`, async ({ asStaff }) => {
    const page = await asStaff('manager')
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }),
      connection,
    )
    const files = await filesOf(page)
    await menu(page).getByRole('link', { name: '会員', exact: true }).hover()
    await page.waitForLoadState('networkidle')
    // The hovered screen's own file is.
    expect(files.filter((file) => isOf('staffs')(file) || isOf('shop-reports')(file))).toEqual([])
  })
}
