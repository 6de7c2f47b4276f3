import { yesterdayInTokyo } from '../api/seed/calendar.ts'
import { inTurn, median, printTable, ratioOfPairs } from './figures.ts'
import { type QuietChromium, type SignedIn, startQuietChromium, type Tab } from './quiet-chromium.ts'

/** `slow` is a tired office laptop on a poor line, as the peers were measured: CPU 4x slower, 9 Mbit/s, 60 ms round trip. */
const profiles = { plain: null, slow: { cpu: 4, bytesPerSecond: (9 * 1024 * 1024) / 8, latency: 60 } } as const
export type Profile = keyof typeof profiles

/** The dashboard's chart, below its figures. */
export const chart = 'main :is(figure, svg[role=img])'
/** A report of the month of the newest figures: on its first day the running one has none yet. */
export function ofNewestMonth(path: string) {
  const now = new Date()
  const [newest, running] = [now, new Date(now.getTime() + 86_400_000)].map((day) => yesterdayInTokyo(day).slice(0, 7))
  return newest === running ? path : `${path}?month=${newest}`
}
/** The four figures of the month, which appear in one frame. */
export const headline = 'main h2 + p.figures'

export interface MeasuredPage {
  name: string
  /** This page of another build, by its name. */
  against?: string | undefined
  url: string
  /** Usable once this matches: what one reads first. */
  usable: string
  /** The whole first screen once this matches, too. */
  whole?: string
  /** Absent for a visitor. */
  signedIn?: SignedIn
}

/** Measurements of one page load, in milliseconds since the navigation began. */
export interface Moment {
  documentKb: number
  jsKb: number
  requests: number
  firstPaint: number
  usable: number
  whole: number
  /** Over 50 ms in each task until the whole first screen. */
  blocking: number
  /** Until usable; 0: none over 50 ms. */
  longestTask: number
  /** When usable. */
  elements: number
}

/** V8 writes its cache of compiled code at the second opening and reads it from the third on, which users see every morning. */
interface Sample extends Moment {
  second: number
  third: number
  fourth: number
}

/** Runs in the page: time and transferred bytes until the first frame in which the selectors match. */
export function watchUsable(usableSelector: string, wholeSelector = usableSelector) {
  const tasks: { from: number; duration: number }[] = []
  const longTasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ from: startTime, duration })
  })
  longTasks.observe({ type: 'longtask', buffered: true })
  const drawn = (selector: string) =>
    new Promise<{ at: number; elements: number }>((resolve, reject) => {
      setTimeout(() => reject(new Error(`${location.href} did not become usable`)), 60_000)
      // Polling each frame would make the page draw needless frames.
      const changes = new MutationObserver(() => {
        if (!document.querySelector(selector)) return
        changes.disconnect()
        const elements = document.getElementsByTagName('*').length
        requestAnimationFrame(() => resolve({ at: performance.now(), elements }))
      })
      changes.observe(document, { subtree: true, childList: true, attributes: true })
    })
  const found = Promise.all([drawn(usableSelector), drawn(wholeSelector)])
  const bench = window as never as { usable: Promise<Moment> }
  bench.usable = found.then(async ([{ at: usable, elements }, { at: whole }]) => {
    await new Promise((settled) => setTimeout(settled, 500))
    longTasks.disconnect()
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const inTime = files.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= usable)
    // A preloaded resource that is used has two entries, one without a size.
    const bySize = inTime.toSorted((one, other) => one.encodedBodySize - other.encodedBodySize)
    const loaded = [...new Map(bySize.map((file) => [file.name, file])).values()]
    const scripts = loaded.filter(({ name }) => /\.js$/.test(name))
    const until = (end: number) => tasks.filter(({ from }) => from < end).map(({ duration }) => duration)
    return {
      usable,
      whole: Math.max(usable, whole),
      elements,
      blocking: until(whole).reduce((sum, duration) => sum + duration - 50, 0),
      longestTask: Math.max(0, ...until(usable)),
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      requests: loaded.length + 1,
      documentKb: (page?.encodedBodySize ?? 0) / 1024,
      jsKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
    }
  })
}

