import { createHash, createHmac } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { Scoped } from '../context.ts'
import type { Db } from '../db/client.ts'
import { idempotency } from '../db/schema/identity.ts'

const keptHours = 24

export interface Claim {
  staffId: string
  endpoint: string
  key: string
  requestHash: string
}

/** The header's key and the request under it (URL and body), both hashed, because a body may contain a password. */
export function claimOf(staffId: string, endpoint: string, header: string, request: string): Claim {
  if (!/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw new ApiError('invalid', {
      fields: { 'Idempotency-Key': 'Idempotency-Keyは200文字以内の英数字で指定してください。' },
    })
  }
  const key = createHash('sha256').update(header).digest('base64url')
  return { staffId, endpoint, key, requestHash: createHmac('sha256', header).update(request).digest('base64url') }
}

/**
 * Claims the key in this transaction. Returns null to the first caller; a second one waits for the first to commit and
 * gets its answer, or 409 when its request differs under the same key.
 */
export async function claimOrReplay(tx: Scoped, claim: Claim, now: Date): Promise<{ answer: unknown } | null> {
  const taken = await tx
    .insert(idempotency)
    .values({ ...claim, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (taken.length) return null
  const earlier = await earlierAnswer(tx, claim)
  if (!earlier) throw new ApiError('conflict')
  return earlier
}

/** The stored answer for the key, if any; 409 when it was for another request. */
export async function earlierAnswer(tx: Scoped, claim: Claim): Promise<{ answer: unknown } | null> {
  const [earlier] = await tx.select().from(idempotency).where(rowOf(claim))
  if (!earlier) return null
  if (earlier.requestHash !== claim.requestHash) throw new ApiError('conflict')
  return { answer: earlier.answer }
}

export async function keepAnswer(tx: Scoped, claim: Claim, answer: unknown): Promise<void> {
  await tx.update(idempotency).set({ answer }).where(rowOf(claim))
}

const rowOf = ({ staffId, endpoint, key }: Claim) =>
  and(eq(idempotency.staffId, staffId), eq(idempotency.endpoint, endpoint), eq(idempotency.key, key))

/** Deletes entries older than a day; called regularly. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.createdAt, new Date(now.getTime() - keptHours * 3_600_000)))
}
