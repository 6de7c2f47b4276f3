import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { InvitationKind } from '#contract/words/staff-record.ts'
import type { Db } from '../db/client.ts'
import { invitation } from '../db/schema/identity.ts'
import { staff } from '../db/schema/organisation.ts'

const hours = 3_600_000
/** Validity of a link in hours: an invitation is read the next day, a password reset at once. */
const validHours: Record<InvitationKind, number> = {
  invitation: 7 * 24,
  passwordReset: 1,
  addressProof: 24,
  passwordProof: 24,
}
/** A reset that somebody else has sent is not waited for by its reader. */
const sentResetHours = 24

/** The links that set a password. */
export type PasswordLink = 'invitation' | 'passwordReset'
export const setsPassword = <L extends { kind: InvitationKind }>(link: L): link is L & { kind: PasswordLink } =>
  link.kind === 'invitation' || link.kind === 'passwordReset'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export interface LinkDetails {
  /** Who has it sent; null: nobody who is signed in. */
  createdBy: string | null
  /** The address to be proven. */
  email?: string
  /** The session that survives the change. */
  sid?: string
}

/** Creates a link to be sent; earlier ones of its kind become void. */
export async function openInvitation(
  db: Db,
  staffId: string,
  kind: InvitationKind,
  now: Date,
  details: LinkDetails,
): Promise<string> {
  const isSentReset = kind === 'passwordReset' && details.createdBy !== null
  const expiresAt = new Date(now.getTime() + (isSentReset ? sentResetHours : validHours[kind]) * hours)
  const [made] = await db
    .insert(invitation)
    .values({ staffId, kind, createdAt: now, expiresAt, ...details })
    .returning({ id: invitation.id })
  return (made as { id: string }).id
}

/** Gives it a new token of 128 bits and returns it; only its hash is stored. */
export async function renewLink(db: Db, id: string): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  await db
    .update(invitation)
    .set({ tokenHash: hashOf(token) })
    .where(eq(invitation.id, id))
  return token
}

const columns = {
  invitationId: invitation.id,
  staffId: staff.id,
  userId: staff.userId,
  role: staff.role,
  kind: invitation.kind,
  /** Where the letter goes, and what an `addressProof` proves. */
  email: sql<string>`coalesce(${invitation.email}, ${staff.email})`,
  sid: invitation.sid,
  displayName: staff.displayName,
  /** The name of who has it sent; null: nobody who is signed in. */
  sentBy: sql<string | null>`(select s.display_name from staff s where s.id = ${invitation.createdBy})`,
  company: sql<string>`coalesce((select c.name from club c), '')`,
  /** The shops they are to work in, the main one first. */
  shops: sql<{ name: string; tel: string }[]>`coalesce((
    select json_agg(json_build_object('name', s.name, 'tel', s.tel) order by t.is_main desc, s.sort_order, s.id)
    from shop_staff t join shop s on s.id = t.shop_id where t.staff_id = ${staff.id}), '[]')`,
  status: staff.status,
  createdAt: invitation.createdAt,
  expiresAt: invitation.expiresAt,
  usedAt: invitation.usedAt,
  voidedAt: invitation.voidedAt,
}

type Found = NonNullable<Awaited<ReturnType<typeof read>>>

async function read(db: Db, where: ReturnType<typeof eq>) {
  const [found] = await db
    .select(columns)
    .from(invitation)
    .innerJoin(staff, eq(staff.id, invitation.staffId))
    .where(where)
  return found ?? null
}

/** The states of a person in which a link is of use. */
const statusesOf: Record<InvitationKind, readonly Found['status'][]> = {
  invitation: ['waiting'],
  passwordReset: ['active'],
  addressProof: ['waiting', 'active', 'suspended', 'cancel'],
  passwordProof: ['active'],
}

/** Unused, not ended by a change, in time, the latest of its kind, and its person still in the same state. */
async function isOpen(db: Db, found: Found, now: Date): Promise<boolean> {
  if (found.usedAt || found.voidedAt || found.expiresAt <= now) return false
  if (!statusesOf[found.kind].includes(found.status)) return false
  const [last] = await db
    .select({ id: invitation.id })
    .from(invitation)
    .where(and(eq(invitation.staffId, found.staffId), eq(invitation.kind, found.kind)))
    .orderBy(desc(invitation.id))
    .limit(1)
  return last?.id === found.invitationId
}

async function openBy(db: Db, where: ReturnType<typeof eq>, now: Date): Promise<Found | null> {
  const found = await read(db, where)
  return found && (await isOpen(db, found, now)) ? found : null
}

/** The person this link was sent to; null where it is void or unknown. */
export const invitedBy = (db: Db, token: string, now: Date) => openBy(db, eq(invitation.tokenHash, hashOf(token)), now)

/** The open link of this kind that was sent last; null: none. */
export async function lastOpen(db: Db, staffId: string, kind: InvitationKind, now: Date): Promise<Found | null> {
  const [last] = await db
    .select({ id: invitation.id })
    .from(invitation)
    .where(and(eq(invitation.staffId, staffId), eq(invitation.kind, kind)))
    .orderBy(desc(invitation.id))
    .limit(1)
  return last ? openBy(db, eq(invitation.id, last.id), now) : null
}

/** The recipient; null where the invitation has been used, replaced or withdrawn since. */
export const toInvite = (db: Db, invitationId: string, now: Date) => openBy(db, eq(invitation.id, invitationId), now)

/** Marks it as used; false where a concurrent request has just used or ended it. */
export async function useUp(db: Db, invitationId: string, now: Date): Promise<boolean> {
  const used = await db
    .update(invitation)
    .set({ usedAt: now })
    .where(and(eq(invitation.id, invitationId), isNull(invitation.usedAt), isNull(invitation.voidedAt)))
    .returning({ id: invitation.id })
  return used.length > 0
}

/** Starts a reset for the account of this address; null where there is none. */
export async function accountToReset(db: Db, email: string, now: Date): Promise<Found | null> {
  return db.transaction(async (tx) => {
    // Locked: a concurrent change of the address either comes first, or sees this link and ends it.
    const [account] = await tx
      .select({ id: staff.id, status: staff.status })
      .from(staff)
      .where(eq(staff.email, email))
      .for('update')
    if (account?.status !== 'active') return null
    return read(tx, eq(invitation.id, await openInvitation(tx, account.id, 'passwordReset', now, { createdBy: null })))
  })
}
