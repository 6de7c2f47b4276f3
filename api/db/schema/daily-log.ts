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
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { inFile, memberNumber, number, of, shopNumber, without, words } from './exported.ts'
import { member } from './facts.ts'
import { staff } from './organisation.ts'

// Health data of members. The members' app writes it; staff only read, and head office deletes on a member's request.

/** An encrypted value (api/daily-logs/sealing.ts). */
const sealed = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

const kind = () => text('kind', { enum: valuesOf(logKinds) }).notNull()
const day = (name: string) => date(name, { mode: 'string' })

/** A member's day in one of the five logs. No foreign keys: days arrive in large batches, as facts do. */
export const dailyLog = pgTable(
  'daily_log',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id').notNull(),
    /** The member's shop on that day; it does not grant access to the row. */
    shopId: id('at_shop_id').notNull(),
    kind: kind(),
    date: day('date').notNull(),
    source: text('source', { enum: valuesOf(logSources) }).notNull(),
    recordedAt: instant('recorded_at').notNull(),
    /** The key that decrypts it. */
    keyId: text('key_id').notNull(),
    /** The content of the log. */
    sealed: sealed('sealed').notNull(),
  },
  (t) => [
    unique('daily_log_of_member').on(t.memberId, t.kind, t.date),
    // The order of a shop's list, with all its filters.
    index('daily_log_of_shop').on(t.shopId, t.kind, t.date, t.id, t.memberId),
    // For the retention.
    index('daily_log_date').on(t.date),
    index('daily_log_key').on(t.keyId, t.id),
  ],
)

/** Consent of a member to health data: every answer is kept, the last one counts. */
export const healthConsent = pgTable(
  'health_consent',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id').notNull(),
    kind: text('kind', { enum: valuesOf(consentKinds) }).notNull(),
    agreed: boolean('agreed').notNull(),
    at: instant('at').notNull(),
    /** Version of the text that was agreed to. */
    version: text('version').notNull(),
    /** Franchise companies that may see single days too. */
    companyIds: integer('company_ids').array().notNull().default(sql`'{}'`),
    /** Trainers with whom the menstrual log is shared. */
    sharedStaffIds: integer('shared_staff_ids').array().notNull().default(sql`'{}'`),
    /** True for the last row of a member and kind; kept by a trigger (api/db/sql/170-daily-logs.sql). */
    isCurrent: boolean('is_current').notNull().default(true),
  },
  (t) => [
    uniqueIndex('health_consent_current').on(t.memberId, t.kind).where(sql`${t.isCurrent}`),
    index('health_consent_member').on(t.memberId, t.kind, t.at),
  ],
)

/** Access of head office to a member's values for a quarter of an hour, with the reason. */
export const dailyLogReveal = pgTable(
  'daily_log_reveal',
  {
    id: generatedId('id').primaryKey(),
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Also ends with the session. */
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

/** The published figures of a shop's week: rounded counts and medians, computed once the week is over. */
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

/** Members whose days in a published week changed since; a week is republished only for at least five of them. */
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

/**
 * Changes of a member's shop, whoever made them: until the second Monday after one the member's weeks of health data
 * count where they did before.
 */
export const memberTransfer = pgTable(
  'member_transfer',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    fromShopId: id('from_shop_id').notNull(),
    /** In Tokyo. */
    movedOn: day('moved_on').notNull(),
  },
  (t) => [index('member_transfer_of_member').on(t.memberId, t.movedOn)],
)

/** A day on which a staff member looked at the values of unusually many members. */
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

export const access: readonly Access[] = [
  // Written by the members' app; staff only delete, on request.
  {
    table: dailyLog,
    rows: 'member',
    write: { delete: true },
    export: inFile(dailyLog, {
      file: 'health-days',
      label: '日次ログ',
      isHealth: true,
      columns: {
        ...{ ...number, ...memberNumber, shopId: '店舗の番号', kind: words('種類', logKinds), date: '日付' },
        ...{ source: words('記録方法', logSources), recordedAt: '記録日時', keyId: '鍵', sealed: '暗号文' },
      },
    }),
  },
  {
    table: healthConsent,
    rows: 'member',
    export: inFile(healthConsent, {
      file: 'health-consents',
      label: '健康情報の同意',
      isHealth: true,
      columns: {
        ...{
          ...number,
          ...memberNumber,
          kind: words('種類', consentKinds),
          agreed: '同意',
          at: '日時',
          version: '文面の版',
        },
        ...{ companyIds: '提供先の運営会社の番号', sharedStaffIds: of('staff', '共有先のスタッフの番号') },
        ...without('kept by a trigger', 'isCurrent'),
      },
    }),
  },
  {
    table: dailyLogReveal,
    rows: 'staff',
    write: { insert: true },
    export: { not: 'of the product that wrote it: who has looked at health days' },
  },
  {
    table: dailyLogWeek,
    rows: 'shop',
    export: inFile(dailyLogWeek, {
      file: 'health-weeks',
      label: '日次ログの週の集計',
      isHealth: true,
      columns: {
        ...{
          kind: words('種類', logKinds),
          week: '週',
          ...shopNumber,
          keyId: '鍵',
          sealed: '暗号文',
          publishedAt: '公開日時',
        },
      },
    }),
  },
  { table: dailyLogChange, rows: 'shop', read: false, export: { not: 'what is to be published again' } },
  {
    table: memberTransfer,
    rows: 'none',
    read: false,
    export: { not: 'weeks of health data until the second Monday after' },
  },
  {
    table: dailyLogNotice,
    rows: 'staff',
    write: { insert: true },
    export: { not: 'of the product that wrote it: who has looked at health days' },
  },
]
