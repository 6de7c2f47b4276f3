import { and, eq, sql } from 'drizzle-orm'
import { unreadInWords } from '#contract/words/unread-sales.ts'
import type { Database, Db } from '../db/client.ts'
import { sqlStateOf } from '../db/errors.ts'
import { syncPart } from '../db/schema/club-sync.ts'
import { attemptStep } from '../db/step-attempts.ts'
import type { Sealing } from '../lib/sealing.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { Log } from '../process/log.ts'
import { ProviderFailure } from './club-system.ts'
import { endFollowed } from './end-followed.ts'
import { endOfRun } from './end-run.ts'
import { settleJoinedDays } from './joined-days.ts'
import { judgeMissing, judgeMoved } from './judge-missing.ts'
import { isOfMembers, listsOf, listsOfDay, type OfMembers } from './lists.ts'
import { allOf, readStrangers, writeMember } from './members-by-id.ts'
import { comparePeopleNow, endMerge, followMerge, lastWholeReading, readMerge } from './merge/steps.ts'
import { countMissing, countMissingOfMembers, isHere } from './missing.ts'
import { type Ask, type ProviderReader, type RawRow, type ReadRow, type Resource, resources } from './provider-rows.ts'
import { remap } from './remap.ts'
import { changeRun, isRead, leaseFrom, type PartRow, type RunRow, takeUp } from './runs.ts'
import { forgetUnreadSales, unreadSales } from './unread-sales.ts'
import { type Counts, writePage } from './write-page.ts'

// The steps of a run. The club system is called outside of transactions. Each write is one transaction, which also
// stores where the run goes on and renews its lease.
//
// step                reads                               writes                                ends when
// take the run        its row and parts                   the lease                             another process has it
// each resource:
//   page of a list    a page of the club system           our tables, kept rows, the next page  the last page is read
//   pages of members  contracts or tickets of 20 members  our tables, kept rows, who is due     no member is due
//   end of it         its kept rows                       totals, missing rows, its state       always
// compare members     kept members, after their list      groups that people answer             no merge waits for it
// merge               kept rows and answers               our tables; then the run ends         no merge is open
// apply answers       kept rows that waited for one       our tables                            none is left
// judge sales         sales that are not here             the state of purchases                always
// guard members       missing members, by number          ended contracts, questions            none is left
// settle 入会日       days of files and the club system   members                               none is undecided
// end the run         its parts                           its state, the data date, known days  always
//
// A resource that fails ends with a sentence, and the next one begins. A revoked permission, a full disk, a stop by
// staff and a lost lease end the whole run (`RunOver`).

export interface Syncing {
  database: Database
  /** Calls the club system of this brand code with valid tokens. */
  ask<T>(brandCode: string, work: (reader: ProviderReader) => Promise<T>): Promise<T>
  readRow: ReadRow
  sealing: Sealing
  clock: () => Date
  log: Pick<Log, 'failure'>
  /** Set where files are read: whole lists, which never mark a row as missing. */
  files?: { changedAt: Date | null }
  /** Aborted when the process ends: another process takes the run up. */
  stopping?: AbortSignal | undefined
}

/** A run at work, with its row as it was taken up. */
interface Run extends Syncing {
  row: RunRow
}

/** Ends the work on a run: it is over, stopped, or held by another process. */
class RunOver extends Error {
  override name = 'RunOver'
}

/** Readings of a list until two totals agree. */
const mostPasses = 3
/** Members whose contracts, or tickets, are read before they are written together, and for how many milliseconds. */
const membersAtOnce = 20
const askingMs = 5_000

/**
 * Takes a run up and works on it until it is over or stopped. A run at whose place two processes ended is given up, and
 * so is a run of files that was interrupted.
 */
export async function performRun(syncing: Syncing, runId: string): Promise<void> {
  const { database, clock } = syncing
  const taken = await database.db.transaction((tx) => takeUp(tx, runId, clock()))
  if (!taken) return
  const giveUp = (sentence: string) => endFailed({ ...syncing, row: taken }, sentence).catch(ignoreRunOver)
  // Its process has died; the next run reads the files again from the start.
  if (taken.kind === 'folder') return giveUp(brokenOff)
  const step = `sync ${runId} ${await placeOf(database.db, runId)}`
  const isDone = await attemptStep(database.db, { step, now: clock() }, () => workOn(syncing, taken))
  if (!isDone) await giveUp(endedTwiceThere)
}