/** Applies the profile's throttling. */
export async function throttle(tab: Tab, profile: Profile) {
  const limits = profiles[profile]
  if (!limits) return
  await tab.send('Network.enable')
  await tab.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: limits.latency,
    downloadThroughput: limits.bytesPerSecond,
    uploadThroughput: limits.bytesPerSecond,
  })
  await tab.send('Emulation.setCPUThrottlingRate', { rate: limits.cpu })
}

export interface PageOptions {
  rounds: number
  profile: Profile
  /** With the developer tools' domains enabled, as other benchmarks measure: V8 then keeps more of each script. */
  inspector: boolean
  /** The browser on the first core alone; the caller has put itself and the servers on the second. */
  coresApart: boolean
}

async function measure(browser: QuietChromium, page: MeasuredPage, options: PageOptions): Promise<Sample> {
  const marks = [page.usable, page.whole ?? page.usable].map((selector) => JSON.stringify(selector))
  const tab = await browser.open({ script: `(${watchUsable})(${marks})`, signedIn: page.signedIn })
  if (options.inspector)
    for (const domain of ['Runtime', 'Log', 'DOM', 'CSS', 'Network']) await tab.send(`${domain}.enable`)
  await throttle(tab, options.profile)
  await tab.goto(page.url)
  const cold = await tab.ask<Moment>('usable')
  const again = async () => {
    await tab.reload()
    return (await tab.ask<Moment>('usable')).usable
  }
  const sample = { ...cold, second: await again(), third: await again(), fourth: await again() }
  await tab.close()
  return sample
}

/** Opens each page `rounds` times, in turn, and prints medians with their ratio to the first page. */
export async function benchPages(pages: MeasuredPage[], options: PageOptions) {
  const { rounds, profile, inspector, coresApart } = options
  const browser = await startQuietChromium({ onCore: coresApart ? 0 : undefined })
  try {
    const samples = new Map<string, Sample[]>(pages.map((page) => [page.name, []]))
    for (let round = 0; round < rounds; round++) {
      for (const page of inTurn(pages, round)) samples.get(page.name)?.push(await measure(browser, page, options))
    }
    const of = (name: string, key: keyof Sample) => median((samples.get(name) ?? []).map((sample) => sample[key]))
    const limit = of(pages[0]?.name ?? '', 'usable')
    const as = [
      profile === 'plain' ? 'plain' : 'CPU 4x, 9 Mbit/s, 60 ms',
      inspector ? 'with an inspector' : 'no inspector',
      coresApart ? 'browser and servers on a core each' : 'all on all cores',
    ]
    printTable(
      `Pages, ${as.join(', ')} (medians of ${rounds})`,
      pages.map(({ name }) => ({
        page: name,
        'document kB': of(name, 'documentKb'),
        'JS kB': of(name, 'jsKb'),
        requests: of(name, 'requests'),
        elements: of(name, 'elements'),
        'first paint': of(name, 'firstPaint'),
        usable: of(name, 'usable'),
        'first screen': of(name, 'whole'),
        blocking: of(name, 'blocking'),
        'longest task': of(name, 'longestTask'),
        second: of(name, 'second'),
        third: of(name, 'third'),
        fourth: of(name, 'fourth'),
        '÷ limit': (of(name, 'usable') / limit).toFixed(2),
      })),
    )
    const pairs = pages.flatMap(({ name, against }) => {
      const [now, other] = [samples.get(name), samples.get(against ?? '')]
      if (!now || !other) return []
      const of = (key: keyof Sample) =>
        ratioOfPairs(
          now.map((one) => one[key]),
          other.map((one) => one[key]),
        )
      return [
        {
          page: name,
          'JS kB': of('jsKb'),
          'first paint': of('firstPaint'),
          usable: of('usable'),
          'first screen': of('whole'),
          blocking: of('blocking'),
          'longest task': of('longestTask'),
          second: of('second'),
          third: of('third'),
          fourth: of('fourth'),
        },
      ]
    })
    if (pairs.length > 0) printTable(`now ÷ against (median of ${rounds} pairs; larger in)`, pairs)
  } finally {
    await browser.close()
  }
}
