import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectFigures, holdBack } from '../support/screens.ts'

// The last two end in the middle of a character.
for (const path of ['/no-such-page', '/hacomono/no-such-page', '/hacomono/members/%E3%81', '/%E3']) {
  test(`${path} is a 404 within the frame, with a link home that does not reload the page`, async ({ asStaff }) => {
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

test('a missing record says so and links to its list', async ({ asStaff }) => {
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

test('the server-rendered frame contains no user, shop or figure', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const html = await (await page.request.get('/dashboard')).text()
  expect(html).toContain('読み込み中...')
  expect(html).not.toMatch(/新宿店|水野|manager@example\.jp|¥/)
})

test('a slowly loading screen shows the bar under the header, and the old screen stays', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const arrive = await holdBack(page, /\/assets\/(list|members)-/)
  // Reloads, since idle preloading has already fetched the next screens' code.
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

test('a menu click marks its entry in the next frame, before the list renders', async ({ asStaff }) => {
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
