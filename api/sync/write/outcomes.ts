import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { ProviderRows, Resource } from '../provider-rows.ts'
import type { Words } from '../words.ts'

/** What became of a row; one that is not written has a sentence for staff. */
export type Outcome =
  | { is: 'created' | 'updated' | 'unchanged' | 'locked' }
  | { is: 'skipped' | 'failed'; reason: string }
export type Outcomes = Map<string, Outcome>

/** What writers share in one transaction. */
export interface Writing {
  tx: Db
  brandCode: string
  /** The rows of contracts are all that the club system has of their members. */
  isWhole: boolean
  /** Shops by the studios' ids; null: left out. */
  studios: ReadonlyMap<string, number | null>
  /** Staff by the instructors' ids; null: not one of our staff. */
  instructors: ReadonlyMap<string, number | null>
  words: Words
  now: Date
  /** Rows that were kept before, read again: of all ids, or of these. */
  kept<R extends Resource>(resource: R, ids?: readonly string[]): Promise<Map<string, ProviderRows[R]>>
}

export interface Row<R extends Resource> {
  id: string
  row: ProviderRows[R]
}
export type Writer<R extends Resource> = (writing: Writing, rows: readonly Row<R>[]) => Promise<Outcomes>

export const skipped = (reason: string): Outcome => ({ is: 'skipped', reason })
export const failed = (reason: string): Outcome => ({ is: 'failed', reason })

export const memberIsMissing = '会員が取り込まれていないため、反映していません。'

const guestReason = 'ゲストのため、会員として反映していません。'
/** The outcome of a guest, whom the club system lists among its members. */
export const guest = skipped(guestReason)

/** Those of these numbers that are guests. */
export async function guestsOf({ tx, brandCode }: Writing, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rowsOf<{ id: string }>(
    tx,
    sql`select their_id as id from provider_row where brand_code = ${brandCode} and resource = 'members'
      and their_id = any (${sql.param(ids)}::text[]) and outcome = 'skipped' and reason = ${guestReason}`,
  )
  return new Set(found.map(({ id }) => id))
}

/** The club system's id as we keep it; null where it is none. */
export function numberOf(id: string): number | null {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  return number !== null && number <= 2_147_483_647 ? number : null
}

/** An answer says that nothing of the studio is written. */
export const leftOut = skipped('取り込まないスタジオです。')

/** The shop of a studio, or why its rows are not written. */
export function shopOf({ studios }: Writing, studioId: string): number | Outcome {
  const shop = studios.get(studioId)
  if (shop === undefined) return skipped('スタジオの対応付けに回答がないため、反映していません。')
  return shop ?? leftOut
}

export interface KnownMember {
  id: number
  shopId: number
}

/** Members of ours by the club system's ids. */
export async function membersOf(tx: Db, ids: Iterable<string | null>): Promise<Map<string, KnownMember>> {
  const numbers = [...new Set(ids)].flatMap((id) => (id === null ? [] : (numberOf(id) ?? [])))
  const found = await rowsOf<KnownMember & { externalId: number }>(
    tx,
    sql`select id, shop_id as "shopId", external_id as "externalId" from member
      where external_id = any (${sql.param(numbers)}::integer[])`,
  )
  return new Map(found.map(({ externalId, ...member }) => [String(externalId), member]))
}

/** Values of a new row that the source lacks. */
export const unsaid = (said: Readonly<Record<string, unknown>>, otherwise: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(otherwise).filter(([name]) => said[name] === undefined))
