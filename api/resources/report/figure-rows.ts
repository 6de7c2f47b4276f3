import { ApiError } from '#contract/errors.ts'
import type { report } from '#contract/report.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { listAnswer } from '../../list-answer.ts'
import { leadRows } from '../../reports/figure-leads.ts'
import { memberRows } from '../../reports/figure-members.ts'
import { reservationRows, slotRows } from '../../reports/figure-reservations.ts'
import { type AskedPeriod, countedPeriod } from '../../reports/figure-rows.ts'
import { saleRows } from '../../reports/figure-sales.ts'
import { readHead } from '../../reports/head.ts'
import { requireShop } from '../shop/in-sight.ts'

const nothing = { rows: [], total: 0, figure: 0 }
const nobody = { ...nothing, guests: 0 }
const noClass = { ...nothing, capacity: 0, seatsUsed: 0, seatsAttended: 0 }
const idText = (id: number | null) => (id === null ? null : String(id))

type FigureRows = 'figureMembers' | 'figureSales' | 'figureReservations' | 'figureSlots' | 'figureLeads'

export const figureRowHandlers: Pick<Handlers<typeof report>, FigureRows> = {
  figureMembers: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { guests, figure, ...found } = period
      ? await memberRows(ctx.scoped, shopIds, input.figure, period, input)
      : nobody
    const tell = ({ userId, memberId, ...row }: (typeof found.rows)[number]) => ({
      ...row,
      userId: idText(userId),
      memberId: String(memberId),
    })
    return { ...listAnswer(input, found, tell), period, figure, guests }
  },

  figureSales: async (ctx, input) => {
    if (input.figure === 'unpaid' && input.category !== undefined) {
      throw new ApiError('invalid', { fields: { category: '未収金は区分に分けられません。' } })
    }
    const { shopIds, period, dataDate } = await countedIn(ctx, input)
    const { figure, ...found } =
      period && dataDate ? await saleRows(ctx.scoped, shopIds, input, period, input, dataDate) : nothing
    return { ...listAnswer(input, found, withIds), period, figure }
  },

  figureReservations: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { figure, ...found } = period
      ? await reservationRows(ctx.scoped, shopIds, input.figure, period, input)
      : nothing
    return { ...listAnswer(input, found, withIds), period, figure }
  },

  figureSlots: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { rows, total, ...sums } = period ? await slotRows(ctx.scoped, shopIds, input.figure, period, input) : noClass
    return { ...listAnswer(input, { rows, total }, (row) => row), period, ...sums }
  },

  figureLeads: async (ctx, input) => {
    const { shopIds, period } = await countedIn(ctx, input)
    const { figure, ...found } = period ? await leadRows(ctx.scoped, shopIds, input.figure, period, input) : nothing
    return { ...listAnswer(input, found, withIds), period, figure }
  },
}

/** A row whose member may be nobody. */
const withIds = <Row extends { userId: number | null; memberId: number | null }>(row: Row) => ({
  ...row,
  userId: idText(row.userId),
  memberId: idText(row.memberId),
})

/** The shops that were asked for, and the days that a report of this period counts. */
async function countedIn(ctx: Ctx, { shopId, ...asked }: AskedPeriod & { shopId?: string | undefined }) {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const { shopIds, dataDate } = await readHead(
    ctx.scoped,
    shopId === undefined ? (ctx.shops === 'all' ? undefined : ctx.shops) : [shopId],
  )
  return { shopIds, dataDate, period: countedPeriod(asked, dataDate) }
}
