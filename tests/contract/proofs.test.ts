import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../api/db/schema/identity.ts'
import { staff } from '../../api/db/schema/organisation.ts'
import { mailer } from '../../api/mail/mailer.ts'
import { password } from '../support/accounts.ts'
import { type Api, cheapPasswords, type Person, startApi } from '../support/api.ts'

// What proves who a person is (address, password, second factor), and what was given out before a change of it.

/** Called after a password has been verified, before the answer is used. */
const afterVerifying = { work: async () => {} }
const watched: typeof cheapPasswords = {
  ...cheapPasswords,
  verify: async (...given) => {
    const isRight = await cheapPasswords.verify(...given)
    await afterVerifying.work()
    return isRight
  },
}

let api: Api
let shop: string
let other: string
let head: string
let admin: string
const sent: { to: string; subject: string; text: string }[] = []
const unknownMailboxes = new Set<string>()

beforeAll(async () => {
  api = await startApi({ passwords: watched, rates: { ofRows: 100 } })
  shop = await api.makeShop()
  other = await api.makeShop()
  head = await api.as({ role: 'all' })
  admin = await api.as({ role: 'all', isAdmin: true })
  const send = async (to: string, letter: { subject: string; text: string }) => {
    if (unknownMailboxes.has(to)) {
      const refusal = { responseCode: 550, command: 'RCPT TO', code: 'EENVELOPE' }
      throw Object.assign(new Error('550 5.1.1 User unknown'), refusal)
    }
    sent.push({ to, ...letter })
  }
  const options = { database: api.database, send, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.work('mail', mailer(options))
})
afterAll(() => api.close())
beforeEach(() => {
  afterVerifying.work = async () => {}
})

const fresh = 'mikan-to-ringo-no-kisetsu'
const me = (token: string) => api.get('/api/admin/user/me', { token })
const login = (email: string, secret = password) =>
  api.post('/api/admin/auth/login', { body: { email, password: secret } })
const accept = (token: string) =>
  api.post('/api/admin/auth/accept-invitation', { body: { token, password: fresh, passwordConf: fresh } })
const confirm = (token: string) => api.post('/api/admin/auth/confirm-link', { body: { token } })
const setPassword = (token: string, { userId }: Person) =>
  api.post('/api/admin/user/staff/change-password', { token, body: { userId, password: fresh, passwordConf: fresh } })
const moveTo = (token: string, { userId }: Person, email: string) =>
  api.put(`/api/admin/user/${userId}`, { token, body: { email } })
const recordOf = async ({ staffId }: Person, token = head) =>
  (await api.get(`/api/admin/staff/${staffId}`, { token })).json
const linkTo = async (email: string, count = 1): Promise<string> => {
  const letters = () => sent.filter(({ to, text }) => to === email && text.includes('/invitation#'))
  await expect.poll(() => letters().length, { timeout: 10_000 }).toBe(count)
  return letters()[count - 1]?.text.match(/\/invitation#([\w-]{22})/)?.[1] ?? 'none'
}
const hoursLater = async (hours: number, then: () => Promise<void>) => {
  const { now } = api.time
  api.time.now = new Date(now.getTime() + hours * 3_600_000)
  await then().finally(() => {
    api.time.now = now
  })
}

/** A person with everything that can be given out: a session, a reset link, an address to prove, a ticket. */
async function withEverything() {
  const person = await api.makeStaff({ role: 'level2', shops: [shop] })
  await api.giveApp(person)
  const token = await api.signIn(person)
  const reset = await api.invite(person, 'passwordReset')
  const proof = await api.invite(person, 'addressProof', { email: `next-${person.email}` })
  const ticket = await api.openTicket(person)
  return { ...person, token, reset, proof, ticket }
}
type Everything = Awaited<ReturnType<typeof withEverything>>

/** What of it still works. */
async function leftOf({ token, reset, proof, ticket }: Everything) {
  const open = async (link: string) =>
    (await api.post('/api/admin/auth/invitation', { body: { token: link } })).status === 200
  const code = await api.post('/api/admin/auth/second-factor', { body: { ticket, code: '000000' } })
  return {
    session: (await me(token)).status === 200,
    links: [await open(reset), await open(proof)],
    // 422: a wrong code, so the ticket itself counts.
    ticket: code.status === 422,
  }
}
const nothing = { session: false, links: [false, false], ticket: false }

describe('everything given out before ends', () => {
  const put = ({ staffId }: Person, body: object) => api.put(`/api/admin/staff/${staffId}`, { token: head, body })
  test.each<[string, (person: Everything) => Promise<unknown>]>([
    ['when somebody else sets the password', (person) => setPassword(head, person)],
    ['when a reset link sets the password', (person) => accept(person.reset)],
    ['when a new address has proven itself', (person) => confirm(person.proof)],
    [
      'when an admin resets the second factor',
      ({ staffId }) => api.delete(`/api/admin/staff/${staffId}/second-factor`, { token: admin }),
    ],
    [
      'when they are retired',
      ({ staffId }) =>
        api.put(`/api/admin/staff/${staffId}/retire`, { token: head, body: { leftOn: '2026-11-21', successors: [] } }),
    ],
    ['when the role changes', (person) => put(person, { role: 'level1' })],
    [
      'when a suspended person is back',
      async (person) => {
        await put(person, { status: 'suspended' })
        await put(person, { status: 'active' })
      },
    ],
  ])('%s', async (_, change) => {
    const person = await withEverything()
    expect(await leftOf(person)).toEqual({ session: true, links: [true, true], ticket: true })
    await change(person)
    expect(await leftOf(person)).toEqual(nothing)
  })

  test('when the shops change, except the session', async () => {
    const person = await withEverything()
    const body = { shopIds: [shop, other], mainShopId: null }
    expect((await api.put(`/api/admin/staff/${person.staffId}/shops`, { token: head, body })).status).toBe(200)
    expect(await leftOf(person)).toEqual({ ...nothing, session: true })
  })

  test('when the address of a waiting person is put right: the link that went to the wrong one is void', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop], status: 'waiting' })
    const link = await api.invite(person)
    expect((await moveTo(head, person, `right-${person.email}`)).status).toBe(200)
    expect((await accept(link)).status).toBe(404)
    expect((await recordOf(person)).invitation).toBe('expired')
  })

  test('setting up or removing one’s own second factor keeps this session and ends the others', async () => {
    const person = await api.makeStaff({ shops: [shop] })
    const [here, there] = [await api.signIn(person), await api.signIn(person)]
    const secret = await api.startApp(person)
    const body = { code: api.codeOf(secret) }
    expect((await api.post('/api/admin/second-factor/confirm', { token: here, body })).status).toBe(200)
    expect([(await me(here)).status, (await me(there)).status]).toEqual([200, 401])
  })
})

