import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetOldWebhooks } from '../../api/sync/inbox.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

// Webhooks of the club system: who may leave one, and what is kept of it.

let api: Api
let admin: Person
let token: string
let address: string
let secret: string
const path = '/api/admin/club-system'
const body = JSON.stringify({ id: 'e1', type: 'reservation.created', reservation_id: 501, member: '山田 花子' })

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  admin = await api.makeStaff({ role: 'all', isAdmin: true })
  await connect()
})
afterAll(() => api.close())

beforeEach(async () => {
  await api.db.execute(sql`delete from club_inbox`)
  token = await api.signIn(admin)
})

async function connect(brandCode = 'karada') {
  token = await api.signIn(admin)
  const app = await api.giveApp(admin)
  const code = () => {
    api.time.now = new Date(api.time.now.getTime() + 60_000)
    return api.codeOf(app.secret)
  }
  const { json } = await api.post(`${path}/begin`, { token, body: { brandCode, code: code() } })
  const state = new URL(json.address).searchParams.get('state')
  const finished = await api.post(`${path}/callback`, { token, body: { state, authorizationCode: 'given' } })
  expect(finished.status).toBe(200)
  address = new URL(finished.json.webhook.address).pathname
  secret = await shown()
  return async () => api.post(`${path}/disconnect`, { token, body: { code: code() } })
}
const shown = async () => (await api.post(`${path}/webhook-secret`, { token, body: {} })).json.secret

interface Changes {
  key?: string
  nonce?: string
  /** Of the clock that signs. */
  minutes?: number
  /** What is sent instead of what was signed. */
  sent?: string | Uint8Array<ArrayBuffer>
  signed?: string
  header?: (header: Record<string, unknown>) => unknown
  at?: string
}
let made = 0
function tell({
  key = secret,
  nonce = `n${made++}`,
  minutes = 0,
  signed = body,
  sent = signed,
  header,
  at,
}: Changes = {}) {
  const timestamp = Math.floor(api.time.now.getTime() / 1000) + minutes * 60
  const signature = createHmac('sha256', key).update(`${signed}:${timestamp}:${nonce}`).digest('hex')
  const event = { timestamp, nonce, signature, signature_algorithm: 'HMAC-SHA256' }
  const text = header ? header(event) : event
  return api.app.request(at ?? address, {
    method: 'POST',
    headers: { 'x-webhook-event': typeof text === 'string' ? text : JSON.stringify(text) },
    body: sent,
  })
}
const statusOf = async (changes: Changes) => (await tell(changes)).status
const inbox = async () =>
  (
    await api.db.execute<Record<string, unknown>>(
      sql`select kind, their_id as id, done_at is not null as done from club_inbox order by club_inbox.id`,
    )
  ).rows

test('a signed webhook is a row with its kind and number, and no word of its body', async () => {
  const answer = await tell()
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  expect(await inbox()).toEqual([{ kind: 'bookings', id: '501', done: false }])
  const { rows } = await api.db.execute(sql`select * from club_inbox`)
  expect(JSON.stringify([rows, api.logLines])).not.toContain('山田')
  expect((await api.get(path, { token })).json.webhook.lastAt).toMatch(/^2026-11-21T/)
})

test('what is signed and not drawn is counted, and nothing will be asked for', async () => {
  expect(await statusOf({ signed: '{"type":"payment.failed","id":1}' })).toBe(204)
  expect(await statusOf({ signed: 'not json' })).toBe(204)
  expect(await statusOf({ signed: '{"type":"member.updated","member_id":"1/../2"}' })).toBe(204)
  expect(await inbox()).toEqual(Array(3).fill({ kind: 'other', id: null, done: true }))
})

test('a plan is asked for with its member; of a number that stands twice the last one counts', async () => {
  await tell({ signed: '{"type":"member_plan.created","member_id":7,"member_plan_id":9}' })
  await tell({ signed: '{"type":"reservation.created","reservation_id":1,"reservation_id":2}' })
  expect((await inbox()).map(({ kind, id }) => [kind, id])).toEqual([
    ['members', '7'],
    ['bookings', '2'],
  ])
})

test('one that comes again counts once, and is answered as before', async () => {
  expect(await statusOf({ nonce: 'same' })).toBe(204)
  expect(await statusOf({ nonce: 'same' })).toBe(204)
  expect(await inbox()).toHaveLength(1)
})

