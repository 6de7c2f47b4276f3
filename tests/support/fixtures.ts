import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { createSupervisor, type Supervisor } from '../../scripts/lib/processes.mjs'
import { type Account, emailOf, password } from './accounts.ts'
import { shiftClock, shiftMs } from './day-of-stories.mjs'
import { expectNoSidewaysScroll, narrowFields, unevenControls } from './screens.ts'
import { type Fault, type SharedStack, sharedStack, startApp, startEdgeApp, startFaultyApi } from './stack.ts'
import { cool, newWarmContext, openWarm, type Session, type WarmContext } from './warm.ts'

declare global {
  interface Window {
    axe: typeof axe
    /** Ends the watch of `watchQuiet`: elements that got the focus since, dialogs that came or went. */
    endWatch?: () => string[]
  }
}

interface WorkerFixtures {
  /** Starts processes of a test's own; all of them end with the worker. */
  supervisor: Supervisor
  stack: SharedStack
  /** The app under test: the Node build, or in the project `edge` the one on workerd. */
  appOrigin: string
  /** Apps on the shared API; a session is valid in all of them. */
  sharedOrigins: Set<string>
  /** An app of the worker's own, with a process between it and the API that fails on demand. */
  faultyApp: Faulty
  /** Those that no story uses now, by the app's origin. */
  warmContexts: Map<string, WarmContext[]>
}

interface Faulty {
  /** Where the app behind which the API can fail is found. */
  origin: string
  become: (fault: Fault) => Promise<void>
}

interface TestFixtures {
  /** The worker's app whose API can fail; after the test it is healthy again. */
  faulty: Faulty
  /** `asStaff` opens its pages warm: for stories that say nothing about a first visit or about sessions. */
  warm: boolean
  /** Browser errors; a test fails if there are any. */
  complaints: string[]
  /** A page of someone who is signed in, on the dashboard's address or the one given. */
  asStaff: (account: Account, options?: StaffOptions) => Promise<Page>
  /** A page in a fresh browser context. */
  asVisitor: (options?: VisitorOptions) => Promise<Page>
}

interface VisitorOptions {
  width?: number
  origin?: string
  /** The screen is touched: `tap` works. */
  hasTouch?: boolean
}

interface StaffOptions extends VisitorOptions {
  path?: string
  /** Signs in through the screen, with a session of this test's own: for tests that end it. */
  ownSession?: boolean
}

const heightOf = (width: number) => (width < 600 ? 740 : 900)

/** Failed responses are expected in some stories; otherwise the console must be clean. */
const isFailedRequest = (text: string) => text.startsWith('Failed to load resource')

/** A letter's preview runs nothing, nor what the browser's driver puts into every frame. */
const isSandboxed = (text: string) => text.startsWith("Blocked script execution in 'about:srcdoc'")

function watch(page: Page, complaints: string[]) {
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || isFailedRequest(message.text()) || isSandboxed(message.text())) return
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
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        if (shiftMs !== 0) await context.addInitScript(shiftClock, shiftMs)
        return context
      }
      await use(browser)
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
  sharedOrigins: [async ({ appOrigin }, use) => use(new Set([appOrigin])), { scope: 'worker' }],

  faultyApp: [
    async ({ stack, supervisor, sharedOrigins }, use) => {
      const { origin: apiOrigin, become } = await startFaultyApi(supervisor, stack.api)
      const origin = await startApp(supervisor, { apiOrigin, emulatorPort: stack.emulatorPort })
      sharedOrigins.add(origin)
      await use({ origin, become })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  faulty: async ({ faultyApp }, use) => {
    await use(faultyApp)
    await faultyApp.become({ kind: 'none' })
  },

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
    await use(async ({ width = 1280, origin = appOrigin, hasTouch = false } = {}) => {
      const viewport = { width, height: heightOf(width) }
      const context = await browser.newContext({ baseURL: origin, viewport, hasTouch })
      contexts.push(context)
      context.on('page', (page) => watch(page, complaints))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  warm: [false, { option: true }],
  warmContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],

  asStaff: async (
    { browser, appOrigin, stack, sharedOrigins, complaints, asVisitor, warm, warmContexts },
    use,
    testInfo,
  ) => {
    const contexts: BrowserContext[] = []
    const used: [origin: string, kept: WarmContext][] = []
    const watchPage = (page: Page) => watch(page, complaints)
    await use(async (account, options = {}) => {
      const { width = 1280, path = '/dashboard', ownSession = false, origin = appOrigin, hasTouch = false } = options
      const mayShare = !ownSession && sharedOrigins.has(origin)
      const session = mayShare && rememberedSession(stack, account, origin)
      if (!session) {
        const page = await asVisitor({ width, origin, hasTouch })
        await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
        await signInAt(page, account)
        await expect(page.getByRole('button', { name: /^アカウント/ })).toBeVisible()
        if (mayShare) rememberSession(stack, account, await page.context().storageState())
        return page
      }
      const viewport = { width, height: heightOf(width) }
      const openCold = async () => {
        const context = await browser.newContext({ baseURL: origin, viewport, hasTouch, storageState: session })
        contexts.push(context)
        context.on('page', watchPage)
        return context.newPage()
      }
      const openKept = async () => {
        const kept = warmContexts.get(origin)?.pop() ?? (await newWarmContext(browser, origin))
        used.push([origin, kept])
        kept.context.on('page', watchPage)
        const page = await openWarm(kept, session)
        await page.setViewportSize(viewport)
        return page
      }
      const page = await (warm && !hasTouch ? openKept() : openCold())
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^アカウント/ })).toBeVisible()
      return page
    })
    for (const context of contexts) await context.close()
    for (const [origin, kept] of used) {
      kept.context.off('page', watchPage)
      // After a failure nothing is kept, so that no other story fails for it.
      if (testInfo.status !== testInfo.expectedStatus) await kept.context.close()
      else {
        await cool(kept)
        warmContexts.set(origin, [...(warmContexts.get(origin) ?? []), kept])
      }
    }
  },
})

