import { sql } from 'drizzle-orm'
import { check, date, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { type ReconciledFigure, reconciledReports } from '#contract/words/reconciliation.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { ofConnection } from './exported.ts'
import { shop, staff } from './organisation.ts'

/** A lesson of RS002. */
export interface StoredLesson {
  room: string
  /** `YYYY-MM-DD HH:MM` of Tokyo. */
  startAt: string
  spaces: number
  bookings: number
}

/** The club system's own figures of a month, as somebody has brought them in a file (decision 0085). */
export const clubFigures = pgTable(
  'club_figures',
  {
    id: generatedId('id').primaryKey(),
    brandCode: text('brand_code').notNull(),
    report: text('report', { enum: valuesOf(reconciledReports) }).notNull(),
    /** Null: of all studios. */
    shopId: id('shop_id').references(() => shop.id, { onDelete: 'cascade' }),
    /** Its first day. */
    month: date('month', { mode: 'string' }).notNull(),
    figures: jsonb('figures').$type<Partial<Record<ReconciledFigure, number>>>().notNull(),
    lessons: jsonb('lessons').$type<StoredLesson[]>().notNull(),
    /** When the file was made, as far as the browser knows. */
    madeAt: instant('made_at').notNull(),
    broughtAt: instant('brought_at').notNull(),
    broughtBy: id('brought_by').references(() => staff.id, { onDelete: 'set null' }),
  },
  (t) => [
    unique('club_figures_month').on(t.brandCode, t.report, t.shopId, t.month).nullsNotDistinct(),
    check('club_figures_first_day', sql`extract(day from ${t.month}) = 1`),
  ],
)

export const access: readonly Access[] = [
  {
    table: clubFigures,
    rows: 'headOffice',
    write: { insert: true, update: true, delete: true },
    export: { not: ofConnection },
  },
]
