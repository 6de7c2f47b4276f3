import type { reportAction } from '#contract/report-action.ts'
import { actionFields } from '#contract/words/fields/report-action.ts'
import {
  actionCategories,
  actionEvaluations,
  actionMetrics,
  actionPriorities,
  actionStatuses,
} from '#contract/words/report-action.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { type CsvExports, slashed } from '../../wire/csv.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { isOverdue, listActions } from './repository.ts'
import { requireNamed } from './service.ts'

const exportedAtOnce = 500

export const reportActionExports: CsvExports<typeof reportAction> = {
  list: {
    filename: async (ctx, input) => `改善アクション_${await shopInFilename(ctx, input.shopId)}`,
    columns: () => [
      actionFields.shopId,
      actionFields.title,
      actionFields.status,
      `${actionFields.progress}（%）`,
      '期限超過',
      actionFields.category,
      actionFields.priority,
      actionFields.ownerStaffId,
      actionFields.startOn,
      actionFields.dueOn,
      actionFields.metric,
      actionFields.plan,
      actionFields.doNote,
      actionFields.check,
      actionFields.nextAction,
      actionFields.evaluation,
    ],
    page: async (ctx, input, after) => {
      await requireNamed(ctx, input)
      if (input.shopId !== undefined) ctx.audit({ shopId: input.shopId })
      const offset = Number(after ?? 0)
      const today = tokyoDayOf(ctx.now)
      const { rows, total } = await listActions(
        ctx.scoped,
        ctx.shops,
        { ...input, offset, limit: exportedAtOnce },
        today,
      )
      if (after === null) ctx.audit({ rowCount: total })
      const next = offset + rows.length
      return {
        rows: rows.map((row) => [
          row.shopName,
          row.title,
          actionStatuses[row.status],
          row.progress,
          isOverdue(row, today) ? '超過' : null,
          actionCategories[row.category],
          actionPriorities[row.priority],
          row.owner?.displayName ?? null,
          slashed(row.startOn),
          slashed(row.dueOn),
          row.metric && actionMetrics[row.metric],
          row.plan,
          row.doNote,
          row.check,
          row.nextAction,
          row.evaluation && actionEvaluations[row.evaluation],
        ]),
        after: next < total ? String(next) : null,
      }
    },
  },
}
