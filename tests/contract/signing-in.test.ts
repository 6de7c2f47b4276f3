import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FirebaseToken } from '#contract/auth.ts'
import { Me } from '#contract/user.ts'
import { auditLog } from '../../api/db/schema/identity.ts'
import { forgetOldAttempts } from '../../api/identity/login-lock.ts'
import { forgetOldSessions } from '../../api/identity/session.ts'
import { password } from '../support/accounts.ts'
import { type Api, startApi } from '../support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const login = (email: string, secret: string) =>
  api.post('/api/admin/auth/login', { body: { email, password: secret } })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())

test('the correct password returns a token whose sid is accepted by user/me', async () => {
  const shop = await api.makeShop()
  const person = await api.makeStaff({ role: 'level3', shops: [shop] })
  const answer = await login(person.email, password)
  expect(answer.status).toBe(200)
  const { firebaseToken } = answer.json
  const { uid, claims } = claimsOf(firebaseToken)
  const idToken = await api.issuer.idToken({ sub: uid, ...claims }, api.time.now)
  const me = await api.get('/api/admin/user/me', { token: idToken })
  expect(me.status).toBe(200)
  expect(Me.parse(me.json)).toMatchObject({
    id: person.userId,
    isAdmin: false,
    staff: { id: person.staffId, role: 'level3', email: person.email, shopStaffList: [{ shop: { id: shop } }] },
    roleFlags: { admin: false, level1: false, level2: false, level3: true, level4: false, all: false },
    shops: [{ id: shop }],
  })
})

test('the address is matched regardless of case and width', async () => {
  const { email } = await api.makeStaff({ email: 'typed@example.jp' })
  expect((await login(`  ＴＹＰＥＤ@example.JP `, password)).status).toBe(200)
  expect((await login(email, 'ａｓａ-no-rajio-taiso')).status).toBe(200)
})

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await api.makeStaff()
  const wrong = await login(email, 'wrong-password-x')
  const unknown = await login('nobody@example.jp', 'wrong-password-x')
  for (const answer of [wrong, unknown]) {
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({
      code: 'unauthenticated',
      message: 'メールアドレスまたはパスワードが正しくありません。',
      ref: expect.any(String),
    })
  }
})

test.each(['suspended', 'waiting', 'cancel'] as const)(
  'a %s account gets its reason only after the correct password',
  async (status) => {
    const { email } = await api.makeStaff({ status })
    expect((await login(email, 'wrong-password-x')).status).toBe(401)
    const right = await login(email, password)
    expect(right.status).toBe(403)
    expect(right.json.message).toBe('このアカウントは無効です。管理者にお問い合わせください。')
  },
)

test('five failures lock an account, known or not, for a doubling time; a success resets it', async () => {
  const { email } = await api.makeStaff()
  for (const address of [email, 'unknown-lock@example.jp']) {
    for (let failure = 1; failure <= 5; failure += 1) expect((await login(address, 'wrong')).status).toBe(401)
    const locked = await login(address, password)
    expect(locked.status).toBe(429)
    expect(locked.headers.get('retry-after')).toBe('2')
    expect(locked.json).toMatchObject({ code: 'rate_limited', retryAfter: 2 })
    api.time.now = new Date(api.time.now.getTime() + 2_000)
    expect((await login(address, 'wrong')).status).toBe(401)
    expect((await login(address, 'wrong')).headers.get('retry-after')).toBe('4')
    api.time.now = new Date(api.time.now.getTime() + 4_000)
  }
  api.time.now = new Date(api.time.now.getTime() + 60_000)
  expect((await login(email, password)).status).toBe(200)
  expect((await login(email, 'wrong')).status).toBe(401)
  expect((await login(email, password)).status).toBe(200)
})

