import { addDays } from '../api/figures/periods.ts'
import type { Ask } from './asking.ts'
import { idsOf } from './endpoints.ts'
import { inTurn, median, printTable, ratioOfPairs } from './figures.ts'
import type { BenchedApp } from './main.ts'
import { chart, type Moment, throttle, watchUsable } from './pages.ts'
import { type QuietChromium, startQuietChromium } from './quiet-chromium.ts'

// Every screen, opened cold, reloaded, and come to from another one, on the slow profile.

/** A screen is complete once it has its heading and no skeleton; the month once its chart is rendered. */
export const stands = '#content:has(h1):not(:has([data-slot=skeleton], [aria-busy=true]))'

/** The limit page is opened again after so many screens: a shared machine is not equally fast all the time. */
const screensPerLimit = 10

/** The screen to navigate from: light, without requests. */
const from = '/other-settings'

/** Every screen's address, on records of the data; `day`, YYYY-MM-DD, is the last one that they hold. */
export async function screensOf(ask: Ask, day: string): Promise<string[]> {
  const ids = await idsOf(ask)
  const one = (kind: string) => ids[kind]?.[0]
  const [member, shop, staff, policy] = [one('member'), one('shop'), one('staff'), one('policy')]
  const before = addDays(`${day.slice(0, 8)}01`, -1)
  const month = `year=${before.slice(0, 4)}&month=${Number(before.slice(5, 7))}`
  return [
    '/dashboard',
    '/dashboard/yearly',
    `/dashboard/members?${month}&figure=closingMembers`,
    `/dashboard/visits?${month}`,
    `/dashboard/sales?${month}`,
    `/dashboard/reservations?${month}`,
    `/dashboard/classes?${month}`,
    `/dashboard/leads?${month}`,
    '/hacomono/members',
    ...['', '/contracts', '/tickets', '/bookings', '/visits', '/payments', '/notes', '/history', '/daily-logs'].map(
      (tab) => `/hacomono/members/${member}${tab}`,
    ),
    '/member-daily-logs',
    '/member-daily-logs/access',
    '/hacomono/shops',
    ...['', '/edit', '/plans', '/tickets', '/staff', '/reservations', '/daily-reports', '/actions', '/history'].map(
      (tab) => `/hacomono/shops/${shop}${tab}`,
    ),
    '/hacomono/plans-or-tickets',
    '/hacomono/plans-or-tickets/tickets',
    `/hacomono/plans-or-tickets/${one('plan')}`,
    '/hacomono/reservations',
    `/hacomono/reservations/timetable?shop=${shop}`,
    '/lean-body/contents',
    `/lean-body/contents/${one('content')}`,
    '/lean-body/member-activities',
    '/lean-body/member-activities/summary',
    '/shop-reports',
    '/shop-reports/list',
    `/shop-reports/${shop}/${day}`,
    '/shop-reports/actions',
    '/shop-reports/actions/new',
    `/shop-reports/actions/${one('action')}`,
    '/staffs',
    '/staffs/new',
    ...['', '/edit', '/profile', '/shops'].map((tab) => `/staffs/${staff}${tab}`),
    '/rights',
    '/mail/new',
    '/mail/templates',
    '/mail/templates/new',
    `/mail/templates/${one('template')}`,
    '/mail/steps',
    '/mail/steps/new',
    `/mail/steps/${one('step')}`,
    '/mail/logs',
    `/mail/logs/${one('mail')}`,
    from,
    '/other-settings/columns',
    '/other-settings/columns/new',
    '/other-settings/columns/order',
    `/other-settings/columns/${one('column')}`,
    `/other-settings/columns/${one('column')}/texts`,
    '/other-settings/announcements',
    '/other-settings/announcements/new',
    `/other-settings/announcements/${one('announcement')}`,
    '/other-settings/user-policies',
    '/other-settings/privacy-policy',
    `/other-settings/privacy-policy/${policy}`,
    '/audit-log',
    `/audit-log/${one('audit')}`,
    '/account',
  ]
}

interface Sample extends Moment {
  warm: number
  /** Time from a router navigation to the first frame with the complete screen. */
  comeTo: number
}

