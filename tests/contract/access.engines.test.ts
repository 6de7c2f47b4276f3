import { getTableName, sql } from 'drizzle-orm'
import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { access, accessSql } from '../../api/db/access.ts'
import { inScope } from '../../api/db/scope.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

let api: Api
let shops: { own: string; other: string }
let trainer: Person
let colleague: Person
let stranger: Person
const members: Record<'own' | 'other', string> = { own: '', other: '' }

beforeAll(async () => {
  api = await startApi()
  shops = { own: await api.makeShop(), other: await api.makeShop() }
  trainer = await api.makeStaff({ role: 'level2', shops: [shops.own] })
  colleague = await api.makeStaff({ role: 'level3', shops: [shops.own, shops.other] })
  stranger = await api.makeStaff({ role: 'level3', shops: [shops.other] })
  members.own = (await api.makeMember(shops.own)).memberId
  members.other = (await api.makeMember(shops.other)).memberId
})
afterAll(() => api.close())

type Query = ReturnType<typeof sql>
async function rows<T>(query: Query): Promise<T[]> {
  return (await api.db.execute(query)).rows as T[]
}

const viewer = () => ({ shops: [shops.own], staffId: trainer.staffId })
async function seen<T>(who: Parameters<typeof inScope>[1], query: Query): Promise<T[]> {
  return inScope(api.database, who, 'read', async (tx) => (await tx.execute(query)).rows as T[])
}
/** Rows changed by a statement that ends with `returning`. */
const changed = (who: Parameters<typeof inScope>[1], query: Query) =>
  inScope(api.database, who, 'write', async (tx) => (await tx.execute(query)).rows.length)

async function sqlState(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code ?? String(error),
  )
}
const insufficientPrivilege = '42501'

describe('every table has a class', () => {
  test('and no class belongs to a missing table', async () => {
    const tables = await rows<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    expect(access.map(({ table }) => getTableName(table)).sort()).toEqual(tables.map(({ name }) => name).sort())
  })

  // The class implied by a table's columns; with several columns the first of these counts.
  test.each([
    ['target_shop_ids', ['targets']],
    // Of the club as a whole: narrower than its shop's, or its person's.
    ['shop_id', ['shop', 'headOffice']],
    ['home_shop_id', ['shop']],
    // An import's rows are of its own scope: while its person has all the shops that it was compared for.
    ['member_id', ['shop', 'member', 'import', 'headOffice']],
    ['staff_id', ['shop', 'member', 'staff', 'headOffice']],
  ])('that fits: rows with a %s are of %s, or unreadable', async (column, classes) => {
    const tables = await rows<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = ${column}`)
    expect(tables.length).toBeGreaterThan(0)
    for (const { name } of tables) {
      const one = access.find(({ table }) => getTableName(table) === name)
      if (one?.read !== false) expect([name, classes]).toEqual([name, expect.arrayContaining([one?.rows])])
    }
  })
})

describe('what the app’s role may do follows from the class', () => {
  /** The tables whose grants, policies or row-level security differ from those of their class. */
  async function differing(first = '', made = access): Promise<string[]> {
    const stateOf = async (): Promise<Map<string, string>> => {
      const found = await rows<{ name: string; state: string }>(sql`
        select c.relname as name, jsonb_build_array(c.relrowsecurity, c.relforcerowsecurity,
          (select jsonb_agg(p order by policyname) from pg_policies p where p.tablename = c.relname),
          (select jsonb_agg(grant_::text order by grant_::text) from unnest(c.relacl) grant_),
          (select jsonb_agg(attname || grant_::text order by attname, grant_::text)
            from pg_attribute, unnest(attacl) grant_ where attrelid = c.oid))::text as state
        from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
      return new Map(found.map(({ name, state }) => [name, state]))
    }
    if (first) await api.database.exec(first)
    const before = await stateOf()
    for (const one of made) await api.database.exec(accessSql(one))
    const after = await stateOf()
    return [...after].filter(([name, state]) => before.get(name) !== state).map(([name]) => name)
  }

  test('of each table', async () => {
    expect(await differing()).toEqual([])
  })

  test.each([
    ['a policy more', 'create policy more on contract for select to karada_app using (true)', 'contract'],
    ['a policy less', 'drop policy shop_scope on visit', 'visit'],
    ['another policy', 'alter policy shop_scope on sale using (true)', 'sale'],
    ['a grant more', 'grant insert on product to karada_app', 'product'],
    ['a column more', 'grant update (user_id) on staff to karada_app', 'staff'],
    ['everybody’s', 'grant select on member_list to public', 'member_list'],
    ['row-level security that its owner is free of', 'alter table lead no force row level security', 'lead'],
    ['no row-level security', 'alter table session disable row level security', 'session'],
  ])('and %s is detected', async (_, change, table) => {
    const itself = access.filter((one) => getTableName(one.table) === table)
    expect(await differing(change, itself)).toEqual([table])
    expect(await differing('', itself)).toEqual([])
  })
})

