import { inTurn, median, printTable, ratioOfPairs } from './figures.ts'
import { type QuietChromium, type SignedIn, startQuietChromium, type Tab } from './quiet-chromium.ts'

/** `slow` is a tired office laptop on a poor line, as the peers were measured: CPU 4x slower, 9 Mbit/s, 60 ms round trip. */
const profiles = { plain: null, slow: { cpu: 4, bytesPerSecond: (9 * 1024 * 1024) / 8, latency: 60 } } as const
type Profile = keyof typeof profiles

/** The dashboard is usable once its chart is rendered; the figures appear in the same frame. */
export const chart = 'main svg[role=img]'

export interface MeasuredPage {
  name: string
  /** The same page of another build, by its name. */
  against?: string | undefined
  url: string
  /** The state is usable once this matches. */
  usable: string
  /** Absent for a visitor. */
  signedIn?: SignedIn
}

/** Measurements of one page load, in milliseconds since the navigation began. */
export interface Moment {
  jsKb: number
  requests: number
  firstPaint: number
  usable: number
  blocking: number
}

/** V8 caches compiled code from the second load on, so the third load is what users see every morning. */
interface Sample extends Moment {
  second: number
  third: number
}

/** Runs in the page: time and transferred bytes until the first frame in which the selector matches. */
export function watchUsable(selector: string) {
  let blocking = 0
  const longTasks = new PerformanceObserver((list) => {
    for (const task of list.getEntries()) blocking += Math.max(0, task.duration - 50)
  })
  longTasks.observe({ type: 'longtask', buffered: true })
  const found = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${location.href} did not become usable`)), 60_000)
    // Polling each frame would make the page draw needless frames.
    const changes = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      changes.disconnect()
      requestAnimationFrame(() => resolve(performance.now()))
    })
    changes.observe(document, { subtree: true, childList: true, attributes: true })
  })
  const bench = window as never as { usable: Promise<Moment> }
  bench.usable = found.then(async (usable) => {
    const before = blocking
    longTasks.disconnect()
    await new Promise((settled) => setTimeout(settled, 500))
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const inTime = files.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= usable)
    // A preloaded resource that is used has two entries, one without a size.
    const bySize = inTime.toSorted((one, other) => one.encodedBodySize - other.encodedBodySize)
    const loaded = [...new Map(bySize.map((file) => [file.name, file])).values()]
    const scripts = loaded.filter(({ name }) => /\.js$/.test(name))
    return {
      usable,
      blocking: before,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      requests: loaded.length + 1,
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

async function measure(browser: QuietChromium, page: MeasuredPage, profile: Profile): Promise<Sample> {
  const tab = await browser.open({
    script: `(${watchUsable})(${JSON.stringify(page.usable)})`,
    signedIn: page.signedIn,
  })
  await throttle(tab, profile)
  await tab.goto(page.url)
  const cold = await tab.ask<Moment>('usable')
  await tab.reload()
  const second = await tab.ask<Moment>('usable')
  await tab.reload()
  const third = await tab.ask<Moment>('usable')
  await tab.close()
  return { ...cold, second: second.usable, third: third.usable }
}

/** Opens each page `rounds` times per profile, in turn, and prints medians with their ratio to the first page. */
export async function benchPages(pages: MeasuredPage[], rounds: number) {
  const browser = await startQuietChromium()
  try {
    for (const profile of Object.keys(profiles) as Profile[]) {
      const samples = new Map<string, Sample[]>(pages.map((page) => [page.name, []]))
      for (let round = 0; round < rounds; round++) {
        for (const page of inTurn(pages, round)) samples.get(page.name)?.push(await measure(browser, page, profile))
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
          'warm ms': of(name, 'second'),
          'third ms': of(name, 'third'),
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
            'JS kB br': of('jsKb'),
            'first paint': of('firstPaint'),
            usable: of('usable'),
            blocking: of('blocking'),
            warm: of('second'),
            third: of('third'),
          },
        ]
      })
      if (pairs.length > 0) printTable(`now ÷ against (median of ${rounds} pairs; larger in)`, pairs)
    }
  } finally {
    await browser.close()
  }
}
