import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dailyReportStatuses, weathers } from '#contract/words/daily-report.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, id, instant } from './columns.ts'
import { authoredColumns, inFile, labelled, madeOfTexts, number, of, shopNumber, without } from './exported.ts'
import { shop, staff } from './organisation.ts'

export interface Duty {
  staffId: string
  /** HH:mm of the business day, to 30:00. */
  from: string
  to: string
}

export interface Incident {
  time: string | null
  place: string | null
  /** The user's id. */
  userId: string | null
  what: string | null
  action: string | null
}

/** Corrections by staff to the counted figures, by the figure's name. */
export type StoredAdjustments = Record<string, { value: number; reason: string }>

/** The day's figures at submission, money included: `DayFacts` of the contract. */
export type StoredDay = object

/** A submission that was returned or reopened: what its approver saw. */
export interface StoredSubmission {
  submitterId: string | null
  /** As on the wire. */
  submittedAt: string
  adjustments: StoredAdjustments
  day: StoredDay
}

/** 店舗日報: one per shop and day. Its figures are counted; a submitted report keeps those at submission. */
export const dailyReport = pgTable(
  'daily_report',
  {
    id: generatedId('id').primaryKey(),
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    date: date('date', { mode: 'string' }).notNull(),
    status: text('status', { enum: valuesOf(dailyReportStatuses) }).notNull(),
    weather: text('weather', { enum: valuesOf(weathers) }),
    eventNote: text('event_note'),
    staffOnDuty: jsonb('staff_on_duty').$type<Duty[]>().notNull(),
    laborHours: numeric('labor_hours', { precision: 5, scale: 2, mode: 'number' }),
    adjustments: jsonb('adjustments').$type<StoredAdjustments>().notNull(),
    /** Yen, as the next four. */
    salesCash: integer('sales_cash'),
    salesCard: integer('sales_card'),
    cashFloat: integer('cash_float'),
    cashOnHand: integer('cash_on_hand'),
    cashDiff: integer('cash_diff').generatedAlwaysAs(sql`cash_on_hand - (cash_float + sales_cash)`),
    cashComment: text('cash_comment'),
    goodPoints: text('good_points'),
    issues: text('issues'),
    memberVoice: text('member_voice'),
    incident: jsonb('incident').$type<Incident>(),
    hasIncident: boolean('has_incident').notNull().generatedAlwaysAs(sql`incident is not null`),
    facilityTrouble: text('facility_trouble'),
    handover: text('handover'),
    tomorrowPlan: text('tomorrow_plan'),
    imgUrls: text('img_urls').array().notNull(),
    /** The texts except the till comment, folded, for the search. */
    searchText: text('search_text').notNull(),
    /** Null until it is submitted. */
    asSubmitted: jsonb('as_submitted').$type<StoredDay>(),
    /** Submissions that were returned or reopened, the first one first. */
    earlierSubmissions: jsonb('earlier_submissions').$type<StoredSubmission[]>().notNull().default([]),
    /** Everyone who wrote in it or submitted it: none of them approves it. */
    writerIds: integer('writer_ids').array().notNull().default(sql`'{}'`),
    /** Who edited it last. */
    authorId: id('author_id').references(() => staff.id, { onDelete: 'set null' }),
    submitterId: id('submitter_id').references(() => staff.id, { onDelete: 'set null' }),
    submittedAt: instant('submitted_at'),
    /** Who approved, returned or reopened it last. */
    approverId: id('approver_id').references(() => staff.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
    approverComment: text('approver_comment'),
    approvedAt: instant('approved_at'),
    ...authored(),
  },
  (t) => [
    uniqueIndex('daily_report_day').on(t.shopId, t.date),
    // Covers the board: a month of 200 shops is read from the index alone.
    index('daily_report_board').on(t.shopId, t.date, t.status, t.id, t.hasIncident),
    index('daily_report_date').on(t.date, t.id),
    check('daily_report_approved', sql`(${t.status} = 'approved') = (${t.approvedAt} is not null)`),
    check('daily_report_submitted', sql`${t.status} = 'draft' or ${t.asSubmitted} is not null`),
  ],
)

/** A report to insert. */
export type NewDailyReport = Omit<typeof dailyReport.$inferInsert, 'searchText'> & { searchText: SQL<string> }

export const access: readonly Access[] = [
  // Never deleted.
  {
    table: dailyReport,
    rows: 'shop',
    write: { insert: true, update: true },
    export: inFile(dailyReport, {
      file: 'daily-reports',
      label: '店舗日報',
      fields: dailyReportFields,
      columns: {
        ...number,
        ...shopNumber,
        ...labelled('date'),
        status: { words: dailyReportStatuses },
        weather: { words: weathers },
        eventNote: { formerly: ['行事'] },
        staffOnDuty: { formerly: ['勤務'] },
        laborHours: { formerly: ['労働時間'] },
        adjustments: { formerly: ['数字の修正'] },
        ...labelled('salesCash', 'salesCard', 'cashFloat'),
        cashOnHand: { formerly: ['現金有高'] },
        cashComment: { formerly: ['過不足のコメント'] },
        ...labelled('goodPoints', 'issues', 'memberVoice'),
        incident: { formerly: ['事故・トラブル'] },
        facilityTrouble: { formerly: ['設備の不具合'] },
        ...labelled('handover', 'tomorrowPlan'),
        imgUrls: { is: 'picture' },
        asSubmitted: '提出時の数字',
        authorId: of('staff', '作成者の番号'),
        earlierSubmissions: '以前の提出',
        writerIds: '記入者の番号',
        submitterId: of('staff', '提出者の番号'),
        ...labelled('submittedAt'),
        approverId: of('staff', '承認者の番号'),
        decidedAt: '判断日時',
        ...labelled('approverComment', 'approvedAt'),
        ...authoredColumns,
        ...without(madeOfTexts, 'searchText'),
        ...without('generated by the database', 'cashDiff', 'hasIncident'),
      },
    }),
  },
]
