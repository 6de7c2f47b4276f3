import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { createSupervisor, type Supervisor } from '../../scripts/lib/processes.mjs'
import { type SharedStack, sharedStack, startEdgeApp } from './stack.ts'

export type Account = 'partner' | 'trainer' | 'manager' | 'owner' | 'head' | 'admin' | 'suspended'
export const password = 'asa-no-rajio-taiso'
export const emailOf = (account: Account) => `${account}@example.jp`

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface WorkerFixtures {
  /** Starts processes of a test's own; all of them end with the worker. */
  supervisor: Supervisor
  stack: SharedStack
  /** The app under test: the Node build, or in the project `edge` the one on workerd. */
  appOrigin: string
  /** Who has signed in at this app before, so that only tests about signing in do it through the screen. */
  remembered: Map<string, StorageState>
}

interface TestFixtures {
  /** What a browser complained of; a test ends red when there is something in it. */
  complaints: string[]
  /** A page of someone who is signed in, on the dashboard's address or the one given. */
  asStaff: (account: Account, options?: StaffOptions) => Promise<Page>
  /** A page of a browser that has never been here. */
  asVisitor: (options?: VisitorOptions) => Promise<Page>
}

interface VisitorOptions {
  width?: number
  origin?: string
}

interface StaffOptions extends VisitorOptions {
  path?: string
  /** Signs in through the screen, with a session of this test's own: for tests that end it. */
  ownSession?: boolean
}

const heightOf = (width: number) => (width < 600 ? 740 : 900)

/** Answers that failed are part of some stories; the rest of the console has to be clean. */
const isFailedRequest = (text: string) => text.startsWith('Failed to load resource')

function watch(page: Page, complaints: string[]) {
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || isFailedRequest(message.text())) return
    complaints.push(`console: ${message.text()}`)
  })
}

/** Signs in at the screen, as a person does. */
export async function signInAt(page: Page, account: Account, secret = password) {
  await page.getByLabel('メールアドレス').fill(emailOf(account))
  await page.getByLabel('パスワード', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  supervisor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const supervisor = createSupervisor()
      await use(supervisor)
      await supervisor.stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  stack: [async ({}, use) => use(sharedStack()), { scope: 'worker' }],
  appOrigin: [
    async ({ stack, supervisor }, use, { project }) => {
      if (project.name !== 'edge') return use(stack.app)
      await use(await startEdgeApp(supervisor, { apiOrigin: stack.api, emulatorPort: stack.emulatorPort }))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  remembered: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  baseURL: async ({ appOrigin }, use) => use(appOrigin),

  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const complaints: string[] = []
      await use(complaints)
      expect(complaints, 'no page error, no violation of the content security policy').toEqual([])
    },
    { auto: true },
  ],

  asVisitor: async ({ browser, appOrigin, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ width = 1280, origin = appOrigin } = {}) => {
      const context = await browser.newContext({ baseURL: origin, viewport: { width, height: heightOf(width) } })
      contexts.push(context)
      context.on('page', (page) => watch(page, complaints))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  asStaff: async ({ browser, appOrigin, remembered, complaints, asVisitor }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account, { width = 1280, path = '/dashboard', ownSession = false, origin = appOrigin } = {}) => {
      const key = `${account} ${origin}`
      if (ownSession || !remembered.has(key)) {
        const page = await asVisitor({ width, origin })
        await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
        await signInAt(page, account)
        await expect(page.getByRole('button', { name: /^アカウント/ })).toBeVisible()
        if (!ownSession) remembered.set(key, await page.context().storageState())
        return page
      }
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width, height: heightOf(width) },
        storageState: remembered.get(key),
      })
      contexts.push(context)
      context.on('page', (page) => watch(page, complaints))
      const page = await context.newPage()
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^アカウント/ })).toBeVisible()
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** WCAG 2.2 A and AA by axe over what is on the screen now. */
export async function expectNoAxeViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const readable = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => node.target.join(' ')),
  }))
  expect(readable).toEqual([])
}

export { expect }
