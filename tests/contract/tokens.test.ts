import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uidOf } from '../../api/identity/identity.ts'
import { endSession, openSession } from '../../api/identity/session.ts'
import { password } from '../support/accounts.ts'
import { type Api, googleIssuer, type Person, projectId, startApi, unsignedToken } from '../support/api.ts'

const other = { projectId: 'someone-elses-project' }
type Claims = Record<string, unknown>

/** Forged claims, for both identity providers. `honest` has the claims of a live session. */
function lies(now: Date): [string, (honest: Claims) => Claims][] {
  const seconds = Math.floor(now.getTime() / 1000)
  return [
    ['another project in aud', () => ({ aud: other.projectId })],
    ['aud as an array with ours in it', () => ({ aud: [projectId] })],
    ['no aud', () => ({ aud: undefined })],
    ['another issuer', () => ({ iss: `https://securetoken.google.com/${other.projectId}` })],
    ['our issuer with a slash more', () => ({ iss: `https://securetoken.google.com/${projectId}/` })],
    ['expired a second ago', () => ({ exp: seconds - 1 })],
    ['no exp', () => ({ exp: undefined })],
    ['exp as text', () => ({ exp: String(seconds + 3600) })],
    ['issued in the future', () => ({ iat: seconds + 600 })],
    ['signed in in the future', () => ({ auth_time: seconds + 600 })],
    ['no auth_time', () => ({ auth_time: undefined })],
    ['no sub', () => ({ sub: undefined })],
    ['empty sub', () => ({ sub: '' })],
    ['sub of someone else', () => ({ sub: uidOf('999999') })],
    ['sub as an object', () => ({ sub: { toString: 'staff-1' } })],
    ['no sid', () => ({ sid: undefined })],
    ['unknown sid', () => ({ sid: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
    ['sid with SQL', () => ({ sid: "' or true --" })],
    ['sid with NUL', () => ({ sid: 'a\u0000b' })],
    ['sid as an array', ({ sid }) => ({ sid: [sid] })],
  ]
}

const me = (api: Api, authorization: string) =>
  api.get('/api/admin/user/me', { headers: { authorization } }).then((answer) => answer.status)

describe('Firebase: RS256', () => {
  let api: Api
  let issuer: Awaited<ReturnType<typeof googleIssuer>>
  let person: Person
  let honest: Claims
  let sid: string

  beforeAll(async () => {
    issuer = await googleIssuer()
    api = await startApi({ issuer })
    person = await api.makeStaff()
    sid = await openSession(api.db, person.staffId, api.time.now)
    honest = { sub: uidOf(person.userId), sid }
  })
  afterAll(() => api.close())

  const accepted = async (token: string) => me(api, `Bearer ${token}`)

  test('from the password to user/me: the service account signs, the provider returns an ID token', async () => {
    const { email } = person
    const login = await api.post('/api/admin/auth/login', { body: { email, password } })
    // Like the provider: verifies the SDK's token, then puts the claims into a token of its own.
    const { payload } = await jwtVerify(login.json.firebaseToken, issuer.signerKey, { currentDate: api.time.now })
    const idToken = await issuer.idToken({ sub: payload.uid, ...(payload.claims as Claims) }, api.time.now)
    const answer = await api.get('/api/admin/user/me', { token: idToken })
    expect([answer.status, answer.json.staff.email]).toEqual([200, email])
  })

  test('a valid token is accepted', async () => {
    expect(await accepted(await issuer.idToken(honest, api.time.now))).toBe(200)
  })

  test.each(lies(new Date('2026-11-21T01:00:00.000Z')))('refused: %s', async (_, lie) => {
    expect(await accepted(await issuer.idToken({ ...honest, ...lie(honest) }, api.time.now))).toBe(401)
  })

  test('refused: signed by another key with our key’s id', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect(await accepted(await issuer.idToken(honest, api.time.now, privateKey))).toBe(401)
  })

  test('refused: a key unknown to the provider', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect(await accepted(await issuer.idToken(honest, api.time.now, privateKey, 'unheard-of'))).toBe(401)
  })

  test('refused: unsigned', async () => {
    const token = await issuer.idToken(honest, api.time.now)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
    expect(await accepted(unsignedToken(claims))).toBe(401)
    expect(await accepted(unsignedToken(claims, { alg: 'None' }))).toBe(401)
    expect(await accepted(`${token.split('.').slice(0, 2).join('.')}.`)).toBe(401)
  })

  test('refused: HS256 with the public key as its secret', async () => {
    const token = await issuer.idToken(honest, api.time.now)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
    const secret = new TextEncoder().encode(JSON.stringify(issuer.publicJwk))
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(secret)
    expect(await accepted(forged)).toBe(401)
  })

  test('refused: the custom token itself, or one byte changed', async () => {
    expect(await accepted(await issuer.identity.customToken(uidOf(person.userId), sid, api.time.now))).toBe(401)
    const token = await issuer.idToken(honest, api.time.now)
    const [head, payload, signature] = token.split('.') as [string, string, string]
    expect(await accepted(`${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`)).toBe(401)
  })

  test('the verifier refuses white space around a token', async () => {
    const token = await issuer.idToken(honest, api.time.now)
    for (const dirty of [`${token}\n`, ` ${token}`, `${token} `, `${token}\r\n`]) {
      expect(await issuer.identity.verify(dirty, api.time.now)).toBeNull()
    }
  })

  test.each([
    ['nothing', ''],
    ['Bearer alone', 'Bearer'],
    ['Bearer and a blank', 'Bearer '],
    ['Basic', 'Basic c3RhZmY6c3RhZmY='],
    ['dots', 'Bearer ..'],
    ['brackets', 'Bearer {}.{}.{}'],
    ['a token of 10,000 letters', `Bearer ${'a'.repeat(5_000)}.${'b'.repeat(4_000)}.${'c'.repeat(1_000)}`],
    ['JSON null thrice', 'Bearer bnVsbA.bnVsbA.bnVsbA'],
    ['an array as header', 'Bearer W10.W10.W10'],
  ])('refused: %s', async (_, authorization) => {
    expect(await me(api, authorization)).toBe(401)
  })

  test('refused: two tokens in one header', async () => {
    const token = await issuer.idToken(honest, api.time.now)
    expect(await me(api, `Bearer ${token}, Bearer ${token}`)).toBe(401)
  })

  test('refused: a revoked session, and one that is 12 hours old', async () => {
    const revoked = await openSession(api.db, person.staffId, api.time.now)
    await endSession(api.db, revoked, api.time.now)
    expect(await accepted(await issuer.idToken({ ...honest, sid: revoked }, api.time.now))).toBe(401)
    const old = await openSession(api.db, person.staffId, new Date(api.time.now.getTime() - 12 * 3_600_000))
    expect(await accepted(await issuer.idToken({ ...honest, sid: old }, api.time.now))).toBe(401)
  })

  test('refused: a session of another person', async () => {
    const stranger = await api.makeStaff({ role: 'all', isAdmin: true })
    expect(await accepted(await issuer.idToken({ ...honest, sub: uidOf(stranger.userId) }, api.time.now))).toBe(401)
  })

  test('an unreachable provider signs no one out', async () => {
    const gone = await googleIssuer()
    const token = await gone.idToken(honest, api.time.now)
    await gone.close()
    await expect(gone.identity.verify(token, api.time.now)).rejects.toMatchObject({ code: 'upstream', status: 502 })
  })

  test('a custom token has the form that Firebase requires and is valid for five minutes', async () => {
    const token = await issuer.identity.customToken(uidOf(person.userId), sid, api.time.now)
    const [head, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(JSON.parse(head as string)).toEqual({ alg: 'RS256', typ: 'JWT' })
    const iat = Math.floor(api.time.now.getTime() / 1000)
    expect(JSON.parse(payload as string)).toEqual({
      iss: 'signer@karada-desk.iam.gserviceaccount.com',
      sub: 'signer@karada-desk.iam.gserviceaccount.com',
      aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
      uid: uidOf(person.userId),
      claims: { sid },
      iat,
      exp: iat + 300,
    })
  })
})

describe('the emulator: unsigned, with all other checks', () => {
  let api: Api
  let honest: Claims

  beforeAll(async () => {
    api = await startApi()
    const person = await api.makeStaff()
    honest = { sub: uidOf(person.userId), sid: await openSession(api.db, person.staffId, api.time.now) }
  })
  afterAll(() => api.close())

  test('a valid token is accepted', async () => {
    expect(await me(api, `Bearer ${await api.issuer.idToken(honest, api.time.now)}`)).toBe(200)
  })

  test.each(lies(new Date('2026-11-21T01:00:00.000Z')))('refused: %s', async (_, lie) => {
    const token = await api.issuer.idToken({ ...honest, ...lie(honest) }, api.time.now)
    expect(await me(api, `Bearer ${token}`)).toBe(401)
  })
})
