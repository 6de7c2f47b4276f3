import { ApiError } from '#contract/errors.ts'
import type { Ctx } from '../../context.ts'
import { openInvitation } from '../../identity/invitation.ts'
import type { Jobs } from '../../mail/jobs.ts'
import type { StaffRow } from './repository.ts'
import { hasWorked, requireFreeAddress } from './rules.ts'

// What proves who a person is: the address they sign in with, their password and their second factor.

type Proven = { kind: 'passwordProof' | 'passwordReset' } | { kind: 'addressProof'; email: string; sid?: string }

/** Sends the link that a person sets a password with, or confirms a new address or what somebody else has set. */
export async function sendProof(ctx: Ctx, jobs: Jobs, staffId: string, { kind, ...details }: Proven): Promise<void> {
  const createdBy = ctx.principal.staffId
  const invitationId = await openInvitation(ctx.scoped, staffId, kind, ctx.now, { ...details, createdBy })
  await jobs.add(ctx.scoped, 'mail', { kind: 'proof', invitationId })
}

/**
 * Begins a change of the address that somebody signs in with: the present one is notified, and counts until the new one has
 * proven itself. A later change replaces it.
 */
export async function startAddressChange(ctx: Ctx, jobs: Jobs, person: StaffRow, email: string): Promise<void> {
  const { id, displayName } = person
  await requireFreeAddress(ctx, email, id)
  const isOwn = id === ctx.principal.staffId
  await sendProof(ctx, jobs, id, { kind: 'addressProof', email, ...(isOwn && { sid: ctx.principal.sid }) })
  await jobs.add(ctx.scoped, 'mail', { kind: 'addressNotice', displayName, to: person.email, next: email })
}

/** Whether the address of this person is one that they sign in with: until they first do, it only invites them. */
export const signsIn = (person: StaffRow) => person.status !== 'waiting' || hasWorked(person)

/** Another person's address takes the right to their password: whoever receives their mail can set one. */
export function requireAddressRight(ctx: Ctx): void {
  if (ctx.can('staff.password')) return
  const message = 'ログインに使うメールアドレスの変更は、FCオーナーか本部に依頼してください。'
  throw new ApiError('invalid', { fields: { email: message } })
}
