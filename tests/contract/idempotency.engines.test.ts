import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOldAnswers } from '../../api/http/idempotency.ts'
import { type Api, startApi } from '../support/api.ts'

let api: Api
let shop: string
beforeAll(async () => {
  api = await startApi()
  shop = await api.makeShop()
})
afterAll(() => api.close())

const someone = async () => {
  const person = await api.makeStaff({ shops: [shop] })
  return { ...person, token: await api.signIn(person) }
}
type Someone = Awaited<ReturnType<typeof someone>>

const change = (person: Someone, key: string, password = 'mikan-to-ringo-no-kisetsu') =>
  api.post('/api/admin/user/staff/change-password', {
    token: person.token,
    body: { userId: person.userId, password, passwordConf: password },
    headers: { 'idempotency-key': key },
  })

async function timesDone(person: Someone): Promise<number> {
  const { rows } = await api.db.execute<{ times: string }>(sql`select count(*) as times from audit_log
    where action = 'staff.changePassword' and actor_staff_id = ${Number(person.staffId)}`)
  return Number(rows[0]?.times)
}

test('a repeated POST with the same key gets the same answer and is done once', async () => {
  const person = await someone()
  const [first, second] = [await change(person, 'key-1'), await change(person, 'key-1')]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.json).toEqual(first.json)
  expect(await timesDone(person)).toBe(1)
})

test('another body with the same key is a conflict and is not done', async () => {
  const person = await someone()
  await change(person, 'key-2')
  const other = await change(person, 'key-2', 'budou-to-kaki-no-kisetsu')
  expect([other.status, other.json.code]).toEqual([409, 'conflict'])
  expect(await timesDone(person)).toBe(1)
})

test('an answer is not repeated after a change of rights', async () => {
  const person = await someone()
  await change(person, 'key-rights')
  await api.db.execute(sql`update staff set role = 'level2' where id = ${Number(person.staffId)}`)
  const lowered = { ...person, token: await api.signIn(person) }
  const again = await change(lowered, 'key-rights')
  expect([again.status, again.json.code]).toEqual([409, 'conflict'])
})

test('eight simultaneous clicks are one write and eight equal answers', async () => {
  const person = await someone()
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(person, 'key-3')))
  expect(answers.map((answer) => [answer.status, answer.json])).toEqual(Array(8).fill([200, {}]))
  expect(await timesDone(person)).toBe(1)
})

test('without a key, or with a new one, it is done again', async () => {
  const person = await someone()
  await change(person, 'key-4')
  await change(person, 'key-5')
  expect(await timesDone(person)).toBe(2)
})

test('two people may use the same key', async () => {
  const [one, two] = [await someone(), await someone()]
  expect((await change(one, 'key-6')).status).toBe(200)
  expect((await change(two, 'key-6')).status).toBe(200)
  expect([await timesDone(one), await timesDone(two)]).toEqual([1, 1])
})

test('a refused call does not use up its key: once corrected, it is done', async () => {
  const person = await someone()
  expect((await change(person, 'key-7', 'password1234')).status).toBe(422)
  expect((await change(person, 'key-7')).status).toBe(200)
})

test.each([['a'.repeat(201)], ['with space'], ['ü']])('the key %s is refused', async (key) => {
  const answer = await change(await someone(), key)
  expect([answer.status, Object.keys(answer.json.fields)]).toEqual([422, ['Idempotency-Key']])
})

test('stored keys and passwords cannot be recovered, and are kept for a day', async () => {
  const person = await someone()
  await change(person, 'a-key-to-look-for')
  const kept = async () =>
    (await api.db.execute(sql`select * from idempotency where staff_id = ${Number(person.staffId)}`)).rows
  expect(await kept()).toHaveLength(1)
  expect(JSON.stringify(await kept())).not.toMatch(/a-key-to-look-for|mikan/)
  await forgetOldAnswers(api.db, new Date(api.time.now.getTime() + 23 * 3_600_000))
  expect(await kept()).toHaveLength(1)
  await forgetOldAnswers(api.db, new Date(api.time.now.getTime() + 25 * 3_600_000))
  expect(await kept()).toHaveLength(0)
})

test('too many calls a minute get Retry-After; another person is not affected', async () => {
  const strict = await startApi({ rates: { read: 3 } })
  const [one, two] = [await strict.as({}), await strict.as({})]
  const me = (token: string) => strict.get('/api/admin/user/me', { token })
  for (let call = 0; call < 3; call += 1) expect((await me(one)).status).toBe(200)
  const fourth = await me(one)
  expect([fourth.status, fourth.json.code]).toEqual([429, 'rate_limited'])
  expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await me(two)).status).toBe(200)
  await strict.close()
})

test('a password can be tried at most ten times a minute', async () => {
  const person = await someone()
  const answers: number[] = []
  for (let call = 0; call < 11; call += 1) answers.push((await change(person, `rate-${call}`, 'password1234')).status)
  expect(answers).toEqual([...Array(10).fill(422), 429])
})
