import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import {
  bearerOf,
  dailyTable,
  expectFigures,
  holdBack,
  monthFromNow,
  monthPicker,
  showDailyTable,
  signOut,
} from '../support/screens.ts'

const meAt = (api: string, authorization: string) =>
  fetch(`${api}/api/admin/user/me`, { headers: { authorization } }).then((answer) => answer.status)

test('signing out invalidates the session at once, also for a copied token', async ({ asStaff, stack }) => {
  const page = await asStaff('manager', { ownSession: true })
  const bearer = await bearerOf(page, () => page.reload())
  expect(await meAt(stack.api, bearer)).toBe(200)

  await signOut(page)
  expect(await meAt(stack.api, bearer)).toBe(401)

  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('signing out before the identity SDK has loaded stays at the login screen', async ({ asStaff }) => {
  const page = await asStaff('manager', { ownSession: true })
  await expectFigures(page)
  const arrive = await holdBack(page, /firebase\.client-/)
  const sdkRequest = page.waitForRequest(/firebase\.client-/)
  await page.reload()
  await expectFigures(page)
  await sdkRequest
  const addresses: string[] = []
  page.on('framenavigated', () => addresses.push(new URL(page.url()).pathname))
  await signOut(page)
  await expect(page.getByText('ログアウトしました。')).toBeVisible()
  const sdk = page.waitForResponse(/firebase\.client-/)
  arrive()
  await (await sdk).finished()
  // What it starts has begun when the page is idle again.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  expect(addresses).not.toContain('/dashboard')
  await expect(page.getByText('ログアウトしました。')).toBeVisible()
})

test('signing out in one tab sends the other tab to the login screen, with a return address', async ({ asStaff }) => {
  const { inUrl } = monthFromNow(-1)
  const first = await asStaff('manager', { ownSession: true })
  const second = await first.context().newPage()
  await second.goto(`/dashboard?month=${inUrl}#sales`)
  await expectFigures(second)

  await signOut(first)
  await expect(second).toHaveURL(/\/login/)
  await expect(second.getByText('ログアウトしました。')).toBeVisible()

  await signInAt(second, 'manager')
  await expect(second).toHaveURL(`/dashboard?month=${inUrl}#sales`)
})

test('when somebody else signs in in another tab, this one says so, sends nothing as them and keeps what was typed', async ({
  asVisitor,
  complaints,
}) => {
  const other = await asVisitor()
  await other.goto('/login')
  const page = await other.context().newPage()
  await page.goto('/login?redirect=/other-settings/announcements/new')
  await signInAt(page, 'manager')
  const title = page.locator('form').getByLabel('タイトル')
  await title.fill('書きかけのお知らせ')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('karada.draft')))
  await expect.poll(drafts).toHaveLength(1)
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/_serverFn/') && sent.push(request.url()))

  await signInAt(other, 'trainer')
  await expectFigures(other)
  const dialog = page.getByRole('alertdialog', { name: '別のスタッフがログインしました' })
  await expect(dialog).toContainText('ここからは何も送信しません。')
  await expectGood(page)
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await other.reload()
  await expectFigures(other)
  expect(sent).toEqual([])
  expect(await drafts()).toEqual([])

  await signOut(other)
  await expect(dialog).toBeVisible()
  await signInAt(other, 'manager')
  await expect(dialog).toHaveCount(0)
  await expect(title).toHaveValue('書きかけのお知らせ')
  await title.fill('書き終えたお知らせ')
  await expect.poll(drafts).toHaveLength(1)
  const request = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/_serverFn/')),
    page.evaluate(() => window.dispatchEvent(new Event('focus'))),
  ])
  expect((await request[0].response())?.status()).toBe(200)
  expect(complaints).toEqual([])
})

test('a session that ended elsewhere leads to the login screen, and back to the same month', async ({
  asStaff,
  stack,
}) => {
  const page = await asStaff('manager', { ownSession: true })
  await expectFigures(page)
  const bearer = await bearerOf(page, () => page.reload())
  await expectFigures(page)
  const ended = await fetch(`${stack.api}/api/admin/auth/logout`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(ended.status).toBe(200)

  const { inUrl, asWritten } = monthFromNow(-3)
  await monthPicker(page).selectOption(asWritten)
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.getByText('ログインの有効期限が切れました。もう一度ログインしてください。')).toBeVisible()

  await signInAt(page, 'manager')
  await expect(page).toHaveURL(`/dashboard?month=${inUrl}`)
  await expectFigures(page)
})

test('clearing the storage shows the login screen on the next load', async ({ asStaff }) => {
  const page = await asStaff('manager', { ownSession: true })
  await expectFigures(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard/)
})

test('a reload keeps the person signed in', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await page.reload()
  await expectFigures(page)
})

test('returning to the window refetches the session, and clears nothing on the screen', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await showDailyTable(page)
  const synced = page.waitForResponse((answer) => answer.url().includes('/_serverFn/'))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  expect((await synced).status()).toBe(200)
  await expect(dailyTable(page)).toBeVisible()
})

test('none of our tokens is in storage, URL or document', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  const bearer = (await bearerOf(page, () => page.reload())).replace('Bearer ', '')
  await expectFigures(page)
  const places = await page.evaluate(() => ({
    session: JSON.stringify(sessionStorage),
    local: JSON.stringify(Object.entries(localStorage).filter(([key]) => !key.startsWith('firebase:'))),
    cookies: document.cookie,
    url: location.href,
    html: document.documentElement.outerHTML,
  }))
  expect(bearer.length).toBeGreaterThan(50)
  for (const [place, text] of Object.entries(places)) expect(text.includes(bearer), place).toBe(false)
})