/** Where a run goes on, as text. A run that gets further each time is not given up. */
async function placeOf(db: Db, runId: string): Promise<string> {
  const parts = await db.select().from(syncPart).where(eq(syncPart.runId, runId)).orderBy(syncPart.resource)
  return parts
    .map(({ resource, state, pass, listNo, page }) => [resource, state, pass, listNo, page].join(':'))
    .join(' ')
}

const stopped = '停止しました。もう一度実行すると、はじめから読みます。'
const brokenOff = 'ファイルを読み終わる前に止まりました。もう一度実行すると、はじめから読みます。'
const endedTwiceThere =
  '同じ所でサーバーが2回続けて止まったため、中止しました。もう一度実行すると、はじめから読みます。'
const failedHere = '処理に失敗しました。続く場合は管理者に連絡してください。'
const ignoreRunOver = (error: unknown) => {
  if (!(error instanceof RunOver)) throw error
}

/** Works on a run that this process has taken up; see the table above. */
export async function workOn(syncing: Syncing, taken: RunRow): Promise<void> {
  const { database, clock } = syncing
  const run: Run = { ...syncing, row: taken }
  try {
    if (taken.state === 'stopping') await endStopped(run)
    const parts = await database.db.select().from(syncPart).where(eq(syncPart.runId, taken.id))
    const isLeft = new Set(
      parts.filter(({ state }) => state === 'waiting' || state === 'running').map((part) => part.resource),
    )
    for (const resource of resources) {
      if (isLeft.has(resource)) await readPart(run, resource)
      if (resource === 'members' && isWholeRun(taken) && (await hasMembers(run))) await comparePeopleNow(mergingOf(run))
    }
    if (await endMerging(run)) return
    await applyAnswers(run)
    await judgeSales(run)
    await guardMembers(run)
    if (await hasAllMembers(run)) await written(database, settleJoinedDays)
    await written(database, (tx) => endOfRun(tx, taken, clock(), syncing.files))
  } catch (error) {
    ignoreRunOver(error)
  }
}

const isWholeRun = ({ kind }: RunRow) => kind === 'manual' || kind === 'night'

const mergingOf = (run: Run) => ({
  database: run.database,
  of: { brandCode: run.row.brandCode, readRow: run.readRow, sealing: run.sealing, now: run.clock() },
  page: () => stillOurs(run),
})

/** Renews the lease; throws `RunOver` where another process holds the run, or this one ends. */
async function stillOurs({ database, row, clock, stopping }: Run) {
  if (!(await changeRun(database.db, row, { leaseUntil: leaseFrom(clock()) })) || stopping?.aborted) throw new RunOver()
}

const waitsForAnswers = '取り込んだデータとの突き合わせの回答を待っています。取得した内容は、回答のあとで反映します。'

/**
 * Does what is due of a merge of imported data with the club system, and ends the run. False: no merge is open, and the
 * run ends as any other.
 */
async function endMerging(run: Run): Promise<boolean> {
  const { database, clock, row } = run
  const merge = await readMerge(database.db, row.brandCode)
  if (!merge || merge.state === 'merged' || merge.state === 'undone')
    return row.kind === 'merge' && (await endHeld(run))
  const parts = await database.db.select().from(syncPart).where(eq(syncPart.runId, row.id))
  const isWhole = parts.every(isRead)
  const reading = isWholeRun(row) && isWhole ? { id: Number(row.id), beganAt: row.beganAt.toISOString() } : null
  const last = reading ?? (await lastWholeReading(database.db, row.brandCode))
  if (row.kind === 'day') return endHeld(run)
  await followMerge(mergingOf(run), last !== null && (reading !== null || row.kind === 'merge') ? last : null)
  const after = await readMerge(database.db, row.brandCode)
  if (after?.state !== 'writing' || !last) return endHeld(run)
  await judgeSales(run, String(last.id))
  await written(database, settleJoinedDays)
  await written(database, async (tx) => {
    await endOfRun(tx, row, clock(), undefined, {
      runId: String(last.id),
      beganAt: new Date(last.beganAt),
      isFirst: true,
    })
    await endMerge(tx, { brandCode: row.brandCode, readIn: last.id }, clock())
  })
  return true
}

