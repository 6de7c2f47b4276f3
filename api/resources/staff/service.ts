import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type staff as api, StaffDraft, type StaffRegistration } from '#contract/staff.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { staff as table } from '../../db/schema/organisation.ts'
import { openInvitation } from '../../identity/invitation.ts'
import type { Passwords } from '../../identity/password.ts'
import { removeSecondFactor } from '../../identity/second-factor.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import type { Storage } from '../../storage/storage.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf } from '../../wire/rows.ts'
import { requireShop, requireShops } from '../shop/require-shop.ts'
import { changePassword } from './password.ts'
import { sendProof } from './proofs.ts'
import { toStaff } from './record.ts'
import {
  addShops,
  approveReader,
  listStaff,
  newUserId,
  removeShops,
  type StaffRow,
  setMainShop,
  staffById,
  staffByUserId,
  withTraces,
} from './repository.ts'
import {
  addressTaken,
  hasWorked,
  requireActedOn,
  requireDays,
  requireFreeAddress,
  requireGivable,
  requireStatus,
  requireStillAdmin,
} from './rules.ts'
import { handOver, workOf } from './work.ts'

type Api = typeof api

export const staffHandlers = (passwords: Passwords, storage: Storage, jobs: Jobs): Handlers<Api> => ({
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    // Trainers read only names and roles, of active staff.
    const seesAll = ctx.can('staff.write')
    refuseHidden(seesAll, input)
    const filter = seesAll ? input : ({ ...input, status: 'active' } as const)
    const page = await listStaff(ctx.scoped, ctx.shops, ctx.now, filter, {
      readsAll: seesAll,
      approves: ctx.can('log.approve'),
    })
    return listAnswer(input, page, ({ id, userId, displayName, role, shops, lastLoginAt, ...rest }) => ({
      ...{ id, userId, displayName, role },
      ...(seesAll && {
        ...rest,
        shops: shops.map(({ id, name }) => ({ id: String(id), name })),
        lastLoginAt: lastLoginAt && toTokyoDateTime(lastLoginAt),
      }),
    }))
  },

  register: afterJobs<Api['register']>(jobs, async (ctx, { invites, ...given }) => {
    await requirePicture(storage, given.imgUrl)
    const id = await registerStaff(ctx, given)
    if (invites) await invite(ctx, jobs, id)
    const saved = required(await readRow(ctx, id))
    ctx.audit(registration(saved))
    return { ...toStaff(ctx, saved), ...(invites && { message: invited(saved) }) }
  }),

  create: async (ctx, { userId, role, status }) => {
    const before = requireActedOn(ctx, required(await staffByUserId(ctx.scoped, ctx.shops, ctx.now, userId)))
    if (before.appointedAt) throw new ApiError('conflict', { message: 'このユーザーはすでにスタッフです。' })
    requireGivable(ctx, { role, isAdmin: false })
    requireStatus(ctx, null, status)
    await updateRecord(ctx, table, before, { role, status, appointedAt: ctx.now }, () => toStaff(ctx, before))
    const saved = required(await readRow(ctx, before.id))
    ctx.audit({ ...subject(saved), diff: difference(null, asDraft(saved)) })
    return toStaff(ctx, saved)
  },

  invite: afterJobs<Api['invite']>(jobs, async (ctx, { staffId }) => {
    const target = await holdStaff(ctx, staffId)
    if (target.status !== 'waiting')
      throw new ApiError('invalid', { message: '招待できるのは、待機中のスタッフだけです。' })
    await invite(ctx, jobs, staffId)
    ctx.audit(subject(target))
    return { message: invited(target) }
  }),

  sendPasswordReset: afterJobs<Api['sendPasswordReset']>(jobs, async (ctx, { staffId }) => {
    const target = await holdStaff(ctx, staffId)
    if (target.status !== 'active') {
      throw new ApiError('invalid', { message: 'パスワードを再設定するリンクを送れるのは、有効のスタッフだけです。' })
    }
    await sendProof(ctx, jobs, staffId, { kind: 'passwordReset' })
    ctx.audit(subject(target))
    return { message: `${target.email} にパスワードを再設定するリンクを送りました。` }
  }),

  get: async (ctx, { id }) => toStaff(ctx, requireAppointed(await readRow(ctx, id))),

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdStaff(ctx, id)
    const after = { ...asDraft(before), ...definedOf(changes) }
    requireGivable(ctx, after, before)
    requireStatus(ctx, before.status, after.status)
    if (after.status !== 'cancel') after.leftOn = null
    requireDays(after)
    await updateRecord(ctx, table, { id, version }, after, () => toStaff(ctx, before))
    const saved = required(await readRow(ctx, id))
    const isBack = before.status === 'cancel' && saved.status === 'waiting'
    const diff = difference(asDraft(before), asDraft(saved))
    ctx.audit({ ...subject(before), diff, ...(isBack && { action: 'staffReinvited' }) })
    return toStaff(ctx, saved)
  },

  work: async (ctx, { id }) => workOf(ctx, requireAppointed(await readRow(ctx, id)).id),

  retire: {
    prepare: async (_, { audit }) => {
      await jobs.ready()
      return async (ctx, { id, version, leftOn, successors }) => {
        requireActedOn(ctx, requireAppointed(await readRow(ctx, id)))
        const given = await handOver(ctx, audit, jobs, id, successors)
        const before = await holdStaff(ctx, id)
        if (before.status === 'cancel') throw new ApiError('conflict', { message: 'すでに退職済です。' })
        requireStatus(ctx, before.status, 'cancel')
        const after = { ...asDraft(before), status: 'cancel' as const, leftOn }
        requireDays(after)
        await updateRecord(ctx, table, { id, version }, after, () => toStaff(ctx, before))
        const saved = required(await readRow(ctx, id))
        ctx.audit({ ...subject(before), diff: difference(asDraft(before), asDraft(saved)) })
        return { staff: toStaff(ctx, saved), ...given }
      }
    },
  },

  remove: async (ctx, { id, version }) => {
    requireAppointed(await readRow(ctx, id))
    await removeStaff(ctx, id, version)
    return {}
  },

  setShops: async (ctx, { id, version, shopIds, mainShopId }) => {
    const before = await holdStaff(ctx, id)
    await requireShops(ctx, shopIds)
    const had = before.shops.map((shop) => String(shop.id))
    const [added, removed] = [shopIds.filter((one) => !had.includes(one)), had.filter((one) => !shopIds.includes(one))]
    await updateRecord(ctx, table, { id, version }, {}, () => toStaff(ctx, before))
    await removeShops(ctx.scoped, id, removed)
    await addShops(ctx.scoped, id, added)
    await setMainShop(ctx.scoped, id, mainShopId)
    const saved = required(await readRow(ctx, id))
    ctx.audit({ ...subject(before), diff: difference(shopNames(before), shopNames(saved)) })
    const named = (row: StaffRow, ids: string[]) =>
      row.shops
        .filter((shop) => ids.includes(String(shop.id)))
        .map((shop) => ({ id: String(shop.id), name: shop.name }))
    return { added: named(saved, added), removed: named(before, removed), staff: toStaff(ctx, saved) }
  },

  approveReader: async (ctx, { id }) => {
    const before = await holdStaff(ctx, id)
    if (!before.awaitsReaderApproval) throw new ApiError('conflict', { message: 'すでに承認されています。' })
    if (before.isOwnAppointee) {
      throw new ApiError('forbidden', { message: '自分が登録・招待・変更したスタッフは、ほかの人が承認します。' })
    }
    await approveReader(ctx.scoped, id, ctx.now)
    ctx.audit(subject(before))
    return toStaff(ctx, required(await readRow(ctx, id)))
  },

  resetSecondFactor: async (ctx, { id }) => {
    const before = await holdStaff(ctx, id)
    await removeSecondFactor(ctx.scoped, id)
    ctx.audit(subject(before))
    return toStaff(ctx, required(await readRow(ctx, id)))
  },

  changePassword: changePassword(passwords, jobs),
})

