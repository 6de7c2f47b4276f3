import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Empty, zText } from '#contract/common.ts'
import { type Endpoints, get, post } from '#contract/endpoint.ts'
import { bind } from '../../api/http/bind.ts'
import { createQueue, queueLimits } from '../../api/http/queue.ts'
import { createRateLimit, createStrangers, createWriteTurns } from '../../api/http/rate.ts'
import { createLog } from '../../api/process/log.ts'
import { type Api, startApi } from '../support/api.ts'
import { malformed, sendRaw } from '../support/raw-http.ts'

const Ids = z.strictObject({ ids: z.array(z.int()) })
const Remembered = z.strictObject({ text: z.string(), serial: z.int() })
const Numbered = z.strictObject({ id: z.string() })

/** A minimal resource: what `bind` gives to any endpoint. */
const trial = {
  leaky: get('/trial/leaky', 'shop.read', '答えが約束より多い', Empty, z.strictObject({ name: z.string() })),
  everyShop: get('/trial/every-shop', 'shop.read', '条件を書き忘れた一覧', Empty, Ids, {
    csv: { permission: 'report.export' },
  }),
  broken: get('/trial/broken', 'shop.read', '途中で失敗する一覧', Empty, Empty, {
    csv: { permission: 'report.export' },
  }),
  endless: get('/trial/endless', 'shop.read', '終わりのない一覧', Empty, Empty, {
    csv: { permission: 'report.export' },
  }),
  slow: get('/trial/slow', 'shop.read', '時間のかかる答え', Empty, Empty),
  looked: get('/trial/looked', 'shop.read', '見たことも記録する', { memberId: z.string() }, Empty, { audit: 'read' }),
  remember: post('/trial/new', 'shop.write', '送られた文をそのまま返す', { text: zText(2_000) }, Remembered),
  approve: post('/trial/:id/approve', 'shop.write', '番号の付いた相手にする操作', Numbered, Numbered),
} satisfies Endpoints

let api: Api
let shops: string[]
let serial = 0
/** Work before a token is checked. */
let meanwhile = async () => {}
const logged: string[] = []
/** Pages read of the endless list. */
let pages = 0

beforeAll(async () => {
  api = await startApi()
  const rates = { read: 1_000, write: 1_000, csv: 1_000 }
  const services = {
    database: api.database,
    identity: {
      ...api.issuer.identity,
      verify: async (...given: Parameters<typeof api.issuer.identity.verify>) => {
        await meanwhile()
        return api.issuer.identity.verify(...given)
      },
    },
    clock: () => api.time.now,
    log: createLog('info', { write: (line: string) => void logged.push(line) }),
    spendRate: createRateLimit(rates, 1),
    queue: createQueue({ ...queueLimits[api.database.kind], isPausing: false }),
    writeInTurn: createWriteTurns(1),
    strangers: createStrangers(
      { signIn: 1_000, pages: 1_000, webhooks: 1_000, signInsAtOnce: 1_000, refused: 1_000 },
      { database: api.database, processes: 1 },
    ),
  }
  bind(
    api.app,
    services,
    { trial },
    {
      trial: {
        handlers: {
          leaky: async () => ({ name: '店舗', passwordHash: 'secret-hash' }) as { name: string },
          everyShop: async ({ scoped }) => {
            const { rows } = await scoped.execute<{ id: number }>(sql`select id from shop order by id`)
            return { ids: rows.map((row) => row.id) }
          },
          broken: async () => ({}),
          endless: async () => ({}),
          slow: async () => {
            await delay(300)
            return {}
          },
          looked: async (ctx, { memberId }) => {
            ctx.audit({ memberId, reason: '体調の確認' })
            return {}
          },
          remember: async (_, { text }) => {
            serial += 1
            return { text, serial }
          },
          approve: async (_, { id }) => ({ id }),
        },
        exports: {
          broken: {
            filename: () => '途中まで',
            columns: () => ['店舗'],
            page: async ({ scoped }, _, after) => {
              if (after) await scoped.execute(sql`select ${'himitsu'}::integer`)
              return { rows: [['支店']], after: 'more' }
            },
          },
          endless: {
            filename: () => '終わりなし',
            columns: () => ['店舗'],
            page: async () => {
              pages += 1
              await delay(1)
              return { rows: [['支店'.repeat(10_000)]], after: 'more' }
            },
          },
          everyShop: {
            filename: () => '店舗一覧',
            columns: () => ['店舗'],
            page: async ({ scoped }, _, after) => {
              const { rows } = await scoped.execute<{ id: number; name: string }>(
                sql`select id, name from shop where id > ${Number(after ?? 0)} order by id limit 2`,
              )
              return { rows: rows.map((row) => [row.name]), after: rows.length === 2 ? String(rows[1]?.id) : null }
            },
          },
        },
      },
    },
  )
  shops = []
  for (let at = 0; at < 5; at += 1) shops.push(await api.makeShop({ name: `支店${at}` }))
})
afterAll(() => api.close())