describe('refused, with one answer and without a row, is', () => {
  const refused: [string, Changes][] = [
    ['another secret', { key: 'another' }],
    ['an empty secret', { key: '' }],
    ['another body', { sent: body.replace('501', '502') }],
    ['another nonce', { header: (event) => ({ ...event, nonce: 'other' }) }],
    ['another time', { header: ({ timestamp, ...event }) => ({ ...event, timestamp: Number(timestamp) + 1 }) }],
    ['a time of six minutes ago', { minutes: -6 }],
    ['a clock that is seven minutes ahead', { minutes: 7 }],
    ['another algorithm', { header: (event) => ({ ...event, signature_algorithm: 'none' }) }],
    ['a short signature', { header: (event) => ({ ...event, signature: 'ab' }) }],
    ['a nonce with a colon', { nonce: 'a:b' }],
    ['a nonce with a line of its own', { nonce: 'a\n{"event":"audit"}' }],
    ['a header that is no JSON', { header: () => 'signature=ab' }],
    ['a header of kilobytes', { header: (event) => ({ ...event, more: 'x'.repeat(3_000) }) }],
    ['no header', { header: () => '' }],
    ['an unknown connection', { at: `/api/webhooks/club-system/${'0'.repeat(32)}` }],
    ['a connection with other letters', { at: `/api/webhooks/club-system/%27%20or%201=1` }],
  ]
  test.each(refused)('%s', async (_, changes) => {
    const answer = await tell(changes)
    const { ref, ...said } = await answer.json()
    const unknown = await api.app.request('/api/webhooks/nowhere', { method: 'POST' })
    const { ref: other, ...saidOfNothing } = await unknown.json()
    expect([answer.status, said]).toEqual([404, saidOfNothing])
    expect(ref).not.toBe(other)
    expect(await inbox()).toEqual([])
  })

  test('one that ended with a colon and digits cannot be read in another way', async () => {
    const timestamp = Math.floor(api.time.now.getTime() / 1000)
    const signature = createHmac('sha256', secret).update(`1:${timestamp}:${timestamp}:n`).digest('hex')
    const header = () => ({ timestamp, nonce: `${timestamp}:n`, signature, signature_algorithm: 'HMAC-SHA256' })
    expect(await statusOf({ sent: '1', header })).toBe(404)
  })

  test('a body over 64 kB, before anything else is looked at', async () => {
    const fits = `{"type":"x","filler":"${'x'.repeat(65_536 - 24)}"}`
    expect(await statusOf({ signed: fits.slice(0, 65_536) })).toBe(204)
    expect(await statusOf({ key: 'another', sent: 'x'.repeat(65_537) })).toBe(413)
    expect(await statusOf({ at: '/api/webhooks/club-system/nowhere', sent: 'x'.repeat(65_537) })).toBe(413)
  })
})

test('a webhook that was signed by another clock is an event in the log, without a word of the sender', async () => {
  api.logLines.length = 0
  await tell({ minutes: 7, nonce: 'written-by-them' })
  await tell({ minutes: 7, key: 'another' })
  const events = api.logLines.filter((line) => line.includes('"event":"webhook"'))
  expect(events).toHaveLength(1)
  expect(api.logLines.join('')).not.toContain('written-by-them')
  expect(api.logLines.join('')).not.toContain(address.split('/').at(-1))
})

test('the secret is shown to who may connect, each time with a row in the log that does not have it', async () => {
  const before = await api.db.execute(sql`select seq from audit_log where action = 'clubSystem.webhookSecret'`)
  expect(await shown()).toBe(secret)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  const after = await api.db.execute(sql`select * from audit_log where action = 'clubSystem.webhookSecret'`)
  expect(after.rows.length - before.rows.length).toBe(1)
  const kept = await api.db.execute(sql`select encode(sealed, 'escape') as sealed from club_connection`)
  const answers = (await api.get(path, { token })).text
  expect(JSON.stringify([after.rows, kept.rows, api.logLines, answers])).not.toContain(secret)
})

test('a permission that is renewed keeps the secret; disconnected nothing is taken, and another secret follows', async () => {
  const before = secret
  const leave = await connect()
  expect(secret).toBe(before)
  expect((await leave()).json.webhook).toBe(null)
  expect(await statusOf({})).toBe(404)
  expect(await inbox()).toEqual([])
  await connect()
  expect(secret).not.toBe(before)
  expect(await statusOf({ key: before })).toBe(404)
  expect(await statusOf({})).toBe(204)
  const ofKarada = secret
  await connect('another-club')
  expect(await statusOf({ key: ofKarada })).toBe(404)
})

test('a flood of a network is refused before the database is asked', async () => {
  const own = await startApi({ rates: { webhooks: 4 } })
  const asked = vi.spyOn(own.database.db, 'select')
  const send = async () => (await own.post('/api/webhooks/club-system/nowhere', { body: {} })).status
  expect([await send(), await send(), await send(), await send()]).toEqual([404, 404, 404, 404])
  expect(await send()).toBe(429)
  expect(asked).toHaveBeenCalledTimes(4)
  await own.close()
})

test('rows that are done are forgotten after a week, except the last one of all', async () => {
  await tell()
  await api.db.execute(sql`update club_inbox set done_at = received_at`)
  await tell({ nonce: 'waiting' })
  await tell({ signed: 'other' })
  await api.db.execute(
    sql`update club_inbox set received_at = received_at - interval '8 days' + make_interval(secs => id % 1000)`,
  )
  await forgetOldWebhooks(api.db, api.time.now)
  expect(await inbox()).toEqual([
    { kind: 'bookings', id: '501', done: false },
    { kind: 'other', id: null, done: true },
  ])
})