describe('between two steps', () => {
  test('a password that was right is not enough once it has been changed', async () => {
    const person = await api.makeStaff({ shops: [shop] })
    afterVerifying.work = async () => {
      afterVerifying.work = async () => {}
      await setPassword(head, person)
    }
    expect((await login(person.email)).status).toBe(401)
    const opened = await api.db.select().from(session).where(eq(session.staffId, person.staffId))
    expect(opened).toEqual([])
  })
})

describe('the address that an active person signs in with', () => {
  test('is not changed by a shop manager, who may change the rest', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    const manager = await api.as({ role: 'level3', shops: [shop] })
    const refused = await moveTo(manager, person, 'mine@example.jp')
    expect([refused.status, refused.json.fields]).toEqual([
      422,
      { email: 'ログインに使うメールアドレスの変更は、FCオーナーか本部に依頼してください。' },
    ])
    const body = { email: person.email, tel: '09000001111' }
    expect((await api.put(`/api/admin/user/${person.userId}`, { token: manager, body })).status).toBe(200)
  })

  test('counts until the new one has proven itself; the old one is notified', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    const next = `new-${person.email}`
    const { json } = await moveTo(head, person, next)
    expect(json).toMatchObject({ email: person.email, pendingEmail: next })
    expect((await login(person.email)).status).toBe(200)
    const link = await linkTo(next)
    const notice = () => sent.find(({ to }) => to === person.email)
    await expect.poll(notice, { timeout: 10_000 }).toBeDefined()
    expect(notice()?.text).toContain(next)
    expect((await confirm(link)).json).toEqual({ kind: 'addressProof', email: next })
    expect([(await login(person.email)).status, (await login(next)).status]).toEqual([401, 200])
    expect((await recordOf(person)).user).toMatchObject({ email: next, pendingEmail: null })
    expect((await confirm(link)).status).toBe(404)
  })

  test('has one successor at a time, for a day', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    await moveTo(head, person, `first-${person.email}`)
    const first = await linkTo(`first-${person.email}`)
    await moveTo(head, person, `second-${person.email}`)
    const second = await linkTo(`second-${person.email}`)
    expect((await confirm(first)).status).toBe(404)
    await hoursLater(24, async () => {
      expect((await confirm(second)).status).toBe(404)
      const { user } = await recordOf(person, await api.as({ role: 'all' }))
      expect(user.pendingEmail).toBeNull()
    })
  })

  test('is not blocked by an unproven one; whoever proves it later is refused, and keeps their own', async () => {
    const [one, two] = [await api.makeStaff({ shops: [shop] }), await api.makeStaff({ shops: [shop] })]
    const wanted = `wanted-${one.email}`
    const [early, late] = [
      await api.invite(one, 'addressProof', { email: wanted }),
      await api.invite(two, 'addressProof', { email: wanted }),
    ]
    expect((await confirm(late)).status).toBe(200)
    const taken = await confirm(early)
    expect([taken.status, taken.json.message]).toEqual([409, 'このメールアドレスは登録できません。'])
    expect((await login(one.email)).status).toBe(200)
  })

  test('of somebody who is invited again proves itself too: their history comes with it', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    await login(person.email)
    await api.db.update(staff).set({ status: 'waiting' }).where(eq(staff.id, person.staffId))
    const manager = await api.as({ role: 'level3', shops: [shop] })
    const next = `again-${person.email}`
    expect((await moveTo(manager, person, next)).status).toBe(422)
    expect((await moveTo(head, person, next)).json.pendingEmail).toBe(next)
    expect((await confirm(await linkTo(next))).status).toBe(200)
  })

  test('is changed by oneself with the current password, and this session stays', async () => {
    const person = await api.makeStaff({ shops: [shop] })
    const [here, there] = [await api.signIn(person), await api.signIn(person)]
    const email = `own-${person.email}`
    const ask = (currentPassword: string) =>
      api.post('/api/admin/user/change-email', { token: here, body: { email, currentPassword } })
    expect((await ask('chigau-password-desu')).json.fields).toHaveProperty('currentPassword')
    expect((await ask(password)).json).toMatchObject({ email: person.email, pendingEmail: email })
    expect((await confirm(await linkTo(email))).status).toBe(200)
    expect([(await me(here)).status, (await me(there)).status]).toEqual([200, 401])
  })
})

