import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inScope } from '../../api/db/scope.ts'
import { type Api, proxyKey, startApi } from '../support/api.ts'

let api: Api
let own: string
let other: string
beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop()
  other = await api.makeShop()
})
afterAll(() => api.close())

async function rows<T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await api.db.execute<T>(query)).rows
}
const firstBreak = async () => (await rows<{ seq: number | null }>(sql`select audit_log_first_break() as seq`))[0]?.seq

/** The SQLSTATE of the database's refusal. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'accepted'
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined
    return cause?.code ?? (error as { code?: string }).code ?? String(error)
  }
}
const insufficientPrivilege = '42501'

describe('the audit log', () => {
  test('has one row per write, with actor, action, subject and difference', async () => {
    const person = await api.makeStaff({ role: 'level3', shops: [own] })
    const token = await api.signIn(person)
    const answer = await api.put(`/api/admin/shop/${own}`, {
      token,
      body: { imgUrl: 'https://example.jp/a.png' },
      headers: { 'user-agent': 'Mozilla/5.0 テスト'.replace(/[^\x20-\x7e]/g, '?'), 'x-request-id': 'request-0001' },
    })
    expect(answer.headers.get('x-request-id')).toBe('request-0001')
    const [row] = await rows(sql`select * from audit_log where request_id = 'request-0001'`)
    expect(row).toMatchObject({
      actor_staff_id: Number(person.staffId),
      actor_role: 'level3',
      action: 'shop.update',
      resource_type: 'shop',
      resource_id: own,
      shop_id: Number(own),
      diff: { imgUrl: { before: null, after: 'https://example.jp/a.png' } },
      user_agent: 'Mozilla/5.0 ???',
      session: expect.stringMatching(/^[\w-]{16}$/),
      ip: expect.stringContaining('127.0.0.1'),
    })
  })

  const key = { 'x-karada-proxy-key': proxyKey }
  test.each([
    ['the connection’s own end', '127.0.0.1', {}],
    ['what our app says for its client', '203.0.113.7', { ...key, 'x-forwarded-for': '203.0.113.7' }],
    ['an IPv6 address of our app’s client', '2001:db8::7', { ...key, 'x-forwarded-for': '2001:db8::7' }],
    ['nothing that comes without the key', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }],
    [
      'nothing that comes with another',
      '127.0.0.1',
      { 'x-karada-proxy-key': `${proxyKey}x`, 'x-forwarded-for': '203.0.113.7' },
    ],
    ['nothing that is several', '127.0.0.1', { ...key, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }],
    ['nothing that is no address', '127.0.0.1', { ...key, 'x-forwarded-for': 'admin' }],
  ])('has as the client’s address %s', async (_, ip, headers) => {
    const requestId = randomUUID()
    await api.put(`/api/admin/shop/${own}`, {
      token: await api.as({ role: 'all' }),
      body: { imgUrl: null },
      headers: { ...headers, 'x-request-id': requestId },
    })
    expect(await rows(sql`select ip from audit_log where request_id = ${requestId}`)).toEqual([{ ip }])
  })

  test('is one unbroken chain after fifty concurrent writes', async () => {
    const tokens: string[] = []
    for (let at = 0; at < 5; at += 1) tokens.push(await api.as({ role: 'all' }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        api.put(`/api/admin/shop/${other}`, {
          token: tokens[at % 5] as string,
          body: { imgUrl: `https://example.jp/${at}.png` },
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [counted] = await rows<{ rows: string; last: string }>(
      sql`select count(*) as rows, max(seq) as last from audit_log`,
    )
    expect(Number(counted?.rows)).toBeGreaterThanOrEqual(50)
    expect(counted?.rows).toBe(counted?.last)
    expect(await firstBreak()).toBeNull()
  })

  test.each([
    ['a changed row', sql`update audit_log set action = 'nothing' where seq = 2`],
    ['a removed row', sql`delete from audit_log where seq = 2`],
    ['an emptied log', sql`truncate audit_log`],
  ])('refuses %s, even from its owner', async (_, change) => {
    expect(await refusal(Promise.resolve(api.db.execute(change)))).toBe(insufficientPrivilege)
  })

  test.each([
    ['a changed row', `update audit_log set reason = 'x' where seq = 2`],
    ['a removed row', 'delete from audit_log where seq = 2'],
    ['a changed hash', `update audit_log set hash = 'x' where seq = 2`],
    ['a removed tail', 'delete from audit_log where seq > 3'],
    ['an emptied log', 'truncate audit_log'],
  ])('detects %s made with the triggers disabled', async (_, change) => {
    await api.database.exec('create table kept as select * from audit_log; alter table audit_log disable trigger user')
    await api.database.exec(change)
    expect(Number(await firstBreak())).toBeGreaterThanOrEqual(1)
    await api.database.exec(`truncate audit_log; insert into audit_log select * from kept; drop table kept;
      alter table audit_log enable trigger user`)
    expect(await firstBreak()).toBeNull()
  })

  test('cannot be forged with the role of requests', async () => {
    await inScope(api.database, { shops: 'all' }, 'write', (tx) =>
      tx.execute(sql`insert into audit_log (seq, at, action, resource_type, request_id, hash, previous_hash)
        values (1, now(), 'forged', 'x', 'forged-1', 'aa', 'bb')`),
    )
    const [row] = await rows<{ seq: string; hash: string }>(
      sql`select seq, hash from audit_log where request_id = 'forged-1'`,
    )
    expect(Number(row?.seq)).toBeGreaterThan(1)
    expect(row?.hash).toHaveLength(64)
    expect(await firstBreak()).toBeNull()
  })
})

describe('SQL without a WHERE', () => {
  test.each([
    ['no shop', [], 0],
    ['one shop', () => [own], 1],
    ['two shops', () => [own, other], 2],
    ['every shop', 'all' as const, 2],
  ])('sees %s in that scope', async (_, scope, count) => {
    const shops = typeof scope === 'function' ? scope() : scope
    const seen = await inScope(api.database, { shops }, 'read', (tx) => tx.execute(sql`select id from shop`))
    expect(seen.rows).toHaveLength(count)
  })

  test('changes no row of another shop', async () => {
    await inScope(api.database, { shops: [own] }, 'write', (tx) =>
      tx.execute(sql`update shop set img_url = 'https://example.jp/mine'`),
    )
    const [row] = await rows<{ img_url: string }>(sql`select img_url from shop where id = ${Number(other)}`)
    expect(row?.img_url).not.toBe('https://example.jp/mine')
  })

  test.each([
    ['facts of the club system', sql`update member set last_name = 'x'`],
    ['an imported shop’s name', sql`update shop set name = 'x'`],
    ['someone’s role that is not theirs to give', sql`update staff set role = 'all', is_admin = true`],
    ['the tables', sql`drop table shop`],
  ])('cannot change %s', async (_, change) => {
    expect(
      await refusal(inScope(api.database, { shops: 'all' }, 'write', (tx) => tx.execute(change) as Promise<unknown>)),
    ).toBe(insufficientPrivilege)
  })

  test('cannot write in a reading call', async () => {
    const readOnlyTransaction = '25006'
    const change = sql`update shop set img_url = null`
    expect(
      await refusal(inScope(api.database, { shops: 'all' }, 'read', (tx) => tx.execute(change) as Promise<unknown>)),
    ).toBe(readOnlyTransaction)
  })

  test('every table with a shop that a request may touch is protected by forced row-level security', async () => {
    const loose = await rows<{ name: string }>(sql`
      select distinct c.table_name as name from information_schema.columns c
      join pg_class t on t.oid = format('public.%I', c.table_name)::regclass and t.relkind in ('r', 'p')
      where c.table_schema = 'public'
        and (c.column_name in ('shop_id', 'home_shop_id') or c.table_name in ('shop', 'member', 'contract', 'visit', 'sale'))
        and (has_any_column_privilege('karada_app', t.oid, 'select, insert, update')
          or has_table_privilege('karada_app', t.oid, 'delete'))
        and not (t.relrowsecurity and t.relforcerowsecurity
          and exists (select from pg_policy p where p.polrelid = t.oid and p.polname in ('shop_scope', 'head_office')))`)
    expect(loose).toEqual([])
    const [held] = await rows<{ tables: string }>(
      sql`select count(*) as tables from pg_class where relforcerowsecurity`,
    )
    expect(Number(held?.tables)).toBeGreaterThan(15)
  })

  test('evaluates the scope once per query, not once per row', async () => {
    const plan = await inScope(api.database, { shops: [own] }, 'read', (tx) =>
      tx.execute(sql`explain (costs off) select * from visit`),
    )
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(/InitPlan/)
    expect(lines).not.toMatch(/SubPlan/)
  })
})

describe('the log', () => {
  test('is one JSON line per call, with its endpoint and without personal data', async () => {
    const person = await api.makeStaff({ role: 'level3', shops: [own], email: 'hanako.himitsu@example.jp' })
    const token = await api.signIn(person)
    const { version } = (await api.get(`/api/admin/shop/${own}`, { token })).json
    const before = api.logLines.length
    await api.get('/api/admin/user/me', { token })
    await api.get(`/api/admin/shop/list?keyword=${encodeURIComponent('秘密の店')}`, { token })
    await api.put(`/api/admin/shop/${own}`, { token, body: { rsvUrl: 'https://example.jp/himitsu', version } })
    await api.post('/api/admin/auth/login', { body: { email: person.email, password: 'himitsu-no-password' } })
    await api.get('/api/admin/himitsu?email=hanako.himitsu@example.jp', { token })
    const lines = api.logLines.slice(before)
    expect(lines).toHaveLength(5)
    for (const line of lines) {
      expect(line.trim()).not.toContain('\n')
      const keys = ['level', 'time', 'event', 'requestId', 'method', 'route', 'status', 'ms', 'staffId', 'code']
      expect(keys).toEqual(expect.arrayContaining(Object.keys(JSON.parse(line))))
      expect(line).not.toMatch(/himitsu|秘密|職員|Bearer|eyJ/)
    }
    expect(lines.map((line) => JSON.parse(line).route)).toEqual([
      'user.me',
      'shop.list',
      'shop.update',
      'auth.login',
      'unknown',
    ])
  })

  test('of a database failure contains neither the query nor its values', async () => {
    const token = await api.as({ role: 'all' })
    await api.database.exec('alter table shop add constraint no_secret check (img_url not like $$%himitsu%$$)')
    const answer = await api.put(`/api/admin/shop/${own}`, { token, body: { imgUrl: 'https://example.jp/himitsu' } })
    await api.database.exec('alter table shop drop constraint no_secret')
    expect(answer.status).toBe(500)
    expect(Object.keys(answer.json).sort()).toEqual(['code', 'message', 'ref'])
    const line = api.logLines.find((one) => one.includes('failure') && one.includes(answer.json.ref)) as string
    expect(line).not.toMatch(/himitsu|update "shop"|Failed query/)
    expect(JSON.parse(line)).toMatchObject({ event: 'failure', route: 'shop.update', cause: { code: '23514' } })
    expect(JSON.parse(line).stack.length).toBeGreaterThan(0)
  })
})
