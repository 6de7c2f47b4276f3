import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { ProviderFailure } from './club-system.ts'
import { endFollowed } from './end-followed.ts'
import type { OfMembers } from './lists.ts'
import { countMissingOfMembers } from './missing.ts'
import { type Ask, type RawRow, type ReadRow, UnreadableRow } from './provider-rows.ts'
import { type Counts, type WritingRows, writePage } from './write-page.ts'

// Members read by their number, with contracts and tickets: those of webhooks, and those who book and are not here yet.

export interface MemberRows {
  member: RawRow
  /** Null: hidden, as for members on 休会; what is here stays. */
  contracts: RawRow[] | null
  memberTickets: RawRow[] | null
}

/** What the club system has of a member; null: nothing. */
export async function readMember(ask: Ask, id: string): Promise<MemberRows | null> {
  const member = await ask((reader) => reader.one('members', id))
  if (!member) return null
  const shown = (resource: OfMembers) => allOf(ask, resource, id).catch(nullIfRefused)
  return { member, contracts: await shown('contracts'), memberTickets: await shown('memberTickets') }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof ProviderFailure && error.isRefusal) return null
  throw error
}

/** All pages of a member's contracts or tickets. */
export async function allOf(ask: Ask, resource: OfMembers, memberId: string): Promise<RawRow[]> {
  const rows: RawRow[] = []
  for (let page = 1; ; page += 1) {
    const got = await ask((reader) => reader.page(resource, { memberId }, page))
    rows.push(...got.rows)
    if (page >= got.pages || got.rows.length === 0) return rows
  }
}

/** Reads the members of these bookings who were never read. A member who cannot be read is left to a later run. */
export async function readStrangers(
  db: Db,
  { ask, brandCode, readRow }: { ask: Ask; brandCode: string; readRow: ReadRow },
  bookings: readonly RawRow[],
): Promise<MemberRows[]> {
  const ids = [...new Set(bookings.flatMap((booking) => bookedBy(readRow, booking) ?? []))]
  const known = await rowsOf<{ id: string }>(
    db,
    sql`select their_id as id from provider_row
      where brand_code = ${brandCode} and resource = 'members' and their_id = any (${sql.param(ids)}::text[])`,
  )
  const isKnown = new Set(known.map(({ id }) => id))
  const found: MemberRows[] = []
  for (const id of ids) {
    const rows = isKnown.has(id) ? null : await readMember(ask, id).catch(nullIfOfOneMember)
    if (rows) found.push(rows)
  }
  return found
}

function nullIfOfOneMember(error: unknown): null {
  if (error instanceof ProviderFailure && error.kind !== 'unauthorized') return null
  throw error
}

/** The number of the member who has booked; null: a guest, or an unreadable row. */
export function bookedBy(readRow: ReadRow, { raw }: RawRow): string | null {
  try {
    return readRow('bookings', raw).memberId ?? null
  } catch (error) {
    if (error instanceof UnreadableRow) return null
    throw error
  }
}

/** Writes all that was read of a member; by a run, or by none. */
export async function writeMember(
  tx: Db,
  of: WritingRows,
  runId: string | null,
  { member, contracts, memberTickets }: MemberRows,
): Promise<Counts[]> {
  const { brandCode, now } = of
  const written = [
    await writePage(tx, of, 'members', runId, [member]),
    await writePage(tx, of, 'contracts', runId, contracts ?? []),
    await writePage(tx, of, 'memberTickets', runId, memberTickets ?? []),
  ]
  const ids = (rows: readonly RawRow[]) => rows.map(({ id }) => id)
  if (contracts) await countMissingOfMembers(tx, brandCode, 'contracts', [member.id], ids(contracts), now)
  if (contracts) await endFollowed(tx, brandCode, [member.id], now)
  if (memberTickets) await countMissingOfMembers(tx, brandCode, 'memberTickets', [member.id], ids(memberTickets), now)
  await tx.execute(sql`update provider_row set contracts_due = false, tickets_due = false
    where brand_code = ${brandCode} and resource = 'members' and their_id = ${member.id}`)
  return written.map(({ counts }) => counts)
}
