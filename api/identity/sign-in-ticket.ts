import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { signInTicket } from '../db/schema/identity.ts'

const ticketMinutes = 10

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Issued after the password; signs in together with a code. */
export async function openTicket(db: Db, staffId: string, now: Date): Promise<string> {
  const ticket = randomBytes(16).toString('base64url')
  const expiresAt = new Date(now.getTime() + ticketMinutes * 60_000)
  await db.insert(signInTicket).values({ hash: digest(ticket), staffId, expiresAt })
  return ticket
}

/** The owner of a ticket; null where it is expired, used or unknown. */
export async function holderOf(db: Db, ticket: string, now: Date): Promise<string | null> {
  const isOpen = and(eq(signInTicket.hash, digest(ticket)), gt(signInTicket.expiresAt, now))
  const [found] = await db.select({ staffId: signInTicket.staffId }).from(signInTicket).where(isOpen)
  return found?.staffId ?? null
}

/** Each ticket signs in once. The caller holds the account, so that concurrent requests cannot both find it. */
export async function spendTicket(db: Db, ticket: string): Promise<void> {
  await db.delete(signInTicket).where(eq(signInTicket.hash, digest(ticket)))
}

/** Deletes void tickets; called regularly. */
export async function forgetOldTickets(db: Db, now: Date): Promise<void> {
  await db.delete(signInTicket).where(lt(signInTicket.expiresAt, now))
}
