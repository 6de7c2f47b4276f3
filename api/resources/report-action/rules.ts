import type { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import type { ReportAction, ReportActionDraft } from '#contract/report-action.ts'
import { actionStatuses, actionSteps, isMoneyMetric } from '#contract/words/report-action.ts'
import type { Ctx } from '../../context.ts'
import { type ActionRecord, isReportOf, worksFor } from './repository.ts'

export type Draft = z.output<typeof ReportActionDraft>
export type Changes = { [K in keyof Draft]?: Draft[K] | undefined }

const invalid = (fields: Record<string, string>) => new ApiError('invalid', { fields })

/** Part-time staff (level2) may update the progress of their own actions; everything else needs a higher level. */
export function mayWrite(ctx: Ctx, { ownerStaffId }: Pick<ActionRecord, 'ownerStaffId'>): ReportAction['mayWrite'] {
  if (!ctx.can('reportAction.write')) return 'nothing'
  if (ctx.principal.role !== 'level2') return 'all'
  return ownerStaffId === ctx.principal.staffId ? 'progress' : 'nothing'
}

/** 403 for callers who may not write at all, or only progress and comments. */
export function requireMayWrite(ctx: Ctx, row: Pick<ActionRecord, 'ownerStaffId'>, changes: Changes) {
  const may = mayWrite(ctx, row)
  const others = Object.keys(changes).filter((field) => field !== 'progress')
  if (may === 'all' || (may === 'progress' && others.length === 0)) return
  throw new ApiError('forbidden', {
    message:
      may === 'progress'
        ? '担当するアクションでは、進捗とコメントだけを変更できます。'
        : 'このアクションを変更する権限がありません。',
  })
}

/** Keeps status and progress consistent: 完了 is 100 per cent. */
export function withProgress(before: Draft | null, after: Draft): Draft {
  if (after.status === 'done') return { ...after, progress: 100 }
  if (before?.status === 'done' && after.progress === 100) return { ...after, progress: 90 }
  return after
}

/** 422 for inconsistent values. */
export async function requireSound(ctx: Ctx, before: Draft | null, after: Draft) {
  const fields: Record<string, string> = {}
  if (after.dueOn < after.startOn) fields.dueOn = 'この項目には、開始日以降の日付を入力してください。'
  if (after.progress === 100 && after.status !== 'done') {
    fields.progress = '進捗を100%にするには、状態を「完了」にしてください。'
  }
  if (before && before.status !== after.status && !actionSteps[before.status].includes(after.status)) {
    fields.status = `「${actionStatuses[before.status]}」から「${actionStatuses[after.status]}」には変更できません。`
  }
  if (after.metric === null && after.targetValue !== null) fields.targetValue = '指標を選ぶと、目標を入力できます。'
  const metricIsNew = before?.metric !== after.metric || before?.targetValue !== after.targetValue
  if (metricIsNew && after.metric && isMoneyMetric(after.metric) && !ctx.can('report.money')) {
    fields.metric = 'この項目には、金額の指標を選択できません。'
  }
  const isMoved = before?.shopId !== after.shopId
  if (
    (isMoved || before?.ownerStaffId !== after.ownerStaffId) &&
    !(await worksFor(ctx.scoped, after.ownerStaffId, after.shopId))
  ) {
    fields.ownerStaffId = 'この項目には、店舗を担当する有効なスタッフを選択してください。'
  }
  if (
    after.dailyReportId !== null &&
    (isMoved || before?.dailyReportId !== after.dailyReportId) &&
    !(await isReportOf(ctx.scoped, after.dailyReportId, after.shopId))
  ) {
    fields.dailyReportId = 'この項目には、同じ店舗の日報を選択してください。'
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