/** Ends a run that has written nothing that counts. */
async function endHeld({ database, row, clock }: Run): Promise<true> {
  const merge = await readMerge(database.db, row.brandCode)
  const isOpen = merge !== null && merge.state !== 'merged' && merge.state !== 'undone'
  const end =
    isOpen && row.kind !== 'merge'
      ? ({ state: 'partial', sentence: waitsForAnswers } as const)
      : ({ state: 'done' } as const)
  await database.db.transaction((tx) => changeRun(tx, row, { ...end, endedAt: clock(), leaseUntil: null }))
  return true
}

const partOfMembers = async ({ database, row }: Run) => {
  const [part] = await database.db
    .select()
    .from(syncPart)
    .where(and(eq(syncPart.runId, row.id), eq(syncPart.resource, 'members')))
  return part ?? null
}

const hasMembers = async (run: Run) => {
  const part = await partOfMembers(run)
  return part !== null && isRead(part)
}
/** Whether every member was read. */
const hasAllMembers = async (run: Run) => (await partOfMembers(run))?.state === 'done'

/**
 * Judges members who are missing from the list, where it was read whole without a break, and members who have moved to
 * studios that are left out. Files never show that a member is missing or has moved.
 */
async function guardMembers(run: Run): Promise<void> {
  if (run.files) return
  const parts = await run.database.db.select().from(syncPart).where(eq(syncPart.runId, run.row.id))
  const partOf = (resource: Resource) => parts.find((part) => part.resource === resource && isRead(part))
  const [members, contracts] = [partOf('members'), partOf('contracts')]
  if (members?.isUnbroken) await judged(run, members, '消えた会員を確認できませんでした。', judgeMissing)
  if (contracts) await judged(run, contracts, '転出した会員を確認できませんでした。', judgeMoved)
}

async function judged(run: Run, part: PartRow, sentence: string, judge: typeof judgeMoved): Promise<void> {
  const step = (work: (tx: Db) => Promise<PartChange>) => checkpoint(run, part, work)
  try {
    await judge(run, step)
  } catch (error) {
    if (error instanceof RunOver) throw error
    // The run goes on without the judgement; the next night judges again.
    run.log.failure({ requestId: `sync ${run.row.id}`, route: `sync judging of ${part.resource}`, error })
    await step(async () => ({ sentence: `${sentence}${failedHere}` }))
  }
}

/**
 * Writes kept rows again: those with an answer since the last run, those that the last run left out because it failed
 * in part, and those that are due to be written. Many of them lie outside of what a run reads.
 */
async function applyAnswers(run: Run): Promise<void> {
  const { database, clock, readRow, sealing } = run
  const { brandCode, id } = run.row
  const { rows } = await database.db.execute<{ answered: boolean; open: boolean }>(sql`
    with last as (
      select began_at, state from sync_run
      where brand_code = ${brandCode} and id <> ${Number(id)} and state in ('done', 'partial') order by began_at desc limit 1
    )
    select exists (
      select from last l, (
        select answered_at from club_studio where brand_code = ${brandCode}
        union all select answered_at from club_instructor where brand_code = ${brandCode}
        union all select answered_at from unknown_word where brand_code = ${brandCode}
      ) a where a.answered_at >= l.began_at) as answered, exists (select from last where state = 'partial')
        or exists (select from provider_row where brand_code = ${brandCode} and write_due and missing_since is null) as open`)
  const { answered = false, open = false } = rows[0] ?? {}
  if (!answered && !open) return
  await remap(
    database.db,
    { brandCode, readRow, sealing, now: clock() },
    {
      isOpenOnly: !answered,
      page: async () => {
        if (!(await changeRun(database.db, run.row, { leaseUntil: leaseFrom(clock()) }))) throw new RunOver()
        if (run.stopping?.aborted) throw new RunOver()
      },
    },
  )
}

