import { z } from 'zod'
import {
  authored,
  changesOf,
  Empty,
  listInput,
  listOf,
  versioned,
  zDate,
  zDateTime,
  zId,
  zPlannedDay,
  zText,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import {
  actionCategories,
  actionEvaluations,
  actionList,
  actionMetrics,
  actionPriorities,
  actionStatuses,
} from './words/report-action.ts'

const zStaff = z.strictObject({ id: zId, displayName: z.string() })
const zNote = zText(2000).nullable()
const zMetric = zWord(actionMetrics)
/** A count, yen with tax, or a share of 0–1. */
const zValue = z.number().min(-1_000_000_000).max(1_000_000_000).nullable()

/** Two periods of the same length: before the action, and from its first day on. */
const Move = z.strictObject({ before: zValue, after: zValue })

/** The change of the figure; known after 28 days. */
export const ActionEffect = z.strictObject({
  own: Move,
  /** The caller's other shops together; null where there are none. */
  others: Move.extend({ shops: z.int() }).nullable(),
})
export type ActionEffect = z.output<typeof ActionEffect>

export const ReportActionRow = z.strictObject({
  id: zId,
  shop: z.strictObject({ id: zId, name: z.string() }),
  /** The report it was created from. */
  dailyReport: z.strictObject({ id: zId, date: zDate }).nullable(),
  title: z.string(),
  category: zWord(actionCategories),
  priority: zWord(actionPriorities),
  metric: zMetric.nullable(),
  /**
   * For the 28 days before its start, by the current facts; null without data, and for money without `report.money`.
   */
  baseline: zValue,
  targetValue: zValue,
  /** For the days from its first on, at most 28, up to the data date. */
  actualValue: zValue,
  /** The number of days behind actualValue. */
  actualDays: z.int(),
  status: zWord(actionStatuses),
  progress: z.int(),
  isOverdue: z.boolean(),
  owner: zStaff,
  startOn: zDate,
  dueOn: zDate,
  evaluation: zWord(actionEvaluations).nullable(),
  ...authored,
})
export type ReportActionRow = z.output<typeof ReportActionRow>

export const ReportAction = ReportActionRow.extend({
  ownerStaffId: zId,
  shopId: zId,
  dailyReportId: zId.nullable(),
  plan: z.string(),
  doNote: z.string().nullable(),
  check: z.string().nullable(),
  nextAction: z.string().nullable(),
  /** Members of the list that it was created from, as far as the caller sees them. */
  people: z.int(),
  comments: z.array(z.strictObject({ staff: zStaff.nullable(), at: zDateTime, text: z.string() })),
  /** Null before 28 days have passed, and without a figure. */
  effect: ActionEffect.nullable(),
  /** Days until then, by the data date; 0 once it is known. */
  daysToEffect: z.int(),
  /** What the caller may change: everything, only progress and comments, or nothing. */
  mayWrite: z.enum(['all', 'progress', 'nothing']),
})
export type ReportAction = z.output<typeof ReportAction>

export const ReportActionDraft = z.strictObject({
  shopId: zId,
  dailyReportId: zId.nullable(),
  title: zText(60).pipe(z.string().trim().min(1)),
  category: zWord(actionCategories),
  priority: zWord(actionPriorities),
  metric: zMetric.nullable(),
  targetValue: zValue,
  plan: zText(2000).pipe(z.string().trim().min(1)),
  doNote: zNote,
  check: zNote,
  nextAction: zNote,
  evaluation: zWord(actionEvaluations).nullable(),
  ownerStaffId: zId,
  startOn: zPlannedDay,
  dueOn: zPlannedDay,
  status: zWord(actionStatuses),
  /** Percent; 100 only together with 完了. */
  progress: z.int().min(0).max(100),
})
export type ReportActionDraft = z.input<typeof ReportActionDraft>

export const reportAction = {
  list: get(
    '/shop/report-action/list',
    'reportAction.read',
    '改善アクションの一覧',
    {
      ...listInput(actionList),
      shopId: zId.optional(),
      ownerStaffId: zId.optional(),
      /** Those created from this report. */
      dailyReportId: zId.optional(),
    },
    listOf(ReportActionRow),
    { csv: { permission: 'report.export' } },
  ),
  create: post(
    '/shop/report-action/new',
    'reportAction.write',
    '改善アクションを登録する',
    ReportActionDraft.extend({
      /** Its members, by their users' ids; they stay as they are. */
      userIds: z.array(zId).max(500, { error: '対象の会員は500名までです。' }).optional(),
    }),
    ReportAction,
  ),
  get: get('/shop/report-action/:id', 'reportAction.read', '改善アクションの詳細', { id: zId }, ReportAction),
  update: put(
    '/shop/report-action/:id',
    'reportAction.write',
    '改善アクションを更新する、またはコメントする',
    changesOf(ReportActionDraft).extend({ comment: zText(500).pipe(z.string().trim().min(1)).optional() }),
    ReportAction,
  ),
  remove: del('/shop/report-action/:id', 'reportAction.write', '改善アクションを削除する', versioned, Empty),
} satisfies Endpoints
