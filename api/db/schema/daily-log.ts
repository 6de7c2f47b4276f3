import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { consentKinds, logKinds, logSources } from '#contract/words/daily-log.ts'
import { valuesOf } from '#contract/words/words.ts'
import { generatedId, id, instant } from './columns.ts'
import { staff } from './organisation.ts'

// Health data of members. The members' app writes it; staff only read, and head office removes what a member wants removed.

/** What a value is once it is sealed (api/daily-logs/sealing.ts). */
const sealed = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

const kind = () => text('kind', { enum: valuesOf(logKinds) }).notNull()
const day = (name: string) => date(name, { mode: 'string' })

/** A member's day in one of the five logs. No foreign keys: days arrive by the hundred thousand, as facts do. */
export const dailyLog = pgTable(
  'daily_log',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id').notNull(),
    /** The member's shop on that day: it does not say who may read the row. */
    shopId: id('at_shop_id').notNull(),
    kind: kind(),
    date: day('date').notNull(),
    source: text('source', { enum: valuesOf(logSources) }).notNull(),
    recordedAt: instant('recorded_at').notNull(),
    /** Which key opens it. */
    keyId: text('key_id').notNull(),
    /** Everything that the log says. */
    sealed: sealed('sealed').notNull(),
  },
  (t) => [
    unique('daily_log_of_member').on(t.memberId, t.kind, t.date),
    // The order of a shop's list, with all that it is narrowed by.
    index('daily_log_of_shop').on(t.shopId, t.kind, t.date, t.id, t.memberId),
    // What becomes too old.
    index('daily_log_date').on(t.date),
    index('daily_log_key').on(t.keyId, t.id),
  ],
)

/** What a member has said about their health data: each word stays, the last one holds. */
export const healthConsent = pgTable(
  'health_consent',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id').notNull(),
    kind: text('kind', { enum: valuesOf(consentKinds) }).notNull(),
    agreed: boolean('agreed').notNull(),
    at: instant('at').notNull(),
    /** Of the text that was agreed to. */
    version: text('version').notNull(),
    /** Franchise companies that may see single days as well. */
    companyIds: integer('company_ids').array().notNull().default(sql`'{}'`),
    /** Trainers with whom the cycle is shared. */
    sharedStaffIds: integer('shared_staff_ids').array().notNull().default(sql`'{}'`),
    /** Of member and kind the last one; kept by a trigger (api/db/sql/170-daily-logs.sql). */
    isCurrent: boolean('is_current').notNull().default(true),
  },
  (t) => [
    uniqueIndex('health_consent_current').on(t.memberId, t.kind).where(sql`${t.isCurrent}`),
    index('health_consent_member').on(t.memberId, t.kind, t.at),
  ],
)

/** What somebody at head office reads for a quarter of an hour, and why. */
export const dailyLogReveal = pgTable(
  'daily_log_reveal',
  {
    id: generatedId('id').primaryKey(),
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** It ends with the session. */
    sid: text('sid').notNull(),
    memberId: id('of_member_id').notNull(),
    kind: kind(),
    from: day('from').notNull(),
    to: day('to').notNull(),
    until: instant('until').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [index('daily_log_reveal_of').on(t.staffId, t.memberId, t.kind)],
)

/** What is told of a shop's week: round counts and medians, made once the week is over. */
export const dailyLogWeek = pgTable(
  'daily_log_week',
  {
    kind: kind(),
    /** Its Monday. */
    week: day('week').notNull(),
    shopId: id('shop_id').notNull(),
    keyId: text('key_id').notNull(),
    sealed: sealed('sealed').notNull(),
    publishedAt: instant('published_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.kind, t.week] })],
)

/** Whose days of a week that is over have changed since it was told; a week is told anew only for five of them. */
export const dailyLogChange = pgTable(
  'daily_log_change',
  {
    kind: kind(),
    week: day('week').notNull(),
    shopId: id('shop_id').notNull(),
    memberId: id('member_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.week, t.shopId, t.memberId] })],
)

/** A day on which somebody looked at the values of unusually many members. */
export const dailyLogNotice = pgTable(
  'daily_log_notice',
  {
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    date: day('date').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.date] })],
)
