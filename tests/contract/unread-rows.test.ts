import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

// Rows of the club system that cannot be read, as the head office sees and sets them aside.

let api: Api
let token: string
const path = '/api/admin/club-system/unread'

beforeAll(async () => {
  api = await startApi()
  token = await api.signIn(await api.makeStaff({ role: 'all' }))
})
afterAll(() => api.close())

const unread = (resource: string, theirId: string, more: { member?: string; yen?: number; since?: string } = {}) =>
  api.db.execute(sql`insert into provider_row (brand_code, resource, their_id, hash, key_id, sealed, seen_at, outcome, reason,
      known_member, known_yen, known_on, failed_since)
    values ('karada', ${resource}, ${theirId}, 'h', 'demo', '\\x00', '2026-11-20 02:00+09', 'failed', '読めません。', ${more.member ?? null}::text,
      ${more.yen ?? null}::integer, ${more.yen ? '2026-11-02' : null}::date, ${more.since ?? '2026-11-20 02:00+09'}::timestamptz)`)
const list = async (query = '') => (await api.get(`${path}/list?limit=100${query}`, { token })).json.list
const setAside = (id: string, reason: string | null) => api.post(`${path}/aside`, { token, body: { id, reason } })
const left = async () => (await api.db.execute(sql`select sales, yen from unread_sales(null, null)`)).rows

test('unread rows are listed by kind, number, whose they are and reason, the oldest first', async () => {
  const shopId = await api.makeShop()
  const { memberId, userId } = await api.makeMember(shopId)
  await api.db.execute(sql`update member set external_id = 777 where id = ${Number(memberId)}`)
  await unread('bookings', '501', { member: '777', since: '2026-11-18 02:00+09' })
  await unread('purchases', '番号なし ab-c', { yen: 8800 })
  expect(await list()).toMatchObject([
    {
      id: 'bookings-501',
      kind: 'bookings',
      theirId: '501',
      member: { id: userId },
      reason: '読めません。',
      aside: null,
    },
    { id: 'purchases-番号なし ab-c', theirId: null, member: null, day: '2026-11-02', yen: 8800 },
  ])
  expect(await list('&sinceTo=2026-11-18')).toHaveLength(1)
  expect(await list('&kind=purchases')).toHaveLength(1)
})

test('a sale that is set aside with a reason is no longer missed; the log has it, and it is taken back', async () => {
  expect(await left()).toEqual([{ sales: 1, yen: 8800 }])
  const id = 'purchases-番号なし ab-c'
  expect((await setAside(id, '')).status).toBe(422)
  const { json } = await setAside(id, '先方のテスト')
  expect(json).toMatchObject({ id, aside: { reason: '先方のテスト' } })
  expect(await left()).toEqual([])
  expect((await list('&state=open')).map((row: { id: string }) => row.id)).toEqual(['bookings-501'])
  expect((await list('&state=aside')).map((row: { id: string }) => row.id)).toEqual([id])
  expect((await setAside(id, null)).json).toMatchObject({ aside: null })
  expect(await left()).toEqual([{ sales: 1, yen: 8800 }])
  const { rows } = await api.db.execute(
    sql`select diff from audit_log where action = 'clubSystem.setAside' order by at`,
  )
  const row = { before: null, after: '売上 番号なし' }
  expect(rows).toEqual([
    { diff: { row, reason: { before: null, after: '先方のテスト' } } },
    { diff: { row, reason: { before: '先方のテスト', after: null } } },
  ])
})
