import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type ShopRow as Listed, reservationUrlMissing, type Shop, type shop } from '#contract/shop.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { required } from '../../db/records.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import type { Storage } from '../../storage/storage.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf } from '../../wire/rows.ts'
import {
  companyNamed,
  insertShop,
  listShops,
  lockShop,
  type ShopChanges,
  type ShopListRow,
  type ShopRecord,
  type ShopRow,
  shopRecord,
  updateShop,
} from './repository.ts'

export const shopHandlers = (storage: Storage): Handlers<typeof shop> => ({
  list: async (ctx, input) => {
    refuseMembers(ctx, input)
    return listAnswer(input, await listShops(ctx.scoped, ctx.shops, input), (row) => toRow(ctx, row))
  },

  get: async (ctx, { id }) => toShop(ctx, required(await shopRecord(ctx.scoped, ctx.shops, id))),

  create: async (ctx, { companyName, ...facts }) => {
    const companyId = await companyNamed(ctx.scoped, companyName)
    const id = await insertShop(ctx, { ...facts, companyId }).catch(toTaken)
    ctx.audit({ resourceId: id, shopId: id, diff: difference(null, { companyName, ...facts }) })
    return toShop(ctx, required(await shopRecord(ctx.scoped, ctx.shops, id)))
  },

  updateFacts: async (ctx, { id, version, companyName, ...given }) => {
    await lockShop(ctx.scoped, ctx.shops, id)
    const before = required(await shopRecord(ctx.scoped, ctx.shops, id))
    if (before.externalId !== null) throw new ApiError('conflict', { message: ownedByClubSystem })
    const facts = definedOf(given)
    const companyId = companyName === undefined ? {} : { companyId: await companyNamed(ctx.scoped, companyName) }
    const isSaved = await updateShop(ctx, { id, version }, { ...facts, ...companyId }).catch(toTaken)
    const current = toShop(ctx, required(await shopRecord(ctx.scoped, ctx.shops, id)))
    if (!isSaved) throw new ApiError('stale', { current })
    ctx.audit({ resourceId: id, shopId: id, diff: difference(before, { ...facts, ...definedOf({ companyName }) }) })
    return current
  },

  update: async (ctx, { id, version, enabledOnlineRsv, imgUrl, rsvUrl, monthlyTargets }) => {
    const before = required(await lockShop(ctx.scoped, ctx.shops, id))
    const changes: ShopChanges = {
      ...(enabledOnlineRsv !== undefined && { enabledOnlineRsv: enabledOnlineRsv === 'true' }),
      ...(imgUrl !== undefined && { imgUrl }),
      ...(rsvUrl !== undefined && { rsvUrl }),
      ...(monthlyTargets !== undefined && { monthlyTargets }),
    }
    requireReservationUrl({ ...before, ...changes }, enabledOnlineRsv !== undefined)
    if (imgUrl !== undefined && imgUrl !== before.imgUrl) await requirePicture(storage, imgUrl)
    const isSaved = await updateShop(ctx, { id, version }, changes)
    const current = toShop(ctx, required(await shopRecord(ctx.scoped, ctx.shops, id)))
    if (!isSaved) throw new ApiError('stale', { current })
    ctx.audit({ resourceId: id, shopId: id, diff: difference(before, changes) })
    return current
  },
})

const ownedByClubSystem = 'この店舗の情報は会員管理システムから届くため、ここでは変更できません。'

/** Codes are unique over the chain. */
function toTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new ApiError('invalid', { fields: { code: 'この店舗コードは、すでに使われています。' } })
}

/** The order must not reveal what the rows leave out. */
function refuseMembers(ctx: Ctx, { sortKey }: Input<(typeof shop)['list']>) {
  if (sortKey !== 'memberCount' || ctx.can('member.read')) return
  throw new ApiError('invalid', { fields: { sortKey: '会員を見る権限がないため、指定できません。' } })
}

/** Online reservations need a URL. The error is on the field that was changed. */
function requireReservationUrl(after: Pick<ShopRow, 'enabledOnlineRsv' | 'rsvUrl'>, touchedFlag: boolean) {
  if (!after.enabledOnlineRsv || after.rsvUrl) return
  const field = touchedFlag ? 'enabledOnlineRsv' : 'rsvUrl'
  throw new ApiError('invalid', { fields: { [field]: reservationUrlMissing } })
}

const toRow = (ctx: Ctx, row: ShopListRow): Listed => ({
  id: row.id,
  code: row.code,
  name: row.name,
  nameKana: row.nameKana,
  status: row.status,
  enabledOnlineRsv: row.enabledOnlineRsv ? 'true' : 'false',
  imgUrl: row.imgUrl,
  prefecture: row.prefecture,
  address1: row.address1,
  tel: row.tel,
  ownerType: row.ownerType,
  ...(ctx.can('member.read') && { memberCount: row.memberCount }),
  lastSyncedAt: row.lastSyncedAt && toTokyoDateTime(row.lastSyncedAt),
  version: row.version,
})

/** Trainers and partners see public fields only: neither targets nor the last editor. */
const toShop = (ctx: Ctx, row: ShopRecord): Shop => ({
  ...toRow(ctx, row),
  externalId: row.externalId,
  rsvUrl: row.rsvUrl,
  zipCode: row.zipCode,
  address2: row.address2,
  email: row.email,
  businessHours: row.businessHours,
  is24h: row.is24h,
  holidays: row.holidays,
  capacity: row.capacity,
  floorArea: row.floorArea,
  openedOn: row.openedOn,
  closedOn: row.closedOn,
  companyName: row.companyName,
  photoReference: row.photoReference,
  sortOrder: row.sortOrder,
  ...(ctx.can('shop.write') && {
    monthlyTargets: row.monthlyTargets ?? null,
    ...(row.updatedAt && { updatedBy: row.updatedBy, updatedAt: toTokyoDateTime(row.updatedAt) }),
  }),
})