describe('rows of a member', () => {
  const diary = pgTable('diary', {
    memberId: integer('member_id').notNull(),
    on: date('on').notNull(),
    words: text('words').notNull(),
  })
  beforeAll(async () => {
    await api.database.exec(`
      create table diary (member_id integer not null, "on" date not null, words text not null, primary key (member_id, "on"));
      insert into diary select id, '2026-11-01', 'of ' || id from member;
      ${accessSql({ table: diary, rows: 'member', write: { insert: true, update: true, delete: true }, export: { not: 'a test' } })}`)
  })
  afterAll(() => api.database.exec('drop table diary'))

  test.each([
    ['one’s shop', () => [shops.own], () => [members.own]],
    ['the other', () => [shops.other], () => [members.other]],
    ['every shop', () => 'all' as const, () => [members.own, members.other]],
    ['no shop', () => [], () => []],
  ])('are visible with the member: %s', async (_, scope, expected) => {
    const found = await seen<{ member_id: number }>({ shops: scope() }, sql`select member_id from diary order by 1`)
    expect(found.map(({ member_id }) => String(member_id))).toEqual(expected())
  })

  test('are writable for members in scope only', async () => {
    const write = (id: string) =>
      changed(viewer(), sql`insert into diary values (${Number(id)}, '2026-11-02', 'x') returning 1`)
    expect(await write(members.own)).toBe(1)
    expect(await sqlState(write(members.other))).toBe(insufficientPrivilege)
    expect(await changed(viewer(), sql`update diary set words = 'y' returning 1`)).toBe(2)
    expect(await changed(viewer(), sql`delete from diary where member_id = ${Number(members.other)} returning 1`)).toBe(
      0,
    )
    expect(
      await sqlState(changed(viewer(), sql`update diary set member_id = ${Number(members.other)} returning 1`)),
    ).toBe(insufficientPrivilege)
  })

  test('of one member are found by the index, and scope is checked for those alone', async () => {
    await api.database.exec(`insert into diary select 1000000 + n / 100, date '2020-01-01' + n % 100, 'many'
      from generate_series(1, 20000) n; analyze diary, member`)
    const plan = await seen<Record<string, string>>(
      viewer(),
      sql`explain (costs off) select words from diary where member_id = ${Number(members.own)} and "on" > '2026-10-01'`,
    )
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(/(Index|Bitmap Index) Scan (using|on) diary_pkey/)
    expect(lines).not.toMatch(/Seq Scan on diary/)
  })
})