/** A handler that adds jobs in its transaction. */
export const afterJobs = <E extends Endpoint>(jobs: Jobs, verb: (ctx: Ctx, input: Input<E>) => Promise<Output<E>>) => ({
  prepare: async () => {
    await jobs.ready()
    return verb
  },
})

/** A new person with user and shops, waiting for an invitation; returns their number. */
export async function registerStaff(
  ctx: Ctx,
  { shopIds, displayName, ...given }: Omit<StaffRegistration, 'invites'>,
): Promise<string> {
  requireGivable(ctx, { role: given.role, isAdmin: false })
  await requireShops(ctx, shopIds)
  await requireFreeAddress(ctx, given.email, null)
  const values = {
    ...given,
    userId: await newUserId(ctx.scoped),
    displayName: displayName ?? `${given.lastName} ${given.firstName}`,
    status: 'waiting' as const,
    appointedAt: ctx.now,
  }
  const id = await insertRecord(ctx, table, values).catch(toRefusal(ctx, given.email))
  await addShops(ctx.scoped, id, shopIds)
  return id
}

/** What the log has of a registration, and of a removal. */
export const registration = (saved: StaffRow) => ({ ...subject(saved), diff: difference(null, asDraft(saved)) })
export const removal = (before: StaffRow) => ({ ...subject(before), diff: difference(asDraft(before), null) })

