import type { Finding } from '#contract/digest.ts'
import { type DigestFigure, type DigestRhythm, digestFigureName } from '#contract/words/digest.ts'
import { noMember, otherVisits, type WhyFigure, whyDimensions } from '#contract/words/why.ts'
import type { Db } from '../db/client.ts'
import { monthAndDay } from '../lib/time.ts'
import { isJudged, isWithinChance, opensWith } from './chance-of-change.ts'
import { limitOfPage } from './control-limits.ts'
import { isExplainable } from './explainable.ts'
import { explainChange } from './groups-of-change.ts'
import { type Judged, judgeShops, type Page, perYear } from './judged-shops.ts'
import { meanBefore, meanOf } from './mean-before.ts'
import { addDays, monthOf, type Period, weekdayOf } from './periods.ts'
import type { ReportScope } from './report-scope.ts'

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

const findingsShown = 3

/** A judgement that is beyond chance, with the chance up to which one of its page counts. */
export interface Found extends Judged {
  limit: number
}

/**
 * What is beyond chance in the week or month `period`, of each shop and of all shops together: at most three findings in
 * Japanese sentences with their reasons, without names of people. Sales only with `money`. Between shops other work has
 * its turn.
 */
export async function readDigest(
  db: Db,
  scope: ReportScope,
  page: Page,
): Promise<{ findings: Finding[]; judged: number }> {
  const { shopIds, dataDate } = scope
  if (dataDate === null || dataDate < page.period.to || shopIds.length === 0) return { findings: [], judged: 0 }
  const judged = await judgeShops(db, scope, page)
  const found = beyondChance(judged, page)
  const findings: Finding[] = []
  for (const one of found.slice(0, findingsShown)) findings.push(await findingOf(db, scope, one, page))
  return { findings, judged: judged.length }
}

/**
 * Which of a page's judgements are beyond chance, the farthest from what was expected first. All shops together are left
 * out where a single shop has the finding.
 */
export function beyondChance(judged: readonly Judged[], { rhythm }: Page): Found[] {
  const limit = limitOfPage(
    judged.map(({ judgement }) => judgement.chance),
    perYear[rhythm],
  )
  if (limit === null) return []
  const beyond = judged.filter(({ judgement }) => judgement.chance <= limit)
  return beyond
    .filter((one) => one.shop !== null || !beyond.some((other) => other.shop !== null && isSame(one, other)))
    .sort((one, other) => one.judgement.chance - other.judgement.chance || shareOf(other) - shareOf(one))
    .map((one) => ({ ...one, limit }))
}

/** Its sentence, reason and report. */
export async function findingOf(db: Db, { shopIds }: ReportScope, found: Found, page: Page): Promise<Finding> {
  const { shop, figure } = found
  return {
    shopId: shop?.id ?? null,
    figure,
    sentence: sentenceOf(found, page),
    reason: await readReason(db, shop ? [shop.id] : shopIds, found, page),
    path: pathOf(found, page),
  }
}

const isSame = (one: Judged, other: Judged) =>
  one.figure === other.figure && one.judgement.side === other.judgement.side

/** How far a value is from what was expected, as a share of it. */
const shareOf = ({ value, judgement: { expected } }: Judged) => Math.abs(value - expected) / expected

const units: Record<DigestFigure, string> = { admissions: '名', withdrawals: '名', visits: '回', sales: '円' }
const amount = (figure: DigestFigure, value: number) => `${Math.round(value).toLocaleString('ja-JP')}${units[figure]}`

/** 「新宿店の退会は、11月16日〜11月22日に24名で、いつもの範囲（8名〜19名）を上回りました。前の4週の平均は12名です。」 */
function sentenceOf({ shop, figure, value, baseline, judgement, limit }: Found, { rhythm, period }: Page) {
  const name = digestFigureName(figure, rhythm)
  const when =
    rhythm === 'week' ? `${monthAndDay(period.from)}〜${monthAndDay(period.to)}` : `${Number(period.to.slice(5, 7))}月`
  const subject = `${shop?.name ?? '全店舗'}の${name}は、${when}に${amount(figure, value)}で、`
  const isAbove = judgement.side === 'above'
  const mean = baseline === null ? '' : `${meanOf[rhythm].label}は${amount(figure, baseline)}です。`
  const { low, high } = judgement.rangeAt(limit)
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
function pathOf({ shop, figure }: Judged, { rhythm, period }: Page): string {
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
  { rhythm, period }: Page,
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