async function readPart(run: Run, resource: Resource): Promise<void> {
  const part = await beginPart(run, resource)
  try {
    if (isOfMembers(resource) && !run.files) await readOfMembers(run, part, resource)
    else await readLists(run, part, resource)
  } catch (error) {
    if (error instanceof RunOver) throw error
    const isTheirs = error instanceof ProviderFailure
    if (!isTheirs) run.log.failure({ requestId: `sync ${run.row.id}`, route: `sync ${resource}`, error })
    const sentence = isTheirs ? error.sentence : failedHere
    await checkpoint(run, part, async () => ({ state: 'failed', sentence, endedAt: run.clock() }))
    if (isTheirs && error.kind === 'unauthorized') await endFailed(run, sentence)
  }
}

/** Reads and writes lists page by page, each list until its total stays the same during one pass. */
async function readLists(run: Run, part: PartRow, resource: Resource) {
  const today = tokyoDayOf(part.beganAt ?? run.row.beganAt)
  const isByDay = run.row.kind === 'day'
  const isPlain = run.files || isOfMembers(resource)
  const lists = isByDay
    ? listsOfDay(today)
    : isPlain
      ? [{}]
      : listsOf(resource, today, await lastReading(run, resource))
  let { listNo, page, pass, totalBefore, isUnbroken, fetchedOfPass } = part
  let firstTotal: number | null = null
  for (; listNo < lists.length; ) {
    const got = await run.ask(run.row.brandCode, (reader) => reader.page(resource, lists[listNo] ?? {}, page))
    if (page === 1) [firstTotal, fetchedOfPass] = [got.total, 0]
    fetchedOfPass += got.rows.length
    const isLast = page >= got.pages || got.rows.length === 0
    const isSame = (firstTotal ?? got.total) === got.total && fetchedOfPass === got.total
    const theirTotal = totalBefore + got.total
    const readPage = page
    if (got.outside) isUnbroken = false
    if (!isLast) page += 1
    else if (!isSame && pass < mostPasses) [page, pass] = [1, pass + 1]
    else {
      // A list that changes in every pass cannot show what is missing.
      isUnbroken &&= isSame
      ;[listNo, page, pass, totalBefore] = [listNo + 1, 1, 1, theirTotal]
    }
    const next = { listNo, page, pass, totalBefore, isUnbroken, fetchedOfPass, theirTotal }
    // With an ignored filter nothing is missing by this reading, and a run by day would read everything.
    const noted: Record<string, number> = got.outside ? { [passedOver]: got.outside } : {}
    if (isByDay && got.outside) throw new ProviderFailure('unexpected', passedOver)
    // Members who have joined since the night are read with their booking.
    if (isByDay && resource === 'bookings') await bringStrangers(run, got.rows)
    await writeAndGoOn(
      run,
      part,
      resource,
      got.rows,
      1,
      async () => ({
        ...next,
        ...(readPage === 1 && { expectedCalls: sql`${syncPart.calls} + ${got.pages}` as unknown as number }),
      }),
      { noted },
    )
  }
  await checkpoint(run, part, async (tx) => {
    const totals = await totalsOf(tx, run, resource)
    // Totals agree also where one page came twice and another one not at all: only rows that were seen count.
    const isWhole = !isByDay && !isPlain && isUnbroken && totals.seen >= totalBefore
    if (resource === 'purchases' && (isWhole || run.files))
      await forgetUnreadSales(tx, run.row, run.files ? null : lists, run.clock())
    return {
      ...totals.change,
      isUnbroken: isWhole,
      goneSuspected: isWhole ? await countMissing(tx, run.row, resource, today, run.clock()) : 0,
      ...(await outcomeOf(tx, part, run.clock())),
    }
  })
}

