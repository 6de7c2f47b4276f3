import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { welcomeLink } from '../db/schema/identity.ts'
import { staff } from '../db/schema/organisation.ts'

const validMilliseconds = 3_600_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Whether anybody is or was staff: people who have left count too, so that no link opens a club that has lost its admin. */
const hasStaff = async (db: Db) => (await db.select({ id: staff.id }).from(staff).limit(1)).length > 0

/**
 * Makes the link's token, of 128 bits and valid for an hour; an earlier one becomes void. Null where there are staff. Only
 * its hash is stored.
 */
export async function openWelcome(db: Db, now: Date): Promise<string | null> {
  const token = randomBytes(16).toString('base64url')
  const link = { hash: hashOf(token), createdAt: now, expiresAt: new Date(now.getTime() + validMilliseconds) }
  return db.transaction(async (tx) => {
    // Written first: waits for a call that is using up the earlier link, and then sees the admin.
    await tx.insert(welcomeLink).values(link).onConflictDoUpdate({ target: welcomeLink.id, set: link })
    if (!(await hasStaff(tx))) return token
    await tx.delete(welcomeLink)
    return null
  })
}

/** The stored hash of this token; null where the link is void, of another token, or where there are staff. */
export async function welcomedBy(db: Db, token: string, now: Date): Promise<string | null> {
  const [link] = await db.select().from(welcomeLink)
  const given = Buffer.from(hashOf(token))
  const isRight = timingSafeEqual(given, link ? Buffer.from(link.hash) : Buffer.alloc(given.length))
  const isOpen = link !== undefined && link.expiresAt > now && !(await hasStaff(db))
  return isRight && isOpen ? link.hash : null
}

export interface FirstAdmin {
  email: string
  lastName: string
  firstName: string
  passwordHash: string
}

/** Uses up the link and makes the first admin, an account of head office; null where another call was first. */
export async function makeFirstAdmin(db: Db, hash: string, now: Date, person: FirstAdmin): Promise<string | null> {
  const { email, lastName, firstName, passwordHash } = person
  const { rows } = await db.execute<{ id: number | null }>(sql`
    select first_admin(${hash}, ${now.toISOString()}::timestamptz, ${email}, ${lastName}, ${firstName}, ${passwordHash}) as id`)
  const id = rows[0]?.id ?? null
  return id === null ? null : String(id)
}
