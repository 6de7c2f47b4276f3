import type { Club, club, ShopSender } from '#contract/club.ts'
import { ApiError } from '#contract/errors.ts'
import { firstSteps } from '#contract/words/first-steps.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { difference } from '../../wire/difference.ts'
import { definedOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import { readClub, readFirstSteps, readShop, readShops, skipSteps, updateClub, updateShopSender } from './repository.ts'

export const clubHandlers: Handlers<typeof club> = {
  get: (ctx) => toClub(ctx),

  update: async (ctx, { version, ...given }) => {
    const before = await readClub(ctx.scoped)
    const changes = definedOf(given)
    const isSaved = await updateClub(ctx, version, changes)
    const current = await toClub(ctx)
    if (!isSaved) throw new ApiError('stale', { current })
    ctx.audit({ diff: difference(before, changes) })
    return current
  },

  updateShop: async (ctx, { id, version, ...given }) => {
    await requireShop(ctx, id)
    const before = required(await readShop(ctx.scoped, id))
    const changes = definedOf(given)
    const isSaved = await updateShopSender(ctx, { id, version }, changes)
    const current: ShopSender = required(await readShop(ctx.scoped, id))
    if (!isSaved) throw new ApiError('stale', { current })
    ctx.audit({ resourceType: 'shop', resourceId: id, shopId: id, diff: difference(before, changes) })
    return current
  },

  firstSteps: async ({ scoped, principal }) => ({ steps: await readFirstSteps(scoped, principal.staffId) }),

  skipSteps: async ({ scoped, principal, audit }, { skipped }) => {
    const before = await readFirstSteps(scoped, principal.staffId)
    await skipSteps(scoped, [...new Set(skipped)])
    const steps = await readFirstSteps(scoped, principal.staffId)
    const skippedOf = (of: typeof steps) => of.filter(({ isSkipped }) => isSkipped).map(({ step }) => firstSteps[step])
    audit({ diff: { skippedSteps: { before: skippedOf(before), after: skippedOf(steps) } } })
    return { steps }
  },
}

async function toClub({ scoped }: Ctx): Promise<Club> {
  const row = await readClub(scoped)
  return { ...row, updatedAt: row.updatedAt && toTokyoDateTime(row.updatedAt), shops: await readShops(scoped) }
}