async function bringStrangers(run: Run, bookings: readonly RawRow[]) {
  const { database, clock, readRow, sealing } = run
  const { brandCode, id } = run.row
  const ask: Ask = (work) => run.ask(brandCode, work)
  for (const found of await readStrangers(database.db, { ask, brandCode, readRow }, bookings)) {
    await written(database, (tx) => writeMember(tx, { brandCode, readRow, sealing, now: clock() }, id, found))
  }
}

const passedOver =
  '会員管理システムが、指定した期間の外の行も返しました。届いた行は反映し、消えた行は確認していません。管理者に連絡してください。'

/** A resource is done, not partial, with at most one failed row in so many. */
const mostFailed = 100

/** A part fails where more than half of its rows could not be written: otherwise nobody would look at it. */
async function outcomeOf(tx: Db, part: PartRow, endedAt: Date): Promise<PartChange> {
  const [counted] = await tx.select().from(syncPart).where(isPart(part))
  const { failed = 0, fetched = 0 } = counted ?? {}
  if (failed * 2 > fetched)
    return { state: 'failed', endedAt, sentence: '半分以上の行を反映できませんでした。理由を確認してください。' }
  if (passedOver in (counted?.reasons ?? {})) return { state: 'partial', endedAt, sentence: passedOver }
  if (failed * mostFailed <= fetched) return { state: 'done', endedAt }
  return { state: 'partial', endedAt, sentence: '一部の行を反映できませんでした。理由を確認してください。' }
}

/** Makes purchases 一部 while any sale is not here, also one that this run has not read; by the present answers. */
async function judgeSales(run: Run, readIn = run.row.id): Promise<void> {
  const [part] = await run.database.db
    .select()
    .from(syncPart)
    .where(and(eq(syncPart.runId, readIn), eq(syncPart.resource, 'purchases')))
  if (!part || !isRead(part)) return
  await checkpoint(run, part, async (tx) => {
    const unread = await unreadSales(tx, run.row.brandCode)
    if (unread.sales === 0 && passedOver in part.reasons) return { state: 'partial', sentence: passedOver }
    return unread.sales === 0
      ? { state: 'done', sentence: null }
      : { state: 'partial', sentence: `売上${unreadInWords(unread)}を反映できませんでした。理由を確認してください。` }
  })
}

/** Failures in a row that end the reading: the club system is down, or fails for every member put off before. */
const mostInARow = { ofOthers: 5, ofPutOff: 20 }

/**
 * Reads contracts or tickets of the members that are due, one call a member. A member who was read is no longer due;
 * one who could not be read is put off: they come after the others in the next run.
 */
async function readOfMembers(run: Run, part: PartRow, resource: OfMembers) {
  const { brandCode } = run.row
  const { due: dueFlag, putOffAt } = columnsOf(resource)
  const turns = ['booked', 'others', 'putOff'] as const
  let turn = 0
  let failure: ProviderFailure | null = null
  let [inARow, isOver] = [0, false]
  let hasAnswered = part.fetched > 0
  while (!failure && !isOver) {
    const who = turns[turn]
    if (!who) break
    const due = await dueMembers(run, part, resource, who)
    if (due.length === 0) {
      turn += 1
      continue
    }
    const read: string[] = []
    const known: string[] = []
    const putOff: string[] = []
    const refused: string[] = []
    const rows: RawRow[] = []
    let calls = 0
    const begun = run.clock().getTime()
    for (const { id, isPutOff } of due) {
      if (run.clock().getTime() - begun > askingMs) break
      const found = await rowsOfMember(run, resource, id)
      calls += found.calls
      // It answers for other members: this one is hidden, as members on 休会 are, and is read again within a week.
      if (found.failure?.isRefusal && !hasAnswered) {
        const other = await memberInForce(run)
        if (other !== null) calls += 1
        hasAnswered = other !== null && (await rowsOfMember(run, resource, other)).failure === null
      }
      if (found.failure?.isRefusal && hasAnswered) {
        refused.push(id)
        continue
      }
      if (found.failure) {
        if (!isOfOne(found.failure)) failure = found.failure
        else putOff.push(id)
        inARow += 1
        if (!isPutOff && inARow === mostInARow.ofOthers) failure = found.failure
        isOver = isPutOff && inARow >= mostInARow.ofPutOff
        if (failure || isOver) break
        continue
      }
      inARow = 0
      hasAnswered = true
      read.push(id)
      if (found.rows === null) continue
      known.push(id)
      rows.push(...found.rows)
    }
    await writeAndGoOn(
      run,
      part,
      resource,
      rows,
      calls,
      async (tx) => {
        await tx.execute(sql`update provider_row set ${dueFlag} = false, ${putOffAt} = null
          where brand_code = ${brandCode} and resource = 'members' and their_id = any (${sql.param([...read, ...refused])}::text[])`)
        if (putOff.length > 0)
          await tx.execute(sql`update provider_row set ${putOffAt} = ${run.clock().toISOString()}::timestamptz
          where brand_code = ${brandCode} and resource = 'members' and their_id = any (${sql.param(putOff)}::text[])`)
        const missing = await countMissingOfMembers(
          tx,
          brandCode,
          resource,
          known,
          rows.map(({ id }) => id),
          run.clock(),
        )
        if (resource === 'contracts' && missing > 0) await endFollowed(tx, brandCode, known, run.clock())
        return { goneSuspected: sql`${syncPart.goneSuspected} + ${missing}` as unknown as number }
      },
      {
        ...(putOff.length > 0 && { failed: { [notRead]: putOff.length } }),
        ...(refused.length > 0 && { skipped: { [refusedOfMember]: refused.length } }),
      },
    )
  }
  if (failure) throw failure
  await checkpoint(run, part, async (tx) => ({
    ...(await totalsOf(tx, run, resource)).change,
    ...(await outcomeOf(tx, part, run.clock())),
  }))
}

