import { type SQL, sql } from 'drizzle-orm'
import type { Product, ProductSales } from '#contract/report-sales.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import type { ProductClass, ProductGroup, Tax } from '#contract/words/sales.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { ratio } from './money.ts'
import { capped, type Period, within } from './periods.ts'
import { cutBy, isWhole, knownDays } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { comparedTo, pointDays, pointsOf, readOf } from './sales-days.ts'

export type ProductFigures = Omit<ProductSales, 'requestInfo' | 'generatedAt' | 'dataAsOf' | 'reach' | 'isProvisional'>

interface Requested extends Period {
  category?: ProductGroup | undefined
  unit: 'day' | 'month'
  tax: Tax
  limit: number
  sortKey: 'net' | 'quantity'
}

/** How many products the series follows. */
const followed = 5

/**
 * Settled sales by product, of these shops and days up to the data date (docs/domain.md, "Products"); yen, rates
 * unrounded. Shares and classes are by net sales, whatever `sortKey` says.
 */
export async function productFigures(db: Db, scope: ReportScope, requested: Requested): Promise<ProductFigures> {
  const { reach, dataDate } = scope
  const period = dataDate === null ? null : capped(requested, dataDate)
  const known = period === null ? [] : knownDays(reach, period, 'sales')
  if (period === null || dataDate === null || known.length === 0) return { ...nothingKnown, period }
  const shops = idArray(scope.shopIds)
  const read = (of: readonly Period[]) => readProducts(db, shops, of, { dataDate, category: requested.category })
  const rows = await read(known)
  const { prev } = comparedTo(requested, period)
  const isComparable = isWhole(reach, period, 'sales') && isWhole(reach, prev, 'sales')
  const before = isComparable ? await read([prev]) : null

  const yen = (row: Row) => row.net - (requested.tax === 'excluded' ? row.tax : 0)
  const net = sumOf(rows, yen)
  const { months, days } = readOf(known, dataDate)
  const hasBuyers = days.length === 0
  let passed = 0
  const ranked = rows
    .toSorted((one, other) => yen(other) - yen(one) || one.productId - other.productId)
    .map((row, at): Product => {
      passed += yen(row)
      const cumShare = net > 0 ? passed / net : null
      const was = before?.find(({ productId }) => productId === row.productId)
      return {
        productId: String(row.productId),
        code: row.code,
        name: row.name,
        category: row.category,
        quantity: row.quantity,
        gross: row.net + row.refund + row.discount,
        discount: row.discount,
        refund: row.refund,
        net: yen(row),
        share: net > 0 ? yen(row) / net : null,
        cumShare,
        class: cumShare === null ? null : classOf(cumShare, at),
        buyers: hasBuyers ? row.buyers : null,
        perBuyer: hasBuyers
          ? ratio(row.buyersNet - (requested.tax === 'excluded' ? row.buyersTax : 0), row.buyers)
          : null,
        prevNet: before && (was ? yen(was) : 0),
      }
    })
  const shown = (
    requested.sortKey === 'quantity' ? ranked.toSorted((one, other) => other.quantity - one.quantity) : ranked
  ).slice(0, requested.limit)
  return {
    period,
    total: {
      products: rows.length,
      quantity: sumOf(rows, (row) => row.quantity),
      gross: sumOf(rows, (row) => row.net + row.refund + row.discount),
      discount: sumOf(rows, (row) => row.discount),
      refund: sumOf(rows, (row) => row.refund),
      net,
      prevNet: before && sumOf(before, yen),
    },
    prev,
    buyersOf: !hasBuyers ? null : months.length === 1 && scope.shopIds.length === 1 ? 'people' : 'months',
    items: shown,
    rest: { products: ranked.length - shown.length, net: net - sumOf(shown, (one) => one.net) },
    series: await readSeries(db, scope, requested, known, ranked.slice(0, followed)),
  }
}