describe('a reset link that a colleague sends', () => {
  const send = (token: string, { staffId }: Person) =>
    api.post('/api/admin/staff/send-password-reset', { token, body: { staffId } })

  test('changes nothing until its owner sets a password by it, which ends what was given out before', async () => {
    const person = await withEverything()
    const owner = await api.as({ role: 'level4', shops: [shop] })
    const answer = await send(owner, person)
    expect(answer.json.message).toBe(`${person.email} にパスワードを再設定するリンクを送りました。`)
    const link = await linkTo(person.email)
    const letter = sent.find(({ to }) => to === person.email)?.text
    expect(letter).toMatch(/^職員 .* 様\n\n職員 .*さんが、パスワードを再設定するリンクを送りました。/)
    // An earlier link of this kind is replaced.
    expect(await leftOf(person)).toEqual({ session: true, links: [false, true], ticket: true })
    await hoursLater(23, async () => {
      // The second factor is still required.
      expect((await accept(link)).json).toHaveProperty('ticket')
    })
    expect(await leftOf(person)).toEqual(nothing)
    expect((await login(person.email)).status).toBe(401)
  })

  test('goes to the address that has proven itself, and ends when another one does', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    const next = `moved-${person.email}`
    expect((await moveTo(head, person, next)).json.pendingEmail).toBe(next)
    const proof = await linkTo(next)
    expect((await send(head, person)).json.message).toContain(`${person.email} に`)
    const link = await linkTo(person.email)
    expect((await confirm(proof)).status).toBe(200)
    expect((await accept(link)).status).toBe(404)
  })

  test.each([['suspended'], ['cancel']] as const)(
    'is not sent to, and ends with, somebody who is %s',
    async (status) => {
      const person = await api.makeStaff({ role: 'level2', shops: [shop] })
      await send(head, person)
      const link = await linkTo(person.email)
      const leftOn = status === 'cancel' ? '2026-11-20' : null
      await api.put(`/api/admin/staff/${person.staffId}`, { token: head, body: { status, leftOn } })
      expect((await accept(link)).status).toBe(404)
      expect((await send(head, person)).status).toBe(422)
    },
  )
})

