import { sql } from 'drizzle-orm'
import type { Finding } from '#contract/digest.ts'
import type { Reach } from '#contract/report-head.ts'
import { type DigestFigure, type DigestRhythm, digestFigures } from '#contract/words/digest.ts'
import { noMember, otherVisits, type WhyFigure, whyDimensions } from '#contract/words/why.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { monthAndDay } from '../lib/time.ts'
import { isJudged, isWithinChance, opensWith } from './chance-of-change.ts'
import { type Judgement, judgements, limitOfPage } from './control-limits.ts'
import { isExplainable } from './explainable.ts'
import { explainChange } from './groups-of-change.ts'
import { meanBefore, meanOf } from './mean-before.ts'
import { addDays, daysOf, monthOf, type Period, weekdayOf } from './periods.ts'
import { isWhole, readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { calendarDay, dispersionOf, type Observed, observedPeriods, observedTogether } from './usual-days.ts'

/** The last week from Monday to Sunday, or calendar month, that is over on `today` (YYYY-MM-DD, Asia/Tokyo). */
export function lastPeriod(rhythm: DigestRhythm, today: string): Period {
  if (rhythm === 'month') return monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1)
  const sunday = addDays(today, -(weekdayOf(today) || 7))
  return { from: addDays(sunday, -6), to: sunday }
}

/** The week, or month, after the one that begins on `from`. */
export function periodAfter(rhythm: DigestRhythm, from: string): Period {
  if (rhythm === 'month') return monthOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)) + 1)
  return { from: addDays(from, 7), to: addDays(from, 13) }
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

interface Shop {
  id: string
  name: string
  openedOn: string
  holidays: string[]
}

/** The sums of a shop's day; sales are net with tax: of a week without dues, which are collected once a month. */
type Sums = Record<DigestFigure, number>

const nothing: Sums = { admissions: 0, withdrawals: 0, visits: 0, sales: 0 }
/** 入会 of past weeks are compared, too: who has left since must not be missing. */
const factsOf = {
  admissions: ['contracts', 'leavers'],
  withdrawals: ['contracts', 'leavers'],
  visits: ['visits'],
  sales: ['sales'],
} as const

/** A figure of a shop, or of all shops together, in the judged period. */
interface Judged {
  shop: Shop | null
  figure: DigestFigure
  value: number
  /** The mean of the four weeks, or three months, before; null where one of them is not known. */
  baseline: number | null
  /** The known days of the shop, or of all shops. */
  reach: Reach
  judgement: Judgement
}

/** A judgement that is beyond chance, with the range that its page leaves to chance. */
interface Found extends Judged {
  range: { low: number; high: number }
}

/**
 * What is beyond chance in the week or month `period`, of each shop and of all shops together: at most three findings in
 * Japanese sentences with their reasons, without names of people. Sales only with `money`. Between shops other work has
 * its turn.
 */
export async function readDigest(
  db: Db,
  scope: ReportScope,
  { rhythm, period, money }: { rhythm: DigestRhythm; period: Period; money: boolean },
): Promise<{ findings: Finding[]; judged: number }> {
  const { shopIds, dataDate } = scope
  if (dataDate === null || dataDate < period.to || shopIds.length === 0) return { findings: [], judged: 0 }
  const judged = await judgeShops(db, scope, { rhythm, period, money })
  const limit = limitOfPage(
    judged.map(({ judgement }) => judgement.chance),
    perYear[rhythm],
  )
  const beyond = limit === null ? [] : judged.filter(({ judgement }) => judgement.chance <= limit)
  const shown = beyond
    // All shops together are left out where a single shop has the finding.
    .filter((one) => one.shop !== null || !beyond.some((other) => other.shop !== null && isSame(one, other)))
    .sort((one, other) => one.judgement.chance - other.judgement.chance || shareOf(other) - shareOf(one))
    .slice(0, findingsShown)
  const findings: Finding[] = []
  for (const one of shown) {
    const ids = one.shop ? [one.shop.id] : shopIds
    const found = { ...one, range: one.judgement.rangeAt(limit ?? 0) }
    findings.push({
      shopId: one.shop?.id ?? null,
      figure: one.figure,
      sentence: sentenceOf(found, { rhythm, period }),
      reason: await readReason(db, ids, one, { rhythm, period }),
      path: pathOf(one, { rhythm, period }),
    })
  }
  return { findings, judged: judged.length }
}

const isSame = (one: Judged, other: Judged) =>
  one.figure === other.figure && one.judgement.side === other.judgement.side

/** How far a value is from what was expected, as a share of it. */
const shareOf = ({ value, judgement: { expected } }: Judged) => Math.abs(value - expected) / expected

