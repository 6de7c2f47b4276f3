import { ApiError } from '#contract/errors.ts'
import { leftOnEarly, leftOnMissing, type StaffDraft } from '#contract/staff.ts'
import { roleLevels, staffStatuses, staffStatusSteps } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Principal } from '../../context.ts'
import { outranks } from '../../identity/outranks.ts'
import { holdActiveAdmins, isAddressTaken, type StaffRow } from './repository.ts'

/** Below the caller, in sight with all their shops, and not the caller: whom one may act on at all. */
export const isActedOnBy = (principal: Principal, target: StaffRow) =>
  target.isWhollyInSight && target.id !== principal.staffId && outranks(principal, target)

/** The roles that somebody may give: those that they would then still stand above. */
export const rolesGivenBy = (principal: Principal) =>
  valuesOf(roleLevels).filter((role) => outranks(principal, { role, isAdmin: false }))

const refuse = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })

/** 403 for oneself, for peers and superiors, and for who works out of the caller's scope as well. */
export function requireActedOn({ principal }: Pick<Ctx, 'principal'>, target: StaffRow): StaffRow {
  if (!isActedOnBy(principal, target)) throw new ApiError('forbidden')
  return target
}

/** Nobody gives a role that they would not stand above, and only admins give the admin flag. */
export function requireGivable(ctx: Ctx, { role, isAdmin }: Pick<StaffDraft, 'role' | 'isAdmin'>, before?: StaffRow) {
  if (role !== before?.role && !rolesGivenBy(ctx.principal).includes(role)) {
    throw refuse('role', '自分より上の権限や、自分と同じ権限は設定できません。')
  }
  if (isAdmin !== (before?.isAdmin ?? false) && !ctx.can('admin.flag')) {
    throw refuse('isAdmin', '管理者の設定は、管理者だけが変更できます。')
  }
}

type Status = StaffRow['status']

/** 422 where the status does not follow the one before; somebody new waits, or is made active by an admin. */
export function requireStatus({ principal }: Pick<Ctx, 'principal'>, before: Status | null, after: Status) {
  if (before === after) return
  const { anyone, admins } = before === null ? { anyone: ['waiting'], admins: ['active'] } : staffStatusSteps[before]
  const isByAdmins = (admins as readonly Status[]).includes(after)
  if ((anyone as readonly Status[]).includes(after) || (isByAdmins && principal.isAdmin)) return
  if (isByAdmins) throw refuse('status', 'この変更は管理者だけができます。')
  const from = before === null ? '新しいスタッフ' : `「${staffStatuses[before]}」`
  throw refuse('status', `${from}を「${staffStatuses[after]}」にすることはできません。`)
}

/** The day of leaving belongs to who has left, and to nobody else. */
export function requireDays({ status, joinedOn, leftOn }: Pick<StaffDraft, 'status' | 'joinedOn' | 'leftOn'>) {
  if (status === 'cancel' && leftOn === null) throw refuse('leftOn', leftOnMissing)
  if (joinedOn !== null && leftOn !== null && leftOn < joinedOn) throw refuse('leftOn', leftOnEarly)
}

/**
 * Nobody acts on themselves, so an admin is left as long as who acts on one still is one themselves: who has lost the flag
 * meanwhile acts no more. Held before the row itself, so that two admins who act on each other do not wait for one another.
 */
export async function requireStillAdmin({ scoped, principal }: Ctx, target: StaffRow) {
  if (!target.isAdmin || target.status !== 'active') return
  if (!(await holdActiveAdmins(scoped)).includes(principal.staffId)) throw new ApiError('forbidden')
}

export const addressTaken = () => refuse('email', 'このメールアドレスはすでに使われています。')

export async function requireFreeAddress({ scoped }: Ctx, email: string, exceptStaffId: string | null) {
  if (await isAddressTaken(scoped, email, exceptStaffId)) throw addressTaken()
}

/** Whether somebody has signed in since they were active: their history then stays, and so do they. */
export const hasWorked = ({ status, lastLoginAt }: Pick<StaffRow, 'status' | 'lastLoginAt'>) =>
  status !== 'waiting' && lastLoginAt !== null

/** PostgreSQL's `unique_violation`, as Drizzle hands it on. */
export const isUniqueViolation = (error: unknown) =>
  ((error as { cause?: { code?: string } }).cause ?? (error as { code?: string })).code === '23505'