const notRead = '会員の分を取得できませんでした。次の回に、ほかの会員の後で取得します。'
const refusedOfMember = '会員管理システムが答えない会員の分です（休会中など）。今の内容のまま残しています。'
const isOfOne = ({ kind }: ProviderFailure) => kind !== 'unauthorized' && kind !== 'limited'
const columnsOf = (resource: OfMembers) =>
  resource === 'contracts'
    ? { due: sql.identifier('contracts_due'), putOffAt: sql.identifier('contracts_put_off_at') }
    : { due: sql.identifier('tickets_due'), putOffAt: sql.identifier('tickets_put_off_at') }

/**
 * All pages of a member's rows; null where the club system does not know the member: the next list shows who is
 * missing.
 */
async function rowsOfMember(run: Run, resource: OfMembers, memberId: string) {
  let calls = 0
  const ask: Ask = (work) => {
    calls += 1
    return run.ask(run.row.brandCode, work)
  }
  try {
    return { rows: await allOf(ask, resource, memberId), calls, failure: null }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind !== 'unexpected') return { rows: null, calls, failure: error }
    const member = await ask((reader) => reader.one('members', memberId)).catch(ofProvider)
    return { rows: null, calls, failure: member instanceof ProviderFailure ? member : member && error }
  }
}

/** The number of a member whose contract is in force and who was read before; null: none. */
async function memberInForce({ database, row, clock }: Run): Promise<string | null> {
  const today = tokyoDayOf(clock())
  const { rows } = await database.db.execute<{ id: string }>(sql`
    select m.external_id::text as id from contract c join member m on m.id = c.member_id
    join provider_row p on p.their_id = m.external_id::text
    where c.kind = 'regular' and c.start_on <= ${today}::date and (c.end_on is null or c.end_on >= ${today}::date)
      and p.brand_code = ${row.brandCode} and p.resource = 'members' and p.missing_since is null and p.outcome = 'written'
    limit 1`)
  return rows[0]?.id ?? null
}

function ofProvider(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  throw error
}

interface DueMember {
  id: string
  isPutOff: boolean
}

/**
 * The members that are due, in this order: those with a booking from today on, whom the desk will see; all others;
 * those who were put off in an earlier run. Members that this run puts off wait for the next one.
 */
