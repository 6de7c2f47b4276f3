import type { Cookie } from '@playwright/test'
import { shiftMs } from '../support/day-of-stories.mjs'
import { expect, test } from '../support/fixtures.ts'
import { expectFigures } from '../support/screens.ts'

test('a closed side navigation stays closed after a reload, from the first frame on', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const navigation = page.locator('#side-navigation')
  await expect(navigation).toBeVisible()
  await expect(navigation).toHaveCSS('width', '280px')
  await page.getByRole('button', { name: 'メニュー' }).click()
  await expect(navigation).toBeHidden()
  const kept = (await page.context().cookies()).find(({ name }) => name === 'karada.drawer')
  // The browser's own clock is never shifted.
  const now = Date.now() - shiftMs
  expect(((kept?.expires ?? 0) - now / 1000) / 86_400).toBeCloseTo(7, 2)

  const html = await (await page.request.get('/dashboard')).text()
  expect(html).toMatch(/<aside(?![^>]*md:flex)[^>]*id="side-navigation"|id="side-navigation"(?![^>]*md:flex)[^>]*>/)
  await page.reload()
  await expectFigures(page)
  await expect(navigation).toBeHidden()
})

test('the dark theme stays after a reload, from the first frame on', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await page.getByRole('button', { name: /^表示テーマ/ }).click()
  await page.getByRole('menuitemradio', { name: 'ダーク' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const html = await (await page.request.get('/dashboard')).text()
  expect(html).toMatch(/<html[^>]*data-theme="dark"/)
  await page.reload()
  await expectFigures(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('on a small screen the menu is a drawer: labelled 閉じる, closed by Esc, the focus stays inside', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { width: 375 })
  await expectFigures(page)
  await page.getByRole('button', { name: 'メニュー' }).click()
  const drawer = page.getByRole('dialog', { name: 'メニュー' })
  await expect(drawer.getByRole('link', { name: 'ダッシュボード' })).toBeVisible()
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Tab')
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
    ),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: '閉じる' }).click()
  await expect(drawer).toHaveCount(0)
})

test('a reload contains no inline styles: the browser caches their file until the next release', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const rulesIn = async () =>
    (await (await page.request.get('/dashboard')).text()).match(/<style|<link rel="stylesheet"/g)
  const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'karada.styles')
  await expect.poll(kept).toBeTruthy()
  expect(await rulesIn()).toEqual(['<link rel="stylesheet"'])

  await page.reload()
  await expectFigures(page)
  await expect(page.getByRole('banner')).toHaveCSS('height', '56px')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource') as PerformanceResourceTiming[])
  expect(loaded.filter(({ name }) => name.endsWith('.css')).map(({ transferSize }) => transferSize)).toEqual([0])

  const before = (await kept()) as Cookie
  // An open page notes its own file some time after it stands.
  await page.goto('about:blank')
  await page.context().addCookies([{ ...before, value: '%2Fassets%2Fapp-ofBefore.css' }])
  expect(await rulesIn()).toEqual(['<style', '<link rel="stylesheet"'])
})
