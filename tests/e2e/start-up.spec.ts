import type { Page } from '@playwright/test'
import type { Supervisor } from '../../scripts/lib/processes.mjs'
import { emailOf } from '../support/accounts.ts'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { expectFigures, holdBack } from '../support/screens.ts'
import { type SharedStack, startApp, startEmulator } from '../support/stack.ts'

/** Expires the stored token, so that it cannot be used before the SDK has loaded. */
const letStoredTokenExpire = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:')) ?? ''
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}')
    entry.stsTokenManager.expirationTime = 1
    localStorage.setItem(key, JSON.stringify(entry))
  })

test('an identity SDK that fails to load shows a retry screen after the time limit, and the retry works', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { ownSession: true })
  await expectFigures(page)
  await letStoredTokenExpire(page)
  const arrive = await holdBack(page, /firebase\.client-/)
  await page.reload()
  await expect(page.getByRole('heading', { name: '接続できませんでした' })).toBeVisible({ timeout: 10_000 })

  // Clicked before the SDK loads, which would show the screen and remove the button.
  await page.getByRole('button', { name: '再試行' }).click()
  arrive()
  await expectFigures(page)
})

test('an expired token of a user unknown to the provider leads to the login screen, with a return address', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { page, forget } = await signedInAtOwnProvider({ asVisitor, stack, supervisor })
  await forget()
  await letStoredTokenExpire(page)
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes('接続できませんでした')) sessionStorage.setItem('alarmed', 'yes')
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard/)
  await expect(page.getByText('ログインの有効期限が切れました。もう一度ログインしてください。')).toBeVisible()
  // No connection error was shown on the way.
  expect(await page.evaluate(() => sessionStorage.getItem('alarmed'))).toBeNull()
})

test('a screen whose code fails to load shows an error page in the frame, and the retry works', async ({
  asVisitor,
  complaints,
}) => {
  const page = await asVisitor()
  await page.goto('/login')
  await page.route(/\/assets\/dashboard-/, (route) => route.abort())
  await signInAt(page, 'manager')
  await expect(page.getByRole('heading', { name: '画面を表示できませんでした' })).toBeVisible()

  await page.unroute(/\/assets\/dashboard-/)
  await page.getByRole('button', { name: '再試行' }).click()
  await expectFigures(page)
  // React logs the error that the error page has caught.
  expect(complaints.filter((one) => !one.includes('Failed to fetch dynamically imported module'))).toEqual([])
  complaints.length = 0
})

test('a user unknown to the identity provider is signed in again silently by a live session', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { page, forget } = await signedInAtOwnProvider({ asVisitor, stack, supervisor })
  await forget()
  const signedInAgain = page.waitForResponse((answer) => answer.url().includes('accounts:signInWithCustomToken'))
  await page.reload()
  expect((await signedInAgain).status()).toBe(200)
  await expectFigures(page)
  await page.getByRole('button', { name: /^アカウント/ }).click()
  await expect(page.getByText(emailOf('manager'))).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

interface Parts {
  asVisitor: (options: { origin: string }) => Promise<Page>
  stack: SharedStack
  supervisor: Supervisor
}

let provider: Promise<{ emulatorPort: number; origin: string }> | undefined

/** An identity provider for this worker alone, with an app that uses it. */
async function startProvider({ stack, supervisor }: Parts) {
  const emulatorPort = await startEmulator(supervisor)
  return { emulatorPort, origin: await startApp(supervisor, { apiOrigin: stack.api, emulatorPort }) }
}

/** A signed-in user, and a way to delete them at the identity provider. */
async function signedInAtOwnProvider(parts: Parts) {
  provider ??= startProvider(parts)
  const { emulatorPort, origin } = await provider
  const { asVisitor } = parts
  const page = await asVisitor({ origin })
  await page.goto('/login')
  await signInAt(page, 'manager')
  await expectFigures(page)
  const localId = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:')) ?? ''
    return JSON.parse(localStorage.getItem(key) ?? '{}').uid
  })
  const accounts = `http://127.0.0.1:${emulatorPort}/identitytoolkit.googleapis.com/v1/projects/demo-karada-desk/accounts`
  const forget = async () => {
    const answer = await fetch(`${accounts}:delete`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId }),
    })
    expect(answer.status).toBe(200)
  }
  return { page, forget }
}
