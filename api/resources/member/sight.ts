import type { Ctx } from '../../context.ts'
import type { Sight } from '../../db/member-search.ts'

/** Contact is unmasked with the right to change it, and for the member's trainer. */
export const seesContact = (ctx: Ctx) => ctx.can('member.write')

/** Which members the caller's lists contain, and which of their fields may be searched. */
export const sightOf = (ctx: Ctx): Sight => ({
  shops: ctx.shops,
  contact: seesContact(ctx),
  now: ctx.now,
  approves: ctx.can('log.approve'),
})
