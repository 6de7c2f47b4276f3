import { inTurn, median, printTable, ratioOfPairs } from './figures.ts'
import { type MeasuredPage, throttle, watchUsable } from './pages.ts'
import { type QuietChromium, startQuietChromium } from './quiet-chromium.ts'

/** How long a page is left alone after it is usable, in milliseconds. */
const leftAlone = 10_000

/** What a page fetched after it was usable, and how large it then was. */
interface Settled {
  requests: number
  kb: number
  /** Of the third opening, with files in the cache. */
  warmRequests: number
  elements: number
  /** Of the first row of its first table. */
  rowElements: number
}

/** Runs in the page: counts answers that ended after it was usable; an answer from the cache is none. */
const settled = `usable.then(({ usable }) => new Promise((rest) => setTimeout(rest, ${leftAlone})).then(() => {
  const later = performance.getEntriesByType('resource')
    .filter(({ responseEnd, transferSize }) => responseEnd > usable && transferSize > 0)
  return {
    requests: later.length,
    kb: later.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
    elements: document.getElementsByTagName('*').length,
    rowElements: document.querySelectorAll('main tbody tr:first-child *').length + 1,
  }
}))`

async function measure(browser: QuietChromium, page: MeasuredPage): Promise<Settled> {
  const marks = [page.usable, page.whole ?? page.usable].map((selector) => JSON.stringify(selector))
  const script = `performance.setResourceTimingBufferSize(2000);(${watchUsable})(${marks})`
  const tab = await browser.open({ script, signedIn: page.signedIn })
  await throttle(tab, 'slow')
  await tab.goto(page.url)
  const first = await tab.ask<Settled>(settled)
  await tab.reload()
  await tab.ask('usable')
  await tab.reload()
  const { requests: warmRequests } = await tab.ask<Settled>(settled)
  await tab.close()
  return { ...first, warmRequests }
}

/** Opens each page `rounds` times, leaves it alone and prints what it still fetched. */
export async function benchAfterUsable(pages: MeasuredPage[], rounds: number) {
  const browser = await startQuietChromium()
  try {
    const samples = new Map<string, Settled[]>(pages.map((page) => [page.name, []]))
    for (let round = 0; round < rounds; round++) {
      for (const page of inTurn(pages, round)) samples.get(page.name)?.push(await measure(browser, page))
    }
    const of = (name: string, key: keyof Settled) => (samples.get(name) ?? []).map((sample) => sample[key])
    printTable(
      `In ${leftAlone / 1000} s after a page is usable, CPU 4x, 9 Mbit/s, 60 ms (medians of ${rounds})`,
      pages.map(({ name, against }) => ({
        page: name,
        requests: median(of(name, 'requests')),
        kB: median(of(name, 'kb')),
        'requests, third opening': median(of(name, 'warmRequests')),
        elements: median(of(name, 'elements')),
        'elements of a row': median(of(name, 'rowElements')),
        ...(against && { 'elements ÷ against': ratioOfPairs(of(name, 'elements'), of(against, 'elements')) }),
      })),
    )
  } finally {
    await browser.close()
  }
}
