import { eq, sql } from 'drizzle-orm'
import type { MergeGroupKey } from '#contract/words/club-merge.ts'
import type { DoubleCheck, DoubleContracts } from '#contract/words/data-health.ts'
import type { Database, Db } from '../../db/client.ts'
import { lockRows, rowsOf } from '../../db/expressions.ts'
import { clubMerge } from '../../db/schema/club-merge.ts'
import type { FactKind } from '../../import/facts/columns.ts'
import { followTouched, type Touched, touchedAre } from '../../import/facts/follow.ts'
import { endBefore, pairsOf, remove } from './answers.ts'
import { together, withRefunds } from './take-back.ts'

// Doubles that データ健康診断 has found become one, in the background, and two again where that is taken back (decision
// 0107). A merge is a row of `club_merge` of its own; what it changes is kept as a merge with a club system keeps it.

/** The key of a merge of doubles; no brand code has such a name. */
export const doublesKey = (requestId: string) => `doubles-${requestId}`
export const isOfDoubles = sql`brand_code like 'doubles-%'`

/** The pairs of a check, as those of a comparison. */
export const pairKeys = {
  peopleTwice: 'peopleAlike',
  twoContracts: 'contractsTwo',
  salesTwice: 'salesAlike',
  visitsTwice: 'visitsAlike',
} as const satisfies Record<DoubleCheck, MergeGroupKey>

/** Facts that go with a person; those of the club system. */
const moved = {
  contract: 'contract',
  ticket: 'member_ticket',
  booking: 'reservation',
  visit: 'visit',
  sale: 'sale',
} as const satisfies Partial<Record<FactKind, string>>
type Kind = keyof typeof moved
const kinds = Object.keys(moved) as Kind[]

/** Columns that the club system writes of a member, and the owner of each. */
const ofMember = [
  ...['external_id', 'member_no', 'shop_id', 'last_name', 'first_name', 'last_name_kana', 'first_name_kana', 'email'],
  ...['tel', 'gender', 'birthday', 'zip_code', 'prefecture', 'address1', 'address2', 'joined_on'],
  ...['representative_email', 'last_synced_at', 'provider_values'],
]

/** The job; done twice it changes nothing more. */
export const mergingDoubles =
  ({ database: { db }, clock }: { database: Pick<Database, 'db'>; clock: () => Date }) =>
  ({ key }: { key: string }): Promise<void> =>
    db.transaction(async (tx) => {
      const [merge] = await tx.select().from(clubMerge).where(eq(clubMerge.brandCode, key)).for('update')
      if (merge?.state === 'writing') {
        await mergeDoubles(tx, key, (merge.answers.contractsTwo ?? 'until') as DoubleContracts)
        await tx.update(clubMerge).set({ state: 'merged', mergedAt: clock() }).where(eq(clubMerge.brandCode, key))
      }
      if (merge?.state === 'takingBack') await takeBackDoubles(tx, key)
    })

async function mergeDoubles(tx: Db, key: string, contracts: DoubleContracts): Promise<void> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  await tx.execute(sql`update club_merge set before = before_merge() where brand_code = ${key}`)
  await tx.execute(sql`select set_config('app.merge', ${key}, true)`)
  // A row of the club system that was removed since has no double.
  for (const [of, table] of [
    ['contractsTwo', 'contract'],
    ['salesAlike', 'sale'],
    ['visitsAlike', 'visit'],
  ] as const) {
    await tx.execute(sql`delete from merge_pair p where p.brand_code = ${key} and p.key = ${of}
      and not exists (select from ${sql.identifier(table)} t where t.id = p.their_id::integer and not t.from_file)`)
  }
  await joinMembers(tx, key)
  const [two, sales, visits] = [
    await pairsOf(tx, key, 'contractsTwo'),
    await pairsOf(tx, key, 'salesAlike'),
    await pairsOf(tx, key, 'visitsAlike'),
  ]
  if (contracts === 'theirs') await remove(tx, 'contract', two)
  else await endBefore(tx, two)
  await meet(tx, 'sale', sales)
  await meet(tx, 'visit', visits)
  await tx.execute(sql`select set_config('app.merge', '', true)`)
  await keepForClubMerge(tx, key)
  await tx.execute(sql`select forget_empty_totals()`)
}

/** Removes the rows of files; from now on no other row of a file is taken for the club system's. */
async function meet(tx: Db, kind: 'sale' | 'visit', pairs: Awaited<ReturnType<typeof pairsOf>>) {
  const theirs = sql`any (${sql.param(pairs.map(({ theirId }) => Number(theirId)))}::integer[])`
  const ids = pairs.map(({ ourId }) => ourId)
  const touched = await touchedAre(tx, kind, ids)
  await remove(tx, kind, pairs)
  // The sales that refunds pay back are found again.
  if (kind === 'sale' && ids.length > 0) await followTouched(tx, kind, await withRefunds(tx, kind, touched))
  await tx.execute(sql`update ${sql.identifier(kind)} set met_file = true where id = ${theirs} and not met_file`)
}

interface Joined {
  /** The file's row, which stays and belongs to the club system from then on. */
  ourId: number
  /** The club system's row, which is removed. */
  theirId: number
}

