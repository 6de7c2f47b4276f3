import { type SQL, sql } from 'drizzle-orm'
import { type MissingKind, shownMissingState } from '#contract/words/missing-member.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { auditLog } from '../db/schema/identity.ts'
import { closeMembers, reopenMembers } from './close-members.ts'
import { ProviderFailure } from './club-system.ts'
import { wentOn } from './known-end.ts'
import type { Ask, RawRow } from './provider-rows.ts'

// Members whom a whole reading has not seen (decision 0084) are looked up by number. The run closes them where few of a
// shop are missing; otherwise a person decides. Members who have moved to a studio that is left out (decision 0103) are
// closed without a lookup: the club system says so.

/**
 * Mass disappearance, of a shop and the last days: more than so many members, or more than one of whom more than this
 * share are missing, or so many that less than nine tenths were there, which holds for the chain, too.
 */
const mass = { members: 5, share: 0.005, uncovered: 0.1, days: 7 } as const

/** Members looked up by number in one run: an empty list would keep it for hours. */
export const mostLookups = 3_000
/** Members who are looked up before the answers are written, and failures in a row that end the lookup. */
const lookupsAtOnce = 20
const mostFailures = 3

export interface Lookup {
  calls: number
  gone: string[]
  found: RawRow[]
  /** Members whose lookup failed: they come after the others. */
  failed: string[]
  /** Why the last lookup failed; its member stays a suspicion. */
  failure: ProviderFailure | null
  /** Whether the club system does not answer at all, so that more lookups are of no use. */
  isOver: boolean
}

/**
 * Looks up members by number. `present` are two who are there: where the club system knows neither of them, its answers
 * are not believed.
 */
export async function askFor(ask: Ask, present: readonly string[], ids: readonly string[]): Promise<Lookup> {
  const lookup: Lookup = { calls: 0, gone: [], found: [], failed: [], failure: null, isOver: false }
  const one = async (id: string) => {
    lookup.calls += 1
    return ask((reader) => reader.one('members', id))
  }
  let failures = 0
  try {
    let isBelieved = false
    for (const id of present) isBelieved ||= (await one(id)) !== null
    if (!isBelieved) throw new ProviderFailure('unexpected', disbelieved)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { ...lookup, failure: error, isOver: true }
  }
  for (const id of ids) {
    try {
      const row = await one(id)
      if (row) lookup.found.push(row)
      else lookup.gone.push(id)
      failures = 0
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      failures += 1
      lookup.failed.push(id)
      lookup.failure = error
      lookup.isOver = failures === mostFailures || error.kind === 'unauthorized'
      if (lookup.isOver) break
    }
  }
  return lookup
}

const disbelieved = '会員管理システムが、在籍している会員も「いない」と答えるため、消えた会員を確認できません。'

/** Two members whom the club system had in its last readings. */
export const presentMembers = async (db: Db, brandCode: string) =>
  (
    await rowsOf<{ id: string }>(
      db,
      sql`select their_id as id from provider_row where brand_code = ${brandCode} and resource = 'members'
        and outcome = 'written' and missing_since is null order by seen_at desc, their_id limit 2`,
    )
  ).map(({ id }) => id)

/** For `provider_row p` of a member and their new studio `s`: an answer leaves the studio out. */
const hasMoved = sql`(s.choice = 'leftOut' and p.missing_since is null)`

const lastSeenOn = sql`case when ${hasMoved} then coalesce(p.moved_on, tokyo_day(coalesce(p.moved_at, s.answered_at))) - 1
  else tokyo_day(p.seen_at) end`
/** The last day on which the member is known to have been there: a term that ends by then has ended for good. */
const thereOn = sql`case when ${hasMoved} then ${lastSeenOn}
  else greatest(tokyo_day(p.seen_at), tokyo_day(p.missing_since) - 1) end`

/** Members with a contract that goes on, as they were read. Those with a known end, filed or past, are not judged. */
const known = (brandCode: string) => sql`
  known as (
    select p.their_id, m.id as member_id, m.shop_id, p.missing_since, p.gone_at, x.state, p.contracts_put_off_at as put_off_at,
      ${hasMoved} is true as has_moved, (${hasMoved} and (p.moved_at > s.answered_at) is not true) is true as is_answered,
      coalesce(p.missing_since, p.moved_at, s.answered_at) as since,
      ${lastSeenOn} as last_seen_on
    from provider_row p left join club_studio s on s.brand_code = p.brand_code and s.their_id = p.moved_to
    join member m on m.external_id = case when p.their_id ~ '^[1-9][0-9]{0,9}$' then p.their_id::bigint end
    left join missing_member x on x.brand_code = p.brand_code and x.their_id = p.their_id and x.state <> 'returned'
    where p.brand_code = ${brandCode} and p.resource = 'members'
      and exists (select from contract c where c.member_id = m.id and ${wentOn(thereOn)}
        and (p.moved_to is null or c.kind <> 'option'))
  )`

