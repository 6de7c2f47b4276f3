import type { drillDown } from '#contract/drill-down.ts'
import { ApiError } from '#contract/errors.ts'
import { retentionFigures, scheduledFigures } from '#contract/words/drill-down.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { leadRows } from '../../figures/drill-down/leads.ts'
import { type FigureInput, memberRows } from '../../figures/drill-down/members.ts'
import {
  countedPeriod,
  type PeriodInput,
  type PersonColumns,
  scheduledPeriod,
} from '../../figures/drill-down/period.ts'
import { reservationRows, slotRows } from '../../figures/drill-down/reservations.ts'
import { saleRows } from '../../figures/drill-down/sales.ts'
import { visitRows } from '../../figures/drill-down/visits.ts'
import { cohortOf } from '../../figures/forecast.ts'
import { readReportScope } from '../../figures/report-scope.ts'
import { listAnswer } from '../../list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'

const nothing = { rows: [], total: 0, figure: 0 }
const noMembers = { ...nothing, guests: 0 }
const noClass = { ...nothing, capacity: 0, seatsUsed: 0, seatsAttended: 0 }
const idText = (id: number | null) => (id === null ? null : String(id))

export const drillDownHandlers: Handlers<typeof drillDown> = {
  members: async (ctx, input) => {
    requireValidPeriod(input)
    const { shopIds, dataDate, ...counted } = await countedIn(ctx, input)
    const isScheduled = scheduledFigures.some((figure) => figure === input.figure)
    const period = isScheduled ? scheduledPeriod(input, dataDate) : counted.period
    const { guests, figure, ...found } = period
      ? await memberRows(ctx.scoped, shopIds, input, period, input)
      : noMembers
    const toItem = ({ userId, memberId, ...row }: (typeof found.rows)[number]) => ({
      ...row,
      userId: idText(userId),
      memberId: String(memberId),
    })
    const shownPeriod = period && input.months !== undefined ? cohortOf(period, input.months) : period
    return { ...listAnswer(input, found, toItem), period: shownPeriod, figure, guests }
  },

  visits: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { figure, ...found } = period ? await visitRows(ctx.scoped, shopIds, input, period, input) : nothing
    return { ...listAnswer(input, found, withIds), period, figure }
  },

  sales: async (ctx, input) => {
    if (input.figure === 'unpaid' && input.category !== undefined) {
      throw new ApiError('invalid', { fields: { category: '未収金は区分に分けられません。' } })
    }
    if (input.figure === 'unpaid' && input.day !== undefined) {
      throw new ApiError('invalid', { fields: { day: '未収金は対象月ごとの数値です。' } })
    }
    const { shopIds, period, dataDate } = await countedIn(ctx, input)
    const { figure, ...found } =
      period && dataDate ? await saleRows(ctx.scoped, shopIds, input, period, input, dataDate) : nothing
    return { ...listAnswer(input, found, withIds), period, figure }
  },

  reservations: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { figure, ...found } = period
      ? await reservationRows(ctx.scoped, shopIds, input.figure, period, input)
      : nothing
    return { ...listAnswer(input, found, withIds), period, figure }
  },

  slots: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { rows, total, ...sums } = period ? await slotRows(ctx.scoped, shopIds, input.figure, period, input) : noClass
    return { ...listAnswer(input, { rows, total }, (row) => row), period, ...sums }
  },

  leads: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { figure, ...found } = period ? await leadRows(ctx.scoped, shopIds, input.figure, period, input) : nothing
    return { ...listAnswer(input, found, withIds), period, figure }
  },
}

/** Only 継続率 takes a number of months; the visits of one day have their own endpoint. */
function requireValidPeriod({ figure, month, day, months }: FigureInput & { month?: number | undefined }) {
  const refuse = (field: 'month' | 'day' | 'months', text: string) => {
    throw new ApiError('invalid', { fields: { [field]: text } })
  }
  if (!retentionFigures.some((one) => one === figure)) {
    if (months !== undefined) refuse('months', '月数は継続率だけに指定できます。')
    if (figure === 'visitCount' && day !== undefined) refuse('day', '1日の来館数は、来館ごとの内訳で確認できます。')
    return
  }
  if (months === undefined) refuse('months', '月数を指定してください。')
  if (month === undefined) refuse('month', '月を指定してください。')
  if (day !== undefined) refuse('day', '継続率は1か月ごとの数値です。')
}

/** A row that may have no member. */
const withIds = <Row extends PersonColumns>(row: Row) => ({
  ...row,
  userId: idText(row.userId),
  memberId: idText(row.memberId),
})

/** The requested shops, and the days that a report of this period counts. */
async function countedIn(ctx: Ctx, { shopId, ...period }: PeriodInput & { shopId?: string | undefined }) {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const { shopIds, dataDate } = await readReportScope(ctx.scoped, shopId === undefined ? ctx.shops : [shopId])
  return { shopIds, dataDate, period: countedPeriod(period, dataDate) }
}
