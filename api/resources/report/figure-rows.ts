import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { report } from '#contract/report.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { listAnswer } from '../../list-answer.ts'
import { countedPeriod, memberRows, saleRows } from '../../reports/figure-rows.ts'
import { readHead } from '../../reports/head.ts'
import { requireShop } from '../shop/in-sight.ts'

const nobody = { rows: [], total: 0, figure: 0, guests: 0 }
const nothing = { rows: [], total: 0, figure: 0 }
const idText = (id: number | null) => (id === null ? null : String(id))

export const figureRowHandlers: Pick<Handlers<typeof report>, 'figureMembers' | 'figureSales'> = {
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
    const tell = ({ userId, memberId, ...row }: (typeof found.rows)[number]) => ({
      ...row,
      userId: idText(userId),
      memberId: idText(memberId),
    })
    return { ...listAnswer(input, found, tell), period, figure }
  },
}

type Asked = Input<typeof report.figureMembers> | Input<typeof report.figureSales>

/** The shops that were asked for, and the days that a report of this period counts. */
async function countedIn(ctx: Ctx, { shopId, ...asked }: Asked) {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const { shopIds, dataDate } = await readHead(
    ctx.scoped,
    shopId === undefined ? (ctx.shops === 'all' ? undefined : ctx.shops) : [shopId],
  )
  return { shopIds, dataDate, period: countedPeriod(asked, dataDate) }
}
