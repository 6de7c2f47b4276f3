import { sql } from 'drizzle-orm'
import { lockRows, rowsOf } from '../db/expressions.ts'
import { addDays } from '../figures/periods.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { reopenMembers } from './close-members.ts'
import { record } from './missing-members.ts'
import type { Row, Writing } from './write/outcomes.ts'

// Members who are at the club system again (decision 0104). Where a contract covers the days of the absence, it was a fault,
// and what was closed is open again. Where the contracts begin later, the member had left and has come back: what was
// closed stays, and the new contract is one of its own, also under an old number.

/** A contract that is here, by its source. */
interface Meant extends Row<'contracts'> {
  externalId: number | null
  memberId: number
  kind: string | null | undefined
}

interface Closed {
  id: number
  memberId: number
  /** The last day of the membership that was closed. */
  lastOn: string
  /** A contract was ended: somebody whose only one had not begun was no member yet. */
  hasLeft: boolean
}

/** Settles what was closed for the members of these contracts. The first day on which each of them counts, by id. */
export async function settleReturns(
  writing: Writing,
  meant: readonly Meant[],
): Promise<(id: string) => string | undefined> {
  const startOf = new Map(meant.map(({ id, row }) => [id, row.startOn]))
  const here = await contractsHere(writing, meant)
  for (const [id, day] of await joinedAnew(writing, meant, here)) startOf.set(id, day)
  const theirs = Map.groupBy(meant, ({ memberId }) => memberId)
  const closed = await rowsOf<Closed>(
    writing.tx,
    sql`select id, member_id as "memberId", last_seen_on::text as "lastOn",
        jsonb_array_length(closed -> 'ended') > 0 as "hasLeft" from missing_member
      where member_id = any (${sql.param([...theirs.keys()])}::integer[]) and state = 'returned' and closed is not null
      order by id`,
  )
  for (const one of closed) await settle(writing, one, theirs.get(one.memberId) ?? [], startOf)
  const firstOn = new Map(meant.map(({ id, externalId, memberId }) => [`${externalId} ${memberId}`, startOf.get(id)]))
  const isEarlier = ({ number, memberId, startOn }: Here) => startOn < (firstOn.get(`${number} ${memberId}`) ?? '')
  if (here.some(isEarlier)) await leaveOldContracts(writing, meant, startOf)
  return (id) => startOf.get(id)
}

/** A contract of these members that is here: under one of these numbers, or under none and of no file. */
interface Here {
  number: number | null
  memberId: number
  startOn: string
  endOn: string | null
}

const contractsHere = ({ tx }: Writing, meant: readonly Meant[]): Promise<Here[]> =>
  rowsOf<Here>(
    tx,
    sql`select external_id as number, member_id as "memberId", start_on::text as "startOn", end_on::text as "endOn"
      from contract where member_id = any (${sql.param(meant.map(({ memberId }) => memberId))}::integer[])
        and (external_id = any (${sql.param(meant.flatMap(({ externalId }) => externalId ?? []))}::integer[])
          or external_id is null and not from_file)`,
  )

/** Whether a contract that counts from a day continues another one, whose end a source may leave out. */
const spans = (startOn: string, { endOn }: Meant['row'], day: string) =>
  startOn <= day && (endOn == null || endOn > day)

/**
 * Contracts with the first day of a membership that was over here, of members whose 入会日 is later: the club system has
 * kept the row, and they have joined on that day.
 */
async function joinedAnew(
  { now, kept }: Writing,
  meant: readonly Meant[],
  here: readonly Here[],
): Promise<Map<string, string>> {
  const today = tokyoDayOf(now)
  const theirs = Map.groupBy(here, ({ memberId }) => memberId)
  const lastOn = new Map(
    meant.flatMap(({ id, row, externalId, memberId }) => {
      const over = (theirs.get(memberId) ?? []).flatMap(({ number, startOn, endOn }) => {
        const isIt = number === null || number === externalId
        const isOver = endOn !== null && endOn < today && startOn <= row.startOn && row.startOn <= endOn
        return isIt && isOver && (row.endOn == null || row.endOn > endOn) ? endOn : []
      })
      return over.length > 0 ? [[id, over.sort().at(-1) as string]] : []
    }),
  )
  const over = meant.filter(({ id }) => lastOn.has(id))
  if (over.length === 0) return new Map()
  const members = await kept(
    'members',
    over.map(({ row }) => row.memberId),
  )
  return new Map(
    over.flatMap(({ id, row }) => {
      const joinedOn = members.get(row.memberId)?.joinedOn
      const isAnew = joinedOn && joinedOn > addDays(lastOn.get(id) as string, 1)
      return isAnew && (row.endOn == null || row.endOn >= joinedOn) ? [[id, joinedOn]] : []
    }),
  )
}

/** What was closed is open again where a contract covers the absence, else it stays. Undecided while no contract says it. */
async function settle(
  { tx, now }: Writing,
  { id, lastOn, hasLeft }: Closed,
  contracts: readonly Meant[],
  startOf: ReadonlyMap<string, string>,
) {
  const base = contracts.filter(({ kind }) => kind !== 'option')
  const start = (one: Meant) => startOf.get(one.id) as string
  const begunOn = base
    .map(start)
    .filter((day) => day > lastOn)
    .sort()[0]
  if (base.some((one) => spans(start(one), one.row, lastOn)) || (!hasLeft && begunOn)) {
    const numbers = contracts.flatMap(({ externalId }) => externalId ?? [])
    // Without numbers a source cannot show which contracts it has.
    await reopenMembers(tx, [id], numbers.length > 0 ? numbers : undefined)
    await record(tx, 'reopen', [id], { requestId: 'sync', now, isByClubSystem: true })
  } else if (begunOn) {
    // A member whose next contract begins the day after was never away.
    const rejoinedOn = begunOn > addDays(lastOn, 1) ? begunOn : null
    await tx.execute(sql`update missing_member set closed = null, rejoined_on = ${rejoinedOn}::date where id = ${id}`)
  }
}

/**
 * Contracts whose number the club system has given to a later membership stay here without it: those that were over before
 * it began, and of who was missing for a while, but not closed, those that went on.
 */
async function leaveOldContracts({ tx, now }: Writing, meant: readonly Meant[], startOf: ReadonlyMap<string, string>) {
  const numbered = meant.flatMap(({ id, externalId, memberId }) =>
    externalId === null ? [] : [{ number: externalId, member: memberId, start: startOf.get(id) }],
  )
  const given = sql`jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as w (number integer, member integer, start date)`
  const wasMissing = sql`exists (select from missing_member x where x.member_id = c.member_id and x.state = 'returned'
    and x.last_seen_on >= c.start_on and x.last_seen_on < w.start)`
  const isEarlier = sql`c.external_id = w.number and c.member_id = w.member and c.start_on < w.start and case
    when c.end_on < ${tokyoDayOf(now)}::date then c.end_on < w.start else ${wasMissing} end`
  const found = await rowsOf(tx, sql`select 1 as one from ${given} join contract c on ${isEarlier} limit 1`)
  if (found.length === 0) return
  // All rows of the page, in the order in which they are locked by who writes them.
  await lockRows(
    tx,
    'contract',
    sql`t.external_id = any (${sql.param(numbered.map(({ number }) => number))}::integer[])`,
  )
  await tx.execute(sql`update contract c set external_id = null, end_on = least(c.end_on, w.start - 1)
    from ${given} where ${isEarlier}`)
}
