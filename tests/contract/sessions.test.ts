import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../api/db/schema/organisation.ts'
import { password } from '../support/accounts.ts'
import { type Api, type Person, proxyKey, startApi } from '../support/api.ts'

let api: Api
let shop: string
beforeAll(async () => {
  api = await startApi()
  shop = await api.makeShop()
})
afterAll(() => api.close())

const me = (token: string) => api.get('/api/admin/user/me', { token })
const list = async (token: string) => (await api.get('/api/admin/session/list', { token })).json.list
const minutesLater = (minutes: number) => {
  api.time.now = new Date(api.time.now.getTime() + minutes * 60_000)
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const from = (address: string) => ({ 'x-karada-proxy-key': proxyKey, 'x-forwarded-for': address })

/** Signs in like a browser, and returns the token of its provider. */
async function signInFrom(person: Person, address: string) {
  const login = await api.post('/api/admin/auth/login', {
    body: { email: person.email, password },
    headers: { ...from(address), 'user-agent': firefox },
  })
  const { uid, claims } = JSON.parse(Buffer.from(login.json.firebaseToken.split('.')[1], 'base64url').toString())
  return api.issuer.idToken({ sub: uid, user_id: uid, ...claims }, api.time.now)
}

test('one sees one’s sign-ins: device, address, start, last use, and which one is current', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const there = await signInFrom(person, '203.0.113.7')
  minutesLater(10)
  const here = await api.signIn(person)
  expect(await list(here)).toMatchObject([
    { device: '不明な端末', ip: null, isCurrent: true },
    {
      device: 'Windows の Firefox',
      ip: '203.0.113.7',
      createdAt: '2026-11-21T10:00:00.000+09:00',
      lastUsedAt: '2026-11-21T10:00:00.000+09:00',
      isCurrent: false,
    },
  ])
  await api.get('/api/admin/user/me', { token: there, headers: from('203.0.113.8') })
  const [, used] = await list(here)
  expect(used).toMatchObject({ ip: '203.0.113.8', lastUsedAt: '2026-11-21T10:10:00.000+09:00' })
})

test('a session is written to at most once in five minutes, however often it is used', async () => {
  const token = await api.as({ shops: [shop] })
  const started = (await list(token))[0].lastUsedAt
  minutesLater(4)
  expect((await list(token))[0].lastUsedAt).toBe(started)
  minutesLater(1)
  expect((await list(token))[0].lastUsedAt).not.toBe(started)
})

test('on a full disk a session continues without recording its use', async () => {
  const database = { ...api.database, hasRoom: async () => false }
  const full = await startApi({ database })
  const person = await api.makeStaff({ shops: [shop] })
  full.time.now = new Date(api.time.now)
  const token = await full.signIn(person)
  full.time.now = new Date(full.time.now.getTime() + 10 * 60_000)
  expect((await full.get('/api/admin/user/me', { token })).status).toBe(200)
})

test('a session ended from another device is refused at its next call with the reason; the others continue', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const [here, there, third] = [await api.signIn(person), await api.signIn(person), await api.signIn(person)]
  const id = (await list(there))[0].id
  expect((await api.delete(`/api/admin/session/${id}`, { token: here })).status).toBe(200)
  expect(await me(there)).toMatchObject({
    status: 401,
    json: {
      code: 'unauthenticated',
      message: '別の端末からの操作でログアウトしました。もう一度ログインしてください。',
      endedBy: 'elsewhere',
    },
  })
  expect((await me(third)).status).toBe(200)
  expect(await list(here)).toHaveLength(2)
})

test('one call ends all the others and keeps this one', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const colleague = await api.as({ shops: [shop] })
  const [here, there, third] = [await api.signIn(person), await api.signIn(person), await api.signIn(person)]
  expect((await api.delete('/api/admin/session/others', { token: here })).status).toBe(200)
  const statuses = await Promise.all([here, there, third, colleague].map(async (token) => (await me(token)).status))
  expect(statuses).toEqual([200, 401, 401, 200])
})

test.each([
  [{ status: 'suspended' }, '休職中の設定になったため、ログアウトしました。'],
  [{ status: 'cancel' }, '退職済の設定になったため、ログアウトしました。'],
  [{ role: 'level2' }, '権限が変更されました。もう一度ログインしてください。'],
  [{ passwordHash: 'another' }, 'パスワードが再設定されました。新しいパスワードでログインしてください。'],
] as const)('a session that %o has ended gets the reason', async (change, message) => {
  const person = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(person)
  await api.db.update(staff).set(change).where(eq(staff.id, person.staffId))
  expect((await me(token)).json.message).toBe(message)
})

test('after signing out, or an expired session, no reason is given', async () => {
  const token = await api.as({ shops: [shop] })
  await api.post('/api/admin/auth/logout', { token, body: {} })
  const { json } = await me(token)
  expect([json.message, json.endedBy]).toEqual([
    'ログインの有効期限が切れました。もう一度ログインしてください。',
    undefined,
  ])
})

test('ending one’s own session by number signs out, and other people’s are not found', async () => {
  const [person, colleague] = [await api.makeStaff({ shops: [shop] }), await api.makeStaff({ shops: [shop] })]
  const [token, theirs] = [await api.signIn(person), await api.signIn(colleague)]
  const [own] = await list(token)
  expect((await api.delete(`/api/admin/session/${own.id}`, { token: theirs })).status).toBe(404)
  expect((await api.delete(`/api/admin/session/${own.id}`, { token })).status).toBe(200)
  const { rows } = await api.db.execute(sql`select ended_by from session where id = ${Number(own.id)}`)
  expect([(await me(token)).status, rows]).toEqual([401, [{ ended_by: null }]])
})

test('each answer, including refusals, carries a fingerprint of the caller’s rights, which changes with their shops', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(person)
  const print = async (path: string) => (await api.get(path, { token })).headers.get('x-karada-rights')
  const before = await print('/api/admin/user/me')
  expect(before).toMatch(/^\w{1,8}$/)
  expect(await print('/api/admin/shop/999999')).toBe(before)
  await api.db.execute(
    sql`insert into shop_staff (staff_id, shop_id) values (${Number(person.staffId)}, ${Number(await api.makeShop())})`,
  )
  const after = await print('/api/admin/user/me')
  expect(after).not.toBe(before)
  expect(await print('/api/admin/shop/list')).toBe(after)
})
