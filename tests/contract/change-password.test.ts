import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, cheapPasswords, password, startApi } from '../support/api.ts'

/** Called while a password is hashed or proved. */
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
  api = await startApi({ passwords: watched })
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
])('no transaction waits for a password that is worked out: %s', async (_, isOwn) => {
  const target = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(isOwn ? target : await api.makeStaff({ role: 'level4', shops: [shop] }))
  let times = 0
  during.work = async () => {
    times += 1
    // On PGlite, which has one connection, this would wait for the open transaction, and that for this.
    const { rows } = (await api.db.execute(
      sql`select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )) as unknown as { rows: unknown[] }
    expect(rows).toEqual([])
  }
  const body = { userId: target.userId, ...fresh, ...(isOwn && { currentPassword: password }) }
  expect((await change(token, body)).status).toBe(200)
  expect(times).toBe(isOwn ? 2 : 1)
})

test('a proof does not outlive the password that it proved', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const token = await api.signIn(person)
  const reset = await api.signIn(await api.makeStaff({ role: 'level4', shops: [shop] }))
  let step = 0
  during.work = async () => {
    step += 1
    // The current password is verified, the new one is being hashed: now it is reset by someone else.
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
  expect((await login(person.email, fresh.password)).status).toBe(200)
  expect((await login(person.email, late.password)).status).toBe(401)
})
