import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, secondFactor } from '../../api/db/schema/identity.ts'
import { password } from '../support/accounts.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

let api: Api
let strict: Api
let shop: string
beforeAll(async () => {
  api = await startApi()
  strict = await startApi({ requiresSecondFactor: true })
  shop = await api.makeShop()
})
afterAll(async () => {
  await api.close()
  await strict.close()
})
// Each test in a minute of its own, because a code is valid once.
beforeEach(() => {
  for (const { time } of [api, strict]) time.now = new Date(time.now.getTime() + 3_600_000)
})

const login = ({ email }: Person, at = api) => at.post('/api/admin/auth/login', { body: { email, password } })
const ticketOf = async (person: Person, at = api): Promise<string> => (await login(person, at)).json.ticket
const show = (ticket: string, code: string, at = api) =>
  at.post('/api/admin/auth/second-factor', { body: { ticket, code } })
const minutesLater = (minutes: number) => {
  api.time.now = new Date(api.time.now.getTime() + minutes * 60_000)
}
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')

/** A person with an app that was set up a minute ago. */
async function withApp() {
  const person = await api.makeStaff({ role: 'level3', shops: [shop] })
  const app = await api.giveApp(person)
  return { person, ...app, token: await api.signIn(person) }
}

describe('signing in with a second factor', () => {
  test('the password alone does not sign in: it gets a ticket, and the code signs in', async () => {
    const { person, secret } = await withApp()
    const first = await login(person)
    expect(first.json).toEqual({ ticket: expect.stringMatching(/^[\w-]{22}$/), setUp: null })
    const entered = await show(first.json.ticket, api.codeOf(secret))
    expect(entered.json).toEqual({
      firebaseToken: expect.any(String),
      device: expect.any(String),
      recoveryCodes: null,
    })
  })

  test('a wrong code is refused at its field, and the ticket stays valid', async () => {
    const { person, secret } = await withApp()
    const ticket = await ticketOf(person)
    const wrong = await show(ticket, wrongFor(api.codeOf(secret)))
    expect([wrong.status, Object.keys(wrong.json.fields)]).toEqual([422, ['code']])
    expect((await show(ticket, api.codeOf(secret))).status).toBe(200)
  })

  test('a used code is not accepted again, nor an earlier one', async () => {
    const { person, secret } = await withApp()
    const earlier = api.codeOf(secret)
    minutesLater(0.5)
    const code = api.codeOf(secret)
    expect((await show(await ticketOf(person), code)).status).toBe(200)
    expect((await show(await ticketOf(person), code)).status).toBe(422)
    expect((await show(await ticketOf(person), earlier)).status).toBe(422)
  })

  test('a code is valid half a minute before and after its time, for clocks that differ, and no longer', async () => {
    const { person, secret } = await withApp()
    const code = api.codeOf(secret)
    minutesLater(1)
    expect((await show(await ticketOf(person), code)).status).toBe(422)
    const next = api.codeOf(secret)
    minutesLater(0.5)
    expect((await show(await ticketOf(person), next)).status).toBe(200)
  })

  test('the format in which a code is typed does not matter', async () => {
    const { person, secret } = await withApp()
    const wide = [...api.codeOf(secret)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    expect((await show(await ticketOf(person), `${wide.slice(0, 3)} ${wide.slice(3)}`)).status).toBe(200)
  })

  test('a recovery code signs in once, is audited, and leaves the others', async () => {
    const { person, recoveryCodes, token } = await withApp()
    const [first = '', second = ''] = recoveryCodes
    expect((await show(await ticketOf(person), first.toLowerCase())).status).toBe(200)
    expect((await show(await ticketOf(person), first)).status).toBe(422)
    expect((await show(await ticketOf(person), second)).status).toBe(200)
    expect((await api.get('/api/admin/second-factor', { token })).json.recoveryCodesLeft).toBe(8)
    const noted = (await api.db.select().from(auditLog)).filter(({ actorStaffId }) => actorStaffId === person.staffId)
    expect(noted.filter(({ action }) => action === 'recoveryCodeUsed')).toHaveLength(2)
  })

  test('wrong codes are counted, locked for increasing times, and audited', async () => {
    const { person, secret } = await withApp()
    const ticket = await ticketOf(person)
    const answers: number[] = []
    for (let at = 0; at < 6; at += 1) answers.push((await show(ticket, wrongFor(api.codeOf(secret)))).status)
    expect(answers).toEqual([422, 422, 422, 422, 422, 429])
    expect((await show(ticket, api.codeOf(secret))).status).toBe(429)
    const noted = (await api.db.select().from(auditLog)).filter(({ actorStaffId }) => actorStaffId === person.staffId)
    expect(noted.filter(({ action }) => action === 'secondFactorRefused')).toHaveLength(3)
    minutesLater(0.5)
    expect((await show(ticket, api.codeOf(secret))).status).toBe(200)
  })

  test('a ticket is valid once, for ten minutes, and while its person is active', async () => {
    const { person, secret, recoveryCodes } = await withApp()
    const [used, late] = [await ticketOf(person), await ticketOf(person)]
    const answers = await Promise.all([show(used, api.codeOf(secret)), show(used, recoveryCodes[0] as string)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    minutesLater(10)
    const over = await show(late, api.codeOf(secret))
    expect([over.status, over.json.message]).toEqual([404, expect.stringContaining('途中で時間が過ぎました')])
  })

  test('a password reset does not bypass it', async () => {
    const { person, secret } = await withApp()
    const link = await api.invite(person, 'passwordReset')
    const chosen = 'mikan-to-ringo-no-kisetsu'
    const body = { token: link, password: chosen, passwordConf: chosen }
    const { json } = await api.post('/api/admin/auth/accept-invitation', { body })
    expect(json).toEqual({ ticket: expect.any(String), setUp: null })
    expect((await show(json.ticket, api.codeOf(secret))).status).toBe(200)
  })
})

describe('one’s own second factor', () => {
  const get = async (token: string) => (await api.get('/api/admin/second-factor', { token })).json
  const post = (path: string, token: string, body: object) =>
    api.post(`/api/admin/second-factor/${path}`, { token, body })
  const proof = { currentPassword: password }

  test('is set up with the password and a code of the app, which returns ten recovery codes', async () => {
    const person = await api.makeStaff({ email: 'tanaka@example.jp' })
    const token = await api.signIn(person)
    const { secret, uri } = (await post('new', token, proof)).json
    expect(uri).toMatch(/^otpauth:\/\/totp\/Karada%20Desk:tanaka%40example.jp\?/)
    expect((await post('confirm', token, { code: wrongFor(api.codeOf(secret)) })).status).toBe(422)
    expect(await get(token)).toEqual({ confirmedAt: null, recoveryCodesLeft: 0, isRequired: false })
    const { json } = await post('confirm', token, { code: api.codeOf(secret) })
    expect(new Set(json.recoveryCodes).size).toBe(10)
    expect(await get(token)).toMatchObject({ confirmedAt: expect.any(String), recoveryCodesLeft: 10 })
  })

  test.each(['new', 'recovery-codes', 'remove'])('%s requires the current password', async (path) => {
    const { token } = await withApp()
    const wrong = await post(path, token, { currentPassword: 'himitsu-no-kotoba' })
    expect([wrong.status, wrong.json.fields]).toEqual([
      422,
      { currentPassword: '現在のパスワードが正しくありません。' },
    ])
    expect((await get(token)).confirmedAt).not.toBeNull()
  })

  test('when moved to another phone, the old one stays valid until the new one is confirmed', async () => {
    const { person, secret, token } = await withApp()
    const next = (await post('new', token, proof)).json.secret
    expect((await show(await ticketOf(person), api.codeOf(secret))).status).toBe(200)
    await post('confirm', token, { code: api.codeOf(next) })
    minutesLater(1)
    expect((await show(await ticketOf(person), api.codeOf(secret))).status).toBe(422)
    expect((await show(await ticketOf(person), api.codeOf(next))).status).toBe(200)
  })

  test('new recovery codes replace the old ones', async () => {
    const { person, recoveryCodes, token } = await withApp()
    const renewed = (await post('recovery-codes', token, proof)).json.recoveryCodes
    expect((await show(await ticketOf(person), recoveryCodes[0] as string)).status).toBe(422)
    expect((await show(await ticketOf(person), renewed[0])).status).toBe(200)
  })

  test('once removed, the password alone signs in again', async () => {
    const { person, token } = await withApp()
    expect((await post('remove', token, proof)).status).toBe(200)
    expect((await login(person)).json).toHaveProperty('firebaseToken')
  })

  test('an admin removes that of somebody who has lost it, which is audited; others cannot', async () => {
    const { person } = await withApp()
    const path = `/api/admin/staff/${person.staffId}`
    const admin = await api.as({ role: 'all', isAdmin: true })
    const shown = await api.get(path, { token: admin })
    expect([shown.json.hasSecondFactor, shown.json.may.resetSecondFactor]).toEqual([true, true])
    expect((await api.delete(`${path}/second-factor`, { token: await api.as({ role: 'all' }) })).status).toBe(403)
    const reset = await api.delete(`${path}/second-factor`, { token: admin })
    expect([reset.json.hasSecondFactor, reset.json.may.resetSecondFactor]).toEqual([false, false])
    expect((await login(person)).json).toHaveProperty('firebaseToken')
    const noted = await api.db.select().from(auditLog)
    expect(noted.find(({ action }) => action === 'staff.resetSecondFactor')?.resourceId).toBe(person.staffId)
  })

  test('neither the secret nor a recovery code is in the audit log or stored in plain text', async () => {
    const { person, secret, recoveryCodes, token } = await withApp()
    await post('new', token, proof)
    const kept = JSON.stringify(await api.db.select().from(secondFactor))
    const log = JSON.stringify(await api.db.select().from(auditLog))
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''))
    expect(log).toContain(person.staffId)
    expect(log).not.toContain(secret)
  })
})

describe('where the setting requires it', () => {
  test.each([{ role: 'level4' }, { role: 'all' }, { role: 'level3', isAdmin: true }] as const)(
    'a person with %o sets it up while signing in',
    async (options) => {
      const person = await strict.makeStaff(options)
      const { ticket, setUp } = (await login(person, strict)).json
      const { status, json } = await show(ticket, strict.codeOf(setUp.secret), strict)
      expect([status, json.recoveryCodes?.length]).toEqual([200, 10])
      expect((await login(person, strict)).json.setUp).toBeNull()
    },
  )

  test('a manager of one shop does not need it', async () => {
    const person = await strict.makeStaff({ role: 'level3', shops: [await strict.makeShop()] })
    expect((await login(person, strict)).json).toHaveProperty('firebaseToken')
  })

  test('a person who needs it cannot remove it', async () => {
    const person = await strict.makeStaff({ role: 'all' })
    await strict.giveApp(person)
    const token = await strict.signIn(person)
    expect((await strict.get('/api/admin/second-factor', { token })).json.isRequired).toBe(true)
    const body = { currentPassword: password }
    const refused = await strict.post('/api/admin/second-factor/remove', { token, body })
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'お使いの権限では2段階認証が必須のため、解除できません。',
    ])
  })
})

