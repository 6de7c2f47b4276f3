import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectFigures, holdBack } from '../support/screens.ts'

for (const path of ['/no-such-page', '/hacomono/no-such-page']) {
  test(`${path} leads nowhere: 404 within the frame, and leads home without loading the page anew`, async ({
    asStaff,
  }) => {
    const page = await asStaff('manager')
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
    await expect(page).toHaveTitle(/^ページが見つかりません/)
    await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('main').getByRole('link', { name: 'ダッシュボードへ' }).click()
    await expectFigures(page)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })
}

test('a visitor gets the same 404 without internal details, and a link to sign in', async ({ asVisitor }) => {
  const page = await asVisitor()
  const answer = await page.goto('/no-such-area/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('a record that is not there says so and offers its list', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/other-settings/columns/999999' })
  const missing = page.getByRole('heading', { name: 'コラムが見つかりません' })
  await expect(missing).toBeVisible()
  await expectGood(page)
  await page.goto('/other-settings/columns/no-number')
  await expect(missing).toBeVisible()
  await expect(page.getByRole('button', { name: '再試行' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'コラムの一覧へ' }).click()
  await expect(page.getByRole('heading', { name: 'コラム', level: 1 })).toBeVisible()
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
  const arrive = await holdBack(page, /\/assets\/(list|members)-/)
  // Anew: while the browser was idle, the next screens' code came by itself.
  await page.reload()
  await expectFigures(page)
  const bar = page.locator('header .animate-thin-bar')
  await page.getByRole('navigation').getByRole('link', { name: '会員', exact: true }).click()
  await expect(bar).toBeVisible()
  await expectFigures(page)
  arrive()
  await expect(page.getByRole('heading', { name: '会員', level: 1 })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('a click in the menu is answered in the next frame: its entry is marked before the list is drawn', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const entry = page
    .getByRole('navigation', { name: 'メインメニュー' })
    .getByRole('link', { name: '会員', exact: true })
  // What it leads to is there already.
  await entry.hover()
  await page.waitForLoadState('networkidle')
  const inNextFrame = await entry.evaluate((link: HTMLElement) => {
    link.click()
    return new Promise((resolve) => {
      requestAnimationFrame(() =>
        resolve([link.getAttribute('aria-current'), document.querySelector('#content h1')?.textContent]),
      )
    })
  })
  expect(inNextFrame).toEqual(['page', 'ダッシュボード'])
  await expect(page.getByRole('heading', { name: '会員', level: 1 })).toBeVisible()
})