/**
 * Members without a decision, each with the reason why a person has to decide; null: the run may close them. Missing
 * and moved members count together.
 */
const judged = (brandCode: string, now: Date) => sql`
  with ${known(brandCode)},
  closed as (
    select m.shop_id, count(*) as n from missing_member x join member m on m.id = x.member_id
    where x.brand_code = ${brandCode} and x.state = 'closed' and x.decided_by is null
      and x.decided_at > ${now.toISOString()}::timestamptz - make_interval(days => ${mass.days})
    group by m.shop_id
  ),
  shops as (
    select k.shop_id, count(*) filter (where k.missing_since is not null or k.has_moved) + coalesce(c.n, 0) as missing,
      count(*) + coalesce(c.n, 0) as people
    from known k left join closed c on c.shop_id = k.shop_id
    where k.state is distinct from 'kept' group by k.shop_id, c.n
  ),
  chain as (select sum(missing) > sum(people) * ${mass.uncovered}::numeric as is_uncovered from shops)
  select k.their_id, k.member_id, k.since, k.gone_at, k.last_seen_on,
    case when k.has_moved then 'moved' else 'missing' end as kind,
    case when k.is_answered then 'answered' when chain.is_uncovered or s.missing > s.people * ${mass.uncovered}::numeric then 'uncovered'
      when s.missing > ${mass.members}::integer or s.missing > 1 and s.missing > s.people * ${mass.share}::numeric then 'many' end as reason
  from known k join shops s on s.shop_id = k.shop_id cross join chain
  where (k.missing_since is not null or k.has_moved) and k.state is null and ${isAnybody(brandCode)}`

/**
 * Whether any member is missing or has moved: most nights none has, and as an uncorrelated subquery it is run first.
 */
const isAnybody = (brandCode: string) => sql`exists (
  select from provider_row p
  left join missing_member x on x.brand_code = p.brand_code and x.their_id = p.their_id and x.state <> 'returned'
  where p.brand_code = ${brandCode} and p.resource = 'members' and (p.missing_since is not null or p.moved_to is not null)
    and x.state is null)`

/** The members that a run looks up, the longest missing first: those without a decision who are not confirmed gone. */
export const membersToAsk = async (db: Db, brandCode: string, except: readonly string[]) =>
  (
    await rowsOf<{ id: string }>(
      db,
      sql`with ${known(brandCode)} select their_id as id from known
        where missing_since is not null and gone_at is null and (state is null or state = 'waiting')
          and their_id <> all (${sql.param(except)}::text[])
        order by put_off_at nulls first, missing_since, their_id limit ${lookupsAtOnce}`,
    )
  ).map(({ id }) => id)

/** Members whose lookup failed come after the others. */
export const putOff = (tx: Db, brandCode: string, ids: readonly string[], now: Date) =>
  tx.execute(sql`update provider_row set contracts_put_off_at = ${now.toISOString()}::timestamptz
    where brand_code = ${brandCode} and resource = 'members' and their_id = any (${sql.param(ids)}::text[])`)

/** Stores that the club system knows no member of these numbers. */
export async function confirmGone(tx: Db, brandCode: string, ids: readonly string[], now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const these = sql`brand_code = ${brandCode} and their_id = any (${sql.param(ids)}::text[])`
  await tx.execute(sql`update provider_row set gone_at = ${at}
    where ${these} and resource = 'members' and missing_since is not null`)
  await tx.execute(sql`update missing_member set confirmed_at = ${at} where ${these} and state <> 'returned'`)
}

interface Judging {
  kind: MissingKind
  brandCode: string
  runId: string
  now: Date
}

/**
 * Leaves members to a person: of shops with a mass disappearance, and where an answer of the mapping would end them.
 */
export async function leaveToPeople(tx: Db, { kind, brandCode, runId, now }: Judging): Promise<void> {
  await tx.execute(sql`
    insert into missing_member (brand_code, their_id, member_id, run_id, kind, state, reason, last_seen_on, missing_since, confirmed_at)
    select ${brandCode}, j.their_id, j.member_id, ${Number(runId)}, j.kind, 'waiting', j.reason, j.last_seen_on, j.since, j.gone_at
    from (${judged(brandCode, now)}) j where j.reason is not null and j.kind = ${kind}
    on conflict do nothing`)
}

/** Members whose months are changed in one transaction. */
const closedAtOnce = 100