async function dueMembers(
  { database, row, clock }: Run,
  { beganAt }: PartRow,
  resource: OfMembers,
  who: 'booked' | 'others' | 'putOff',
): Promise<DueMember[]> {
  const { due, putOffAt } = columnsOf(resource)
  const today = tokyoDayOf(clock())
  const isBooked = sql`their_id = any (array(select m.external_id::text from reservation r join member m on m.id = r.member_id
    where r.start_at >= day_start(${today}::date) and m.external_id is not null))`
  const which = {
    booked: sql`${putOffAt} is null and ${isBooked}`,
    others: sql`${putOffAt} is null`,
    putOff: sql`${putOffAt} < ${(beganAt ?? row.beganAt).toISOString()}::timestamptz`,
  }
  const { rows } = await database.db.execute<{ id: string }>(sql`
    select their_id as id from provider_row
    where brand_code = ${row.brandCode} and resource = 'members' and ${due} and missing_since is null and ${which[who]}
    order by ${who === 'putOff' ? sql`${putOffAt}, ` : sql``}their_id limit ${membersAtOnce}`)
  return rows.map(({ id }) => ({ id, isPutOff: who === 'putOff' }))
}

type PartChange = Partial<typeof syncPart.$inferInsert>

/** Deadlock and serialization failure: nothing was written, and the transaction is tried again. */
const passing = ['40P01', '40001']
const mostTries = 4

/** Runs a transaction, and again after a deadlock or a serialization failure. */
export async function written<T>({ db }: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (tries === mostTries || !passing.includes(sqlStateOf(error))) throw error
    }
  }
}

/**
 * Writes the rows of a page, the counts of failed, skipped and noted rows, and the part's changes in one transaction.
 */
async function writeAndGoOn(
  run: Run,
  part: PartRow,
  resource: Resource,
  rows: readonly RawRow[],
  calls: number,
  change: (tx: Db) => Promise<PartChange>,
  also: { failed?: Record<string, number>; skipped?: Record<string, number>; noted?: Record<string, number> } = {},
) {
  const of = {
    ...{ brandCode: run.row.brandCode, readRow: run.readRow, sealing: run.sealing, now: run.clock() },
    isOfParts: run.files !== undefined,
  }
  let all = part.reasons
  await checkpoint(run, part, async (tx) => {
    const { counts, reasons } = await writePage(tx, of, resource, run.row.id, rows)
    for (const is of ['failed', 'skipped'] as const) {
      for (const n of Object.values(also[is] ?? {})) {
        counts.fetched += n
        counts[is] += n
      }
    }
    const added = Object.keys(counts).map((name) => [
      name,
      sql`${syncPart[name as keyof Counts]} + ${counts[name as keyof Counts]}`,
    ])
    all = { ...part.reasons }
    for (const [reason, n] of [reasons, ...Object.values(also)].flatMap((one) => Object.entries(one)))
      all[reason] = (all[reason] ?? 0) + n
    return {
      ...Object.fromEntries(added),
      ...{ calls: sql`${syncPart.calls} + ${calls}`, reasons: all },
      ...(await change(tx)),
    }
  })
  part.reasons = all
}

/**
 * One transaction of a part; throws `RunOver` where another process holds the run, staff have stopped it, or the disk
 * is full.
 */
async function checkpoint(run: Run, part: PartRow, work: (tx: Db) => Promise<PartChange>): Promise<void> {
  const { database, clock } = run
  if (!(await database.hasRoom())) await endFailed(run, 'ディスクの空きが足りないため、中止しました。')
  const state = await written(database, async (tx) => {
    const held = await changeRun(tx, run.row, { leaseUntil: leaseFrom(clock()) })
    if (!held) throw new RunOver()
    await tx
      .update(syncPart)
      .set(await work(tx))
      .where(isPart(part))
    return held
  })
  if (state === 'stopping') await endStopped(run)
  if (run.stopping?.aborted) {
    await database.db.transaction((tx) => changeRun(tx, run.row, { leaseUntil: null }))
    throw new RunOver()
  }
}

const isPart = ({ runId, resource }: PartRow) => and(eq(syncPart.runId, runId), eq(syncPart.resource, resource))

