export interface LtvParts {
  /** Sales per member and month, yen. */
  salesPerMember: number | null
  /** Months. */
  avgTenureMonths: number | null
}

/**
 * Why one group's 予測LTV differs from another's: the part of its sales and the part of its tenure, in yen, each by the
 * mean of the other factor, so that both add up to the difference whatever their order. Null where a factor is unknown.
 */
export function ltvDifference(one: LtvParts, other: LtvParts, margin = 1) {
  const [sales, tenure] = [one.salesPerMember, one.avgTenureMonths]
  const [otherSales, otherTenure] = [other.salesPerMember, other.avgTenureMonths]
  if (sales === null || tenure === null || otherSales === null || otherTenure === null) return null
  return {
    total: (sales * tenure - otherSales * otherTenure) * margin,
    bySales: ((sales - otherSales) * (tenure + otherTenure) * margin) / 2,
    byTenure: ((tenure - otherTenure) * (sales + otherSales) * margin) / 2,
  }
}
