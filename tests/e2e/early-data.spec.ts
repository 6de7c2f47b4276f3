import type { Page } from '@playwright/test'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { expectFigures } from '../support/screens.ts'
import { startApp } from '../support/stack.ts'

// Decision 0056: the first data is requested with the token that the identity SDK has stored.

/** What a reload requested, in order: `data` for a server function, `sdk` for the identity SDK's chunk. */
async function reloadAndListen(page: Page): Promise<string[]> {
  // What the page before still has to request would be taken for the reload's.
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.length = 0
    if (pathname.startsWith('/_serverFn/')) requests.push(`data ${request.url()}`)
    if (pathname.includes('/firebase.client-')) requests.push('sdk')
  })
  await page.reload()
  await expectFigures(page)
  await expect.poll(() => requests.filter((one) => one === 'sdk').length, { timeout: 10_000 }).toBeGreaterThan(0)
  return requests
}

test('a reload shows the month before the identity SDK has loaded, and requests nothing twice', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await page.route(/firebase\.client-/, async (route) => {
    await expectFigures(page)
    await route.continue()
  })
  const requests = await reloadAndListen(page)
  const data = requests.filter((one) => one !== 'sdk')
  // The session and the month; 今日の対応 and 出来事 are requested after these have rendered.
  const [me, month] = data
  expect(data.length).toBeLessThanOrEqual(4)
  expect(new Set(data).size).toBe(data.length)
  expect(requests.slice(0, 2)).toEqual([me, month])
  expect(requests.indexOf('sdk')).toBeGreaterThan(requests.indexOf(month ?? ''))
})

test('a screen whose data have come with the session is drawn with its figures, without placeholders before', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#content h1')) return
      document.documentElement.dataset.firstFigures = String(document.querySelector('main h2 + p.figures') !== null)
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const isMonth = (url: string) => url.includes('/_serverFn/') && decodeURIComponent(url).includes('"month"')
  const month = page.waitForEvent('requestfinished', (request) => isMonth(request.url()))
  await page.route(/\/_serverFn\//, async (route) => {
    if (!isMonth(route.request().url())) await month
    await route.continue()
  })
  await page.reload()
  await expectFigures(page)
  await expect(page.locator('html')).toHaveAttribute('data-first-figures', 'true')
})

test('a screen whose data are late shows its placeholders meanwhile', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  let letMonthCome = () => {}
  const held = new Promise<void>((resolve) => {
    letMonthCome = resolve
  })
  await page.route(/\/_serverFn\//, async (route) => {
    if (decodeURIComponent(route.request().url()).includes('"month"')) await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '読み込み中' })).toBeAttached()
  letMonthCome()
  await expectFigures(page)
})

test('a stored entry in another format is left to the identity SDK, and the user stays signed in', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { ownSession: true })
  await expectFigures(page)
  // Before the page's own scripts: what the SDK of the page before still writes does not count.
  await page.addInitScript(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:')) ?? ''
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}')
    entry.stsTokenManager.expirationTime = 1
    localStorage.setItem(key, JSON.stringify(entry))
  })
  const requests = await reloadAndListen(page)
  expect(requests[0]).toBe('sdk')
})

test('the members are fetched before other screens, and their rows once the pointer is on their entry of the menu', async ({
  asStaff,
}) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const readScreens = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .toSorted((one, other) => one.startTime - other.startTime)
        .flatMap(({ name }) => name.match(/\/assets\/(members|shop-reports|reservations)-/)?.[1] ?? []),
    )
  await expect.poll(readScreens).toContain('reservations')
  expect((await readScreens())[0]).toBe('members')

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_serverFn/') && decodeURIComponent(request.url()).includes('"kana"')) {
      asked.push(request.url())
    }
  })
  const entry = page
    .getByRole('navigation', { name: 'メインメニュー' })
    .getByRole('link', { name: '会員', exact: true })
  await entry.hover()
  await expect.poll(() => asked.length).toBe(1)
  await entry.click()
  await expect(page.getByRole('table', { name: '会員の一覧' }).getByRole('row').nth(1)).toContainText('会員')
  expect(new Set(asked.filter((url) => !decodeURIComponent(url).includes('"offset"'))).size).toBe(1)
})

test('with early data turned off, the identity SDK loads first and everything works', async ({
  asVisitor,
  supervisor,
  stack,
}) => {
  const origin = await startApp(supervisor, {
    apiOrigin: stack.api,
    emulatorPort: stack.emulatorPort,
    env: { EARLY_TOKEN: 'off' },
  })
  const page = await asVisitor({ origin })
  await page.goto('/login')
  await signInAt(page, 'manager')
  await expectFigures(page)
  const requests = await reloadAndListen(page)
  expect(requests[0]).toBe('sdk')
})