test('an answer with fields beyond the schema is never sent', async () => {
  const answer = await api.get('/api/admin/trial/leaky', { token: await api.as({ role: 'all' }) })
  expect([answer.status, Object.keys(answer.json).sort()]).toEqual([500, ['code', 'message', 'ref']])
  expect(answer.text).not.toContain('secret-hash')
})

test('a handler without a WHERE still returns only the caller’s shops', async () => {
  const ids = async (token: string) => (await api.get('/api/admin/trial/every-shop', { token })).json.ids
  const two = [shops[1], shops[3]] as string[]
  expect(await ids(await api.as({ role: 'level2', shops: two }))).toEqual(two.map(Number))
  expect(await ids(await api.as({ role: 'level4', shops: [] }))).toEqual([])
  expect(await ids(await api.as({ role: 'all' }))).toEqual(shops.map(Number))
})

test('a list of several pages is exported completely, in scope', async () => {
  const csv = async (token: string) =>
    (await api.get('/api/admin/trial/every-shop', { token, headers: { accept: 'text/csv' } })).text
  expect(await csv(await api.as({ role: 'all' }))).toBe('\uFEFF店舗\r\n支店0\r\n支店1\r\n支店2\r\n支店3\r\n支店4\r\n')
  const three = shops.slice(2)
  expect(await csv(await api.as({ role: 'level3', shops: three }))).toBe('\uFEFF店舗\r\n支店2\r\n支店3\r\n支店4\r\n')
})

test('an aborted export is not a complete file, and its reason is logged', async () => {
  const token = await api.as({ role: 'all' })
  const response = await fetch(`${api.url}/api/admin/trial/broken`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/csv', 'x-request-id': 'broken-01' },
  })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] as string)).toMatchObject({
    event: 'failure',
    requestId: 'broken-01',
    route: 'trial.broken',
  })
  expect(logged[0]).not.toContain('himitsu')
})

test.each([
  ['is suspended', (id: number) => sql`update staff set status = 'suspended' where id = ${id}`],
  ['loses a shop', (id: number) => sql`delete from shop_staff where staff_id = ${id}`],
])('a caller who %s during an export gets no more of it', async (_, change) => {
  const person = await api.makeStaff({ role: 'level3', shops })
  const token = await api.signIn(person)
  let looks = 0
  meanwhile = async () => {
    looks += 1
    if (looks === 2) await api.db.execute(change(Number(person.staffId)))
  }
  const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' }
  const response = await fetch(`${api.url}/api/admin/trial/every-shop`, { headers })
  await expect(response.text()).rejects.toThrow('terminated')
  meanwhile = async () => {}
})

