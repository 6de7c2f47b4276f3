import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { targetFigures } from '#contract/words/shop-target.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, id } from './columns.ts'
import { authoredColumns, inFile, number, shopNumber } from './exported.ts'
import { shop } from './organisation.ts'

/** The targets of a shop's month, all four or none; none: those of every month (`shop.monthlyTargets`). */
export const shopTarget = pgTable(
  'shop_target',
  {
    id: generatedId('id').primaryKey(),
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    /** First day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    admission: integer('admission'),
    withdrawalMax: integer('withdrawal_max'),
    sales: integer('sales'),
    closingMembers: integer('closing_members'),
    ...authored(),
  },
  (t) => [
    unique('shop_target_month').on(t.shopId, t.month),
    check(
      'shop_target_whole',
      sql`num_nulls(${t.admission}, ${t.withdrawalMax}, ${t.sales}, ${t.closingMembers}) in (0, 4)`,
    ),
    check(
      'shop_target_not_negative',
      sql`least(${t.admission}, ${t.withdrawalMax}, ${t.sales}, ${t.closingMembers}) >= 0`,
    ),
  ],
)

export const access: readonly Access[] = [
  {
    table: shopTarget,
    rows: 'shop',
    write: anything,
    export: inFile(shopTarget, {
      file: 'monthly-targets',
      label: '月ごとの月次目標',
      since: 3,
      columns: { ...{ ...number, ...shopNumber, month: '月' }, ...targetFigures, ...authoredColumns },
    }),
  },
]
