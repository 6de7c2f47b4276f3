import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { clubConnection, clubInbox } from '../db/schema/club-system.ts'
import type { Sealing } from '../lib/sealing.ts'
import { NoRoomError } from '../process/disk.ts'
import { webhookSecretOf } from './connection.ts'
import type { ClubSystemDriver } from './driver.ts'

// Where webhooks of the club system arrive (decision 0083). A webhook is a hint: its record is read again, its body
// is not used, so only its kind and number are kept.

export interface Accepting {
  database: Database
  driver: Pick<ClubSystemDriver, 'readWebhook'>
  sealing: Sealing
  now: Date
}
interface Sent {
  /** The last part of the address. */
  connection: string
  headers: (name: string) => string | undefined
  body: Uint8Array
}

/** A random secret, so that the answer to an unknown connection takes as long as to a known one. */
const nobodys = randomBytes(32).toString('hex')

/**
 * Keeps a webhook that the connected club system has signed; a nonce counts once. `refused`: unknown or disconnected
 * connection, or another signature. `late`: signed, but not within minutes of our clock.
 */
export async function acceptWebhook({ database, driver, sealing, now }: Accepting, sent: Sent) {
  const [row] = await database.db.select().from(clubConnection).where(eq(clubConnection.publicId, sent.connection))
  const secret = webhookSecretOf(sealing, row)
  const read = driver.readWebhook(sent, secret ?? nobodys, now)
  if (!row || secret === null || read === null) return 'refused' as const
  if (read === 'late') return 'late' as const
  if (!(await database.hasRoom())) throw new NoRoomError()
  const { nonce, hint } = read
  const is = hint ? { kind: hint.kind, theirId: hint.id } : { kind: 'other' as const, doneAt: now }
  await database.db
    .insert(clubInbox)
    .values({ ...is, connection: row.publicId, brandCode: row.brandCode, nonce, receivedAt: now, dueAt: now })
    .onConflictDoNothing({ target: [clubInbox.connection, clubInbox.nonce] })
  return 'accepted' as const
}

/** Days that a webhook is kept: longer than a nonce is accepted. */
const keptDays = 7

/** Days that a webhook is kept whose record was never read, because nobody was connected. */
const waitingDays = 30

/** Forgets webhooks of last week that are done; the last of each club says when one came. */
export async function forgetOldWebhooks(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from club_inbox i
    where received_at < ${now.toISOString()}::timestamptz
        - make_interval(days => case when done_at is null then ${waitingDays}::integer else ${keptDays}::integer end)
      and exists (select from club_inbox n where n.brand_code = i.brand_code and n.received_at > i.received_at)`)
}
