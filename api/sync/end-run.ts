import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { syncPart } from '../db/schema/club-sync.ts'
import { addDays } from '../figures/periods.ts'
import { statesOnNewDay } from '../import/facts/follow.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { salesDays, windowOf } from './lists.ts'
import { changeRun, isRead, type PartRow, type RunRow } from './runs.ts'

/** Resources without which a day that was not read would look like a day without events. */
const needed: readonly PartRow['resource'][] = ['members', 'contracts', 'bookings', 'purchases']
const ofPeople: readonly PartRow['resource'][] = ['members', 'contracts']

/**
 * Ends a run whose parts are over. Where all needed resources were read, the data date moves to the run's beginning, of
 * files to the last change of the oldest file.
 */
export async function endOfRun(
  tx: Db,
  run: RunRow,
  now: Date,
  { changedAt }: { changedAt: Date | null } = { changedAt: null },
  /** The run that has read the rows, where another run writes them. */
  read: { runId: string; beganAt: Date; isFirst?: true } = { runId: run.id, beganAt: run.beganAt },
): Promise<void> {
  // Rows that were set aside and are written by now leave the list of open questions.
  await tx.execute(sql`delete from unread_row_aside a where exists (select from provider_row p
    where p.resource = a.resource and p.their_id = a.their_id and p.outcome = 'written')`)
  const parts = await tx.select().from(syncPart).where(eq(syncPart.runId, read.runId))
  const [failed, inPart] = (['failed', 'partial'] as const).map((is) => parts.filter(({ state }) => state === is))
  const state = parts.every(({ state }) => state === 'done')
    ? 'done'
    : failed?.length === parts.length
      ? 'failed'
      : 'partial'
  const sentence = [...(failed ?? []), ...(inPart ?? [])].find((part) => part.sentence !== null)?.sentence ?? null
  const held = await changeRun(tx, run, { state, sentence, endedAt: now, leaseUntil: null })
  const hasCome = needed.every((resource) => parts.some((part) => part.resource === resource && isRead(part)))
  const reachTo = changedAt && changedAt < read.beganAt ? changedAt : read.beganAt
  if (!held || !hasCome) return
  await moveDataDate(tx, reachTo, now)
  const day = tokyoDayOf(reachTo)
  await openEnds(tx, day)
  const isWhole = parts.filter(({ resource }) => ofPeople.includes(resource)).every(({ state }) => state === 'done')
  const isFirst = read.isFirst ?? (await isFirstRun(tx, run))
  await knowLeavers(tx, day, { isFirst, isWhole })
}

/** Whether there was no run before it; what was imported and taken back has left the data date. */
async function isFirstRun(tx: Db, run: RunRow): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`select not exists (select from sync_run
    where id <> ${Number(run.id)} and kind <> 'day' and state in ('done', 'partial')) as is`)
  return rows[0]?.is === true
}

async function moveDataDate(tx: Db, reachTo: Date, now: Date): Promise<void> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  const { rows } = await tx.execute<{ date: string | null }>(sql`select data_date()::text as date`)
  const before = rows[0]?.date ?? null
  await tx.execute(sql`
    insert into data_state as s (id, data_as_of, synced_at)
    values (1, ${reachTo.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
    on conflict (id) do update set data_as_of = greatest(s.data_as_of, excluded.data_as_of), synced_at = excluded.synced_at`)
  await statesOnNewDay(tx, before)
}

/** The shops that the club system has studios of. */
const itsShops = sql`(select shop_id from club_studio where shop_id is not null)`

/**
 * In the shops that the run has read, days that files had stated as the last ones are no longer, where the club system
 * goes on from them; and a shop of which no file had anything is known from what was read.
 */
async function openEnds(tx: Db, today: string) {
  const from = { bookings: windowOf(today).from, sales: addDays(today, -salesDays) }
  for (const [kind, day] of Object.entries(from)) {
    await tx.execute(sql`update data_period set last_on = null
      where kind = ${kind} and last_on >= ${day}::date - 1 and (shop_id = 0 or shop_id in ${itsShops})`)
    await tx.execute(sql`update data_period set first_on = ${day} where kind = ${kind} and first_on is null
      and shop_id in ${itsShops}`)
    await tx.execute(sql`insert into data_period (kind, shop_id, first_on)
      select k.kind, k.shop_id, ${day}::date from known_days(array(select distinct shop_id from ${itsShops} s), true) k
      where k.kind = ${kind} and k.first_on is null
      on conflict do nothing`)
  }
}

/**
 * Who has left is known from the first run on that has read members and contracts whole: those who had left before it are
 * not at the club system. A shop without a statement, whose runs or files are from before there were any, keeps what it
 * knows.
 */
async function knowLeavers(tx: Db, day: string, { isFirst, isWhole }: { isFirst: boolean; isWhole: boolean }) {
  await tx.execute(sql`insert into data_period (kind, shop_id)
    select distinct 'leavers', s.shop_id from ${itsShops} s
    where not exists (select from data_period where kind = 'leavers' and shop_id = 0)
      and (exists (select from data_period where kind = 'leavers')
        or ${isFirst} and not exists (select from contract c where c.shop_id = s.shop_id and c.from_file))
    on conflict do nothing`)
  if (!isWhole) return
  await tx.execute(sql`update data_period set first_on = ${day}, last_on = null
    where kind = 'leavers' and first_on is null and shop_id in ${itsShops}`)
}
