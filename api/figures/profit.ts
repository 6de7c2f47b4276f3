import { longestCurve } from '#contract/report-ltv.ts'
import type { ProfitMonth } from '#contract/shop-cost.ts'

/** A shop's month: its costs as entered, and its figures; null: not known. */
export interface ShopMonthCosts {
  shopId: string
  labor: number | null
  ads: number | null
  rent: number | null
  other: number | null
  netSales: number | null
  admissions: number | null
  /** 稼働会員, whom 客単価 divides by. */
  operating: number | null
}

/**
 * A month of several shops together. Whatever one shop does not know is null, never counted as 0, and the shops that have
 * entered all of it are summed beside; yen are whole, quotients are not rounded. `survival`: which share of joiners are still members so many months later.
 */
export function profitOf(month: string, shops: readonly ShopMonthCosts[], survival: readonly number[]): ProfitMonth {
  const sum = (of: (shop: ShopMonthCosts) => number | null) =>
    shops.length === 0 ? null : shops.reduce<number | null>((total, shop) => plus(total, of(shop)), 0)
  const [labor, ads, rent, other] = [
    sum((one) => one.labor),
    sum((one) => one.ads),
    sum((one) => one.rent),
    sum((one) => one.other),
  ]
  const costs = sum(costsOf)
  const entered = shops.filter((one) => costsOf(one) !== null)
  const netSales = sum((one) => one.netSales)
  const admissions = sum((one) => one.admissions)
  const acquisition = ratio(ads, admissions)
  const arpu = ratio(
    netSales,
    sum((one) => one.operating),
  )
  // What is left of a yen of sales for its own winning.
  const margin = netSales === null || costs === null || ads === null ? null : ratio(netSales - costs + ads, netSales)
  const perMonth = arpu === null || margin === null ? null : arpu * margin
  const payback = paybackOf(acquisition, perMonth, survival)
  return {
    ...{ month, labor, ads, rent, other, costs, netSales, admissions, acquisition, arpu },
    profit: netSales === null || costs === null ? null : netSales - costs,
    payback: payback === 'never' ? null : payback,
    isUnrecovered: payback === 'never',
    shops: shops.length,
    missingShops: shops.length - entered.length,
    missing: shops.filter((one) => costsOf(one) === null).map(({ shopId }) => shopId),
    entered: entered.length > 0 && entered.length < shops.length ? enteredOf(entered) : null,
  }
}

/** The sums of the shops that have entered every kind. */
function enteredOf(shops: readonly ShopMonthCosts[]) {
  const costs = shops.map(costsOf).reduce(plus)
  const netSales = shops.map((one) => one.netSales).reduce(plus)
  return { costs: costs ?? 0, profit: netSales === null || costs === null ? null : netSales - costs }
}

/**
 * Months until a joiner's contribution (`perMonth`, yen a month of membership) has paid their 獲得コスト, where each month
 * counts by the share that are still members; within the last month in proportion. Never: not within the months of a whole curve; null where the curve ends before.
 */
export function paybackOf(acquisition: number | null, perMonth: number | null, survival: readonly number[]) {
  if (acquisition === null || perMonth === null || survival.length === 0) return null
  if (acquisition > 0 && perMonth <= 0) return 'never' as const
  let rest = acquisition
  for (const [month, share] of survival.entries()) {
    const paid = share * perMonth
    if (rest <= Math.max(0, paid)) return rest === 0 ? month : month + rest / paid
    rest -= paid
  }
  return survival.length > longestCurve ? ('never' as const) : null
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
const costsOf = ({ labor, ads, rent, other }: ShopMonthCosts) => [labor, ads, rent, other].reduce(plus)
const ratio = (of: number | null, by: number | null) => (of === null || by === null || by <= 0 ? null : of / by)