/** Pairs of people that can still be merged. */
const membersOf = (tx: Db, key: string) =>
  rowsOf<Joined>(
    tx,
    sql`select p.our_id as "ourId", p.their_id::integer as "theirId" from merge_pair p
      join member f on f.id = p.our_id and f.last_synced_at is null
      join member t on t.id = p.their_id::integer and t.last_synced_at is not null
      where p.brand_code = ${key} and p.key = 'peopleAlike' order by p.our_id`,
  )

/** The facts of a member, and those of the member they move to. */
async function touchedBy(tx: Db, members: readonly number[]): Promise<Map<Kind, Touched>> {
  const touched = new Map<Kind, Touched>()
  for (const kind of kinds) {
    const rows = await rowsOf<{ id: number }>(
      tx,
      sql`select id from ${sql.identifier(moved[kind])} where member_id = any (${sql.param(members)}::integer[]) order by id`,
    )
    if (rows.length > 0)
      touched.set(
        kind,
        await touchedAre(
          tx,
          kind,
          rows.map(({ id }) => id),
        ),
      )
  }
  return touched
}

/** The member of a file becomes the club system's, with what it has of them. */
async function joinMembers(tx: Db, key: string): Promise<void> {
  const members = await membersOf(tx, key)
  const ids = members.flatMap(({ ourId, theirId }) => [ourId, theirId])
  await lockRows(tx, 'member', sql`t.id = any (${sql.param(ids)}::integer[])`)
  const kept = await rowsOf<{ id: number }>(
    tx,
    sql`select k.id from members_with_records(${sql.param(members.map(({ theirId }) => theirId))}::integer[]) k (id)`,
  )
  const staying = new Set(kept.map(({ id }) => id))
  const joining = members.filter(({ theirId }) => !staying.has(theirId))
  // What is doubled because of a person who stays two stays, too.
  await tx.execute(sql`delete from merge_pair p where p.brand_code = ${key}
    and p.member_id <> all (${sql.param(joining.map(({ ourId }) => ourId))}::integer[])
    and exists (select from merge_pair o where o.brand_code = ${key} and o.key = 'peopleAlike')`)
  if (joining.length === 0) return
  const both = joining.flatMap(({ ourId, theirId }) => [ourId, theirId])
  const touched = await touchedBy(tx, both)
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(joining)}::jsonb) as w ("ourId" integer, "theirId" integer)`
  for (const kind of kinds) {
    await tx.execute(
      sql`update ${sql.identifier(moved[kind])} t set member_id = w."ourId" from ${pairs} where t.member_id = w."theirId"`,
    )
  }
  const theirs = await rowsOf<{ ourId: number; theirs: unknown }>(
    tx,
    sql`select w."ourId", to_jsonb(t) as theirs from ${pairs} join member t on t.id = w."theirId"`,
  )
  const those = sql`any (${sql.param(joining.map(({ theirId }) => theirId))}::integer[])`
  await tx.execute(sql`delete from membership_interval where member_id = ${those}`)
  await tx.execute(sql`with gone as (delete from member where id = ${those} returning user_id)
    delete from user_account a using gone where a.id = gone.user_id`)
  const set = sql.join(
    ofMember.map(
      (column) => sql`${sql.identifier(column)} = coalesce(b.${sql.identifier(column)}, t.${sql.identifier(column)})`,
    ),
    sql`, `,
  )
  await tx.execute(sql`update member t set ${set}
    from jsonb_to_recordset(${JSON.stringify(theirs)}::jsonb) as w ("ourId" integer, theirs jsonb),
      jsonb_populate_record(null::member, w.theirs) b where t.id = w."ourId"`)
  for (const [kind, some] of touched) await followTouched(tx, kind, some)
  await tx.execute(sql`select refresh_member_list(${sql.param(both)}::integer[])`)
}

/** Everything that a merge has changed is as it was, but for what somebody has changed since. */
export async function takeBackDoubles(tx: Db, key: string): Promise<void> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  await forgetTaken(tx, key)
  const members = await rowsOf<Joined>(
    tx,
    sql`select p.our_id as "ourId", p.their_id::integer as "theirId" from merge_pair p
      join merge_row r on r.brand_code = p.brand_code and r.table_name = 'member' and r.row_id = p.their_id::integer
      join member f on f.id = p.our_id
      where p.brand_code = ${key} and p.key = 'peopleAlike' order by p.our_id`,
  )
  const touched = new Map<Kind, Touched[]>()
  const note = async () => {
    for (const [kind, some] of await touchedBy(
      tx,
      members.flatMap(({ ourId, theirId }) => [ourId, theirId]),
    ))
      touched.set(kind, [...(touched.get(kind) ?? []), some])
    for (const kind of kinds) {
      const rows = await rowsOf<{ id: number }>(
        tx,
        sql`select row_id as id from merge_row where brand_code = ${key} and table_name = ${moved[kind]} order by 1`,
      )
      const some = await touchedAre(
        tx,
        kind,
        rows.map(({ id }) => id),
      )
      if (some.shops.length > 0) touched.set(kind, [...(touched.get(kind) ?? []), some])
    }
  }
  await note()
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as w ("ourId" integer, "theirId" integer)`
  // The club system's member gets its present values; the file's gets those of before.
  const current = sql.join(
    ofMember.map((column) => sql`${sql.raw(`'${column}'`)}, f.${sql.identifier(column)}`),
    sql`, `,
  )
  await tx.execute(sql`update merge_row r set before = r.before || jsonb_build_object(${current})
    from ${pairs} join member f on f.id = w."ourId" and f.last_synced_at is not null
    where r.brand_code = ${key} and r.table_name = 'member' and r.row_id = w."theirId"`)
  // Also rows that the club system has written since.
  for (const kind of kinds) {
    const name = sql.identifier(moved[kind])
    const isTheirs = kind === 'visit' ? sql`not t.from_file and t.reservation_id is not null` : sql`not t.from_file`
    await tx.execute(sql`insert into merge_row (brand_code, table_name, row_id, before)
      select ${key}, ${moved[kind]}, t.id, to_jsonb(t) || jsonb_build_object('member_id', w."theirId")
      from ${pairs} join ${name} t on t.member_id = w."ourId" and ${isTheirs}
      on conflict (brand_code, table_name, row_id) do update
        set before = merge_row.before || jsonb_build_object('member_id', excluded.before -> 'member_id')`)
  }
  await tx.execute(sql`insert into user_account (id, type) overriding system value
    select (r.before ->> 'user_id')::integer, 'member' from merge_row r
    where r.brand_code = ${key} and r.table_name = 'member' and not exists (select from member m where m.id = r.row_id)`)
  await tx.execute(sql`select restore_before_merge(${key})`)
  await note()
  for (const [kind, some] of touched) await followTouched(tx, kind, await withRefunds(tx, kind, together(some)))
  const both = members.flatMap(({ ourId, theirId }) => [ourId, theirId])
  await tx.execute(sql`select refresh_member_list(${sql.param(both)}::integer[])`)
  await tx.execute(sql`select forget_empty_totals()`)
  await forgetDoubles(tx, sql`brand_code = ${key}`)
}

