import { z } from 'zod'
import { listInput, listOf, zDateTime, zId, zWord, zYen } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { publicationStatuses } from './words/common.ts'
import { shopTicketList, ticketTypes } from './words/shop.ts'

export const ShopTicket = z.strictObject({
  id: zId,
  externalId: z.int().nullable(),
  code: z.string(),
  name: z.string(),
  type: zWord(ticketTypes),
  description: z.string().nullable(),
  status: zWord(publicationStatuses),
  /** Absent without the right to money. */
  price: zYen.optional(),
  /** Units per purchase. */
  num: z.int(),
  /** Days from the purchase; null: unlimited. */
  validDays: z.int().nullable(),
  /** Where it can be used: everywhere, or in these of the caller's shops and in so many others. */
  usable: z.strictObject({
    scope: z.enum(['all', 'shops']),
    shops: z.array(z.strictObject({ id: zId, name: z.string() })),
    others: z.int(),
  }),
  /** Granted in the requested shop, or in the caller's: granted = used + remaining + expired. */
  grantedNum: z.int(),
  /** Of those granted, the purchased ones. */
  soldNum: z.int(),
  usedNum: z.int(),
  /** Usable on the data date. */
  remainingNum: z.int(),
  expiredNum: z.int(),
  lastSyncedAt: zDateTime.nullable(),
})
export type ShopTicket = z.output<typeof ShopTicket>

const listed = { ...listInput(shopTicketList), shopId: zId.optional() }

export const shopTicket = {
  list: get('/shop/ticket/list', 'plan.read', '担当範囲で使えるチケットの一覧', listed, listOf(ShopTicket)),
} satisfies Endpoints
