import type { Admission } from '#contract/report-admission.ts'
import type { FeeRetention } from '#contract/report-fee-retention.ts'
import type { Ltv } from '#contract/report-ltv.ts'
import type { MemberPlan } from '#contract/report-member-plan.ts'
import type { ProductSales, Sales } from '#contract/report-sales.ts'
import type { ChangesInVisitsSummary } from '#contract/report-visits.ts'
import type { Profit } from '#contract/shop-cost.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { comparedWith } from '#contract/words/compared.ts'
import { feeLosses, feeMoves } from '#contract/words/groups.ts'
import type { VisitClass } from '#contract/words/member.ts'
import { productGroups } from '#contract/words/sales.ts'
import { formatMonth, shortDay } from '~/lib/dates'
import { changeOf, formatCount, formatDecimal, formatPercent } from '~/lib/format'

/** What each report says in a sentence, from the figures below it; undefined while nothing is known. */

const yen = (amount: number) => `${formatCount(Math.round(amount))}円`

/** 「売上は前月同日を5.7%上回っています。」 */
function beside(what: string, now: number, before: number | null | undefined, of: string) {
  if (before == null || before <= 0) return `${what}は${yen(now)}です。`
  const ratio = now / before - 1
  if (Math.abs(ratio) < 0.0005) return `${what}は${of}と同じです。`
  return `${what}は${of}を${formatPercent(Math.abs(ratio))}${ratio > 0 ? '上回' : '下回'}っています。`
}

export function salesVerdict({ summary, goal, requestInfo, period }: Sales) {
  const isIncluded = requestInfo.tax === 'included'
  const of = (one: Sales['summary']['lastYear']) => (isIncluded ? one?.net : one?.netExTax)
  const net = isIncluded ? summary.net : summary.netExTax
  if (net === null || period === null) return undefined
  const target = goal && goal.period > 0 ? `目標の${formatPercent(goal.net / goal.period)}です。` : ''
  return beside('売上', net, of(summary.lastYear), comparedWith(requestInfo, period.to).lastYear) + target
}

export function productsVerdict({ total, items, requestInfo, period }: ProductSales) {
  if (total.net === null || period === null) return undefined
  const first = items.reduce<(typeof items)[number] | undefined>(
    (most, one) => (most === undefined || one.net > most.net ? one : most),
    undefined,
  )
  const most = first ? `最も多いのは${first.name}（${formatPercent(first.share)}）です。` : ''
  const { category } = requestInfo
  const what = category === null ? '売上' : `${productGroups[category]}の売上`
  return beside(what, total.net, total.prevNet, comparedWith(requestInfo, period.to).previous) + most
}

/** 「12名増えました」 */
function moved(change: number) {
  if (change === 0) return '変わっていません'
  return `${formatCount(Math.abs(change))}名${change > 0 ? '増えました' : '減りました'}`
}

export function admissionVerdict({ summary: { admissions, withdrawals, netGrowth }, coming, period }: Admission) {
  if (admissions === null || withdrawals === null || netGrowth === null) return undefined
  if (coming && period) {
    return `${shortDay(period.to)}時点で入会${formatCount(admissions)}名、届出を含む退会${formatCount(withdrawals + coming.withdrawals)}名です。`
  }
  return `入会${formatCount(admissions)}名、退会${formatCount(withdrawals)}名で、在籍は${moved(netGrowth)}。`
}

export function plansVerdict({ total, prevTotal }: MemberPlan) {
  const change = changeOf(total, prevTotal)
  if (total === null) return undefined
  return `在籍は${formatCount(total)}名${change === null ? 'です' : `で、前月末から${moved(change)}`}。`
}

export function feesVerdict({ months, withdrawals }: FeeRetention) {
  const [gross, net] = [months.at(-1)?.yearGross.value, months.at(-1)?.yearNet.value]
  if (gross == null || net == null) return undefined
  const year = months.slice(-12).flatMap(({ moves }) => moves ?? [])
  const lost = feeLosses.map((kind) => ({
    kind,
    yen: year.reduce((sum, move) => sum - (move.kind === kind ? move.yen : 0), 0),
  }))
  const most = lost.reduce((one, other) => (other.yen > one.yen ? other : one))
  const reason = withdrawals.byReason?.find(({ reason }) => reason !== 'unknown')
  const why =
    most.kind === 'withdrawal' && reason?.year && reason.reason !== 'unknown'
      ? `分かっている理由で最も多いのは「${cancelReasons[reason.reason]}」（${yen(reason.year.yen)}）です。`
      : ''
  const kept = `100円の会費は12か月で${formatDecimal(gross * 100)}円になり、増額と復帰を加えると${formatDecimal(net * 100)}円です。`
  return `${kept}${most.yen > 0 ? `減った会費で最も大きいのは${feeMoves[most.kind]}（12か月で${yen(most.yen)}）です。` : ''}${why}`
}

export function ltvVerdict({ summary: { predicted, avgTenureMonths } }: Ltv) {
  if (predicted === null || avgTenureMonths === null) return undefined
  return `会員1名の予測LTVは${yen(predicted)}、平均在籍期間（推定）は${formatDecimal(avgTenureMonths)}か月です。`
}

export function visitsVerdict({ classes, population }: ChangesInVisitsSummary) {
  if (population === null) return undefined
  const of = (key: VisitClass) => classes.find((one) => one.key === key)?.count ?? 0
  return `対象会員${formatCount(population)}名のうち、来館が減った会員は${formatCount(of('decrease'))}名、来なくなった会員は${formatCount(of('newlyDormant'))}名、増えた会員は${formatCount(of('increase'))}名です。`
}

export function profitVerdict({ months }: Profit) {
  const last = months.findLast(({ profit, entered }) => profit !== null || entered?.profit != null)
  if (last?.profit != null) return `${formatMonth(last.month)}の損益は${yen(last.profit)}です。`
  if (last?.entered?.profit == null) return '損益の分かる月がまだありません。'
  const of = `${formatCount(last.shops)}店舗中${formatCount(last.shops - last.missingShops)}店舗の合計`
  return `${formatMonth(last.month)}の損益は、入力のある${of}で${yen(last.entered.profit)}です。`
}
