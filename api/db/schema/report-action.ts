import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
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
import { authoredColumns, inFile, madeOfTexts, number, of, shopNumber, without, words } from './exported.ts'
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

export const access: readonly Access[] = [
  {
    table: reportAction,
    rows: 'shop',
    write: anything,
    export: inFile(reportAction, {
      file: 'actions',
      label: '改善アクション',
      columns: {
        ...{
          ...number,
          ...shopNumber,
          dailyReportId: '店舗日報の番号',
          title: 'タイトル',
          category: words('分類', actionCategories),
        },
        ...{ priority: words('優先度', actionPriorities), metric: words('指標', actionMetrics), targetValue: '目標値' },
        ...{ plan: '計画', doNote: '実行', check: '確認', nextAction: '次の対応' },
        ...{ evaluation: words('評価', actionEvaluations), ownerStaffId: of('staff', '担当者の番号') },
        ...{ startOn: '開始日', dueOn: '期限', status: words('状態', actionStatuses), progress: '進捗' },
        ...{ comments: 'コメント', ...authoredColumns },
        ...without(madeOfTexts, 'searchText'),
      },
    }),
  },
]