/** Stores the invitation; earlier ones become void. Returns its letter. */
export async function letterOfInvitation(ctx: Ctx, staffId: string) {
  const { staffId: createdBy } = ctx.principal
  const invitationId = await openInvitation(ctx.scoped, staffId, 'invitation', ctx.now, { createdBy })
  return { kind: 'invitation', invitationId } as const
}

const invited = ({ email }: StaffRow) => `${email} に招待メールを送りました。`

const invite = async (ctx: Ctx, jobs: Jobs, staffId: string) =>
  jobs.add(ctx.scoped, 'mail', await letterOfInvitation(ctx, staffId))

/** Filters and orders must not reveal what the rows leave out. */
function refuseHidden(
  seesAll: boolean,
  {
    sortKey,
    invitation,
    inviteEndsFrom,
    inviteEndsTo,
    lastLoginFrom,
    lastLoginTo,
    readerApproval,
    unfinished,
  }: Record<string, unknown>,
) {
  if (seesAll) return
  const hidden = { invitation, inviteEndsFrom, inviteEndsTo, lastLoginFrom, lastLoginTo, readerApproval, unfinished }
  const hiddenParam = Object.entries(hidden).find(([, value]) => value !== undefined)?.[0]
  const field = hiddenParam ?? (['displayName', 'role'].includes(sortKey as string) ? undefined : 'sortKey')
  if (field) throw new ApiError('invalid', { fields: { [field]: '閲覧する権限がないため、指定できません。' } })
}

const readRow = ({ scoped, shops, now }: Ctx, id: string) => staffById(scoped, shops, now, id)

/** A user who is not staff yet has no staff record. */
const requireAppointed = (row: StaffRow | null) => required(row?.appointedAt ? row : null)

/** A member of staff the caller may act on, locked until the transaction ends; for an admin, together with all others. */
export const holdStaff = async (ctx: Ctx, id: string) => requireAppointed(await holdPerson(ctx, id))

/** As `holdStaff`, also a user who is not staff yet. */
async function holdPerson(ctx: Ctx, id: string): Promise<StaffRow> {
  const seen = requireActedOn(ctx, required(await readRow(ctx, id)))
  await requireStillAdmin(ctx, seen)
  return requireActedOn(ctx, await holdRecord(ctx, table, id, () => readRow(ctx, id)))
}

/** Deletes the row; its user id is never reused. Referenced staff stay, as 退職済. */
export async function removeStaff(ctx: Ctx, id: string, version?: number): Promise<void> {
  const before = await holdPerson(ctx, id)
  if (hasWorked(before) || (await withTraces(ctx.scoped, [id])).size > 0) {
    throw new ApiError('invalid', { message: '利用の記録があるスタッフは削除できません。退職済に変更してください。' })
  }
  await removeRecord(ctx, table, { id, version }, () => toStaff(ctx, before))
  ctx.audit(removal(before))
}

const asDraft = (row: StaffRow): StaffDraft => draftOf(StaffDraft, row)
const shopNames = ({ shops, links }: StaffRow) => ({
  shops: shops.map(({ name }) => name),
  mainShop: links.find(({ isMain }) => isMain)?.name ?? null,
})

/** The record of the audit row, and its shop: their main one, or the first. */
export const subject = ({ id, links }: StaffRow) => {
  const shop = links.find(({ isMain }) => isMain) ?? links[0]
  return { resourceType: 'staff', resourceId: id, ...(shop && { shopId: String(shop.shopId) }) }
}

/** Of two concurrent requests with one address, the second gets the same error as a later one would. */
export const toRefusal =
  (ctx: Ctx, email: string) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? addressTaken(ctx, email) : error
  }