describe('an admin requires it', () => {
  const set = (token: string, duty: string, at = api) =>
    at.put('/api/admin/second-factor/duty', { token, body: { duty, currentPassword: password } })
  const admin = async (at = api) => {
    const person = await at.makeStaff({ role: 'all', isAdmin: true })
    await at.giveApp(person)
    return at.signIn(person)
  }

  test('only with an app of their own, so that somebody can still sign in and take it back', async () => {
    const without = await api.as({ role: 'all', isAdmin: true })
    const refused = await set(without, 'leaders')
    expect([refused.status, refused.json.message]).toEqual([
      422,
      '必須にする前に、アカウント設定で自分の2段階認証を設定してください。',
    ])
    expect((await set(await api.as({ role: 'all' }), 'leaders')).status).toBe(403)
  })

  test('of leaders or everybody: who is signed in stays, and the next sign-in sets it up', async () => {
    const token = await admin()
    const [trainer, owner] = [
      await api.makeStaff({ role: 'level2', shops: [shop] }),
      await api.makeStaff({ role: 'level4', shops: [shop] }),
    ]
    const signedIn = await api.signIn(owner)
    const { json } = await set(token, 'leaders')
    expect(json).toMatchObject({ duty: 'leaders', isRequiredByServer: false })
    expect(json.leaders.people).toBeGreaterThan(json.leaders.ready)
    expect((await api.get('/api/admin/user/me', { token: signedIn })).status).toBe(200)
    expect((await login(owner)).json.setUp).toMatchObject({ secret: expect.any(String) })
    expect((await login(trainer)).json).toHaveProperty('firebaseToken')
    await set(token, 'everybody')
    const { ticket, setUp } = (await login(trainer)).json
    expect((await show(ticket, api.codeOf(setUp.secret))).json.recoveryCodes).toHaveLength(10)
    const acts = await api.get('/api/admin/audit/list?action=secondFactor.setDuty&limit=1', { token })
    expect(acts.json.list[0].fields).toEqual([
      { field: 'duty', before: 'leaders', after: 'everybody', isHidden: false },
    ])
    expect((await set(token, 'nobody')).status).toBe(200)
    expect((await login(await api.makeStaff({ role: 'level4', shops: [shop] }))).json).toHaveProperty('firebaseToken')
  })

  test('less than the server does not', async () => {
    const refused = await set(await admin(strict), 'nobody', strict)
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'サーバーの設定で必須になっているため、任意にはできません。',
    ])
  })
})
