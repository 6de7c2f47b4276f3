import type { KpiKey } from '#contract/kpi.ts'
import type { MonthlyStats, Target } from '#contract/report.ts'
import { type Coming, comingClosing, comingWithdrawals } from './coming'
import type { Value } from './figures'

type AimKey = (typeof aims)[number]['key']

/** Formulas of 着地見込; computed by `landingOf` of the API. */
export const landingFormula: Record<AimKey, string> = {
  admissions:
    'これまでの入会 ＋ これからの入会の見込。直近12か月が同じ日からどう進んだかによります（入会が少ない店舗は、全店舗の進み方を店舗の規模に直します）。',
  withdrawals: 'これまでの退会 ＋ 分かっている退会の予定 ＋ 直近12か月で同じ日よりあとに申請された退会の平均的な数。',
  closingMembers: '期末在籍 ＋ これからの入会の見込 − これからの退会の見込。',
  netSales: 'これまでの売上 ＋ これから引き落とす会費 ＋ 会費以外の、直近12か月の進み方による見込。',
}

/** One target of the month: its value, the actual value, and the forecast of an open month. */
export interface Aim {
  key: AimKey
  /** The target is an upper limit. */
  isLimit: boolean
  target: number | null
  actual: number | null
  landing: number | null
  /** Of a running month, with what is known to come; null of what only grows. */
  known: number | null
}

const aims = [
  { key: 'admissions', isLimit: false, of: 'admissions' },
  { key: 'withdrawals', isLimit: true, of: 'withdrawals' },
  { key: 'closingMembers', isLimit: false, of: 'closing' },
  { key: 'netSales', isLimit: false, of: 'sales' },
] as const satisfies { key: KpiKey; isLimit: boolean; of: keyof Target }[]

/** The month's targets in display order; money only if the response has it. */
export function aimsOf(stats: MonthlyStats): Aim[] {
  const { target, landing, prevMonthToSameDay, thisMonthReport } = stats
  const { members, sales } = thisMonthReport
  const coming: Partial<Record<KpiKey, Coming | null>> = prevMonthToSameDay
    ? {
        withdrawals: comingWithdrawals(members.withdrawals, stats),
        closingMembers: comingClosing(members.closing, stats),
      }
    : {}
  const actual: Record<keyof Target, Value> = { ...members, sales: sales?.net }
  return aims
    .filter(({ of }) => of !== 'sales' || sales !== undefined)
    .map(({ key, isLimit, of }) => ({
      key,
      isLimit,
      target: target?.[of] ?? null,
      actual: actual[of] ?? null,
      landing: landing?.[of] ?? null,
      known: coming[key]?.known ?? null,
    }))
}

/** Actual ÷ target; null if either is missing or the target is 0. */
export const attainment = (reached: Value, target: Value) =>
  reached == null || target == null || target <= 0 ? null : reached / target

/** Whether this value meets the target; null where it is unknown. */
export function isMet({ target, isLimit }: Pick<Aim, 'target' | 'isLimit'>, reached: Value): boolean | null {
  if (target === null || reached == null) return null
  return isLimit ? reached <= target : reached >= target
}

/** At the month's end: 着地見込, or what is known to come; null where the actual value decides. */
export const atEnd = ({ known, landing }: Aim) => (known === null ? null : (landing ?? known))

/** The bar of a target, in shares of its width: the actual value, the forecast, and the target's mark. */
export function aimBar(aim: Aim): { actual: number; landing: number; mark: number | null } {
  const { target, actual } = aim
  const landing = aim.landing ?? aim.known
  const widest = Math.max(1, target ?? 0, actual ?? 0, landing ?? 0) * 1.04
  const share = (value: number | null) => Math.max(0, value ?? 0) / widest
  return { actual: share(actual), landing: share(landing), mark: target === null ? null : share(target) }
}
