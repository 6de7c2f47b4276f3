import { z } from 'zod'
import { listInput, listOf, zDateTime, zId, zWord, zYen } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { publicationStatuses } from './words/common.ts'
import { shopTicketList, ticketTypes } from './words/shop.ts'

export const ShopTicket = z.strictObject({
  id: zId,
  externalId: z.int(),
  code: z.string(),
  name: z.string(),
  type: zWord(ticketTypes),
  description: z.string().nullable(),
  status: zWord(publicationStatuses),
  /** Absent without the right to money. */
  price: zYen.optional(),
  /** How many one purchase holds. */
  num: z.int(),
  /** Days from the purchase; null: without end. */
  validDays: z.int().nullable(),
  /** Where it can be used: everywhere, or in these of the caller's shops and so many others. */
  usable: z.strictObject({
    scope: z.enum(['all', 'shops']),
    shops: z.array(z.strictObject({ id: zId, name: z.string() })),
    others: z.int(),
  }),
  /** Of what was granted in the shop asked for, or in the caller's: granted = used + remaining + expired. */
  grantedNum: z.int(),
  /** Of those granted the ones that were bought. */
  soldNum: z.int(),
  usedNum: z.int(),
  /** Can still be used on the data's last day. */
  remainingNum: z.int(),
  expiredNum: z.int(),
  lastSyncedAt: zDateTime.nullable(),
})
export type ShopTicket = z.output<typeof ShopTicket>

const listed = { ...listInput(shopTicketList), shopId: zId.optional() }

export const shopTicket = {
  list: get('/shop/ticket/list', 'plan.read', '担当範囲で使えるチケットの一覧', listed, listOf(ShopTicket)),
} satisfies Endpoints