const fileOf = ({ sessions }: SharedStack, account: Account) => join(sessions, `${account}.json`)

/** Only sign-in tests use the screen: the others reuse the storage state of the first worker. */
function rememberedSession(stack: SharedStack, account: Account, origin: string): Session | undefined {
  const file = fileOf(stack, account)
  if (!existsSync(file)) return undefined
  const { cookies, origins }: Session = JSON.parse(readFileSync(file, 'utf8'))
  return { cookies, origins: origins.map(({ localStorage }) => ({ origin, localStorage })) }
}

/** Writes atomically, since another worker may do the same. */
function rememberSession(stack: SharedStack, account: Account, state: Session) {
  const file = fileOf(stack, account)
  const making = `${file}.${process.pid}`
  writeFileSync(making, JSON.stringify(state))
  renameSync(making, file)
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rows that are on their way out are dimmed, and colours change in a transition: neither is what staff read. */
async function standsStill(page: Page) {
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  )
}

/** Half the size of `axe.source`, which every page that is checked has to receive and to compile. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds against these rules, or rules of these tags, in what is on the screen now; only faults are put into words. */
async function faultsOf(page: Page, runOnly: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }))
  }, runOnly)
}

/** Retries once rows have settled, since they may be loading during the first check. */
const expectNone = (page: Page, runOnly: string[], before?: (page: Page) => Promise<void>) =>
  expect(async () => {
    await standsStill(page)
    await before?.(page)
    expect(await faultsOf(page, runOnly)).toEqual([])
    // Long enough for one check of a large screen on a machine several times slower.
  }).toPass({ timeout: 40_000 })

/** WCAG 2.2 A and AA by axe over what is on the screen now. */
export const expectNoAxeViolations = (page: Page) => expectNone(page, wcag)

/** Nothing is cut off, what is typed into a field can be read, and what stands in a row is of one height. */
async function expectRoom(page: Page) {
  await expectNoSidewaysScroll(page)
  expect(await narrowFields(page)).toEqual([])
  expect(await unevenControls(page)).toEqual([])
  expect(await cutCells(page)).toEqual([])
}

/** Cells whose text ends without an ellipsis: what stands in them as one box is clipped by the cell. */
const cutCells = (page: Page) =>
  page.locator('main table td').evaluateAll((cells) =>
    cells
      .filter((cell) => getComputedStyle(cell).overflowX === 'hidden' && cell.scrollWidth > cell.clientWidth + 1)
      .filter((cell) => [...cell.children].some((child) => getComputedStyle(child).display !== 'inline'))
      .map((cell) => `${cell.textContent} (${cell.scrollWidth} of ${cell.clientWidth} px)`),
  )

/** The theme in which a screen is looked at: on a phone the dark one. Parts are looked at in both, by the screens of each width. */
const themeOf = (page: Page) => ((page.viewportSize()?.width ?? 1280) < 600 ? 'dark' : 'light')

const inTheme = (page: Page, colorScheme: 'dark' | 'light') =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/** Watches, from now until `endWatch`, what moves by itself: a watch before it is forgotten. */
const watchQuiet = (page: Page) =>
  page.evaluate(() => {
    window.endWatch?.()
    const moved: string[] = []
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) moved.push(`focus: ${nameOf(target)}`)
    }
    const dialogsIn = (nodes: NodeList) =>
      [...nodes].flatMap((node) =>
        node instanceof Element ? [...(node.matches('dialog') ? [node] : []), ...node.querySelectorAll('dialog')] : [],
      )
    const note = (changes: MutationRecord[]) => {
      for (const { addedNodes, removedNodes } of changes) {
        moved.push(...dialogsIn(addedNodes).map((dialog) => `mounted: ${nameOf(dialog)}`))
        moved.push(...dialogsIn(removedNodes).map((dialog) => `unmounted: ${nameOf(dialog)}`))
      }
    }
    const observer = new MutationObserver(note)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', onFocus, true)
    window.endWatch = () => {
      note(observer.takeRecords())
      observer.disconnect()
      removeEventListener('focusin', onFocus, true)
      delete window.endWatch
      return moved
    }
  })

/**
 * axe finds nothing in what is on the screen now, nor in its colours in the other theme, nothing is cut off, and nothing
 * moves meanwhile without anybody's doing; ends in the light theme.
 */
export async function expectGood(page: Page) {
  await inTheme(page, themeOf(page))
  await expectNone(page, wcag, watchQuiet)
  const elements = await elementsOf(page)
  await inTheme(page, 'light')
  await expectRoom(page)
  await expectQuiet(page, elements)
}

const elementsOf = (page: Page) => page.locator('body *').count()

/** Since `watchQuiet` nothing got the focus, no dialog came or went, and the page has not grown beyond these elements. */
async function expectQuiet(page: Page, elements: number) {
  const moved = await page.evaluate(() => window.endWatch?.() ?? ['the document was replaced'])
  expect(moved, 'what moved while nobody touched the page').toEqual([])
  expect(await elementsOf(page), 'elements of the page').toBeLessThanOrEqual(elements * 1.1)
}

export { expect }