/** Every judgement of the page: of each shop, and of several together, every figure that can be judged. */
async function judgeShops(
  db: Db,
  scope: ReportScope,
  { rhythm, period, money }: { rhythm: DigestRhythm; period: Period; money: boolean },
): Promise<Judged[]> {
  const { reach, shopIds } = scope
  const periods = periodsBefore(period, rhythm, 2 * perYear[rhythm])
  const shops = await readShops(db, shopIds)
  const sums = await readSums(db, shopIds, { rhythm, periods, money })
  const figures = valuesOf(digestFigures).filter((figure) => money || figure !== 'sales')
  const reachOf = await readReachOfEach(db, money, scope)
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
      const calendar = periods.map((one) =>
        daysOf(one).map((date) => ({ date, ...calendarDay(date, figure, closed.has(date)) })),
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

const readShops = async (db: Db, shopIds: readonly string[]): Promise<Shop[]> =>
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
  { rhythm, periods, money }: { rhythm: DigestRhythm; periods: readonly Period[]; money: boolean },
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

const units: Record<DigestFigure, string> = { admissions: '名', withdrawals: '名', visits: '回', sales: '円' }
const amount = (figure: DigestFigure, value: number) => `${Math.round(value).toLocaleString('ja-JP')}${units[figure]}`

/** 「新宿店の退会は、11月16日〜11月22日に24名で、いつもの範囲（8名〜19名）を上回りました。前の4週の平均は12名です。」 */
function sentenceOf(
  { shop, figure, value, baseline, judgement, range }: Found,
  { rhythm, period }: { rhythm: DigestRhythm; period: Period },
) {
  const name = figure === 'sales' && rhythm === 'week' ? '会費以外の売上' : digestFigures[figure]
  const when =
    rhythm === 'week' ? `${monthAndDay(period.from)}〜${monthAndDay(period.to)}` : `${Number(period.to.slice(5, 7))}月`
  const subject = `${shop?.name ?? '全店舗'}の${name}は、${when}に${amount(figure, value)}で、`
  const isAbove = judgement.side === 'above'
  const mean = baseline === null ? '' : `${meanOf[rhythm].label}は${amount(figure, baseline)}です。`
  const { low, high } = range
  if (value < low || value > high) {
    return `${subject}いつもの範囲（${amount(figure, low)}〜${amount(figure, high)}）を${isAbove ? '上回りました' : '下回りました'}。${mean}`
  }
  const expected = `いつも（約${amount(figure, judgement.expected)}）より${isAbove ? '多い' : '少ない'}状態が`
  return `${subject}${expected}${rhythm === 'week' ? '2週' : '2か月'}続いています。${mean}`
}

/** The figure of 「なぜ」 that is the judged one: a week's sales are those without dues. */
const whyFigureOf = (figure: DigestFigure, rhythm: DigestRhythm): WhyFigure =>
  figure === 'sales' && rhythm === 'week' ? 'otherSales' : figure

/** Where a finding is seen in the product: 「なぜ」 of its own days, against the mean that its sentence names. */
function pathOf({ shop, figure }: Judged, { rhythm, period }: { rhythm: DigestRhythm; period: Period }): string {
  const screen = figure === 'visits' ? '/dashboard' : figure === 'sales' ? '/statistics/sales' : '/statistics/admission'
  const why = `${whyFigureOf(figure, rhythm)}.mean.${rhythm}-${period.from}`
  return `${screen}?${new URLSearchParams({ shop: shop?.id ?? 'all', month: period.to.slice(0, 7), why })}`
}

/**
 * The group, or kind of sale, that 「なぜ」 of these days names first. Empty where it is within chance, carries less than half of the
 * deviation from the mean of the periods before, or moved the other way.
 */
async function readReason(
  db: Db,
  shopIds: readonly string[],
  { figure, value, baseline, reach, judgement: { side } }: Judged,
  { rhythm, period }: { rhythm: DigestRhythm; period: Period },
): Promise<string> {
  const compared = meanBefore(period)
  const whyFigure = whyFigureOf(figure, rhythm)
  if (baseline === null || compared === null) return ''
  // A reason must be one that the page can show.
  if (![compared.days, period].every((days) => isExplainable(reach, whyFigure, days))) return ''
  const { dimensions } = await explainChange(db, shopIds, whyFigure, {
    before: compared.days,
    after: period,
    times: compared.periods,
  })
  const opened = opensWith(whyFigure, dimensions)
  const first = dimensions.find(({ dimension }) => dimension === opened)
  const [part] = first?.parts ?? []
  const deviation = value - baseline
  const isSameWay = side === 'above' ? deviation > 0 : deviation < 0
  // People without a group are no reason.
  if (!first || !part || part.key === noMember || part.key === otherVisits || !isSameWay) return ''
  if (part.total / deviation < leastOfReason) return ''
  if (isJudged(whyFigure) && isWithinChance(whyFigure, part, first.parts.length) !== false) return ''
  const { label, unit } = meanOf[rhythm]
  const [was, is] = [part.before.value, part.after.value].map((of) => amount(figure, of))
  return `主に${whyDimensions[first.dimension]}「${part.label}」によります（${label}${was}、この${unit}${is}）。`
}

/** A reason explains at least this share of the change. */
const leastOfReason = 0.5
