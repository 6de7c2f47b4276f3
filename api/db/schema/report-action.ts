import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { actionFields } from '#contract/words/fields/report-action.ts'
import {
  actionCategories,
  actionEvaluations,
  actionMetrics,
  actionPriorities,
  actionStatuses,
} from '#contract/words/report-action.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, id } from './columns.ts'
import { dailyReport } from './daily-report.ts'
import {
  authoredColumns,
  inFile,
  labelled,
  madeOfTexts,
  memberNumber,
  number,
  of,
  shopNumber,
  without,
} from './exported.ts'
import { member } from './facts.ts'
import { shop, staff } from './organisation.ts'

export interface StoredComment {
  staffId: string
  /** ISO instant. */
  at: string
  text: string
}

/** 改善アクション: a shop's task with an owner and a due date. Its effect is computed from the facts. */
export const reportAction = pgTable(
  'report_action',
  {
    id: generatedId('id').primaryKey(),
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    dailyReportId: id('daily_report_id').references(() => dailyReport.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    category: text('category', { enum: valuesOf(actionCategories) }).notNull(),
    priority: text('priority', { enum: valuesOf(actionPriorities) }).notNull(),
    metric: text('metric', { enum: valuesOf(actionMetrics) }),
    targetValue: doublePrecision('target_value'),
    plan: text('plan').notNull(),
    doNote: text('do_note'),
    check: text('check_note'),
    nextAction: text('next_action'),
    evaluation: text('evaluation', { enum: valuesOf(actionEvaluations) }),
    ownerStaffId: id('owner_staff_id')
      .notNull()
      .references(() => staff.id),
    startOn: date('start_on', { mode: 'string' }).notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    status: text('status', { enum: valuesOf(actionStatuses) }).notNull(),
    /** Percent. */
    progress: integer('progress').notNull(),
    comments: jsonb('comments').$type<StoredComment[]>().notNull(),
    /** Title and texts, folded, for the search. */
    searchText: text('search_text').notNull(),
    ...authored(),
  },
  (t) => [index('report_action_due').on(t.shopId, t.dueOn), check('report_action_days', sql`due_on >= start_on`)],
)

/** The members of an action: those of the list that it was created from. */
export const reportActionMember = pgTable(
  'report_action_member',
  {
    actionId: id('action_id')
      .notNull()
      .references(() => reportAction.id, { onDelete: 'cascade' }),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.actionId, t.memberId] }), index('report_action_member_member').on(t.memberId)],
)

export const access: readonly Access[] = [
  {
    table: reportAction,
    rows: 'shop',
    write: anything,
    export: inFile(reportAction, {
      file: 'actions',
      label: '改善アクション',
      fields: actionFields,
      columns: {
        ...number,
        ...shopNumber,
        dailyReportId: { heading: '元の日報の番号', formerly: ['店舗日報の番号'] },
        title: { formerly: ['タイトル'] },
        category: { words: actionCategories, formerly: ['分類'] },
        priority: { words: actionPriorities },
        metric: { words: actionMetrics },
        targetValue: { formerly: ['目標値'] },
        ...labelled('plan'),
        doNote: { formerly: ['実行'] },
        check: { formerly: ['確認'] },
        nextAction: { formerly: ['次の対応'] },
        evaluation: { words: actionEvaluations },
        ownerStaffId: of('staff', '担当者の番号'),
        ...labelled('startOn', 'dueOn'),
        status: { words: actionStatuses },
        ...labelled('progress'),
        comments: 'コメント',
        ...authoredColumns,
        ...without(madeOfTexts, 'searchText'),
      },
    }),
  },
  {
    table: reportActionMember,
    rows: 'member',
    write: { insert: true },
    export: inFile(reportActionMember, {
      file: 'action-members',
      label: '改善アクションの対象の会員',
      since: 6,
      columns: { actionId: '改善アクションの番号', ...memberNumber },
    }),
  },
]
