import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/expressions.ts'
import { addDays } from '../figures/periods.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { goesOnAfter } from './known-end.ts'
import { takeBack } from './missing-members.ts'
import { type KnownMember, leftOut, numberOf, type Row, shopOf, type Writing } from './write/outcomes.ts'

// Members with a contract that was here and is at a studio of which nothing is written (decision 0103). Moves
// are only noted here: the run judges them afterwards, and until then the membership goes on.

interface Followed {
  /** The contract ends because another follows at such a studio, which is judged first: what is here stays open. */
  isHeld: (id: string) => boolean
  /** The contract is here, at such a studio by now, and has an end. */
  isEnded: (id: string) => boolean
}

interface Stored {
  memberId: number
  startOn: string
  endOn: string | null
  cancelRequestedOn: string | null
  kind: string
}

interface Move {
  to: string
  /** The first day there; null: no contract says it. */
  on: string | null
  /** Whether the studio is another one than before; otherwise an answer of the mapping has changed. */
  isSeen: boolean
}

const nothing: Followed = { isHeld: () => false, isEnded: () => false }

/** Stores moves in the members' kept rows; of members who are back what was closed is opened again. */
export async function followMoves(
  writing: Writing,
  rows: readonly Row<'contracts'>[],
  members: ReadonlyMap<string, KnownMember>,
): Promise<Followed> {
  const { words } = writing
  const today = tokyoDayOf(writing.now)
  const ours = rows.filter(({ row }) => row.isNumbered !== false && members.has(row.memberId))
  if (ours.length === 0) return nothing
  const isHere = ({ row }: Row<'contracts'>) => typeof shopOf(writing, row.studioId) === 'number'
  const isBase = ({ row: { plan } }: Row<'contracts'>) =>
    plan.kind === undefined || words.uncounted('planKind', plan.kind) !== 'option'
  const stored = await storedContracts(writing, ours)
  /** It is here, and goes on after the day as far as is known. */
  const goesOn = (id: string, day: string) => {
    const known = stored.get(id)
    return known !== undefined && goesOnAfter(known, day)
  }
  /** Whether it is a term: it ends on a later day for which no leave was filed. */
  const isTerm = ({ row: { endOn = null, cancelRequestedOn = null } }: Row<'contracts'>) =>
    endOn !== null && goesOnAfter({ endOn, cancelRequestedOn }, today)
  const held = new Set<string>()
  // Who has moved to a studio that is left out leaves on the day of the move, and on this one at the latest.
  const ended = ours.filter(({ id, row: { endOn, studioId } }) => {
    const known = stored.get(id)
    if (typeof shopOf(writing, studioId) === 'number' || !known || endOn == null || endOn < known.startOn) return false
    return shopOf(writing, studioId) !== leftOut || (goesOnAfter(known, endOn) && endOn < today)
  })
  if (writing.isWhole) {
    const before = await writing.kept(
      'contracts',
      ours.flatMap((one) => (isHere(one) ? [] : one.id)),
    )
    const moves = new Map<string, Move>()
    for (const [memberId, all] of Map.groupBy(ours.filter(isBase), ({ row }) => row.memberId)) {
      const [here, elsewhere] = [all.filter(isHere), all.filter((one) => !isHere(one))]
      if (here.some(({ row }) => row.endOn == null)) continue
      const last = here
        .map(({ row }) => row.endOn as string)
        .sort()
        .at(-1)
      const next = elsewhere.find(
        ({ row }) => last !== undefined && row.startOn <= addDays(last, 1) && (row.endOn == null || row.endOn > last),
      )
      const moved = elsewhere.find(({ id, row }) => goesOn(id, today) && (row.endOn == null || row.endOn >= today))
      const isSeen = ({ id, row }: Row<'contracts'>) =>
        !stored.has(id) || (before.has(id) && before.get(id)?.studioId !== row.studioId)
      if (next && last) moves.set(memberId, { to: next.row.studioId, on: addDays(last, 1), isSeen: isSeen(next) })
      else if (moved && !here.some(isTerm))
        moves.set(memberId, { to: moved.row.studioId, on: null, isSeen: isSeen(moved) })
      for (const { id, row } of here) if (next && last && row.endOn === last && goesOn(id, last)) held.add(id)
    }
    await keepMoves(writing, ours, moves)
  } else {
    const days = await daysOfMoves(writing, ours)
    for (const { id, row } of ours) {
      if (row.endOn && goesOn(id, row.endOn) && days.get(row.memberId) === addDays(row.endOn, 1)) held.add(id)
    }
  }
  const isEnded = new Set(ended.map(({ id }) => id))
  return { isHeld: (id) => held.has(id), isEnded: (id) => isEnded.has(id) }
}

async function storedContracts({ tx }: Writing, rows: readonly Row<'contracts'>[]): Promise<Map<string, Stored>> {
  const found = await rowsOf<Stored & { externalId: number }>(
    tx,
    sql`select external_id as "externalId", member_id as "memberId", start_on::text as "startOn", end_on::text as "endOn",
        cancel_requested_on::text as "cancelRequestedOn", kind
      from contract where external_id = any (${sql.param(rows.flatMap(({ id }) => numberOf(id) ?? []))}::integer[])`,
  )
  return new Map(found.map(({ externalId, ...contract }) => [String(externalId), contract]))
}

async function daysOfMoves({ tx, brandCode }: Writing, rows: readonly Row<'contracts'>[]) {
  const found = await rowsOf<{ id: string; day: string }>(
    tx,
    sql`select their_id as id, moved_on::text as day from provider_row where brand_code = ${brandCode} and resource = 'members'
      and moved_on is not null and their_id = any (${sql.param(rows.map(({ row }) => row.memberId))}::text[])`,
  )
  return new Map(found.map(({ id, day }) => [id, day]))
}

/** A known move keeps the time at which it was first seen. */
async function keepMoves(
  { tx, brandCode, now }: Writing,
  rows: readonly Row<'contracts'>[],
  moves: ReadonlyMap<string, Move>,
) {
  const all = [...moves].map(([id, { to, on, isSeen }]) => ({ id, to, on, seen: isSeen ? now.toISOString() : null }))
  if (all.length > 0)
    await tx.execute(sql`
    update provider_row p set moved_to = w.to, moved_on = w.on,
      moved_at = case when p.moved_to = w.to then p.moved_at else w.seen end
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as w (id text, "to" text, "on" date, seen timestamptz)
    where p.brand_code = ${brandCode} and p.resource = 'members' and p.their_id = w.id`)
  const others = [...new Set(rows.map(({ row }) => row.memberId))].filter((id) => !moves.has(id))
  const { rows: back } = await tx.execute<{ id: string }>(sql`
    update provider_row set moved_to = null, moved_on = null, moved_at = null
    where brand_code = ${brandCode} and resource = 'members' and moved_to is not null
      and their_id = any (${sql.param(others)}::text[]) returning their_id as id`)
  await takeBack(
    tx,
    'moved',
    brandCode,
    back.map(({ id }) => id),
    now,
  )
}
