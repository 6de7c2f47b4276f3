import { ApiError } from '#contract/errors.ts'
import { leftOnEarly, leftOnMissing, type StaffDraft } from '#contract/staff.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { staffStatuses, staffStatusSteps } from '#contract/words/staff-record.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Principal } from '../../context.ts'
import { addressesUsedUp, addressRefused, areRefusalsUsedUp, ValueTaken } from '../../db/refused-values.ts'
import { outranks } from '../../identity/outranks.ts'
import { holdActiveAdmins, isAddressTaken, type StaffRow } from './repository.ts'

/** Whom the caller may act on at all: a subordinate, with all their shops in scope, and not the caller. */
export const isActedOnBy = (principal: Principal, target: StaffRow) =>
  target.isWhollyInSight && target.id !== principal.staffId && outranks(principal, target)

/** The roles the caller may assign: those still below their own. */
export const rolesGivenBy = (principal: Principal) =>
  valuesOf(roleLevels).filter((role) => outranks(principal, { role, isAdmin: false }))

const refuse = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })

/** 403 for oneself, peers and superiors, and for staff who also work out of the caller's scope. */
export function requireActedOn({ principal }: Pick<Ctx, 'principal'>, target: StaffRow): StaffRow {
  if (!isActedOnBy(principal, target)) throw new ApiError('forbidden')
  return target
}

/** Nobody assigns a role that is not below their own, and only admins change the admin flag. */
export function requireGivable(ctx: Ctx, { role, isAdmin }: Pick<StaffDraft, 'role' | 'isAdmin'>, before?: StaffRow) {
  if (role !== before?.role && !rolesGivenBy(ctx.principal).includes(role)) {
    throw refuse('role', '自分より上の権限や、自分と同じ権限は設定できません。')
  }
  if (isAdmin !== (before?.isAdmin ?? false) && !ctx.can('admin.flag')) {
    throw refuse('isAdmin', '管理者の設定は、管理者だけが変更できます。')
  }
}

type Status = StaffRow['status']

/** 422 for an invalid change of status; a new person waits, or is activated by an admin. */
export function requireStatus({ principal }: Pick<Ctx, 'principal'>, before: Status | null, after: Status) {
  if (before === after) return
  const { anyone, admins } = before === null ? { anyone: ['waiting'], admins: ['active'] } : staffStatusSteps[before]
  const isByAdmins = (admins as readonly Status[]).includes(after)
  if ((anyone as readonly Status[]).includes(after) || (isByAdmins && principal.isAdmin)) return
  if (isByAdmins) throw refuse('status', 'この変更は管理者だけができます。')
  const from = before === null ? '新しいスタッフ' : `「${staffStatuses[before]}」`
  throw refuse('status', `${from}を「${staffStatuses[after]}」にすることはできません。`)
}

/** The leaving date is required for former staff, and refused for others. */
export function requireDays({ status, joinedOn, leftOn }: Pick<StaffDraft, 'status' | 'joinedOn' | 'leftOn'>) {
  if (status === 'cancel' && leftOn === null) throw refuse('leftOn', leftOnMissing)
  if (joinedOn !== null && leftOn !== null && leftOn < joinedOn) throw refuse('leftOn', leftOnEarly)
}

/**
 * Nobody acts on themselves, so at least one admin is left as long as the actor is still one: an actor who lost the
 * flag meanwhile is refused. Locked before the row itself, so that two admins who act on each other cannot deadlock.
 */
export async function requireStillAdmin({ scoped, principal }: Ctx, target: StaffRow) {
  if (!target.isAdmin || target.status !== 'active') return
  if (!(await holdActiveAdmins(scoped)).includes(principal.staffId)) throw new ApiError('forbidden')
}

/** An address as attempts are counted: one of a file and of a form counts once. */
export const addressValue = (email: string) => `メールアドレス ${email}`

/** To whoever does not see every shop, the one sentence for all reasons; it counts as one of the day's. */
export const addressTaken = ({ shops }: Pick<Ctx, 'shops'>, email: string) =>
  shops === 'all'
    ? refuse('email', 'このメールアドレスはすでに使われています。')
    : new ValueTaken(addressValue(email), { email: `${addressRefused}。` })

/** 422 for an address that somebody signs in with, in any shop; of any address once the day's refusals are used up. */
export async function requireFreeAddress(ctx: Ctx, email: string, exceptStaffId: string | null) {
  const { scoped, shops, principal, now } = ctx
  if (shops !== 'all' && (await areRefusalsUsedUp(scoped, { staffId: principal.staffId, now }))) {
    throw refuse('email', addressesUsedUp)
  }
  if (await isAddressTaken(scoped, email, exceptStaffId)) throw addressTaken(ctx, email)
}

/** Whether they have ever signed in: they then stay, with their history. */
export const hasWorked = ({ lastLoginAt }: Pick<StaffRow, 'lastLoginAt'>) => lastLoginAt !== null
