import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { password } from '../support/accounts.ts'
import { type Api, cheapPasswords, startApi } from '../support/api.ts'

/** Called while a password is hashed or verified. */
const during = { work: async () => {} }
const watched: typeof cheapPasswords = {
  hash: async (...given) => {
    await during.work()
    return cheapPasswords.hash(...given)
  },
  verify: async (...given) => {
    await during.work()
    return cheapPasswords.verify(...given)
  },
}

let api: Api
let shop: string
beforeAll(async () => {
  // Tests of the lock on guesses, so the rate limit is raised.
  api = await startApi({ passwords: watched, rates: { ofRows: 100 } })
  shop = await api.makeShop()
})
afterAll(() => api.close())
beforeEach(() => {
  during.work = async () => {}
})

const fresh = { password: 'mikan-to-ringo-no-kisetsu', passwordConf: 'mikan-to-ringo-no-kisetsu' }
const change = (token: string, body: object) => api.post('/api/admin/user/staff/change-password', { token, body })
const login = (email: string, secret: string) =>
  api.post('/api/admin/auth/login', { body: { email, password: secret } })

test.each([
  ['one’s own, with the current one', true],
  ['somebody else’s', false],
])('no transaction is open while a password is hashed: %s', async (_, isOwn) => {
  const target = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(isOwn ? target : await api.makeStaff({ role: 'level4', shops: [shop] }))
  let times = 0
  during.work = async () => {
    times += 1
    // On PGlite, with its single connection, an open transaction would deadlock here.
    const { rows } = await api.db.execute(
      sql`select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
  }
  const body = { userId: target.userId, ...fresh, ...(isOwn && { currentPassword: password }) }
  expect((await change(token, body)).status).toBe(200)
  expect(times).toBe(isOwn ? 2 : 1)
})

test('a verification is void once the password has changed', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(person)
  const reset = await api.signIn(await api.makeStaff({ role: 'level4', shops: [shop] }))
  let step = 0
  during.work = async () => {
    step += 1
    // The current password is verified, the new one is being hashed: now somebody else resets it.
    if (step !== 2) return
    during.work = async () => {}
    expect((await change(reset, { userId: person.userId, ...fresh })).status).toBe(200)
  }
  const late = { password: 'kaki-to-budo-no-kisetsu', passwordConf: 'kaki-to-budo-no-kisetsu' }
  const answer = await change(token, { userId: person.userId, ...late, currentPassword: password })
  expect([answer.status, answer.json.fields]).toEqual([
    422,
    { currentPassword: '現在のパスワードが正しくありません。' },
  ])
  during.work = async () => {}
  // The one that stands is the other person's, which its owner has to confirm.
  expect((await login(person.email, fresh.password)).status).toBe(403)
  expect((await login(person.email, late.password)).status).toBe(401)
})

const wrong = { ...fresh, currentPassword: 'a-wrong-password' }
const right = { ...fresh, currentPassword: password }

test('guesses at the current password are locked for a doubling time, for all requests; the correct one resets it', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(person)
  const guess = async (body: object) => {
    const answer = await change(token, { userId: person.userId, ...body })
    return [answer.status, answer.headers.get('retry-after')]
  }
  for (let failure = 1; failure <= 5; failure += 1) expect(await guess(wrong)).toEqual([422, null])
  expect(await guess(right)).toEqual([429, '2'])
  api.time.now = new Date(api.time.now.getTime() + 2_000)
  expect(await guess(wrong)).toEqual([422, null])
  expect(await guess(right)).toEqual([429, '4'])
  // The lock concerns this person and this action only.
  expect((await login(person.email, password)).status).toBe(200)
  const colleague = await api.makeStaff({ shops: [shop] })
  const ofColleague = { userId: colleague.userId, ...right }
  expect((await change(await api.signIn(colleague), ofColleague)).status).toBe(200)
  api.time.now = new Date(api.time.now.getTime() + 4_000)
  expect(await guess(right)).toEqual([200, null])
  expect(await guess(wrong)).toEqual([422, null])
  expect(await guess(wrong)).toEqual([422, null])
})

test('refused current passwords are audited, without one row each', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(person)
  for (let failure = 1; failure <= 5; failure += 1) await change(token, { userId: person.userId, ...wrong })
  const { rows } = await api.db.execute(
    sql`select action, resource_id, diff->'failures'->'after' as failures, ip is not null as from_somewhere
      from audit_log where actor_staff_id = ${Number(person.staffId)} order by seq`,
  )
  const row = { action: 'passwordRefused', resource_id: person.userId, from_somewhere: true }
  expect(rows).toEqual([1, 2, 4].map((failures) => ({ ...row, failures })))
})

test('a repeated request for a completed change gets the same answer, and is not a wrong password', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(person)
  const send = () =>
    api.post('/api/admin/user/staff/change-password', {
      token,
      body: { userId: person.userId, ...right },
      headers: { 'idempotency-key': 'sent-twice' },
    })
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  const { rows } = await api.db.execute(
    sql`select action from audit_log where actor_staff_id = ${Number(person.staffId)}`,
  )
  expect(rows).toEqual([{ action: 'staff.changePassword' }])
})