describe('a client that disconnects is not logged as our failure', () => {
  const post = (more: string) => ['POST /api/admin/trial/new HTTP/1.1', 'Content-Type: application/json', more]
  const csv = ['GET /api/admin/trial/endless HTTP/1.1', 'Accept: text/csv']

  test.each([
    ['in the middle of what they send', post('Content-Length: 1000'), '{"text":', 'trial.remember'],
    ['in the middle of a chunk', post('Transfer-Encoding: chunked'), 'f\r\n{"text":', 'trial.remember'],
    ['while the answer is made', ['GET /api/admin/trial/slow HTTP/1.1'], '', 'trial.slow'],
    ['in the middle of an export', csv, '', 'trial.endless'],
  ])('%s', async (_, start, body, route) => {
    const terminal = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
    const [own, ofApp] = [logged.length, api.logLines.length]
    const authorization = `Authorization: Bearer ${await api.as({ role: 'all' })}`
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => {
        socket.write([...start, 'Host: a', authorization, '', body].join('\r\n'))
        setTimeout(() => socket.destroy(), 150)
      })
      socket.once('data', () => socket.destroy()).once('close', () => resolve())
    })
    const lines = () => api.logLines.slice(ofApp).map((line) => JSON.parse(line))
    await vi.waitFor(() => expect(lines()).not.toEqual([]), { timeout: 2_000 })
    await delay(50)
    const read = pages
    expect(lines().map(({ event, route, status }) => [event, route, status < 500])).toEqual([['request', route, true]])
    expect(logged.slice(own)).toEqual([])
    for (const spy of terminal) expect(spy.mock.calls).toEqual([])
    // No further pages are read for them.
    await delay(30)
    expect(pages).toBe(read)
  })
})

test('nothing that is malformed, in method, address, host or headers, is answered as our failure', async () => {
  const paths = ['/healthz', '/api/admin/user/me', '/api/admin/auth/login', '/uploads/x.webp', '/nowhere']
  const port = Number(new URL(api.url).port)
  const failed: string[] = []
  for (const head of malformed(paths)) {
    const { status } = await sendRaw(port, head)
    if (status >= 500) failed.push(`${status} ${head.slice(0, 120)}`)
  }
  expect(failed).toEqual([])
})

test('an audited read writes an audit row', async () => {
  const token = await api.as({ role: 'level2', shops })
  const answer = await api.get('/api/admin/trial/looked?memberId=77', {
    token,
    headers: { 'x-request-id': 'looked-01' },
  })
  expect(answer.status).toBe(200)
  const { rows } = await api.db.execute(
    sql`select action, member_id, reason, actor_role from audit_log where request_id = 'looked-01'`,
  )
  expect(rows).toEqual([{ action: 'trial.looked', member_id: 77, reason: '体調の確認', actor_role: 'level2' }])
})

test('a repeated POST gets the first answer unchanged, including its number', async () => {
  const token = await api.as({ role: 'level3', shops })
  const post = (key: string, text = '一度だけ') =>
    api.post('/api/admin/trial/new', { token, body: { text }, headers: { 'idempotency-key': key } })
  const first = await post('once')
  expect((await post('once')).text).toBe(first.text)
  expect((await post('twice')).json.serial).toBe(first.json.serial + 1)
  expect((await post('once', '別の内容')).status).toBe(409)
})

test.each([
  ['髙橋 﨑山 𠮷野'],
  ['👩‍👩‍👧‍👦 \u200d \u202e ｶﾅ'],
  ["'; drop table shop; --"],
  ['<img src=x onerror=alert(1)>'],
  ['\\u0000 as text, "quotes", \t tab\r\nline'],
  ['=1+1'],
])('%j is returned as it was sent', async (text) => {
  const token = await api.as({ role: 'level3', shops })
  const answer = await api.post('/api/admin/trial/new', {
    token,
    body: { text },
    headers: { 'idempotency-key': text.length.toString() },
  })
  expect([answer.status, answer.json.text]).toEqual([200, text])
  const again = await api.post('/api/admin/trial/new', {
    token,
    body: { text },
    headers: { 'idempotency-key': text.length.toString() },
  })
  expect(again.json).toEqual(answer.json)
})

test('the same key for another row is a conflict, never the first row’s answer', async () => {
  const token = await api.as({ role: 'all' })
  const approve = (id: string) =>
    api.post(`/api/admin/trial/${id}/approve`, { token, body: {}, headers: { 'idempotency-key': 'one-form' } })
  expect((await approve('1')).json).toEqual({ id: '1' })
  expect((await approve('1')).json).toEqual({ id: '1' })
  const other = await approve('2')
  expect([other.status, other.json.code]).toEqual([409, 'conflict'])
})
