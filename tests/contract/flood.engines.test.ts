import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords } from '../../api/identity/password.ts'
import { createTurns } from '../../api/lib/turns.ts'
import { password } from '../support/accounts.ts'
import { type Api, proxyKey, startApi } from '../support/api.ts'
import { times } from '../support/runs.ts'

let api: Api
let shop: string
beforeAll(async () => {
  // With the usual cost of password hashing: a flood of sign-ins is a flood of this work.
  api = await startApi({ passwords: createPasswords() })
  shop = await api.makeShop()
})
afterAll(() => api.close())

const numbers = (count: number) => Array.from({ length: count }, () => 1)
const login = (email: unknown, secret: unknown = password) =>
  api.post('/api/admin/auth/login', { body: { email, password: secret } })

describe('a flood affects only its sender', { repeats: times(0, 9) }, () => {
  test('a sign-in with 520,000 numbers is refused by its size', async () => {
    expect((await login(numbers(520_000))).status).toBe(413)
  })

  test('a picture that is a list of numbers is refused before it is parsed', async () => {
    const token = await api.as({ role: 'all' })
    const body = { imgBase64: numbers(5_000_000), contentType: 'image/png' }
    const answer = await api.post('/api/admin/image/new', { token, body })
    expect([answer.status, answer.json.fields]).toEqual([422, { _: '送信する項目が多すぎます。' }])
  })

  test('the longest possible list in a text field gives one error', async () => {
    const token = await api.as({ role: 'all' })
    const answer = await api.post('/api/admin/content/column/new', {
      token,
      body: { title: numbers(19_000), tags: numbers(900) },
    })
    expect(answer.status).toBe(422)
    expect(answer.text.length).toBeLessThan(2_000)
  })

  test('a request for twenty years at once lets others through after the first of them', async () => {
    const [greedy, other] = [await api.as({ role: 'all' }), await api.as({ role: 'level3', shops: [shop] })]
    let answered = 0
    const years = Array.from({ length: 20 }, (_, at) =>
      api.get(`/api/admin/report/yearly-stats?year=${2007 + at}`, { token: greedy }).then(({ status }) => {
        answered += 1
        return status
      }),
    )
    // All at once, they would be answered together.
    await Promise.race(years)
    expect((await api.get('/api/admin/user/me', { token: other })).status).toBe(200)
    expect(answered).toBeLessThan(20)
    expect(new Set(await Promise.all(years))).toEqual(new Set([200]))
  })

  test('ten people can sign in while 100 invented addresses are tried', async () => {
    const people = []
    for (const _ of numbers(10)) people.push(await api.makeStaff({ shops: [shop] }))
    // New addresses each time, because a failing account gets locked.
    const invented = numbers(100).map(() => login(`invented-${randomUUID()}@example.jp`, 'a-wrong-password'))
    const real = people.map(({ email }) => login(email))
    expect((await Promise.all(real)).map(({ status }) => status)).toEqual(people.map(() => 200))
    const refusals = (await Promise.all(invented)).map(({ status }) => status)
    expect(new Set(refusals)).toEqual(new Set([401]))
  })

  test('neither invented addresses nor attempts at one account fill the audit log', async () => {
    const failures = async () =>
      (await api.db.execute<{ n: number }>(`select count(*)::integer as n from audit_log where action = 'loginFailed'`))
        .rows[0]?.n ?? 0
    const before = await failures()
    await Promise.all(numbers(40).map((_, at) => login(`another-${at}@example.jp`, 'a-wrong-password')))
    expect((await failures()) - before).toBeLessThanOrEqual(2)
  })
})

describe('callers without a session are counted by network', () => {
  let small: Api
  beforeAll(async () => {
    small = await startApi({ passwords: createPasswords(), rates: { signIn: 20, signInsAtOnce: 1, refused: 3 } })
  })
  afterAll(() => small.close())

  const at = (address: string) => ({ 'x-forwarded-for': address, 'x-karada-proxy-key': proxyKey })
  const signInAt = (address: string, body: object = {}) =>
    small.post('/api/admin/auth/login', { body, headers: at(address) })
  const askAt = async (address: string, token?: string) => {
    const { status, headers } = await small.get('/api/admin/user/me', { headers: at(address), token })
    return [status, headers.has('retry-after')]
  }

  test('too many sign-ins from one network are refused unread; another network can sign in', async () => {
    for (const _ of numbers(20)) expect((await signInAt('203.0.113.1')).status).toBe(422)
    const further = await signInAt('203.0.113.1', numbers(20_000))
    expect([further.status, further.headers.has('retry-after')]).toEqual([429, true])
    const { email } = await small.makeStaff()
    expect((await signInAt('203.0.113.2', { email, password })).status).toBe(200)
  })

  test('a few sign-ins per network run concurrently, some wait, and the next are refused', async () => {
    const tried = numbers(5).map((_, nth) =>
      signInAt('203.0.113.3', { email: `nobody-${nth}@example.jp`, password: 'a-wrong-password' }),
    )
    const statuses = (await Promise.all(tried)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([401, 401, 401, 429, 429])
  })

  test('all addresses of an IPv6 customer are one network', async () => {
    const addresses = ['2001:db8:0:7::1', '2001:db8:0:7::2:3', '2001:db8:0:7:ffff:1:2:3']
    for (const address of addresses) expect(await askAt(address)).toEqual([401, false])
    expect(await askAt('2001:0DB8::7:a:b:c:d')).toEqual([429, true])
    expect(await askAt('2001:db8:0:8::1')).toEqual([401, false])
  })

  test('too many calls without a session are refused; sessions on the same network continue', async () => {
    const token = await small.as({ role: 'all' })
    for (const _ of numbers(3)) expect(await askAt('203.0.113.4', 'none')).toEqual([401, false])
    expect(await askAt('203.0.113.4', 'none')).toEqual([429, true])
    expect(await askAt('203.0.113.4')).toEqual([429, true])
    expect(await askAt('203.0.113.4', token)).toEqual([200, false])
    expect(await askAt('203.0.113.5')).toEqual([401, false])
  })
})

describe('turns', () => {
  test('a few run concurrently per person in order, others are not delayed, and beyond the queue it is 429', async () => {
    const inTurn = createTurns({ atOnce: 2, waiting: 2 })
    const begun: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string) => () => {
      begun.push(name)
      return new Promise<void>((end) => ends.push(end))
    }
    const mine = ['a', 'b', 'c', 'd'].map((name) => inTurn('me', work(name)))
    const hers = inTurn('her', work('x'))
    await expect(inTurn('me', work('e'))).rejects.toMatchObject({ code: 'rate_limited' })
    expect(begun).toEqual(['a', 'b', 'x'])
    ends.shift()?.()
    await mine[0]
    expect(begun).toEqual(['a', 'b', 'x', 'c'])
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise(setImmediate)
    }
    await Promise.all([...mine, hers])
    expect(begun).toEqual(['a', 'b', 'x', 'c', 'd'])
  })

  test('failed work frees its place', async () => {
    const inTurn = createTurns({ atOnce: 1, waiting: 1 })
    const failing = inTurn('me', () => Promise.reject(new Error('no')))
    const next = inTurn('me', async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
})
