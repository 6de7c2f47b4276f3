import { eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { shopStaff as api } from '#contract/shop-staff.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { required, updateRecord } from '../../db/records.ts'
import { shopStaff, staff } from '../../db/schema/organisation.ts'
import { requireShop } from '../shop/require-shop.ts'
import { toStaff } from '../staff/record.ts'
import { addShops, linkById, type StaffRow, setMainShop, staffById } from '../staff/repository.ts'
import { holdStaff, subject } from '../staff/service.ts'

export const shopStaffHandlers: Handlers<typeof api> = {
  create: async (ctx, { staffId, shopId }) => {
    const before = await holdStaff(ctx, staffId)
    const { name } = await requireShop(ctx, shopId)
    if (before.links.some((link) => String(link.shopId) === shopId)) {
      throw new ApiError('conflict', { message: `${name}はすでに担当店舗です。` })
    }
    await changeVersion(ctx, before)
    await addShops(ctx.scoped, staffId, [shopId])
    ctx.audit({ ...subject(before), shopId, diff: { shops: { before: null, after: name } } })
    return linkOf(ctx, staffId, shopId)
  },

  update: async (ctx, { id, isMain }) => {
    const { staffId, shopId } = required(await linkById(ctx.scoped, id))
    const before = await holdStaff(ctx, staffId)
    const main = before.links.find((link) => link.isMain)
    await changeVersion(ctx, before)
    if (isMain) await setMainShop(ctx.scoped, staffId, shopId)
    else if (String(main?.id) === id) await setMainShop(ctx.scoped, staffId, null)
    const link = await linkOf(ctx, staffId, shopId)
    const after = isMain ? link.shop.name : String(main?.id) === id ? null : (main?.name ?? null)
    ctx.audit({ ...subject(before), shopId, diff: { mainShop: { before: main?.name ?? null, after } } })
    return link
  },

  remove: async (ctx, { id }) => {
    const { staffId, shopId } = required(await linkById(ctx.scoped, id))
    const before = await holdStaff(ctx, staffId)
    const name = before.links.find((link) => String(link.id) === id)?.name ?? null
    await changeVersion(ctx, before)
    await ctx.scoped.delete(shopStaff).where(eq(shopStaff.id, id))
    ctx.audit({ ...subject(before), shopId, diff: { shops: { before: name, after: null } } })
    return {}
  },
}

/** A form that holds all shops of the person must not take this change back. */
const changeVersion = (ctx: Ctx, person: StaffRow) =>
  updateRecord(ctx, staff, { id: person.id }, {}, () => toStaff(ctx, person))

async function linkOf(ctx: Ctx, staffId: string, shopId: string) {
  const row = required(await staffById(ctx.scoped, ctx.shops, ctx.now, staffId))
  return required(toStaff(ctx, row).shopStaffList?.find(({ shop }) => shop.id === shopId))
}
