import type { Staff, StaffRecord } from '#contract/staff.ts'
import type { StaffUser } from '#contract/user.ts'
import type { Ctx } from '../../context.ts'
import { instantOf, wireOf } from '../../wire/rows.ts'
import { type StaffRow, staffByUserId } from './repository.ts'
import { hasWorked, isActedOnBy, rolesGivenBy } from './rules.ts'

const linksOf = ({ id: staffId, links }: StaffRow) =>
  links.map(({ id, shopId, name, isMain }) => ({
    id: String(id),
    staffId,
    shop: { id: String(shopId), name },
    isMain,
  }))

/** The record for this caller: trainers see names and roles only. */
export function toStaff(ctx: Ctx, row: StaffRow): Staff {
  const { id, userId, displayName, role } = row
  if (!ctx.can('staff.write')) return { id, userId, displayName, role }
  const acts = isActedOnBy(ctx.principal, row)
  const details: StaffRecord = {
    ...{ id, userId, displayName, role },
    status: row.status,
    isAdmin: row.isAdmin,
    jobTitle: row.jobTitle,
    employmentType: row.employmentType,
    joinedOn: row.joinedOn,
    leftOn: row.leftOn,
    user: profileOf(row),
    shopStaffList: linksOf(row),
    hasOtherShops: !row.isWhollyInSight,
    lastLoginAt: wireOf({ at: row.lastLoginAt }).at,
    invitation: row.invitation,
    invitedAt: wireOf({ at: instantOf(row.invitedAt) }).at,
    inviteExpiresAt: wireOf({ at: instantOf(row.inviteExpiresAt) }).at,
    hasSecondFactor: row.hasSecondFactor,
    hasUnconfirmedPassword: row.hasUnconfirmedPassword,
    awaitsReaderApproval: row.awaitsReaderApproval,
    may: {
      update: acts,
      remove: acts && ctx.can('staff.delete') && !hasWorked(row),
      resetPassword: acts && ctx.can('staff.password') && row.status === 'active',
      invite: acts && row.status === 'waiting',
      approveReader: acts && row.awaitsReaderApproval && !row.isOwnAppointee && ctx.can('log.approve'),
      resetSecondFactor: acts && ctx.can('admin.flag') && row.hasSecondFactor,
      appointAdmin: acts && ctx.can('admin.flag'),
      roles: rolesGivenBy(ctx.principal),
    },
    updatedBy: row.updatedBy,
    updatedAt: wireOf({ at: row.updatedAt }).at,
    version: row.version,
  }
  return details
}

const profileOf = (row: StaffRow) => ({
  lastName: row.lastName,
  firstName: row.firstName,
  lastNameKana: row.lastNameKana,
  firstNameKana: row.firstNameKana,
  email: row.email,
  pendingEmail: row.pendingEmail,
  gender: row.gender,
  tel: row.tel,
  birthday: row.birthday,
  imgUrl: row.imgUrl,
})

/** The user for this caller: in full for oneself and readable staff, otherwise by name. */
export function toStaffUser({ principal, can }: Pick<Ctx, 'principal' | 'can'>, row: StaffRow): StaffUser {
  const { lastName, firstName, lastNameKana, firstNameKana, ...rest } = profileOf(row)
  const readsAll = row.id === principal.staffId || can('staff.write')
  return {
    ...{ lastName, firstName, lastNameKana, firstNameKana },
    ...(readsAll && rest),
    id: row.userId,
    type: 'staff',
    staffId: row.appointedAt && row.id,
    version: row.version,
  }
}

/** A user of type staff who is visible to the caller; null where there is none. */
export async function readStaffUser(ctx: Ctx, userId: string): Promise<StaffUser | null> {
  const row = await staffByUserId(ctx.scoped, ctx.shops, ctx.now, userId)
  return row && toStaffUser(ctx, row)
}
