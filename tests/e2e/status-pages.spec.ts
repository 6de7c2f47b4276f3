import { expect, test } from '../support/fixtures.ts'
import { expectFigures } from '../support/screens.ts'

test('an address that leads nowhere says so with 404, and leads home', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
  await page.getByRole('link', { name: 'ダッシュボードへ' }).click()
  await expectFigures(page)
})

test('a stranger gets the same 404 and learns nothing of what is inside', async ({ asVisitor }) => {
  const page = await asVisitor()
  const answer = await page.goto('/staffs/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('without JavaScript’s help the server’s frame names no person, no shop and no figure', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const html = await (await page.request.get('/dashboard')).text()
  expect(html).toContain('読み込み中...')
  expect(html).not.toMatch(/新宿店|水野|manager@example\.jp|¥/)
})

test('a screen that is long in coming is announced by the bar under the header, and what was there stays', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/(list|members)-/, async (route) => {
    await arrived
    await route.continue()
  })
  // Anew: while the browser was idle, the next screens' code came by itself.
  await page.reload()
  await expectFigures(page)
  const bar = page.locator('header .animate-thin-bar')
  await page.getByRole('navigation').getByRole('link', { name: '会員' }).click()
  await expect(bar).toBeVisible()
  await expectFigures(page)
  arrive()
  await expect(page.getByRole('heading', { name: '会員', level: 1 })).toBeVisible()
  await expect(bar).toBeHidden()
})