describe('a password that somebody else has set', () => {
  test('opens nothing until its owner has confirmed it by the link', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    const owner = await api.as({ role: 'level4', shops: [shop] })
    expect((await setPassword(owner, person)).status).toBe(200)
    const refused = await login(person.email, fresh)
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining('ほかの人が設定したもの')])
    expect((await recordOf(person)).hasUnconfirmedPassword).toBe(true)
    expect((await confirm(await linkTo(person.email))).json.kind).toBe('passwordProof')
    expect((await login(person.email, fresh)).status).toBe(200)
    expect((await recordOf(person)).hasUnconfirmedPassword).toBe(false)
  })

  test('is confirmed by a code of the app that they had before, not by setting one up', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    const { secret } = await api.giveApp(person)
    await setPassword(head, person)
    const { ticket } = (await login(person.email, fresh)).json
    const body = { ticket, code: api.codeOf(secret) }
    expect((await api.post('/api/admin/auth/second-factor', { body })).status).toBe(200)
    expect((await recordOf(person)).hasUnconfirmedPassword).toBe(false)
  })

  test('counts after 24 hours if an admin has set it and no mail reaches them', async () => {
    const [byAdmin, byHead] = [await api.makeStaff({ shops: [shop] }), await api.makeStaff({ shops: [shop] })]
    for (const { email } of [byAdmin, byHead]) unknownMailboxes.add(email)
    await setPassword(admin, byAdmin)
    await setPassword(head, byHead)
    const failed = () => api.db.select({ at: staff.addressFailedAt }).from(staff).where(eq(staff.id, byHead.staffId))
    await expect.poll(async () => (await failed())[0]?.at, { timeout: 10_000 }).not.toBeNull()
    expect((await login(byAdmin.email, fresh)).status).toBe(403)
    await hoursLater(24, async () => {
      expect([(await login(byAdmin.email, fresh)).status, (await login(byHead.email, fresh)).status]).toEqual([
        200, 403,
      ])
    })
  })
})

describe('what somebody has done outlives their account', () => {
  const status = ({ staffId }: Person, body: object) => api.put(`/api/admin/staff/${staffId}`, { token: admin, body })

  test('a person with any trace is retired, never deleted, also when they have come back', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    await login(person.email)
    await status(person, { status: 'cancel', leftOn: '2026-11-30' })
    await status(person, { status: 'waiting' })
    const acts = await api.get(`/api/admin/audit/list?action=staffReinvited&resourceId=${person.staffId}`, {
      token: admin,
    })
    expect(acts.json.list).toHaveLength(1)
    const refused = await api.delete(`/api/admin/staff/${person.staffId}`, { token: admin })
    expect([refused.status, refused.json.message]).toEqual([
      422,
      '利用の記録があるスタッフは削除できません。退職済に変更してください。',
    ])
  })

  test('the log has the name under which somebody acted', async () => {
    const person = await api.makeStaff({ role: 'all' })
    await login(person.email)
    await api.db.update(staff).set({ displayName: '改名 した人' }).where(eq(staff.id, person.staffId))
    const { json } = await api.get(`/api/admin/audit/list?staffId=${person.staffId}`, { token: admin })
    expect(json.list[0].actor.displayName).toMatch(/^職員 /)
  })
})
