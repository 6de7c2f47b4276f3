import type { ShopTicket, shopTicket } from '#contract/shop-ticket.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { refuseMoney } from '../../rules/refuse-unseen.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { wireOf } from '../../wire/rows.ts'
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