test('a known browser is not locked out while others guess; an unknown browser id has no effect', async () => {
  const { email } = await api.makeStaff()
  const from = (device: string | undefined, secret = password, address = email) =>
    api.post('/api/admin/auth/login', { body: { email: address, password: secret, device } })
  const { device } = (await from(undefined)).json
  expect(device).toMatch(/^[\w-]{32}$/)
  for (let failure = 1; failure <= 5; failure += 1) expect((await login(email, 'wrong')).status).toBe(401)
  expect((await login(email, password)).status).toBe(429)
  expect((await from('A'.repeat(32))).status).toBe(429)
  expect((await from(device)).json.device).toBe(device)
  // It does not bypass another person's lock.
  const other = await api.makeStaff()
  for (let failure = 1; failure <= 5; failure += 1) await from(device, 'wrong', other.email)
  expect((await from(device, password, other.email)).status).toBe(429)
  // Its own guesses count too.
  for (let failure = 1; failure <= 5; failure += 1) expect((await from(device, 'wrong')).status).toBe(401)
  expect((await from(device)).status).toBe(429)
})

test('the lock never exceeds 15 minutes', async () => {
  const waits: number[] = []
  while (waits.length < 11) {
    const answer = await login('stubborn@example.jp', 'wrong')
    if (answer.status !== 429) continue
    waits.push(Number(answer.headers.get('retry-after')))
    api.time.now = new Date(api.time.now.getTime() + (waits.at(-1) as number) * 1_000)
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

test('twenty simultaneous guesses count as twenty: at most five are checked', async () => {
  const { email } = await api.makeStaff()
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'wrong-password-x')))
  const looked = answers.filter((answer) => answer.status === 401).length
  expect(looked).toBe(5)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15)
})

test('logout ends only this session, immediately', async () => {
  const person = await api.makeStaff()
  const [here, there] = [await api.signIn(person), await api.signIn(person)]
  expect((await api.post('/api/admin/auth/logout', { token: here })).json).toEqual({})
  expect((await api.get('/api/admin/user/me', { token: here })).status).toBe(401)
  expect((await api.get('/api/admin/user/me', { token: there })).status).toBe(200)
})

test('a session ends 12 hours after sign-in, even if its token is renewed', async () => {
  const person = await api.makeStaff()
  const start = api.time.now
  const token = await api.signIn(person)
  const renewed = await api.post('/api/admin/auth/renew-token', { token })
  expect(renewed.status).toBe(200)
  const { uid, claims } = claimsOf(FirebaseToken.parse(renewed.json).firebaseToken)
  const at = async (milliseconds: number) => {
    api.time.now = new Date(start.getTime() + milliseconds)
    const fresh = await api.issuer.idToken({ sub: uid, ...claims }, api.time.now)
    return (await api.post('/api/admin/auth/renew-token', { token: fresh })).status
  }
  const twelveHours = 12 * 60 * 60 * 1000
  expect(await at(twelveHours - 1_000)).toBe(200)
  expect(await at(twelveHours)).toBe(401)
})

test('sign-ins, failures and sign-outs are audited, without the address', async () => {
  const person = await api.makeStaff({ email: 'recorded@example.jp' })
  await login(person.email, 'wrong-password-x')
  await login(person.email, password)
  const rows = await api.db
    .select()
    .from(auditLog)
    .where(sql`${auditLog.actorStaffId} = ${Number(person.staffId)}`)
  expect(rows.map((row) => row.action).sort()).toEqual(['login', 'loginFailed'])
  expect(JSON.stringify(rows)).not.toContain('recorded@')
})

test('expired locks and sessions are deleted, and no others', async () => {
  const person = await api.makeStaff()
  const token = await api.signIn(person)
  await login('forgotten@example.jp', 'wrong')
  const count = async (table: string) =>
    Number((await api.db.execute<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)
  const later = (days: number) => new Date(api.time.now.getTime() + days * 24 * 3_600_000)
  await forgetOldAttempts(api.db, api.time.now)
  await forgetOldSessions(api.db, later(7))
  expect(await count('login_attempt')).toBeGreaterThan(0)
  expect((await api.get('/api/admin/user/me', { token })).status).toBe(200)
  await forgetOldAttempts(api.db, later(1.01))
  await forgetOldSessions(api.db, later(8))
  expect([await count('login_attempt'), await count('session')]).toEqual([0, 0])
})
