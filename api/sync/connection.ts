import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { Beforehand, Scoped } from '../context.ts'
import type { Db } from '../db/client.ts'
import { clubConnection } from '../db/schema/club-system.ts'
import type { Place, Sealing } from '../lib/sealing.ts'
import { type ClubSystem, ProviderFailure } from './club-system.ts'
import type { ClubSystemDriver, Tokens } from './driver.ts'

// The tokens of the club system (decision 0081). Nothing here holds a transaction during a call of the club system: one
// that renews takes a lease in the row, the others wait for its tokens.

/** Tokens that end this soon are renewed before they are used. */
const spareMs = 60_000
/** Longer than a renewal may take with all its tries. */
const leaseMs = 90_000
const waitMs = 250

type Row = typeof clubConnection.$inferSelect
type Held = Required<Pick<Tokens, 'accessToken'>> & {
  refreshToken: string | null
  /** The secret with which the club system signs its webhooks; made by us. */
  webhookSecret: string
}

const newSecret = () => randomBytes(32).toString('hex')

/** The row of the connection's tokens. */
export const placeOfTokens = (publicId: string): Place => ['club-connection', publicId]

export interface Connecting {
  driver: ClubSystemDriver
  sealing: Sealing
  sleep?: (ms: number) => Promise<unknown>
}
type Transactions = Pick<Beforehand, 'read' | 'write' | 'now'>

export async function readConnection(scoped: Scoped): Promise<Row | null> {
  const [found] = await scoped.select().from(clubConnection)
  return found ?? null
}

/** Keeps the tokens of a permission that somebody has just given; the version says that there is another connection. */
export async function connect(
  scoped: Scoped,
  { sealing }: Pick<Connecting, 'sealing'>,
  { brandCode, tokens, staffId, now }: { brandCode: string; tokens: Tokens; staffId: string; now: Date },
) {
  const [before] = await scoped.select().from(clubConnection).for('update')
  const publicId = before?.publicId ?? randomBytes(16).toString('hex')
  // A renewed permission keeps the secret; another club gets its own.
  const webhookSecret = (before?.brandCode === brandCode && webhookSecretOf(sealing, before)) || newSecret()
  const row = {
    ...{ id: 1, publicId, brandCode, refusedAt: null, renewingUntil: null, connectedAt: now, connectedBy: staffId },
    ...kept(sealing, publicId, {
      ...{ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? null },
      webhookSecret,
    }),
    tokenEndsAt: tokens.expiresAt,
    tokenSerial: (before?.tokenSerial ?? 0) + 1,
    version: (before?.version ?? 0) + 1,
  }
  await scoped.insert(clubConnection).values(row).onConflictDoUpdate({ target: clubConnection.id, set: row })
}

/** The secret of webhooks; null where nothing is connected, or no key opens it. */
export function webhookSecretOf(sealing: Sealing, row: Row | null | undefined): string | null {
  if (!row?.sealed) return null
  try {
    return opened(sealing, row).webhookSecret ?? null
  } catch (error) {
    if (error instanceof ProviderFailure) return null
    throw error
  }
}

/** Forgets the tokens. False where there were none. */
export async function disconnect(scoped: Scoped): Promise<boolean> {
  const forgotten = await scoped
    .update(clubConnection)
    .set({
      ...{ keyId: null, sealed: null, tokenEndsAt: null, refusedAt: null, renewingUntil: null },
      tokenSerial: sql`${clubConnection.tokenSerial} + 1`,
      version: sql`${clubConnection.version} + 1`,
    })
    .where(isNotNull(clubConnection.sealed))
    .returning({ id: clubConnection.id })
  return forgotten.length > 0
}

/**
 * What `work` reads from the club system, with tokens that are good: renewed before they end, or once when they are
 * refused. Throws a `ProviderFailure`, of the kind `unauthorized` where only a person can connect again.
 */
export async function withClubSystem<T>(
  connecting: Connecting,
  transactions: Transactions,
  work: (system: ClubSystem, brandCode: string) => Promise<T>,
): Promise<T> {
  const { driver, sealing } = connecting
  let row = await currentRow(transactions)
  if (endsSoon(row, transactions.now)) row = await renewed(connecting, transactions, row)
  const systemOf = (of: Row) => driver.open({ brandCode: of.brandCode, accessToken: opened(sealing, of).accessToken })
  try {
    return await work(systemOf(row), row.brandCode)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    row = await renewed(connecting, transactions, row)
    return work(systemOf(row), row.brandCode)
  }
}

const isUnauthorized = (error: unknown) => error instanceof ProviderFailure && error.kind === 'unauthorized'
const endsSoon = ({ tokenEndsAt }: Row, now: Date) =>
  tokenEndsAt !== null && tokenEndsAt.getTime() - now.getTime() < spareMs

