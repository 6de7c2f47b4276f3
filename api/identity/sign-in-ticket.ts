import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { signInTicket } from '../db/schema/identity.ts'

const ticketMinutes = 10

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** For who has shown their password: with it and a code they come in. */
export async function openTicket(db: Db, staffId: string, now: Date): Promise<string> {
  const ticket = randomBytes(16).toString('base64url')
  const expiresAt = new Date(now.getTime() + ticketMinutes * 60_000)
  await db.insert(signInTicket).values({ hash: digest(ticket), staffId, expiresAt })
  return ticket
}

/** Whose ticket it is; null where it is too old, was used or never was one. */
export async function holderOf(db: Db, ticket: string, now: Date): Promise<string | null> {
  const isOpen = and(eq(signInTicket.hash, digest(ticket)), gt(signInTicket.expiresAt, now))
  const [found] = await db.select({ staffId: signInTicket.staffId }).from(signInTicket).where(isOpen)
  return found?.staffId ?? null
}

/** Uses it up; false where somebody else has just done so. */
export async function spendTicket(db: Db, ticket: string): Promise<boolean> {
  const spent = await db
    .delete(signInTicket)
    .where(eq(signInTicket.hash, digest(ticket)))
    .returning()
  return spent.length > 0
}

/** Drops tickets that open nothing any more; run now and then. */
export async function forgetOldTickets(db: Db, now: Date): Promise<void> {
  await db.delete(signInTicket).where(lt(signInTicket.expiresAt, now))
}
