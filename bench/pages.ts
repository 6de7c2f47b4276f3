import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { median, printTable } from './figures.ts'

export const chromiumFlags = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run']

/** `slow` is a tired office laptop on a poor line, as the peers were measured: CPU 4x slower, 9 Mbit/s, 60 ms round trip. */
const profiles = { plain: null, slow: { cpu: 4, bytesPerSecond: (9 * 1024 * 1024) / 8, latency: 60 } } as const
type Profile = keyof typeof profiles

export interface MeasuredPage {
  name: string
  url: string
  /** The state is usable once this matches. */
  usable: string
  signedIn: boolean
}

interface Sample {
  jsKb: number
  requests: number
  firstPaint: number
  usable: number
  blocking: number
  warm: number
}

interface Moment {
  usable: number
  blocking: number
}

/** Runs in the page: tells the first frame in which the selector matches, and the blocking time until then. */
function watchUsable(selector: string) {
  let blocking = 0
  const longTasks = new PerformanceObserver((list) => {
    for (const task of list.getEntries()) blocking += Math.max(0, task.duration - 50)
  })
  longTasks.observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look)
    const usable = performance.now()
    longTasks.disconnect()
    ;(window as never as Record<string, (told: string) => void>).tellBench?.(JSON.stringify({ usable, blocking }))
  }
  requestAnimationFrame(look)
}

/** Waits to be told: a question asked again and again from outside would cost the slowed page its time. */
function usableMoment(cdp: CDPSession): Promise<Moment> {
  const told = new Promise<Moment>((resolve) => {
    cdp.once('Runtime.bindingCalled', ({ payload }) => resolve(JSON.parse(payload) as Moment))
  })
  return Promise.race([told, rejectAfter(60_000)])
}

const rejectAfter = (milliseconds: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the page did not become usable')), milliseconds).unref()
  })

/** Slows the page down as the profile says. */
export async function throttle(cdp: CDPSession, profile: Profile) {
  const limits = profiles[profile]
  if (!limits) return
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: limits.latency,
    downloadThroughput: limits.bytesPerSecond,
    uploadThroughput: limits.bytesPerSecond,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: limits.cpu })
}

async function measure(
  browser: Browser,
  page: MeasuredPage,
  profile: Profile,
  state: object | undefined,
): Promise<Sample> {
  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 900 },
    storageState: page.signedIn ? (state as never) : undefined,
  })
  const tab = await context.newPage()
  const cdp = await context.newCDPSession(tab)
  await cdp.send('Network.enable')
  await throttle(cdp, profile)
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'tellBench' })
  await cdp.send('Page.enable')
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watchUsable})(${JSON.stringify(page.usable)})`,
  })

  const answers = new Map<string, { script: boolean; bytes: number; at: number }>()
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.url.startsWith('http')) answers.set(requestId, { script: type === 'Script', bytes: 0, at: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) Object.assign(answer, { bytes: encodedDataLength, at: Date.now() })
  })

  const firstTime = usableMoment(cdp)
  await tab.goto(page.url, { waitUntil: 'commit' })
  const cold = await firstTime
  const usableAt = Date.now()
  const loaded = [...answers.values()].filter((answer) => answer.at > 0 && answer.at <= usableAt)
  await tab.waitForTimeout(500)
  const firstPaint = await tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)

  const secondTime = usableMoment(cdp)
  await tab.reload({ waitUntil: 'commit' })
  const warm = await secondTime
  await context.close()
  return {
    jsKb: loaded.filter((answer) => answer.script).reduce((sum, answer) => sum + answer.bytes, 0) / 1024,
    requests: loaded.length,
    firstPaint: firstPaint ?? Number.NaN,
    usable: cold.usable,
    blocking: cold.blocking,
    warm: warm.usable,
  }
}

/** Opens each page `rounds` times per profile, in turn, and prints medians with their ratio to the first page. */
export async function benchPages(pages: MeasuredPage[], signIn: (page: Page) => Promise<void>, rounds: number) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const first = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
    await signIn(await first.newPage())
    const state = await first.storageState()
    await first.close()

    for (const profile of Object.keys(profiles) as Profile[]) {
      const samples = new Map<string, Sample[]>(pages.map((page) => [page.name, []]))
      for (let round = 0; round < rounds; round++) {
        for (const page of pages) samples.get(page.name)?.push(await measure(browser, page, profile, state))
      }
      const of = (name: string, key: keyof Sample) => median((samples.get(name) ?? []).map((sample) => sample[key]))
      const limit = of(pages[0]?.name ?? '', 'usable')
      printTable(
        `Pages, ${profile === 'plain' ? 'plain' : 'CPU 4x, 9 Mbit/s, 60 ms'} (medians of ${rounds})`,
        pages.map(({ name }) => ({
          page: name,
          'JS kB br': of(name, 'jsKb'),
          requests: of(name, 'requests'),
          'first paint ms': of(name, 'firstPaint'),
          'usable ms': of(name, 'usable'),
          'blocking ms': of(name, 'blocking'),
          'warm ms': of(name, 'warm'),
          '÷ limit': (of(name, 'usable') / limit).toFixed(2),
        })),
      )
    }
  } finally {
    await browser.close()
  }
}
