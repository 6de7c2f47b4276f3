import { sql } from 'drizzle-orm'
import { check, date, integer, jsonb, pgTable, unique } from 'drizzle-orm/pg-core'
import { type AdPart, ShopCostDraft } from '#contract/shop-cost.ts'
import { adPartsLabel, costKinds } from '#contract/words/shop-cost.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, id } from './columns.ts'
import { authoredColumns, inFile, number, shopNumber } from './exported.ts'
import { shop } from './organisation.ts'

/** 費用 of a shop and month, in yen; null: not entered. */
export const shopCost = pgTable(
  'shop_cost',
  {
    id: generatedId('id').primaryKey(),
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    /** First day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    labor: integer('labor'),
    ads: integer('ads'),
    rent: integer('rent'),
    other: integer('other'),
    /** Named parts of `ads`: their sum is at most it. */
    adParts: jsonb('ad_parts').$type<AdPart[]>().notNull().default([]),
    ...authored(),
  },
  (t) => [
    unique('shop_cost_month').on(t.shopId, t.month),
    check('shop_cost_not_negative', sql`least(${t.labor}, ${t.ads}, ${t.rent}, ${t.other}) >= 0`),
  ],
)

export const access: readonly Access[] = [
  {
    table: shopCost,
    rows: 'shop',
    write: anything,
    export: inFile(shopCost, {
      file: 'costs',
      label: '費用',
      columns: {
        ...{ ...number, ...shopNumber, month: '月' },
        ...costKinds,
        adParts: {
          heading: adPartsLabel,
          without: '[]',
          holds: (value) => ShopCostDraft.shape.adParts.safeParse(value).success,
        },
        ...authoredColumns,
      },
    }),
  },
]
