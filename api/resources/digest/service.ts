import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { digest } from '#contract/digest.ts'
import { ApiError } from '#contract/errors.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { digestSubscription } from '../../db/schema/digest.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { digestByShop, digestPage } from '../../mail/digest.ts'
import type { Jobs } from '../../mail/jobs.ts'

export const digestHandlers = (jobs: Pick<Jobs, 'ready' | 'add'>): Handlers<typeof digest> => ({
  subscription: async (ctx) => ({ rhythm: await rhythmOf(ctx) }),

  subscribe: async (ctx, { rhythm }) => {
    const { staffId } = ctx.principal
    const before = await rhythmOf(ctx)
    const own = eq(digestSubscription.staffId, staffId)
    if (rhythm === null) await ctx.scoped.delete(digestSubscription).where(own)
    else if (before !== null) await ctx.scoped.update(digestSubscription).set({ rhythm, seenTo: null }).where(own)
    else {
      const stopToken = randomBytes(16).toString('base64url')
      // Two clicks at once: the later one holds.
      await ctx.scoped
        .insert(digestSubscription)
        .values({ staffId, rhythm, stopToken })
        .onConflictDoUpdate({ target: digestSubscription.staffId, set: { rhythm } })
    }
    ctx.audit({ resourceId: staffId, diff: { rhythm: { before, after: rhythm } } })
    return { rhythm }
  },

  page: async (ctx, { rhythm }) => {
    const page = await digestPage(ctx.scoped, ctx.principal, { rhythm, today: tokyoDayOf(ctx.now) })
    if (!page) throw new ApiError('forbidden')
    return page
  },

  byShop: async (ctx) => {
    const page = await digestByShop(ctx.scoped, ctx.principal, tokyoDayOf(ctx.now))
    if (!page) throw new ApiError('forbidden')
    return page
  },

  send: {
    prepare: async ({ rhythm }) => {
      await jobs.ready()
      return async (ctx) => {
        const { staffId } = ctx.principal
        const day = tokyoDayOf(ctx.now)
        await jobs.add(ctx.scoped, 'mail', { kind: 'digest', staffId, rhythm, day, isAskedFor: true })
        ctx.audit({ resourceId: staffId })
        return {}
      }
    },
  },

  stop: async (ctx, { token }) => {
    await ctx.transaction(async (tx) => {
      const [found] = await rowsOf<{ staff_id: number }>(tx, sql`select stop_digest(${token}) as staff_id`)
      if (!found?.staff_id) return
      await ctx.audit(tx, { action: 'digestStopped', resourceType: 'digest', resourceId: String(found.staff_id) })
    })
    return { message: '月曜の一枚を停止しました。' }
  },
})

/** How often the caller gets it; null: not. */
async function rhythmOf({ scoped, principal }: Ctx) {
  const [own] = await scoped
    .select({ rhythm: digestSubscription.rhythm })
    .from(digestSubscription)
    .where(eq(digestSubscription.staffId, principal.staffId))
  return own?.rhythm ?? null
}