describe('rows of a staff member', () => {
  let tokens: Record<'trainer' | 'colleague' | 'stranger', string>
  beforeAll(async () => {
    tokens = {
      trainer: await api.signIn(trainer),
      colleague: await api.signIn(colleague),
      stranger: await api.signIn(stranger),
    }
  })
  const owners = async (who: Parameters<typeof inScope>[1]) =>
    (await seen<{ id: number }>(who, sql`select staff_id as id from session order by 1`)).map(({ id }) => String(id))

  test('are visible to themselves and to staff of their shops', async () => {
    expect(await owners(viewer())).toEqual([trainer.staffId, colleague.staffId])
    expect(await owners({ shops: [], staffId: stranger.staffId })).toEqual([stranger.staffId])
    expect(await owners({ shops: 'all' })).toEqual([trainer.staffId, colleague.staffId, stranger.staffId])
    expect(await owners({ shops: [] })).toEqual([])
  })

  test('are not writable for anybody else: no session, no password, no stored answer', async () => {
    const other = Number(stranger.staffId)
    expect(
      await changed(viewer(), sql`update session set revoked_at = now() where staff_id = ${other} returning 1`),
    ).toBe(0)
    expect(await changed(viewer(), sql`update staff set password_hash = 'x' where id = ${other} returning 1`)).toBe(0)
    const forged = sql`insert into session (sid, staff_id, created_at, expires_at) values ('forged', ${other}, now(), now())`
    expect(await sqlState(changed(viewer(), forged))).toBe(insufficientPrivilege)
    expect(await sqlState(changed({ shops: [] }, forged))).toBe(insufficientPrivilege)
    expect((await api.get('/api/admin/user/me', { token: tokens.stranger })).status).toBe(200)
  })

  test('are not writable by somebody who shares only one of their shops', async () => {
    const end = (staffId: string) =>
      changed(viewer(), sql`update session set revoked_at = null where staff_id = ${Number(staffId)} returning 1`)
    expect([await end(trainer.staffId), await end(colleague.staffId)]).toEqual([1, 0])
    const both = { shops: [shops.own, shops.other] }
    const colleagues = sql`update session set revoked_at = null where staff_id = ${Number(colleague.staffId)} returning 1`
    expect(await changed(both, colleagues)).toBe(1)
  })

  test('have names that all staff can read, beside changes', async () => {
    const found = await seen<{ id: number }>(viewer(), sql`select id from staff`)
    expect(found.map(({ id }) => String(id))).toContain(stranger.staffId)
  })
})

describe('the members of a trainer', () => {
  const now = '2026-11-21 10:00+09'
  const assigned = async (who: Parameters<typeof inScope>[1] = viewer()) =>
    (await seen<{ id: number }>(who, sql`select id from assigned_members(${now}) as id order by 1`)).map(({ id }) =>
      String(id),
    )
  const book = async (
    memberId: string,
    startAt: string,
    more: { status?: string; staffId?: string; shopId?: string } = {},
  ) => {
    await api.db.execute(sql`
      insert into reservation (external_id, shop_id, member_id, kind, program_name, staff_id, start_at, end_at, status,
        booked_at, booked_via)
      select coalesce(max(external_id), 0) + 1, ${Number(more.shopId ?? shops.own)}, ${Number(memberId)}, 'free', 'パーソナル',
        ${Number(more.staffId ?? trainer.staffId)}, ${startAt}, ${startAt}, ${more.status ?? 'booked'}, ${now}, 'web' from reservation`)
  }
  beforeEach(() => api.database.exec('delete from reservation; update member set trainer_staff_id = null'))

  test('are those assigned to them', async () => {
    expect(await assigned()).toEqual([])
    await api.db.execute(sql`update member set trainer_staff_id = ${Number(trainer.staffId)}`)
    // Nothing of another shop's member may be known.
    expect(await assigned()).toEqual([members.own])
    expect(await assigned({ shops: [shops.own], staffId: colleague.staffId })).toEqual([])
    expect(await assigned({ shops: [shops.own] })).toEqual([])
    expect(await assigned({ shops: 'all', staffId: trainer.staffId })).toEqual([members.own, members.other])
  })

  test.each([
    ['30 days before', '2026-10-22 10:00+09', 'completed', true],
    ['30 days after', '2026-12-21 10:00+09', 'booked', true],
    ['a moment earlier', '2026-10-22 09:59:59+09', 'completed', false],
    ['a moment later', '2026-12-21 10:00:01+09', 'booked', false],
    ['today, and did not come', '2026-11-21 09:00+09', 'noShow', true],
    ['today, cancelled', '2026-11-21 09:00+09', 'cancelled', false],
    ['today, cancelled late', '2026-11-21 09:00+09', 'lateCancelled', false],
    ['today, waiting for a place', '2026-11-21 09:00+09', 'waitlisted', false],
  ])('and those booked with them: %s', async (_, startAt, status, counts) => {
    await book(members.own, startAt, { status })
    expect(await assigned()).toEqual(counts ? [members.own] : [])
  })

  test('not those booked with another trainer, or in another shop', async () => {
    await book(members.own, now, { staffId: colleague.staffId })
    await book(members.other, now)
    expect(await assigned()).toEqual([])
  })
})
