import { type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { median, printTable } from './figures.ts'
import { chromiumFlags, throttle } from './pages.ts'

// The members list at work, on the slow profile: from the click or key to the first frame with the result.

/** How long a hand rests on something before it clicks: what a hover prefetches has this much of a start. Milliseconds. */
const hoverMs = 150

interface Step {
  name: string
  /** What is clicked, or typed into when there is a key. */
  target: string
  key?: string
  /** Chosen in a select instead of clicked. */
  choose?: string
  /** Runs in the page: true once the result stands. `before` is the list's text at the start. */
  isDone: string
}

const rows = `document.querySelectorAll('main tbody tr, main [role=row]').length`
const text = `(document.querySelector('main tbody')?.textContent ?? '')`
const isListed = `${rows} > 5 && /全[\\d,]+件/.test(document.querySelector('main').textContent)`
const sizeSelect = 'main select[aria-label*="件数"], main label:has-text("表示件数") select'

const steps: Step[] = [
  { name: 'to the list, first', target: 'nav a[href="/hacomono/members"]', isDone: isListed },
  {
    name: 'back to the dashboard',
    target: 'nav a[href="/dashboard"]',
    isDone: `!!document.querySelector('main svg[role=img]')`,
  },
  { name: 'to the list, again', target: 'nav a[href="/hacomono/members"]', isDone: isListed },
  { name: 'sort', target: 'main th:has-text("会員番号") button', isDone: `${text} !== before` },
  { name: 'page 2', target: 'main nav[aria-label="ページ"] button:nth-of-type(3)', isDone: `${text} !== before` },
  { name: 'filter', target: 'main input[type=search]', key: '2', isDone: `${text} !== before` },
  { name: 'clear the filter', target: 'main input[type=search]', key: 'Backspace', isDone: `${text} !== before` },
  {
    name: '500 rows: show',
    target: sizeSelect,
    choose: '500',
    isDone: `/1–500/.test(document.querySelector('main').textContent) && ${rows} > 20`,
  },
  { name: '500 rows: sort', target: 'main th:has-text("会員番号") button', isDone: `${text} !== before` },
]

async function center(page: Page, target: string) {
  const box = await page.locator(target).first().boundingBox()
  if (!box) throw new Error(`${target} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Waits in the page for the act itself, then for the first frame in which the result stands. */
async function timed(page: Page, cdp: CDPSession, { isDone }: Step, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`(() => {
    const before = ${text}
    let started = 0
    const begin = (event) => { started ||= event.timeStamp }
    for (const type of ['click', 'keydown', 'change']) addEventListener(type, begin, { capture: true, once: true })
    const look = () => {
      if (started && (${isDone})) window.tellList(String(performance.now() - started))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })()`)
  const told = new Promise<number>((resolve, reject) => {
    cdp.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)))
    setTimeout(() => reject(new Error(`no result: ${isDone}`)), 20_000).unref()
  })
  await act()
  return told
}

async function perform(page: Page, cdp: CDPSession, step: Step): Promise<number> {
  if (step.choose !== undefined) {
    const field = await page.locator(step.target).first().elementHandle()
    return timed(page, cdp, step, async () => {
      await field?.evaluate((select, value) => {
        const setter = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set
        setter?.call(select, value)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }, step.choose)
    })
  }
  const at = await center(page, step.target)
  if (step.key !== undefined) {
    await page.locator(step.target).first().focus()
    const key = step.key
    return timed(page, cdp, step, () => page.keyboard.press(key))
  }
  await page.mouse.move(at.x, at.y)
  await page.waitForTimeout(hoverMs)
  return timed(page, cdp, step, () => page.mouse.click(at.x, at.y))
}

/** Works through the list `rounds` times, each time from a freshly opened dashboard, and prints medians. */
export async function benchList(app: string, signIn: (page: Page) => Promise<void>, rounds: number) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  const locale = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 1280, height: 900 } }
  try {
    const first = await browser.newContext(locale)
    await signIn(await first.newPage())
    const state = await first.storageState()
    await first.close()

    const samples = new Map<string, number[]>(steps.map((step) => [step.name, []]))
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ ...locale, storageState: state })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Network.enable')
      await cdp.send('Runtime.enable')
      await cdp.send('Runtime.addBinding', { name: 'tellList' })
      await throttle(cdp, 'slow')
      await page.goto(`${app}/dashboard`)
      await page.locator('main svg[role=img]').waitFor()
      for (const step of steps) {
        // Somebody reads between two acts; whatever was loading is there.
        await page.waitForTimeout(900)
        samples.get(step.name)?.push(await perform(page, cdp, step))
      }
      await context.close()
    }
    printTable(
      `The members list, CPU 4x, 9 Mbit/s, 60 ms (medians of ${rounds})`,
      [...samples].map(([step, times]) => ({ step, ms: Math.round(median(times)) })),
    )
  } finally {
    await browser.close()
  }
}
