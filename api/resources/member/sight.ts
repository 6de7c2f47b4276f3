import type { Ctx } from '../../context.ts'
import type { Sight } from '../../db/member-search.ts'

/** Contact is unmasked with the right to change it, and for who trains the member. */
export const seesContact = (ctx: Ctx) => ctx.can('member.write')

/** Which members the caller's lists are of, and what of them may be searched. */
export const sightOf = (ctx: Ctx): Sight => ({ shops: ctx.shops, contact: seesContact(ctx), now: ctx.now })