/** Closes some members who are confirmed gone or have moved, without a mass disappearance; returns how many. */
export async function closeFew(tx: Db, { kind, brandCode, runId, now }: Judging): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with few as (
      select j.* from (${judged(brandCode, now)}) j
      where j.reason is null and j.kind = ${kind} and (j.gone_at is not null or j.kind = 'moved')
      order by j.their_id limit ${closedAtOnce}
    ),
    held as (
      select p.their_id from provider_row p
      where p.brand_code = ${brandCode} and p.resource = 'members' and p.their_id = any (array(select their_id from few))
        and (p.gone_at is not null or ${kind} = 'moved') order by 1 for update
    )
    insert into missing_member (brand_code, their_id, member_id, run_id, kind, state, last_seen_on, missing_since, confirmed_at, decided_at)
    select ${brandCode}, their_id, member_id, ${Number(runId)}, kind, 'closing', last_seen_on, since, gone_at, ${at} from few join held using (their_id)
    on conflict do nothing returning id`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await closeMembers(tx, ids, now)
  await record(tx, 'close', ids, { requestId: `sync ${runId}`, now })
  return ids.length
}

/**
 * Members who had moved to a studio that is no longer left out are here again: the mapping has changed, not the member.
 */
export async function returnMoved(tx: Db, brandCode: string, now: Date): Promise<void> {
  const rows = await rowsOf<{ id: string; missingId: number; wasClosed: boolean }>(
    tx,
    sql`select x.their_id as id, x.id as "missingId", x.closed is not null as "wasClosed" from missing_member x
      where x.brand_code = ${brandCode} and x.kind = 'moved' and x.state <> 'returned' and not exists (${stillMoved(sql`x`)})
      order by 2 for update of x`,
  )
  const closed = rows.filter(({ wasClosed }) => wasClosed).map(({ missingId }) => missingId)
  if (closed.length > 0) {
    await reopenMembers(tx, closed)
    await record(tx, 'reopen', closed, { requestId: 'sync', now, isByClubSystem: true })
  }
  await takeBack(
    tx,
    'moved',
    brandCode,
    rows.map(({ id }) => id),
    now,
  )
}

/** For a row of `missing_member`: the member's contracts are still at a studio that is left out. */
export const stillMoved = (missing: SQL) => sql`
  select from provider_row p join club_studio s on s.brand_code = p.brand_code and s.their_id = p.moved_to and s.choice = 'leftOut'
  where p.brand_code = ${missing}.brand_code and p.resource = 'members' and p.their_id = ${missing}.their_id`

/**
 * The club system has these members here again, and what they have is due. What was closed for them is settled with
 * their contracts, which say whether they had left (`come-back.ts`).
 */
export async function takeBack(
  tx: Db,
  kind: MissingKind,
  brandCode: string,
  theirIds: readonly string[],
  now: Date,
): Promise<void> {
  if (theirIds.length === 0) return
  const { rows } = await tx.execute<{ their_id: string }>(sql`
    update missing_member set state = 'returned', returned_at = ${now.toISOString()}::timestamptz
    where brand_code = ${brandCode} and their_id = any (${sql.param(theirIds)}::text[]) and kind = ${kind} and state <> 'returned'
    returning their_id`)
  if (rows.length === 0) return
  await tx.execute(sql`update provider_row set contracts_due = true, tickets_due = true
    where brand_code = ${brandCode} and resource = 'members'
      and their_id = any (${sql.param(rows.map((row) => row.their_id))}::text[])`)
}

interface Recorded {
  requestId: string
  now: Date
  /** Nobody has decided it. */
  isByClubSystem?: boolean
}

/** Adds a row to the audit log for each member: by the person who decided, or without one where a run did. */
export async function record(
  tx: Db,
  verb: 'close' | 'reopen',
  ids: readonly number[],
  { requestId, now, isByClubSystem = false }: Recorded,
): Promise<void> {
  const rows = await rowsOf<{
    id: number
    kind: MissingKind
    memberId: number
    shopId: number
    lastOn: string
    staffId: number | null
    role: string | null
  }>(
    tx,
    sql`select x.id, x.kind, x.member_id as "memberId", m.shop_id as "shopId", x.last_seen_on::text as "lastOn", s.id as "staffId", s.role
      from missing_member x join member m on m.id = x.member_id left join staff s on s.id = x.decided_by
      where x.id = any (${sql.param(ids)}::integer[]) order by x.id`,
  )
  const opened = isByClubSystem ? 'returned' : 'kept'
  const closed = (kind: MissingKind) => shownMissingState({ kind, state: 'closed' })
  await tx.insert(auditLog).values(
    rows.map(({ id, kind, memberId, shopId, lastOn, staffId, role }) => ({
      ...{
        at: now,
        action: verb === 'close' ? 'missingMemberClosed' : 'missingMemberReopened',
        resourceType: 'missingMember',
        resourceId: String(id),
      },
      ...{ shopId: String(shopId), memberId: String(memberId), requestId },
      ...(staffId !== null && !isByClubSystem && { actorStaffId: String(staffId), actorRole: role }),
      diff: {
        state: verb === 'close' ? { before: null, after: closed(kind) } : { before: closed(kind), after: opened },
        lastOn: verb === 'close' ? { before: null, after: lastOn } : { before: lastOn, after: null },
      },
    })),
  )
}
