import type { ShopTicket, shopTicket } from '#contract/shop-ticket.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { listAnswer } from '../../list-answer.ts'
import { refuseMoney } from '../../refuse-money.ts'
import { wireOf } from '../../wire.ts'
import { requireShop } from '../shop/require-shop.ts'
import { listTickets, type TicketRow } from './repository.ts'

export const shopTicketHandlers: Handlers<typeof shopTicket> = {
  list: async (ctx, input) => {
    refuseMoney(ctx, { sortKey: input.sortKey === 'price' })
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listTickets(ctx.scoped, ctx.shops, input), (row) => toShopTicket(ctx, row))
  },
}

function toShopTicket(ctx: Ctx, row: TicketRow): ShopTicket {
  const { price, targetScope, targetCount, usableShops, sums, ...ticket } = wireOf(row)
  return {
    ...ticket,
    ...(ctx.can('report.money') && { price }),
    usable: { scope: targetScope, shops: usableShops, others: targetCount - usableShops.length },
    ...sums,
  }
}
