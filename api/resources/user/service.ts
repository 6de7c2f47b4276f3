import { ApiError } from '#contract/errors.ts'
import { grantsOf } from '#contract/permissions.ts'
import { type Me, UserDraft, type user } from '#contract/user.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { holdRecord, insertRecord, required, updateRecord } from '../../db/records.ts'
import { staff } from '../../db/schema/organisation.ts'
import type { Passwords } from '../../identity/password.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import type { Storage } from '../../storage/storage.ts'
import { difference } from '../../wire/difference.ts'
import { definedOf, draftOf } from '../../wire/rows.ts'
import { afterPassword } from '../staff/current-password.ts'
import { requireAddressRight, signsIn, startAddressChange } from '../staff/proofs.ts'
import { toStaffUser } from '../staff/record.ts'
import { isMember, newUserId, type StaffRow, staffById, staffByUserId } from '../staff/repository.ts'
import { requireActedOn, requireFreeAddress } from '../staff/rules.ts'
import { afterJobs, removeStaff, subject, toRefusal } from '../staff/service.ts'
import { arrivingResources, shopsInScope } from './repository.ts'

type Api = typeof user

export const userHandlers = (storage: Storage, passwords: Passwords, jobs: Jobs): Handlers<Api> => ({
  me: async ({ principal, scoped, shops }) => ({
    id: principal.userId,
    isAdmin: principal.isAdmin,
    isPreview: principal.isPreview,
    staff: {
      id: principal.staffId,
      role: principal.role,
      email: principal.email,
      displayName: principal.displayName,
      status: 'active',
      shopStaffList: principal.shopStaffList.map(({ id, shopId }) => ({ id, shop: { id: shopId } })),
    },
    roleFlags: {
      admin: principal.isAdmin,
      ...(Object.fromEntries(valuesOf(roleLevels).map((level) => [level, principal.role === level])) as Omit<
        Me['roleFlags'],
        'admin'
      >),
    },
    permissions: grantsOf(principal),
    arriving: await arrivingResources(scoped),
    shops: await shopsInScope(scoped, shops),
  }),

  profile: async (ctx) => toStaffUser(ctx, required(await readUser(ctx, ctx.principal.userId))),

  create: async (ctx, { type: _, ...draft }) => {
    await requireFreeAddress(ctx, draft.email, null)
    await requirePicture(storage, draft.imgUrl)
    const values = {
      ...draft,
      userId: await newUserId(ctx.scoped),
      displayName: `${draft.lastName} ${draft.firstName}`,
      // The lowest role, until they become staff.
      role: 'level1' as const,
      status: 'waiting' as const,
      appointedAt: null,
    }
    const id = await insertRecord(ctx, staff, values).catch(toRefusal(ctx, draft.email))
    const saved = required(await staffById(ctx.scoped, ctx.shops, ctx.now, id))
    ctx.audit({ ...subject(saved), diff: difference(null, asDraft(saved)) })
    return toStaffUser(ctx, saved)
  },

  update: afterJobs<Api['update']>(jobs, async (ctx, { id, version, ...changes }) => {
    const before = await holdUser(ctx, id)
    const given = { ...asDraft(before), ...definedOf(changes) }
    const isNewAddress = given.email !== before.email
    if (isNewAddress) requireElse(ctx, before)
    const isPending = isNewAddress && signsIn(before)
    if (isPending) requireAddressRight(ctx)
    if (isNewAddress) await requireFreeAddress(ctx, given.email, before.id)
    // An address that somebody signs in with changes once it has proven itself.
    const draft = isPending ? { ...given, email: before.email } : given
    if (draft.imgUrl !== before.imgUrl) await requirePicture(storage, draft.imgUrl)
    const at = { id: before.id, version }
    await updateRecord(ctx, staff, at, draft, () => toStaffUser(ctx, before)).catch(toRefusal(ctx, draft.email))
    if (isPending) await startAddressChange(ctx, jobs, before, given.email)
    const saved = required(await readUser(ctx, id))
    ctx.audit({ ...subject(before), diff: difference(recorded(before), recorded(saved)) })
    return toStaffUser(ctx, saved)
  }),

  changeEmail: {
    prepare: async (input, before) => {
      await jobs.ready()
      const verb = afterPassword<Api['changeEmail']>(passwords, async (ctx) => {
        const { staffId } = ctx.principal
        const person = required(await readUser(ctx, ctx.principal.userId))
        if (input.email === person.email) throw new ApiError('invalid', { fields: { email: sameAddress } })
        await startAddressChange(ctx, jobs, person, input.email)
        const diff = { pendingEmail: { before: person.pendingEmail, after: input.email } }
        ctx.audit({ resourceType: 'staff', resourceId: staffId, diff })
        return toStaffUser(ctx, required(await readUser(ctx, ctx.principal.userId)))
      })
      return verb.prepare(input, before)
    },
  },

  remove: async (ctx, { id, version }) => {
    const target = await readUser(ctx, id)
    if (!target && (await isMember(ctx.scoped, id))) {
      throw new ApiError('invalid', { message: 'スタッフ以外のユーザは削除できません' })
    }
    await removeStaff(ctx, required(target).id, version)
    return {}
  },
})

/** Oneself, even out of the scope of one's shops, or somebody in scope. */
const readUser = ({ scoped, shops, now, principal }: Ctx, userId: string) =>
  staffByUserId(scoped, userId === principal.userId ? 'all' : shops, now, userId)

/** One's own record, or that of a subordinate. */
async function holdUser(ctx: Ctx, userId: string): Promise<StaffRow> {
  const target = required(await readUser(ctx, userId))
  if (userId !== ctx.principal.userId) {
    if (!ctx.can('staff.write')) throw new ApiError('forbidden')
    requireActedOn(ctx, target)
  }
  return holdRecord(ctx, staff, target.id, () => readUser(ctx, userId))
}

/** One's own address is changed with the current password, so that an unattended browser cannot take over the account. */
function requireElse({ principal }: Ctx, { id }: StaffRow) {
  if (id !== principal.staffId) return
  const message = 'ご自身のメールアドレスは、「アカウント設定」の「メールアドレスを変更する」から変更してください。'
  throw new ApiError('invalid', { fields: { email: message } })
}

const sameAddress = '現在のメールアドレスと同じです。'

const asDraft = (row: StaffRow) => draftOf(UserDraft, row)
const recorded = (row: StaffRow) => ({ ...asDraft(row), pendingEmail: row.pendingEmail })
