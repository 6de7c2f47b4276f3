import { z } from 'zod'
import { zDate, zId, zRate, zWord, zYen } from './common.ts'
import { reportDays, reportHead, zCount } from './report-head.ts'
import { seriesUnits } from './words/admission.ts'
import { paymentMethods } from './words/member-record.ts'
import { salesCategories } from './words/report.ts'
import { buyersOf, productClasses, productGroups, productSorts, salesBases, taxes } from './words/sales.ts'

/** The longest period by day. */
export const longestByDay = 92

const period = z.strictObject({ from: zDate, to: zDate })

/** Amounts are null where no sales of the period are known. */
const amounts = {
  /** Settled, before refunds, tax included. */
  gross: zYen.nullable(),
  /** Tax included, a positive amount. */
  refund: zYen.nullable(),
  net: zYen.nullable(),
  netExTax: zYen.nullable(),
  /**
   * Σ net ÷ Σ mean 稼働会員 of its months, tax included; a running month is in it only alone. Null unless the period is of
   * whole months, and by target month.
   */
  arpu: zRate,
}

/** A period to compare with: null where not all days of both are known. */
const Compared = z.strictObject({ ...period.shape, ...amounts })

/** A part of the net sales. */
const part = {
  /** By `tax`. */
  net: zYen,
  /** Of all; null where all is not above 0. */
  share: zRate,
}

/** Sales without refunds: a refund has its own row of its amount only. */
const count = z.int()

export const Sales = z.strictObject({
  requestInfo: z.strictObject({
    shopId: zId.nullable(),
    ...period.shape,
    unit: zWord(seriesUnits),
    basis: zWord(salesBases),
    tax: zWord(taxes),
  }),
  ...reportHead,
  /** The counted days; null before the data. */
  period: period.nullable(),
  summary: z.strictObject({
    ...amounts,
    /** Dues of the months that begin in the period and whose run is over: what is not paid yet. */
    unpaid: zYen.nullable(),
    collectionRate: zRate,
    /**
     * As many months or days before; while the last month is open, to the same day. Null by target month while it is.
     */
    prev: Compared.nullable(),
    /** The period a year before. */
    lastYear: Compared.nullable(),
  }),
  /** By `tax`; null where no sales of the period are known. */
  byCategory: z.array(z.strictObject({ category: zWord(salesCategories), ...part })).nullable(),
  /** A point a day or month of the period; null where nothing is known of it. */
  series: z.array(
    z.strictObject({
      date: zDate,
      net: zYen.nullable(),
      byCategory: z.record(zWord(salesCategories), zYen.nullable()),
    }),
  ),
  /** The largest first. */
  byPayment: z.array(z.strictObject({ method: zWord(paymentMethods), count, ...part })).nullable(),
  /** The largest first, sales of nobody last (null). */
  byStaff: z.array(z.strictObject({ staffId: zId.nullable(), name: z.string().nullable(), count, ...part })).nullable(),
  /**
   * The shops' goals, tax included. Null where no month has one, for parts of months, without tax and by target month.
   */
  goal: z
    .strictObject({
      /** Of each month; null of one without a goal, or whose sales are not known from its first day. */
      months: z.array(zYen.nullable()),
      /** First days of the months up to the data date that have both: `net` ÷ `period` is of them. */
      compared: z.array(zDate),
      period: zYen,
      net: zYen,
    })
    .nullable(),
})
export type Sales = z.output<typeof Sales>

export const salesInput = {
  ...reportDays,
  /** `day` for at most 92 days. */
  unit: zWord(seriesUnits).default('day'),
  /** `targetMonth` with `unit=month` and whole months only. */
  basis: zWord(salesBases).default('settled'),
  /** Of series, categories, methods and staff. */
  tax: zWord(taxes).default('included'),
}

const Product = z.strictObject({
  productId: zId,
  code: z.string(),
  name: z.string(),
  /** As it is now. */
  category: zWord(salesCategories),
  /** Less what was refunded. */
  quantity: z.int(),
  /** Before discounts and refunds, tax included: gross − discount − refund = net with tax. */
  gross: zYen,
  discount: zYen,
  refund: zYen,
  /** By `tax`. */
  ...part,
  /** Of this product and those with more net sales. */
  cumShare: zRate,
  class: zWord(productClasses).nullable(),
  /** Members who bought, as `buyersOf` says; null unless the period is of whole months. */
  buyers: zCount,
  /** Net sales to members ÷ buyers, by `tax`. */
  perBuyer: zRate,
  /** In the period before, as `prev` says; null where not all days of both are known. */
  prevNet: zYen.nullable(),
})
export type Product = z.output<typeof Product>

export const ProductSales = z.strictObject({
  requestInfo: z.strictObject({
    shopId: zId.nullable(),
    ...period.shape,
    category: zWord(productGroups).nullable(),
    unit: zWord(seriesUnits),
    tax: zWord(taxes),
    limit: z.int(),
    sortKey: zWord(productSorts),
  }),
  ...reportHead,
  period: period.nullable(),
  /** Of the group, or of all. */
  total: z.strictObject({
    /** How many products were sold. */
    products: zCount,
    quantity: zCount,
    gross: zYen.nullable(),
    discount: zYen.nullable(),
    refund: zYen.nullable(),
    net: zYen.nullable(),
    prevNet: zYen.nullable(),
  }),
  prev: period.nullable(),
  /** `people`: of one shop and month. `months`: who buys in three months, or in two shops, counts as often. */
  buyersOf: zWord(buyersOf).nullable(),
  items: z.array(Product),
  /** What `limit` leaves out: items and these add up to the total. */
  rest: z.strictObject({ products: z.int(), net: zYen }),
  /** The five products with the most net sales, a point a day or month; null where nothing is known of it. */
  series: z.array(
    z.strictObject({
      productId: zId,
      name: z.string(),
      points: z.array(z.strictObject({ date: zDate, net: zYen.nullable() })),
    }),
  ),
})
export type ProductSales = z.output<typeof ProductSales>

export const productSalesInput = {
  ...reportDays,
  category: zWord(productGroups).optional(),
  /** Of the series; `day` for at most 92 days. */
  unit: zWord(seriesUnits).default('month'),
  tax: zWord(taxes).default('included'),
  limit: z.int().min(1).max(500).default(50),
  sortKey: zWord(productSorts).default('net'),
}
