import type { Campaigns } from '#contract/campaigns.ts'
import { isBeyondChance, type Ranged } from '#contract/chance.ts'
import type { Admission } from '#contract/report-admission.ts'
import type { DuesRecovery } from '#contract/report-dues.ts'
import type { FeeRetention } from '#contract/report-fee-retention.ts'
import type { FirstDays } from '#contract/report-first-days.ts'
import type { Lessons } from '#contract/report-lessons.ts'
import type { Ltv } from '#contract/report-ltv.ts'
import type { MemberPlan } from '#contract/report-member-plan.ts'
import type { ProductSales, Sales } from '#contract/report-sales.ts'
import type { ChangesInVisitsSummary } from '#contract/report-visits.ts'
import type { Profit } from '#contract/shop-cost.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { comparedWith } from '#contract/words/compared.ts'
import { firstDaysGroups } from '#contract/words/first-days.ts'
import { feeLosses, feeMoves } from '#contract/words/groups.ts'
import type { VisitClass } from '#contract/words/member.ts'
import { productGroups } from '#contract/words/sales.ts'
import { formatMonth, shortDay } from '~/lib/dates'
import { changeOf, formatCount, formatDecimal, formatPercent } from '~/lib/format'
import { slotName, staffName } from './lessons/names'
import { fewPeople } from './shops/rates'

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

export function duesVerdict({ open, newest }: DuesRecovery) {
  if (open === null) return undefined
  const old = open.ages.reduce((sum, one) => sum + (one.from > 60 ? one.yen : 0), 0)
  const rest = `未収金は${yen(open.yen)}（${formatCount(open.people)}名）で、${old === 0 ? '期日から60日を超えたものはありません' : `うち${yen(old)}は期日から60日を超えています`}。`
  if (newest === null) return rest
  const { month, people, before, monthsBefore } = newest
  if ((people.of ?? 0) < fewPeople || (before.of ?? 0) < fewPeople) return rest
  const ranged = ({ rate, low, high }: typeof people): Ranged => ({ value: rate, low, high })
  if (people.rate === null || before.rate === null || !isBeyondChance(ranged(people), ranged(before), 1)) return rest
  return `${rest}${formatMonth(month)}分の30日以内の回収は、人数で${formatPercent(people.rate)}と、その前の${monthsBefore}か月（${formatPercent(before.rate)}）を偶然の差を超えて${people.rate > before.rate ? '上回' : '下回'}りました。`
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

export function firstDaysVerdict({ newcomers, groups, compared }: FirstDays) {
  const now =
    newcomers &&
    `入会10〜30日目の会員${formatCount(newcomers.count)}名のうち、来館がめやすより少ない会員は${formatCount(newcomers.below)}名です。`
  const shareOf = (key: keyof typeof firstDaysGroups) =>
    formatPercent(
      groups?.find((one) => one.key === key)?.survival.find(({ month }) => month === compared?.month)?.share,
    )
  const then =
    compared?.isBeyondChance &&
    `30日目から${compared.month}か月後も在籍は、来館${firstDaysGroups[compared.fewest]}の会員で${shareOf(compared.fewest)}、${firstDaysGroups[compared.most]}の会員で${shareOf(compared.most)}です。`
  return [now, then].filter(Boolean).join('') || undefined
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

/** Two of these names, and how many more there are. */
const named = (names: readonly string[]) =>
  names.slice(0, 2).join('、') + (names.length > 2 ? `ほか${formatCount(names.length - 2)}件` : '')

export function lessonsVerdict({ summary, isJudged, byClass, bySlot, byStaff }: Lessons) {
  if (summary.fill === null || !byClass || !bySlot || !byStaff) return undefined
  const rows = [
    ...byClass.map((row) => ({ name: row.program, row })),
    ...bySlot.map((row) => ({ name: slotName(row), row })),
    ...byStaff.map((row) => ({ name: staffName(row), row })),
  ]
  const of = (standing: 'more' | 'less') => rows.filter(({ row }) => row.standing === standing).map(({ name }) => name)
  const sides = [
    [of('more'), '高い'],
    [of('less'), '低い'],
  ] as const
  const beyond = sides.flatMap(([names, word]) => (names.length > 0 ? [`${word}のは${named(names)}`] : [])).join('、')
  const differences = !isJudged
    ? '差が偶然かどうかは、同じ枠の開催が2か月以上続くと判定します。'
    : beyond
      ? `偶然の差を超えて${beyond}です。`
      : 'クラス、枠、担当者の差は偶然の範囲です。'
  const full = bySlot.filter(({ held, lessonsWaited, standing }) => standing !== 'few' && lessonsWaited * 2 >= held)
  const waiting = full.length > 0 ? `${named(full.map(slotName))}は半分以上の回でキャンセル待ちが出ています。` : ''
  return `予約枠稼働率は${formatPercent(summary.fill)}です。${differences}${waiting}`
}

export function profitVerdict({ months }: Profit) {
  const last = months.findLast(({ profit, entered }) => profit !== null || entered?.profit != null)
  if (last?.profit != null) return `${formatMonth(last.month)}の損益は${yen(last.profit)}です。`
  if (last?.entered?.profit == null) return '損益の分かる月がまだありません。'
  const of = `${formatCount(last.shops)}店舗中${formatCount(last.shops - last.missingShops)}店舗の合計`
  return `${formatMonth(last.month)}の損益は、入力のある${of}で${yen(last.entered.profit)}です。`
}

export function campaignsVerdict({ campaigns, returnOnCost }: Campaigns) {
  if (campaigns.length === 0) return undefined
  const more = campaigns.filter(({ effect }) => effect === 'more').map(({ campaign }) => `「${campaign}」`)
  const known = campaigns.some(({ effect }) => effect === 'chance' || effect === 'less')
  const effect =
    more.length > 0
      ? `${more.join('')}の月は、入会が偶然の範囲を超えて増えました。`
      : known
        ? '入会が偶然の範囲を超えて増えたキャンペーンはなく、効果は確かめられません。'
        : '前の年と比べられる月が足りないか、前の年も同じキャンペーンがあり、効果は確かめられません。'
  return returnOnCost.value === null
    ? effect
    : `${effect}1名が残す粗利は獲得コストの${formatDecimal(returnOnCost.value)}倍です。`
}