/** Rows that are not to go back: changed since, or of a number or member that is another's or nobody's by now. */
async function forgetTaken(tx: Db, key: string): Promise<void> {
  for (const kind of kinds) {
    const table = moved[kind]
    const name = sql.identifier(table)
    const ofThis = sql`r.brand_code = ${key} and r.table_name = ${table}`
    const isNumbers = table !== 'visit'
    await tx.execute(sql`delete from merge_row r where ${ofThis} and not exists (select from ${name} t where t.id = r.row_id)
      and (${isNumbers ? sql`exists (select from ${name} o where o.external_id = (r.before ->> 'external_id')::integer)` : sql`false`}
        or ((r.before ->> 'member_id') is not null
          and not exists (select from member m where m.id = (r.before ->> 'member_id')::integer)
          and not exists (select from merge_row m where m.brand_code = ${key} and m.table_name = 'member'
            and m.row_id = (r.before ->> 'member_id')::integer)))`)
    // A row that is still here was moved to another person, which follows below, or ends earlier.
    await tx.execute(sql`update merge_row r set before = to_jsonb(t)
        || ${
          table === 'contract'
            ? sql`case when t.from_file and p.their_day is not null and t.end_on = p.their_day::date - 1
                then jsonb_build_object('end_on', r.before -> 'end_on') else '{}' end`
            : table === 'sale' || table === 'visit'
              ? sql`jsonb_build_object('met_file', r.before -> 'met_file')`
              : sql`'{}'::jsonb`
        }
      from ${name} t left join merge_pair p on p.brand_code = ${key} and p.key = 'contractsTwo' and p.our_id = t.id
      where ${ofThis} and t.id = r.row_id`)
  }
  await tx.execute(sql`delete from merge_row r where r.brand_code = ${key} and r.table_name = 'sale_line'
    and not exists (select from merge_row s where s.brand_code = ${key} and s.table_name = 'sale' and s.row_id = r.row_id)`)
}

/** A merge with a club system that can be taken back takes these rows back, too. */
const keepForClubMerge = (tx: Db, key: string) =>
  tx.execute(sql`insert into merge_row (brand_code, table_name, row_id, before)
    select m.brand_code, r.table_name, r.row_id, r.before from merge_row r
    join club_merge m on m.brand_code not like 'doubles-%' and m.before is not null
    where r.brand_code = ${key} and r.row_id <= (m.before -> 'highest'
      ->> case r.table_name when 'sale_line' then 'sale' else r.table_name end)::integer
    on conflict do nothing`)

/** Once all that the club system has brought is taken back, what was double of it is no more. */
export const forgetAllDoubles = (tx: Db) => forgetDoubles(tx, isOfDoubles)

const forgetDoubles = async (tx: Db, which: ReturnType<typeof sql>) => {
  await tx.execute(sql`delete from merge_row where ${which}`)
  await tx.execute(sql`delete from merge_pair where ${which}`)
  await tx.execute(sql`delete from club_merge where ${which}`)
}
