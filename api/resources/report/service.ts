import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { MonthlyStats, report } from '#contract/report.ts'
import type { Ctx, Handlers } from '../../context.ts'
import type { CsvExports } from '../../csv.ts'
import { type Head, readHead } from '../../reports/head.ts'
import { maskSmallGroups } from '../../reports/mask.ts'
import { type MonthFigures, monthFigures } from '../../reports/monthly.ts'
import { toTokyoDateTime } from '../../time.ts'

type Asked = Input<typeof report.monthlyStats>

export const reportHandlers: Handlers<typeof report> = {
  monthlyStats: async (ctx, input) => {
    const head = await headOf(ctx, input)
    return answer(ctx, input, head, await figuresOf(ctx, input, head))
  },
}

/** A shop that does not exist and one out of scope are the same 404. */
async function headOf(ctx: Ctx, { shopId }: Asked): Promise<Head> {
  const isInScope = shopId === undefined || ctx.shops === 'all' || ctx.shops.includes(shopId)
  if (!isInScope) throw new ApiError('not_found')
  const head = await readHead(ctx.scoped, shopId ? [shopId] : ctx.shops === 'all' ? undefined : ctx.shops)
  if (shopId && head.shopIds.length === 0) throw new ApiError('not_found')
  return head
}

async function figuresOf(ctx: Ctx, { year, month }: Asked, head: Head): Promise<MonthFigures> {
  const asked = { year, month, money: ctx.can('report.money') }
  const all = await monthFigures(ctx.scoped, head, asked)
  if (ctx.principal.role !== 'level1' || ctx.principal.isAdmin) return all
  const parts: MonthFigures[] = []
  if (head.shopIds.length > 1) {
    for (const id of head.shopIds) parts.push(await monthFigures(ctx.scoped, { ...head, shopIds: [id] }, asked))
  }
  return maskSmallGroups(all, parts)
}

function answer(ctx: Ctx, { shopId, year, month }: Asked, head: Head, figures: MonthFigures): MonthlyStats {
  return {
    requestInfo: { shopId: shopId ?? null, year, month },
    generatedAt: toTokyoDateTime(ctx.now),
    dataAsOf: head.dataAsOf && toTokyoDateTime(head.dataAsOf),
    isProvisional: figures.isProvisional,
    prevMonthReport: figures.prevMonth,
    prevMonthToSameDay: figures.prevToSameDay,
    thisMonthReport: figures.thisMonth,
    sameMonthLastYearReport: figures.lastYear,
    sameMonthLastYearToSameDay: figures.lastYearToSameDay,
    scheduled: figures.scheduled,
    dailyReports: figures.daily,
  }
}

const weekdays = ['日', '月', '火', '水', '木', '金', '土']

/** The days of the month, one row each. */
export const reportExports: CsvExports<typeof report> = {
  monthlyStats: {
    filename: (_, { year, month }) => `月次集計_${year}年${month}月`,
    columns: (ctx) => [
      '日付',
      '曜日',
      '祝日',
      '入会（名）',
      '転入（名）',
      '退会（名）',
      '転出（名）',
      '在籍（名）',
      '来館数（回）',
      '来館者数（名）',
      ...(ctx.can('report.money') ? ['売上（円・税込）'] : []),
    ],
    page: async (ctx, input) => {
      const figures = await figuresOf(ctx, input, await headOf(ctx, input))
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: figures.daily.map((day) => [
          day.date.replaceAll('-', '/'),
          weekdays[day.dow] as string,
          day.isHoliday ? '祝' : null,
          day.admissions,
          day.transferIn,
          day.withdrawals,
          day.transferOut,
          day.closing,
          day.visits,
          day.unique,
          ...(ctx.can('report.money') ? [day.sales ?? null] : []),
        ]),
        after: null,
      }
    },
  },
}