export const reconnectSentence = '会員管理システムの許可が切れています。もう一度接続してください。'

/** The row with tokens that nobody has refused yet. */
async function currentRow({ read }: Pick<Transactions, 'read'>): Promise<Row> {
  const row = await read(readConnection)
  if (!row?.sealed) throw new ApiError('conflict', { message: '会員管理システムに接続していません。' })
  if (row.refusedAt) throw new ProviderFailure('unauthorized', reconnectSentence)
  return row
}

/** The row with other tokens than `seen`: ours or, where another process was faster, theirs. */
async function renewed(connecting: Connecting, transactions: Transactions, seen: Row): Promise<Row> {
  const { sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = connecting
  const { now, write } = transactions
  for (let waited = 0; waited <= leaseMs; waited += waitMs) {
    const at = new Date(now.getTime() + waited)
    const leased = await write((scoped) => lease(scoped, seen, at))
    if (leased) return renewLeased(connecting, transactions, leased)
    const current = await currentRow(transactions)
    if (current.tokenSerial !== seen.tokenSerial) return current
    await sleep(waitMs)
  }
  throw new ProviderFailure('unavailable', '会員管理システムの許可を更新できませんでした。時間をおいてお試しください。')
}

/** The row with the lease to renew it; null where its tokens have changed, or another process renews them. */
async function lease(scoped: Scoped, { tokenSerial }: Row, now: Date): Promise<Row | null> {
  const isFree = or(isNull(clubConnection.renewingUntil), lt(clubConnection.renewingUntil, now))
  const [leased] = await scoped
    .update(clubConnection)
    .set({ renewingUntil: new Date(now.getTime() + leaseMs) })
    .where(and(eq(clubConnection.tokenSerial, tokenSerial), isNotNull(clubConnection.sealed), isFree))
    .returning()
  return leased ?? null
}

async function renewLeased(connecting: Connecting, transactions: Transactions, row: Row): Promise<Row> {
  const { driver, sealing } = connecting
  const { write } = transactions
  const before = opened(sealing, row)
  const { refreshToken } = before
  try {
    if (refreshToken === null) throw new ProviderFailure('unauthorized', reconnectSentence)
    const tokens = await driver.renew({ brandCode: row.brandCode, refreshToken })
    // Stored before any request uses them: the tokens before them may be invalid now.
    const held = { ...before, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken }
    const stored = await write((scoped) =>
      changeTokens(scoped, row, {
        ...kept(sealing, row.publicId, held),
        ...{ tokenEndsAt: tokens.expiresAt, tokenSerial: row.tokenSerial + 1, renewingUntil: null },
      }),
    )
    return stored ?? (await currentRow(transactions))
  } catch (error) {
    const refused = isUnauthorized(error) ? { refusedAt: transactions.now } : {}
    const ended = await write((scoped) => changeTokens(scoped, row, { renewingUntil: null, ...refused }))
    // They were refused because another process had renewed them.
    if (isUnauthorized(error) && !ended) return currentRow(transactions)
    if (isUnauthorized(error)) throw new ProviderFailure('unauthorized', reconnectSentence)
    throw error
  }
}

/** Changes the row while it has the tokens of `row`; null where it has others. */
async function changeTokens(scoped: Scoped, { tokenSerial }: Row, set: Partial<Row>): Promise<Row | null> {
  const [changed] = await scoped
    .update(clubConnection)
    .set(set)
    .where(and(eq(clubConnection.tokenSerial, tokenSerial), isNotNull(clubConnection.sealed)))
    .returning()
  return changed ?? null
}

/**
 * Key rotation (`npm run rekey`): the tokens under the first key. `unopened`: no known key opens them, and they stay as
 * they are.
 */
export const resealConnection = (db: Db, sealing: Sealing): Promise<'none' | 'resealed' | 'unopened'> =>
  db.transaction(async (tx) => {
    const [row] = await tx.select().from(clubConnection).for('update')
    if (!row?.keyId || row.keyId === sealing.keyId) return 'none'
    try {
      await tx.update(clubConnection).set(kept(sealing, row.publicId, opened(sealing, row)))
      return 'resealed'
    } catch (error) {
      if (error instanceof ProviderFailure) return 'unopened'
      throw error
    }
  })

const kept = (sealing: Sealing, publicId: string, held: Held) => sealing.seal(placeOfTokens(publicId), held)

function opened(sealing: Sealing, { publicId, keyId, sealed }: Row): Held {
  try {
    return sealing.open<Held>(placeOfTokens(publicId), keyId as string, sealed as Uint8Array)
  } catch {
    // The key is missing or another one: the stored tokens cannot be read.
    throw new ProviderFailure(
      'unauthorized',
      '会員管理システムの許可を読み出せません。DAILY_LOG_KEYS の鍵を確認するか、もう一度接続してください。',
    )
  }
}