const nothingKnown: Omit<ProductFigures, 'period'> = {
  total: { products: null, quantity: null, gross: null, discount: null, refund: null, net: null, prevNet: null },
  prev: null,
  buyersOf: null,
  items: [],
  rest: { products: 0, net: 0 },
  series: [],
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0)

/** A to 70 %, B to 90 %. The first is A whatever its share: a club's dues alone may be 80 %. */
const classOf = (cumShare: number, at: number): ProductClass =>
  at === 0 || cumShare <= 0.7 ? 'A' : cumShare <= 0.9 ? 'B' : 'C'

interface Row {
  productId: number
  code: string
  name: string
  category: SalesCategory
  quantity: number
  discount: number
  refund: number
  net: number
  tax: number
  buyers: number
  buyersNet: number
  buyersTax: number
}

function readProducts(
  db: Db,
  shops: SQL,
  stretches: readonly Period[],
  { dataDate, category }: { dataDate: string; category: ProductGroup | undefined },
): Promise<Row[]> {
  const { isMonth, days } = readOf(stretches, dataDate)
  return rowsOf<Row>(
    db,
    sql`
      select p.id as "productId", p.code, p.name, p.category, s.quantity, s.discount, s.refund, s.net, s.tax, s.buyers,
        s.buyers_net as "buyersNet", s.buyers_tax as "buyersTax"
      from (
        select product_id, sum(quantity) as quantity, sum(discount) as discount, sum(refund) as refund, sum(net) as net,
          sum(tax) as tax, sum(buyers) as buyers, sum(buyers_net) as buyers_net, sum(buyers_tax) as buyers_tax
        from (
          select product_id, quantity, discount, refund, net, tax, buyers, buyers_net, buyers_tax
          from shop_month_product where shop_id = any(${shops}) and ${isMonth(sql`month`)}
          union all
          select product_id, quantity, discount, refund, net, tax, 0, 0, 0
          from shop_day_product where shop_id = any(${shops}) and ${within(sql`date`, days)}
        ) one
        group by product_id
      ) s
      join product p on p.id = s.product_id
      where ${inGroup(category)}`,
  )
}

const inGroup = (category: ProductGroup | undefined): SQL => {
  if (category === undefined) return sql`true`
  return category === 'exceptDues' ? sql`p.category <> 'membershipFee'` : sql`p.category = ${category}`
}

async function readSeries(
  db: Db,
  { shopIds, dataDate }: ReportScope,
  { unit, tax, ...requested }: Requested,
  known: readonly Period[],
  products: readonly Product[],
): Promise<ProductSales['series']> {
  if (products.length === 0 || dataDate === null) return []
  const shops = idArray(shopIds)
  const these = idArray(products.map(({ productId }) => productId))
  const { isMonth, days } = unit === 'day' ? { isMonth: () => sql`false`, days: known } : readOf(known, dataDate)
  const rows = await rowsOf<{ productId: number; date: string; net: number; tax: number }>(
    db,
    sql`
      select product_id as "productId", date, sum(net) as net, sum(tax) as tax
      from (
        select product_id, month as date, net, tax from shop_month_product
        where shop_id = any(${shops}) and ${isMonth(sql`month`)} and product_id = any(${these})
        union all
        select product_id, ${unit === 'day' ? sql`date` : sql`month_of(date)`}, net, tax from shop_day_product
        where shop_id = any(${shops}) and ${within(sql`date`, days)} and product_id = any(${these})
      ) one
      group by product_id, date`,
  )
  const byPoint = new Map(
    rows.map((row) => [`${row.productId} ${row.date}`, row.net - (tax === 'excluded' ? row.tax : 0)]),
  )
  return products.map(({ productId, name }) => ({
    productId,
    name,
    points: pointsOf(requested, unit).map((date) => {
      const isKnown = cutBy(pointDays(date, unit, requested), known).length > 0
      return { date, net: isKnown ? (byPoint.get(`${productId} ${date}`) ?? 0) : null }
    }),
  }))
}
