import { createHash } from 'node:crypto'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog, welcomeLink } from '../../api/db/schema/identity.ts'
import { staff } from '../../api/db/schema/organisation.ts'
import { customTokenAudience } from '../../api/identity/identity.ts'
import { openWelcome } from '../../api/identity/welcome.ts'
import { type Api, type ApiOptions, googleIssuer, startApi } from '../support/api.ts'

// The first admin of an empty product.

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(() => api.db.delete(staff))
afterAll(() => api.close())

/** Runs the work with an API of its own. */
async function withOptions(options: ApiOptions, work: () => Promise<void>) {
  const shared = api
  api = await startApi(options)
  await work().finally(() => api.close())
  api = shared
}

const secret = 'mikan-to-ringo-no-kisetsu'
const person = { lastName: '青木', firstName: '恵', email: 'First@Example.jp', password: secret, passwordConf: secret }
const wrong = 'n'.repeat(22)

const link = async () => (await openWelcome(api.db, api.time.now)) ?? 'none'
const open = (token: string) => api.post('/api/admin/auth/welcome', { body: { token } })
const make = (token: string, more: object = {}) =>
  api.post('/api/admin/auth/first-admin', { body: { token, ...person, ...more } })
const people = () => api.db.select().from(staff)

test('the link makes an admin of head office, once, who signs in; the log has it', async () => {
  const token = await link()
  expect((await open(token)).status).toBe(200)
  const { status, json } = await make(token)
  expect(status).toBe(200)
  expect(decodeJwt(json.firebaseToken)).toMatchObject({ uid: expect.stringMatching(/^staff-/) })
  expect(await people()).toMatchObject([
    { email: 'first@example.jp', displayName: '青木 恵', role: 'all', isAdmin: true, status: 'active' },
  ])
  const log = await api.db.select().from(auditLog)
  const actions = log.map(({ action, actorName }) => [action, actorName])
  expect(actions).toEqual([
    ['welcomeAccepted', '青木 恵'],
    ['login', '青木 恵'],
  ])
  expect(JSON.stringify(log)).not.toContain(secret)
  const login = await api.post('/api/admin/auth/login', { body: { email: person.email, password: secret } })
  expect(login.status).toBe(200)
})

test('the token is nowhere but in the link: neither in the database nor in the log of requests', async () => {
  const token = await link()
  const [stored] = await api.db.select().from(welcomeLink)
  expect(stored?.hash).toBe(createHash('sha256').update(token).digest('base64url'))
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  await open(token)
  await make(token, { password: 'kantan' })
  expect(api.logLines.join('\n')).not.toContain(token)
})

test('a wrong, a replaced, an expired, a used and a dead link are refused in the same way, and make nobody', async () => {
  const first = await link()
  const second = await link()
  const refusals: unknown[] = []
  const refused = async (token: string) => {
    const before = (await people()).length
    for (const { status, json } of [await open(token), await make(token)]) refusals.push([status, { ...json, ref: '' }])
    expect(await people()).toHaveLength(before)
  }
  await refused(wrong)
  await refused(first)
  const { now } = api.time
  api.time.now = new Date(now.getTime() + 3_600_000)
  await refused(second)
  api.time.now = now
  expect((await open(second)).status).toBe(200)
  expect((await make(second)).status).toBe(200)
  await refused(second)
  expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(refusals[0]).toMatchObject([404, { code: 'not_found' }])
})

test('of calls at the same time one makes the admin', async () => {
  const token = await link()
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => make(token, { email: `${name}@example.jp` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  expect(await people()).toHaveLength(1)
})

test('no link opens a club that has staff, whatever has become of its admin; none is made there', async () => {
  const token = await link()
  await api.makeStaff({ role: 'all', isAdmin: true, status: 'cancel' })
  expect((await open(token)).status).toBe(404)
  expect((await make(token)).status).toBe(404)
  expect(await openWelcome(api.db, api.time.now)).toBeNull()
  expect(await api.db.select().from(welcomeLink)).toEqual([])
})

test('the rules for passwords hold, and the link stays valid for another one', async () => {
  const token = await link()
  const fieldsOf = async (more: object) => (await make(token, more)).json.fields
  expect(await fieldsOf({ password: 'mijikai', passwordConf: 'mijikai' })).toHaveProperty('password')
  expect(await fieldsOf({ password: 'password1234', passwordConf: 'password1234' })).toHaveProperty('password')
  expect(await fieldsOf({ passwordConf: `${secret}x` })).toHaveProperty('passwordConf')
  expect(await fieldsOf({ lastName: ' ', email: 'x' })).toMatchObject({
    lastName: expect.anything(),
    email: expect.anything(),
  })
  expect(await people()).toEqual([])
  expect((await make(token)).status).toBe(200)
})

test('hostile values are refused or stored, never a failure', async () => {
  const token = await link()
  for (const value of ['\u0000', '\ud800', "' or 1=1 --", 'あ'.repeat(3_000), -1, null, [], { $ne: null }]) {
    for (const field of ['token', 'lastName', 'firstName', 'email', 'password', 'device']) {
      // The confirmation differs, so that nothing makes the admin.
      const { status } = await make(token, { passwordConf: 'x', [field]: value })
      expect([404, 422]).toContain(status)
    }
  }
  expect((await make(token, { lastName: 'あ'.repeat(9_000) })).status).toBe(413)
})

test('it is limited like other calls without a session', async () => {
  await withOptions({ rates: { signIn: 3 } }, async () => {
    const statuses = []
    for (let n = 0; n < 5; n += 1) statuses.push((await open(wrong)).status)
    expect(statuses).toEqual([404, 404, 404, 429, 429])
  })
})

test('where a second factor is required, the first admin sets it up before they are in', async () => {
  await withOptions({ requiresSecondFactor: true }, async () => {
    const { json } = await make(await link())
    expect(json).toMatchObject({ ticket: expect.any(String), setUp: { secret: expect.any(String) } })
    const code = api.codeOf(json.setUp.secret)
    const { status, json: entered } = await api.post('/api/admin/auth/second-factor', {
      body: { ticket: json.ticket, code },
    })
    expect(status).toBe(200)
    expect(entered.recoveryCodes).toHaveLength(10)
  })
})

test('with the operator’s own identity project the first admin gets a custom token that its key has signed', async () => {
  const issuer = await googleIssuer()
  await withOptions({ issuer, environment: 'production' }, async () => {
    const { json } = await make(await link())
    const { payload, protectedHeader } = await jwtVerify(json.firebaseToken, issuer.signerKey, {
      audience: customTokenAudience,
      currentDate: api.time.now,
    })
    expect(protectedHeader.alg).toBe('RS256')
    const [admin] = await people()
    expect(payload.uid).toBe(`staff-${admin?.userId}`)
  })
})