async function measure(browser: QuietChromium, { origin, signedIn }: BenchedApp, path: string): Promise<Sample> {
  const usable = path === '/dashboard' ? chart : stands
  const open = async (at: string) => {
    const tab = await browser.open({
      script: `(${watchUsable})(${JSON.stringify(at === path ? usable : stands)})`,
      signedIn,
    })
    await throttle(tab, 'slow')
    await tab.goto(`${origin}${at}`)
    return tab
  }
  const cold = await open(path)
  const moment = await cold.ask<Moment>('usable')
  await cold.reload()
  const { usable: warm } = await cold.ask<Moment>('usable')
  await cold.close()

  const start = path === from ? '/account' : from
  const tab = await open(start)
  await tab.ask('usable')
  // The other screens' files and the frame's late parts load in idle time.
  await new Promise((read) => setTimeout(read, 1500))
  const comeTo = await tab.ask<number>(`new Promise((resolve, reject) => {
    const heading = () => document.querySelector('#content h1')?.textContent
    const [before, started] = [heading(), performance.now()]
    setTimeout(() => reject(new Error('${path} did not come')), 20_000)
    const changes = new MutationObserver(() => {
      if (heading() === before || !document.querySelector(${JSON.stringify(usable)})) return
      changes.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - started))
    })
    changes.observe(document, { subtree: true, childList: true, attributes: true })
    history.pushState({}, '', ${JSON.stringify(path)})
  })`)
  await tab.close()
  return { ...moment, warm, comeTo }
}

async function measureLimit(browser: QuietChromium, url: string): Promise<Moment> {
  const tab = await browser.open({ script: `(${watchUsable})('table')` })
  await throttle(tab, 'slow')
  await tab.goto(url)
  const moment = await tab.ask<Moment>('usable')
  await tab.close()
  return moment
}

/** One table: a line for each screen, with the times of each app beside each other. */
export async function benchScreens(apps: BenchedApp[], paths: string[], limit: string, rounds: number) {
  const browser = await startQuietChromium()
  try {
    const limits: Moment[] = []
    const samples = new Map<string, Sample[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, path] of paths.entries()) {
        if (at % screensPerLimit === 0) limits.push(await measureLimit(browser, limit))
        for (const app of inTurn(apps, round)) {
          const key = `${app.name} ${path}`
          samples.set(key, [...(samples.get(key) ?? []), await measure(browser, app, path)])
        }
      }
    }
    const limitOf = (key: keyof Moment) => median(limits.map((one) => one[key])).toFixed(0)
    const usableLimit = Number(limitOf('usable'))
    const inColumns = (path: string) =>
      apps.map((app) => {
        const of = (key: keyof Sample) => median((samples.get(`${app.name} ${path}`) ?? []).map((one) => one[key]))
        const before = apps.length > 1 ? `${app.name}: ` : ''
        return {
          [`${before}JS kB`]: of('jsKb'),
          [`${before}requests`]: of('requests'),
          [`${before}first paint`]: of('firstPaint'),
          [`${before}usable`]: of('usable'),
          [`${before}÷ limit`]: (of('usable') / usableLimit).toFixed(1),
          [`${before}blocking`]: of('blocking'),
          [`${before}reload`]: of('warm'),
          [`${before}come to`]: of('comeTo'),
        }
      })
    printTable(
      `Every screen, CPU 4x, 9 Mbit/s, 60 ms (medians of ${rounds}; the limit page paints after ${limitOf('firstPaint')} ms, is usable after ${usableLimit})`,
      paths.map((path) => ({ screen: path, ...Object.assign({}, ...inColumns(path)) })),
    )
    const [now, against] = apps
    if (!now || !against) return
    const pair = (path: string, key: keyof Sample) => {
      const [one, other] = [now, against].map(({ name }) =>
        samples.get(`${name} ${path}`)?.map((sample) => sample[key]),
      )
      return ratioOfPairs(one ?? [], other ?? [])
    }
    printTable(
      `${now.name} ÷ ${against.name} (median of ${rounds} pairs; larger in)`,
      paths.map((path) => ({
        screen: path,
        'JS kB': pair(path, 'jsKb'),
        'first paint': pair(path, 'firstPaint'),
        usable: pair(path, 'usable'),
        blocking: pair(path, 'blocking'),
        reload: pair(path, 'warm'),
        'come to': pair(path, 'comeTo'),
      })),
    )
  } finally {
    await browser.close()
  }
}
