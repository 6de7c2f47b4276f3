import type { Browser, BrowserContext, Page } from '@playwright/test'

// Pages that open warm. A browser context is kept for the worker's later stories, with the app's files in its cache and
// their code compiled in its renderer process, which is more than half of the cost of opening a screen. A story's page,
// cookies and storage are its own.

export type Session = Pick<Awaited<ReturnType<BrowserContext['storageState']>>, 'cookies' | 'origins'>

export interface WarmContext {
  context: BrowserContext
  /** Stays open between the stories, so that their renderer process does. */
  home: Page
}

/** A file of the app's origin, under its opener policy, that runs nothing. */
const quiet = '/robots.txt'

export async function newWarmContext(browser: Browser, origin: string): Promise<WarmContext> {
  const context = await browser.newContext({ baseURL: origin })
  const home = await context.newPage()
  await home.goto(quiet)
  return { context, home }
}

/** A new page with this session and nothing else. Opened from `home`, it runs in the same process. */
export async function openWarm({ context, home }: WarmContext, { cookies, origins }: Session): Promise<Page> {
  await context.addCookies(cookies)
  const opening = home.waitForEvent('popup')
  await home.evaluate(
    (entries) => {
      for (const { name, value } of entries) localStorage.setItem(name, value)
      window.open('about:blank')
    },
    origins.flatMap(({ localStorage }) => localStorage),
  )
  return opening
}

/** Takes away what a story left: its pages, with all that was set on them, then storage, cookies and settings. */
export async function cool({ context, home }: WarmContext) {
  for (const page of context.pages()) if (page !== home) await page.close()
  await home.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await context.clearPermissions()
  await context.unrouteAll()
  await context.setOffline(false)
}
