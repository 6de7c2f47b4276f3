import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import { type DigestFigure, type DigestRhythm, digestFigures } from '#contract/words/digest.ts'
import { factKinds } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { type Judgement, judgements } from './control-limits.ts'
import { meanOf } from './mean-before.ts'
import { addDays, daysOf, earlier, monthOf, type Period } from './periods.ts'
import { isWhole, readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { calendarDay, dispersionOf, type Observed, observedPeriods, observedTogether } from './usual-days.ts'

/** How many weeks, or months, a year has. */
export const perYear = { week: 52, month: 12 } as const

/** A shop that is judged: its 休館日 and its first day. */
export interface Shop {
  id: string
  name: string
  openedOn: string
  holidays: string[]
}

/** The sums of a shop's day; sales are net with tax: of a week without dues, which are collected once a month. */
type Sums = Record<DigestFigure, number>

const nothing: Sums = { admissions: 0, withdrawals: 0, visits: 0, sales: 0 }
/** What must be known of a figure; of 入会 also who has left since, as those of past weeks are compared. */
export const factsOf = {
  admissions: ['contracts', 'leavers'],
  withdrawals: ['contracts', 'leavers'],
  visits: ['visits'],
  sales: ['sales'],
} as const

/** A figure of a shop, or of all shops together, in the judged period. */
export interface Judged {
  shop: Shop | null
  figure: DigestFigure
  value: number
  /** The mean of the four weeks, or three months, before; null where one of them is not known. */
  baseline: number | null
  /** The known days of the shop, or of all shops. */
  reach: Reach
  judgement: Judgement
}

/** That many periods before `last`, and it: the oldest first. */
function periodsBefore(last: Period, rhythm: DigestRhythm, count: number): Period[] {
  const [year, month] = [Number(last.from.slice(0, 4)), Number(last.from.slice(5, 7))]
  return Array.from({ length: count + 1 }, (_, at) => {
    const ago = count - at
    if (rhythm === 'month') return monthOf(year, month - ago)
    return { from: addDays(last.from, -7 * ago), to: addDays(last.to, -7 * ago) }
  })
}

/** What is judged: the figures of which days; sales only with `money`. */
export interface Page {
  rhythm: DigestRhythm
  period: Period
  money: boolean
}

/** The figures of a page. */
export const figuresOf = ({ money }: Page): DigestFigure[] =>
  valuesOf(digestFigures).filter((figure) => money || figure !== 'sales')

/** The first day on which a figure must have begun to be judged in the page: half a year before it. */
export const firstJudging = ({ rhythm, period }: Page): string =>
  (periodsBefore(period, rhythm, perYear[rhythm] / 2)[0] as Period).from

interface Kept {
  signature: string
  judged: Judged[]
}

/** Pages of this process, the least recently read first. 200 shops take seconds to judge. */
const kept = new Map<string, Kept>()
const mostKept = 20

/**
 * Every judgement of the page, the shops in display order: of each shop, and of several together, every figure that can be
 * judged. Judged once, and anew when one of the days has changed. Between shops other work has its turn.
 */
export async function judgeShops(db: Db, scope: ReportScope, page: Page): Promise<Judged[]> {
  const shops = await readShops(db, scope.shopIds)
  const reachOf = await readReachOfEach(db, page.money, scope)
  const key = [page.rhythm, page.period.from, page.money, ...scope.shopIds].join(' ')
  const signature = await readSignature(db, shops, page, reachOf)
  const found = kept.get(key)
  const judged = found?.signature === signature ? found.judged : await judgeAnew(db, scope, page, { shops, reachOf })
  kept.delete(key)
  kept.set(key, { signature, judged })
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
  return judged
}

/**
 * Changes with everything that is judged: the shops, what is known of them, their closed months with the time of the last
 * correction, and each day of the last month up to the page's end. Sums, as two years of 200 shops are 146,000 days.
 */
async function readSignature(db: Db, shops: readonly Shop[], page: Page, reachOf: (shopId: string) => Reach) {
  const { rhythm, period, money } = page
  const ids = idArray(shops.map(({ id }) => id))
  const last = `${period.to.slice(0, 7)}-01`
  const months = sql`shop_id = any(${ids}) and month < ${last}`
  const days = sql`shop_id = any(${ids}) and date between ${last} and ${period.to}`
  const [facts] = await rowsOf<{ of: string }>(
    db,
    sql`
      select concat(
        (select string_agg(concat_ws(' ', shop_id, months, counted, corrected, admissions, withdrawals, visits), ',' order by shop_id)
          from (select shop_id, count(*) as months, max(counted_to) as counted, max(corrected_at) as corrected,
              sum(admissions) as admissions, sum(withdrawals) as withdrawals, sum(visits) as visits
            from shop_month where ${months} group by shop_id) m), ';',
        (select string_agg(concat_ws(' ', shop_id, date, admissions, withdrawals, visits), ',' order by shop_id, date)
          from shop_day where ${days}), ';'
        ${
          money
            ? sql`,
        (select string_agg(concat_ws(' ', shop_id, net), ',' order by shop_id)
          from (select shop_id, sum(gross - refund) as net from shop_month_sales
            where ${months} ${withoutDues(rhythm)} group by shop_id) m), ';',
        (select string_agg(concat_ws(' ', shop_id, date, net), ',' order by shop_id, date)
          from (select shop_id, date, sum(gross - refund) as net from shop_day_sales
            where ${days} ${withoutDues(rhythm)} group by shop_id, date) d)`
            : sql``
        }) as of`,
  )
  const known = shops.map((shop) => {
    const { missing: _, ...reach } = reachOf(shop.id)
    const ofKinds = valuesOf(factKinds).map(
      (kind) => reach[kind] && [reach[kind].from, earlier(reach[kind].to, period.to)],
    )
    return { ...shop, ofKinds, counting: reach.counting }
  })
  return createHash('sha256')
    .update(JSON.stringify([known, facts]))
    .digest('base64url')
}

interface Judging {
  shops: readonly Shop[]
  reachOf: (shopId: string) => Reach
}

async function judgeAnew(db: Db, scope: ReportScope, page: Page, { shops, reachOf }: Judging): Promise<Judged[]> {
  const { rhythm, period } = page
  const { reach, shopIds } = scope
  const periods = periodsBefore(period, rhythm, 2 * perYear[rhythm])
  const sums = await readSums(db, shopIds, { ...page, periods })
  const figures = figuresOf(page)
  // The shops differ in their 休館日 only.
  const openDays = new Map(
    figures.map((figure) => [
      figure,
      periods.map((one) => daysOf(one).map((date) => ({ date, ...calendarDay(date, figure, false) }))),
    ]),
  )
  const judged: Judged[] = []
  const ofShops = new Map<DigestFigure, Observed[][]>()
  const units = new Map<DigestFigure, number>()
  const judge = (shop: Shop | null, figure: DigestFigure, observed: readonly Observed[], unit: number | null) => {
    const judgement = judgements(observed, perYear[rhythm], unit).at(-1)
    const value = observed.at(-1)?.value ?? null
    if (!judgement || value === null) return
    const known = shop === null ? reach : reachOf(shop.id)
    judged.push({ shop, figure, value, baseline: baselineOf(observed, rhythm), reach: known, judgement })
  }
  for (const shop of shops) {
    const closed = new Set(shop.holidays)
    for (const figure of figures) {
      const calendar = (openDays.get(figure) ?? []).map((dates) =>
        dates.map((day) => (closed.has(day.date) ? { date: day.date, ...calendarDay(day.date, figure, true) } : day)),
      )
      const days = calendar.map((dates, at) => {
        const one = periods[at] as Period
        const isKnown = shop.openedOn <= one.from && isWhole(reachOf(shop.id), one, ...factsOf[figure])
        return isKnown
          ? dates.map((day) => ({ ...day, value: sums.get(`${shop.id} ${day.date}`)?.[figure] ?? 0 }))
          : null
      })
      const observed = observedPeriods(days, calendar)
      ofShops.set(figure, [...(ofShops.get(figure) ?? []), observed])
      const unit = figure === 'sales' ? dispersionOf(days.flatMap((of) => of ?? [])) : null
      if (unit !== null) units.set(figure, Math.max(unit, units.get(figure) ?? 0))
      judge(shop, figure, observed, unit)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (shops.length < 2) return judged
  for (const figure of figures) {
    const isKnown = periods.map((one) => isWhole(reach, one, ...factsOf[figure]))
    const together = observedTogether(ofShops.get(figure) ?? [])
    const known = together.map((one, at) => (isKnown[at] ? one : { ...one, value: null }))
    judge(null, figure, known, units.get(figure) ?? null)
  }
  return judged
}

/** The mean of the periods before the last that its reason and its page compare with. */
function baselineOf(observed: readonly Observed[], rhythm: DigestRhythm): number | null {
  const { periods } = meanOf[rhythm]
  const known = observed.slice(-1 - periods, -1).flatMap(({ value }) => value ?? [])
  return known.length < periods ? null : known.reduce((sum, value) => sum + value, 0) / periods
}

/** The shops of a page, in display order. */
export const readShops = async (db: Db, shopIds: readonly string[]): Promise<Shop[]> =>
  (
    await rowsOf<Omit<Shop, 'id'> & { id: number }>(
      db,
      sql`select id, name, opened_on as "openedOn", holidays from shop where id = any(${idArray(shopIds)})
        order by sort_order, id`,
    )
  ).map(({ id, ...shop }) => ({ ...shop, id: String(id) }))

/** The sums by shop and day. A row is of a whole shop: two years of 200 shops are 146,000 days. */
async function readSums(
  db: Db,
  shopIds: readonly string[],
  { rhythm, periods, money }: Page & { periods: readonly Period[] },
): Promise<Map<string, Sums>> {
  const [first, last] = [periods[0] as Period, periods.at(-1) as Period]
  const days = sql`shop_id = any(${idArray(shopIds)}) and date between ${first.from} and ${last.to}`
  const sums = new Map<string, Sums>()
  const rows = await rowsOf<{ shopId: number; days: [string, number, number, number][] }>(
    db,
    sql`select shop_id as "shopId", json_agg(json_build_array(date, admissions, withdrawals, visits)) as days
      from shop_day where ${days} group by shop_id`,
  )
  for (const { shopId, days: ofShop } of rows) {
    for (const [date, admissions, withdrawals, visits] of ofShop) {
      sums.set(`${shopId} ${date}`, { admissions, withdrawals, visits, sales: 0 })
    }
  }
  if (!money) return sums
  const sales = await rowsOf<{ shopId: number; days: [string, number][] }>(
    db,
    sql`select shop_id as "shopId", json_agg(json_build_array(date, sales)) as days
      from (
        select shop_id, date, sum(gross - refund)::float8 as sales from shop_day_sales
        where ${days} ${withoutDues(rhythm)} group by shop_id, date
      ) d group by shop_id`,
  )
  for (const { shopId, days: ofShop } of sales) {
    for (const [date, net] of ofShop) {
      const key = `${shopId} ${date}`
      sums.set(key, { ...(sums.get(key) ?? nothing), sales: net })
    }
  }
  return sums
}

const withoutDues = (rhythm: DigestRhythm) => (rhythm === 'week' ? sql`and category <> 'membershipFee'` : sql``)
