import { ApiError } from '#contract/errors.ts'
import type { Shop, shop } from '#contract/shop.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { difference } from '../../difference.ts'
import { listAnswer } from '../../list-answer.ts'
import { toTokyoDateTime } from '../../time.ts'
import { listShops, lockShop, type ShopChanges, type ShopRow, updateShop } from './repository.ts'
import { requireShop } from './require-shop.ts'

export const shopHandlers: Handlers<typeof shop> = {
  list: async (ctx, input) =>
    listAnswer(input, await listShops(ctx.scoped, ctx.shops, input), (row) => toShop(ctx, row)),

  get: async (ctx, { id }) => toShop(ctx, await requireShop(ctx, id)),

  update: async (ctx, { id, version, enabledOnlineRsv, imgUrl, rsvUrl, monthlyTargets }) => {
    const before = required(await lockShop(ctx.scoped, ctx.shops, id))
    const changes: ShopChanges = {
      ...(enabledOnlineRsv !== undefined && { enabledOnlineRsv: enabledOnlineRsv === 'true' }),
      ...(imgUrl !== undefined && { imgUrl }),
      ...(rsvUrl !== undefined && { rsvUrl }),
      ...(monthlyTargets !== undefined && { monthlyTargets }),
    }
    requireReservationUrl({ ...before, ...changes }, enabledOnlineRsv !== undefined)
    const saved = await updateShop(ctx.scoped, { id, version }, changes)
    if (!saved) throw new ApiError('stale', { current: toShop(ctx, before) })
    ctx.audit({ resourceId: id, shopId: id, diff: difference(before, changes) })
    return toShop(ctx, saved)
  },
}

/** Online reservations need a URL. The error is on the field that was changed. */
function requireReservationUrl(after: Pick<ShopRow, 'enabledOnlineRsv' | 'rsvUrl'>, touchedFlag: boolean) {
  if (!after.enabledOnlineRsv || after.rsvUrl) return
  const field = touchedFlag ? 'enabledOnlineRsv' : 'rsvUrl'
  throw new ApiError('invalid', { fields: { [field]: 'オンライン予約を有効にするには予約URLが必要です。' } })
}

/** Trainers and partners see public fields only: no targets. */
function toShop(ctx: Ctx, row: ShopRow): Shop {
  return {
    id: row.id,
    externalId: row.externalId,
    code: row.code,
    name: row.name,
    nameKana: row.nameKana,
    status: row.status,
    enabledOnlineRsv: row.enabledOnlineRsv ? 'true' : 'false',
    imgUrl: row.imgUrl,
    rsvUrl: row.rsvUrl,
    zipCode: row.zipCode,
    prefecture: row.prefecture,
    address1: row.address1,
    address2: row.address2,
    tel: row.tel,
    ownerType: row.ownerType,
    sortOrder: row.sortOrder,
    lastSyncedAt: row.lastSyncedAt && toTokyoDateTime(row.lastSyncedAt),
    version: row.version,
    ...(ctx.can('shop.write') && { monthlyTargets: row.monthlyTargets ?? null }),
  }
}
