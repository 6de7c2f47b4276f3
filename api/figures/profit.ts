import type { ProfitMonth } from '#contract/shop-cost.ts'

/** A shop's month: its costs as entered, and its figures; null: not known. */
export interface ShopMonthCosts {
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
 * A month of several shops together. Whatever one shop does not know is null, never counted as 0; yen are whole,
 * quotients are not rounded.
 */
export function profitOf(month: string, shops: readonly ShopMonthCosts[]): ProfitMonth {
  const sum = (of: (shop: ShopMonthCosts) => number | null) =>
    shops.length === 0 ? null : shops.reduce<number | null>((total, shop) => plus(total, of(shop)), 0)
  const [labor, ads, rent, other] = [
    sum((one) => one.labor),
    sum((one) => one.ads),
    sum((one) => one.rent),
    sum((one) => one.other),
  ]
  const costs = sum(costsOf)
  const netSales = sum((one) => one.netSales)
  const admissions = sum((one) => one.admissions)
  const acquisition = ratio(ads, admissions)
  const arpu = ratio(
    netSales,
    sum((one) => one.operating),
  )
  return {
    ...{ month, labor, ads, rent, other, costs, netSales, admissions, acquisition, arpu },
    profit: netSales === null || costs === null ? null : netSales - costs,
    payback: ratio(acquisition, arpu),
    shops: shops.length,
    missingShops: shops.filter((one) => costsOf(one) === null).length,
  }
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
const costsOf = ({ labor, ads, rent, other }: ShopMonthCosts) => [labor, ads, rent, other].reduce(plus)
const ratio = (of: number | null, by: number | null) => (of === null || by === null || by <= 0 ? null : of / by)
