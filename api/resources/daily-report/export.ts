import type { dailyReport } from '#contract/daily-report.ts'
import { dailyReportStatuses, weathers } from '#contract/words/daily-report.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import type { Ctx } from '../../context.ts'
import { type Cell, type CsvExports, slashed } from '../../wire/csv.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { periodOf } from './days.ts'
import { toRow } from './record.ts'
import { listReports, type ReportRow } from './repository.ts'

const exportedAtOnce = 500
const compact = (day: string) => day.replaceAll('-', '')
const timeOf = (instant: string | null) => instant && `${slashed(instant.slice(0, 10))} ${instant.slice(11, 16)}`

export const dailyReportExports: CsvExports<typeof dailyReport> = {
  list: {
    filename: async (ctx, input) => {
      const { from, to } = periodOf(input, ctx.now)
      return `日報_${await shopInFilename(ctx, input.shopId)}_${compact(from)}-${compact(to)}`
    },
    columns: (ctx) => [
      dailyReportFields.date,
      dailyReportFields.shop,
      dailyReportFields.status,
      dailyReportFields.weather,
      '来館数（回）',
      '入会（名）',
      ...(ctx.can('report.money') ? ['売上（円・税込）', `${dailyReportFields.cashDiff}（円）`] : []),
      '修正',
      dailyReportFields.incident,
      dailyReportFields.authorId,
      dailyReportFields.submitterId,
      dailyReportFields.submittedAt,
      dailyReportFields.approverId,
      dailyReportFields.approvedAt,
      dailyReportFields.approverComment,
    ],
    page: async (ctx, input, after) => {
      const period = periodOf(input, ctx.now)
      if (input.shopId !== undefined) {
        await requireShop(ctx, input.shopId)
        ctx.audit({ shopId: input.shopId })
      }
      const offset = Number(after ?? 0)
      const query = { ...input, ...period, offset, limit: exportedAtOnce }
      const { rows, total } = await listReports(ctx.scoped, ctx.shops, query, ctx.can('report.money'))
      if (after === null) ctx.audit({ rowCount: total })
      const next = offset + rows.length
      return { rows: rows.map((row) => toCells(ctx, row)), after: next < total ? String(next) : null }
    },
  },
}

function toCells(ctx: Ctx, stored: ReportRow): Cell[] {
  const row = toRow(ctx, stored)
  return [
    slashed(row.date),
    row.shop.name,
    dailyReportStatuses[row.status],
    row.weather && weathers[row.weather],
    row.visitCount,
    row.admissionCount,
    ...(ctx.can('report.money') ? [row.sales ?? null, row.cashDiff ?? null] : []),
    row.isAdjusted ? 'あり' : null,
    row.hasIncident ? 'あり' : null,
    row.author?.displayName ?? null,
    row.submitter?.displayName ?? null,
    timeOf(row.submittedAt),
    row.approvedAt === null ? null : (row.approver?.displayName ?? null),
    timeOf(row.approvedAt),
    row.approverComment,
  ]
}
