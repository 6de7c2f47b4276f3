import { sql } from 'drizzle-orm'
import type { Finding } from '#contract/digest.ts'
import { type DigestFigure, type DigestRhythm, digestFigures } from '#contract/words/digest.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { whyDimensions } from '#contract/words/why.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { monthAndDay } from '../lib/time.ts'
import { type ControlLimits, controlLimits, type Observed } from './control-limits.ts'
import { explainChange } from './groups-of-change.ts'
import { addDays, daysOf, monthOf, type Period, weekdayOf } from './periods.ts'
import { isWhole, readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'

/** The last week from Monday to Sunday, or calendar month, that is over on `today` (YYYY-MM-DD, Asia/Tokyo). */
export function lastPeriod(rhythm: DigestRhythm, today: string): Period {
  if (rhythm === 'month') return monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1)
  const sunday = addDays(today, -(weekdayOf(today) || 7))
  return { from: addDays(sunday, -6), to: sunday }
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

const perYear = { week: 52, month: 12 } as const
const findingsShown = 3
/** A shop that was closed on so many days of a week, or month, has no such period to compare. */
const closedDays = { week: 3, month: 10 } as const
/** The reason compares with the mean of so many periods before. */
const comparedWith = { week: 4, month: 3 } as const
const words = {
  week: { before: '前の4週の平均', this: 'この週' },
  month: { before: '前の3か月の平均', this: 'この月' },
} as const

/** The days of a period in seasons in which clubs are not as usual, as shares of its days. */
function specialDays(period: Period): Record<string, number> {
  const days = daysOf(period)
  const share = (isIn: (day: string) => boolean) => days.filter((day) => isIn(day.slice(5))).length / days.length
  const shares = {
    newYear: share((day) => day >= '12-29' || day <= '01-03'),
    goldenWeek: share((day) => day >= '04-29' && day <= '05-05'),
    obon: share((day) => day >= '08-11' && day <= '08-16'),
  }
  return Object.fromEntries(Object.entries(shares).filter(([, of]) => of > 0))
}

interface Shop {
  id: string
  name: string
  openedOn: string
  holidays: string[]
}

/** The sums of a shop's period; sales are net with tax: of a week without dues, which are collected once a month. */
type Sums = Record<DigestFigure, number>

const nothing: Sums = { admissions: 0, withdrawals: 0, visits: 0, sales: 0 }
/** 入会 of past weeks are compared, too: who has left since must not be missing. */
const factsOf = {
  admissions: ['contracts', 'leavers'],
  withdrawals: ['contracts', 'leavers'],
  visits: ['visits'],
  sales: ['sales'],
} as const

interface Judged {
  shop: Shop | null
  figure: DigestFigure
  value: number
  limits: ControlLimits
}

/**
 * What is beyond the control limits of each shop, and of all shops together, in the week or month `period`: at most three
 * findings in Japanese sentences with their reasons, without names of people. Sales only with `money`. Between shops other
 * work has its turn.
 */
export async function readDigest(
  db: Db,
  scope: ReportScope,
  { rhythm, period, money }: { rhythm: DigestRhythm; period: Period; money: boolean },
): Promise<{ findings: Finding[]; judged: number }> {
  const { reach, shopIds, dataDate } = scope
  if (dataDate === null || dataDate < period.to || shopIds.length === 0) return { findings: [], judged: 0 }
  const periods = periodsBefore(period, rhythm, 2 * perYear[rhythm])
  const shops = await readShops(db, shopIds)
  const sums = await readSums(db, shopIds, { rhythm, periods, money })
  const figures = valuesOf(digestFigures).filter((figure) => money || figure !== 'sales')
  const reachOf = await readReachOfEach(db, money, scope)
  const special = periods.map(specialDays)
  const beyond: Judged[] = []
  let judged = 0
  for (const shop of shops.length > 1 ? [...shops, null] : shops) {
    const isOpen = periods.map(
      (one) => shop === null || (shop.openedOn <= one.from && closedIn(shop, one) < closedDays[rhythm]),
    )
    const known = shop === null ? reach : reachOf(shop.id)
    for (const figure of figures) {
      const history = periods.map((_, at): Observed => {
        const counted = (shop ? [shop] : shops).map(({ id }) => sums.get(`${id} ${at}`)?.[figure] ?? 0)
        const value = counted.reduce((sum, amount) => sum + amount, 0)
        return {
          value: isOpen[at] && isWhole(known, periods[at] as Period, ...factsOf[figure]) ? value : null,
          special: special[at] ?? {},
        }
      })
      const limits = controlLimits(withoutLeading(history), perYear[rhythm])
      if (!limits) continue
      judged += 1
      if (limits.beyond) beyond.push({ shop, figure, value: history.at(-1)?.value ?? 0, limits })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  const told = beyond
    // Of a shop's own change all shops together say nothing more.
    .filter((one) => one.shop !== null || !beyond.some((other) => other.shop !== null && isSame(one, other)))
    .sort((one, other) => Math.abs(other.limits.distance) - Math.abs(one.limits.distance))
    .slice(0, findingsShown)
  const findings: Finding[] = []
  for (const one of told) {
    const ids = one.shop ? [one.shop.id] : shopIds
    findings.push({
      shopId: one.shop?.id ?? null,
      figure: one.figure,
      sentence: sentenceOf(one, { rhythm, period }),
      reason: await readReason(db, ids, one, { rhythm, period, periods }),
      path: pathOf(one, period),
    })
  }
  return { findings, judged }
}

const isSame = (one: Judged, other: Judged) => one.figure === other.figure && one.limits.beyond === other.limits.beyond

const closedIn = ({ holidays }: Shop, { from, to }: Period) => holidays.filter((day) => from <= day && day <= to).length

/** Without the periods before anything was known. */
const withoutLeading = (history: readonly Observed[]) => {
  const first = history.findIndex(({ value }) => value !== null && value > 0)
  return first < 0 ? [] : history.slice(first)
}

const readShops = async (db: Db, shopIds: readonly string[]): Promise<Shop[]> =>
  (
    await rowsOf<Omit<Shop, 'id'> & { id: number }>(
      db,
      sql`select id, name, opened_on as "openedOn", holidays from shop where id = any(${idArray(shopIds)})
        order by sort_order, id`,
    )
  ).map(({ id, ...shop }) => ({ ...shop, id: String(id) }))

/** The sums by shop and position of the period. */
async function readSums(
  db: Db,
  shopIds: readonly string[],
  { rhythm, periods, money }: { rhythm: DigestRhythm; periods: readonly Period[]; money: boolean },
): Promise<Map<string, Sums>> {
  const [first, last] = [periods[0] as Period, periods.at(-1) as Period]
  const at =
    rhythm === 'week'
      ? sql`(date - ${first.from}::date) / 7`
      : sql`((extract(year from date) - ${Number(first.from.slice(0, 4))}) * 12
          + extract(month from date) - ${Number(first.from.slice(5, 7))})::integer`
  const days = sql`shop_id = any(${idArray(shopIds)}) and date between ${first.from} and ${last.to}`
  const rows = await rowsOf<{ shopId: number; at: number } & Omit<Sums, 'sales'>>(
    db,
    sql`select shop_id as "shopId", ${at} as at, sum(admissions)::integer as admissions,
        sum(withdrawals)::integer as withdrawals, sum(visits)::integer as visits
      from shop_day where ${days} group by 1, 2`,
  )
  const sums = new Map<string, Sums>(rows.map(({ shopId, at, ...of }) => [`${shopId} ${at}`, { ...of, sales: 0 }]))
  if (!money) return sums
  const sales = await rowsOf<{ shopId: number; at: number; sales: number }>(
    db,
    sql`select shop_id as "shopId", ${at} as at, sum(gross - refund)::float8 as sales
      from shop_day_sales where ${days} ${withoutDues(rhythm)} group by 1, 2`,
  )
  for (const { shopId, at, sales: net } of sales) {
    const key = `${shopId} ${at}`
    sums.set(key, { ...(sums.get(key) ?? nothing), sales: net })
  }
  return sums
}

const withoutDues = (rhythm: DigestRhythm) => (rhythm === 'week' ? sql`and category <> 'membershipFee'` : sql``)

const units: Record<DigestFigure, string> = { admissions: '名', withdrawals: '名', visits: '回', sales: '円' }
const amount = (figure: DigestFigure, value: number) => `${Math.round(value).toLocaleString('ja-JP')}${units[figure]}`

/** 「新宿店の退会は、11月16日〜11月22日に24名で、いつもの範囲（8名〜19名）を上回りました。」 */
function sentenceOf(
  { shop, figure, value, limits }: Judged,
  { rhythm, period }: { rhythm: DigestRhythm; period: Period },
) {
  const name = figure === 'sales' && rhythm === 'week' ? '会費以外の売上' : digestFigures[figure]
  const when =
    rhythm === 'week' ? `${monthAndDay(period.from)}〜${monthAndDay(period.to)}` : `${Number(period.to.slice(5, 7))}月`
  const subject = `${shop?.name ?? '全店舗'}の${name}は、${when}に${amount(figure, value)}で、`
  const isAbove = limits.beyond === 'above'
  const [low, high] = [Math.ceil(limits.low), Math.floor(limits.high)]
  if (value < low || value > high) {
    return `${subject}いつもの範囲（${amount(figure, low)}〜${amount(figure, high)}）を${isAbove ? '上回りました' : '下回りました'}。`
  }
  const expected = `いつも（約${amount(figure, limits.expected)}）より${isAbove ? '多い' : '少ない'}状態が`
  return `${subject}${expected}${rhythm === 'week' ? '2週' : '2か月'}続いています。`
}

/** Where a finding is seen in the product. */
function pathOf({ shop, figure }: Judged, { to }: Period): string {
  const screen = figure === 'visits' ? '/dashboard' : figure === 'sales' ? '/statistics/sales' : '/statistics/admission'
  return `${screen}?${new URLSearchParams({ shop: shop?.id ?? 'all', month: to.slice(0, 7), why: figure })}`
}

interface Compared {
  rhythm: DigestRhythm
  period: Period
  periods: readonly Period[]
}

/** The group, or kind of sale, that most of the change from the periods before comes from. */
async function readReason(
  db: Db,
  shopIds: readonly string[],
  { figure, limits }: Judged,
  { rhythm, period, periods }: Compared,
): Promise<string> {
  const times = comparedWith[rhythm]
  const before: Period = { from: periods.at(-1 - times)?.from ?? period.from, to: addDays(period.from, -1) }
  const isMore = limits.beyond === 'above'
  const inSentence = (what: string, one: number, now: number) =>
    `主に${what}によります（${words[rhythm].before}${amount(figure, one)}、${words[rhythm].this}${amount(figure, now)}）。`
  if (figure === 'sales') {
    const [kind] = await readKinds(db, shopIds, { rhythm, before, period, times, isMore })
    return kind ? inSentence(`「${salesCategories[kind.category]}」`, kind.before, kind.now) : ''
  }
  const { dimensions } = await explainChange(db, shopIds, figure, { before, after: period })
  const parts = dimensions.flatMap(({ dimension, parts }) =>
    parts.map(({ label, before, after }) => {
      const was = before.value / times
      return { what: `${whyDimensions[dimension]}「${label}」`, was, now: after.value, change: after.value - was }
    }),
  )
  const [largest] = parts
    .filter(({ change }) => (isMore ? change > 0 : change < 0))
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
  return largest ? inSentence(largest.what, largest.was, largest.now) : ''
}

/** Kinds of sales that moved in this direction, the one that moved most first. */
const readKinds = (
  db: Db,
  shopIds: readonly string[],
  of: { rhythm: DigestRhythm; before: Period; period: Period; times: number; isMore: boolean },
) =>
  rowsOf<{ category: SalesCategory; before: number; now: number }>(
    db,
    sql`
      select * from (
        select category, coalesce(sum(gross - refund) filter (where date < ${of.period.from}), 0)::float8 / ${of.times} as before,
          coalesce(sum(gross - refund) filter (where date >= ${of.period.from}), 0)::float8 as now
        from shop_day_sales
        where shop_id = any(${idArray(shopIds)}) and date between ${of.before.from} and ${of.period.to} ${withoutDues(of.rhythm)}
        group by category
      ) kind
      where ${of.isMore ? sql`now > before` : sql`now < before`}
      order by abs(now - before) desc limit 1`,
  )