/** Begins the part of a resource, or continues it where a process left it. */
async function beginPart({ database, row, clock, files }: Run, resource: Resource): Promise<PartRow> {
  return database.db.transaction(async (tx) => {
    const [part] = await tx
      .select()
      .from(syncPart)
      .where(and(eq(syncPart.runId, row.id), eq(syncPart.resource, resource)))
    if (!part) throw new RunOver()
    if (part.state === 'running') return part
    if (resource === 'contracts' && !files) await markDue(tx, row.brandCode, tokyoDayOf(clock()))
    const expectedCalls = files ? null : await expectedOf(tx, row, resource)
    const begun = { state: 'running' as const, beganAt: clock(), expectedCalls }
    await tx.update(syncPart).set(begun).where(isPart(part))
    return { ...part, ...begun }
  })
}

/** Marks as due members whose contract ends soon, and a seventh of all, so that everybody is read within a week. */
async function markDue(tx: Db, brandCode: string, today: string) {
  await tx.execute(sql`
    update provider_row p set contracts_due = true, tickets_due = true
    where p.brand_code = ${brandCode} and p.resource = 'members' and (p.outcome = 'written' or ${isHere}) and p.missing_since is null
      and not (p.contracts_due and p.tickets_due) and (
        case when p.their_id ~ '^[0-9]{1,10}$' then p.their_id::bigint % 7 end = (${today}::date - date '2000-01-01') % 7
        or p.their_id = any (array(select m.external_id::text from member m join contract c on c.member_id = m.id
          where m.external_id is not null and c.end_on between ${today}::date - 1 and ${today}::date + 40)))`)
}

async function expectedOf(tx: Db, { brandCode }: RunRow, resource: Resource): Promise<number | null> {
  if (!isOfMembers(resource)) return null
  const flag = sql.identifier(resource === 'contracts' ? 'contracts_due' : 'tickets_due')
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::integer as n from provider_row
    where brand_code = ${brandCode} and resource = 'members' and ${flag} and missing_since is null`)
  return rows[0]?.n ?? 0
}

/** The day on which the resource was last read to its end; null: never. */
async function lastReading({ database, row }: Run, resource: Resource): Promise<string | null> {
  const { rows } = await database.db.execute<{ day: string | null }>(sql`
    select tokyo_day(max(p.began_at))::text as day from sync_part p join sync_run r on r.id = p.run_id
    where r.brand_code = ${row.brandCode} and p.resource = ${resource} and p.state in ('done', 'partial') and r.kind <> 'day' and r.id <> ${Number(row.id)}`)
  return rows[0]?.day ?? null
}

/** The totals of 提供元 and こちら: of lists the rows of this run, of contracts and tickets all rows that are not missing. */
async function totalsOf(
  tx: Db,
  { row, files }: Run,
  resource: Resource,
): Promise<{ seen: number; change: PartChange }> {
  const isOfAll = isOfMembers(resource) && !files
  const isSeen = isOfAll ? sql`missing_since is null` : sql`seen_in = ${Number(row.id)}`
  const { rows } = await tx.execute<{ theirs: number; ours: number }>(sql`
    select count(*)::integer as theirs, (count(*) filter (where outcome = 'written'))::integer as ours from provider_row
    where brand_code = ${row.brandCode} and resource = ${resource} and ${isSeen}`)
  const { theirs = 0, ours = 0 } = rows[0] ?? {}
  return { seen: theirs, change: { ourTotal: ours, ...(isOfAll && { theirTotal: theirs }) } }
}

async function endStopped({ database, row, clock }: Run): Promise<never> {
  // A stopped run of files cannot continue: the files may have changed by then.
  const end =
    row.kind === 'folder' ? ({ state: 'failed', sentence: stopped } as const) : ({ state: 'stopped' } as const)
  await database.db.transaction((tx) => changeRun(tx, row, { ...end, leaseUntil: null, endedAt: clock() }))
  throw new RunOver()
}

async function endFailed({ database, row, clock }: Run, sentence: string): Promise<never> {
  await database.db.transaction((tx) =>
    changeRun(tx, row, { state: 'failed', leaseUntil: null, endedAt: clock(), sentence }),
  )
  throw new RunOver()
}
