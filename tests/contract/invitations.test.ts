import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '../../api/db/schema/identity.ts'
import { mailer } from '../../api/mail/mailer.ts'
import { password } from '../support/accounts.ts'
import { type Api, type Person, type StaffOptions, startApi } from '../support/api.ts'
import { fillInClub } from '../support/club.ts'

let api: Api
let shop: string
let head: string
const sent: { to: string; subject: string; text: string }[] = []
let isServerDown = false

beforeAll(async () => {
  api = await startApi()
  shop = await api.makeShop()
  head = await api.signIn(await api.makeStaff({ role: 'all' }))
  const send = async (to: string, letter: { subject: string; text: string }) => {
    if (isServerDown) throw new Error('The mail server is down')
    sent.push({ to, ...letter })
  }
  const options = { database: api.database, send, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.work('mail', mailer(options))
})
afterAll(() => api.close())

const chosen = 'mikan-to-ringo-no-kisetsu'
const waiting = (more: StaffOptions = {}) =>
  api.makeStaff({ role: 'level2', shops: [shop], status: 'waiting', ...more })
const invite = ({ staffId }: Person, token = head) => api.post('/api/admin/staff/invite', { token, body: { staffId } })
const linkFor = async ({ email }: Person, count = 1): Promise<string> => {
  const to = () => sent.filter((letter) => letter.to === email)
  await expect.poll(() => to().length, { timeout: 10_000 }).toBe(count)
  return to()[count - 1]?.text.match(/\/invitation#([\w-]{22})/)?.[1] ?? 'none'
}
const accept = (link: string, secret = chosen) =>
  api.post('/api/admin/auth/accept-invitation', { body: { token: link, password: secret, passwordConf: secret } })
const login = ({ email }: Person, secret: string) =>
  api.post('/api/admin/auth/login', { body: { email, password: secret } })
const stateOf = async ({ staffId }: Person) => (await api.get(`/api/admin/staff/${staffId}`, { token: head })).json
const forgot = (email: string) => api.post('/api/admin/auth/forgot-password', { body: { email } })

describe('an invitation', () => {
  test('is announced in the answer, sent by mail, and its link sets the password and signs in', async () => {
    const person = await waiting()
    expect((await invite(person)).json).toEqual({ message: `${person.email} に招待メールを送りました。` })
    expect((await stateOf(person)).invitation).toBe('sent')
    const link = await linkFor(person)
    expect((await api.post('/api/admin/auth/invitation', { body: { token: link } })).json).toMatchObject({
      kind: 'invitation',
      email: person.email,
    })
    expect((await accept(link)).status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ status: 'active', invitation: 'accepted' })
    expect((await login(person, chosen)).status).toBe(200)
  })

  test('names its sender: the person, the company, the shop and its telephone', async () => {
    await fillInClub(api.db)
    const person = await waiting()
    await invite(person)
    await linkFor(person)
    const text = sent.find(({ to }) => to === person.email)?.text
    expect(text).toMatch(/^.+さんが、あなたを株式会社からだのスタッフとしてKarada Deskに登録しました。$/m)
    expect(text).toMatch(/^店舗: .+（電話 0[\d-]+）$/m)
  })

  test('opens a session with the client’s address', async () => {
    const person = await waiting()
    await accept(await api.invite(person))
    const opened = await api.db.select().from(session).where(eq(session.staffId, person.staffId))
    expect(opened.map(({ ip, userAgent }) => [ip, userAgent])).toEqual([['127.0.0.1', expect.any(String)]])
  })

  test('is sent with the registration on request', async () => {
    const email = 'invited@example.jp'
    const profile = { lastName: '高瀬', firstName: '翼', lastNameKana: null, firstNameKana: null, gender: 'none' }
    const none = { tel: null, birthday: null, imgUrl: null, displayName: null, jobTitle: null, employmentType: null }
    const body = { ...profile, ...none, email, role: 'level2', joinedOn: null, shopIds: [shop], invites: true }
    const { json } = await api.post('/api/admin/staff/register', { token: head, body })
    expect([json.invitation, json.message]).toEqual(['sent', `${email} に招待メールを送りました。`])
    expect(await linkFor({ email } as Person)).toMatch(/^[\w-]{22}$/)
  })

  test.each([
    ['a zero-width space', 'kato\u200b@example.jp', 'kato@example.jp'],
    ['the scheme of a link', 'mailto:kondo@example.jp', 'kondo@example.jp'],
  ])('to an address pasted with %s lets the person sign in again by typing what they see', async (_, pasted, email) => {
    const profile = { lastName: '加藤', firstName: '葵', lastNameKana: null, firstNameKana: null, gender: 'none' }
    const none = { tel: null, birthday: null, imgUrl: null, displayName: null, jobTitle: null, employmentType: null }
    const body = { ...profile, ...none, email: pasted, role: 'level2', joinedOn: null, shopIds: [shop], invites: true }
    expect((await api.post('/api/admin/staff/register', { token: head, body })).status).toBe(200)
    const person = { email } as Person
    expect((await accept(await linkFor(person))).status).toBe(200)
    expect((await login(person, chosen)).status).toBe(200)
    expect((await login({ email: pasted } as Person, chosen)).status).toBe(200)
    const again = await api.post('/api/admin/staff/register', { token: head, body })
    expect(again.json.fields).toHaveProperty('email')
  })

  test('is valid once, even if used concurrently', async () => {
    const person = await waiting()
    await invite(person)
    const link = await linkFor(person)
    const answers = await Promise.all([accept(link), accept(link), accept(link)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await accept(link)).json.message).toContain('使用済みか有効期限が切れています')
  })

  test('makes earlier links void when it is sent again', async () => {
    const person = await waiting()
    await invite(person)
    const first = await linkFor(person)
    await invite(person)
    const second = await linkFor(person, 2)
    expect((await accept(first)).status).toBe(404)
    expect((await accept(second)).status).toBe(200)
  })

  test('expires after seven days, or when it is withdrawn', async () => {
    const [late, withdrawn] = [await waiting(), await waiting()]
    const [lateLink, withdrawnLink] = [await api.invite(late), await api.invite(withdrawn)]
    const body = { status: 'cancel', leftOn: '2026-11-30' }
    await api.put(`/api/admin/staff/${withdrawn.staffId}`, { token: head, body })
    expect((await accept(withdrawnLink)).status).toBe(404)
    const { now } = api.time
    api.time.now = new Date(now.getTime() + 7 * 24 * 3_600_000)
    expect((await accept(lateLink)).status).toBe(404)
    api.time.now = now
  })

  test('refuses a guessable password, and stays valid for another one', async () => {
    const link = await api.invite()
    const weak = await accept(link, 'password1234')
    expect([weak.status, weak.json.fields]).toEqual([422, { password: '推測されやすいパスワードは使用できません。' }])
    expect((await accept(link)).status).toBe(200)
  })

  test('is sent only to waiting staff', async () => {
    const active = await api.makeStaff({ role: 'level2', shops: [shop] })
    const { status, json } = await invite(active)
    expect([status, json.message]).toEqual([422, '招待できるのは、待機中のスタッフだけです。'])
  })

  test('waits for a mail server that is down, and is sent when it is back', async () => {
    isServerDown = true
    const person = await waiting()
    expect((await invite(person)).status).toBe(200)
    await new Promise((done) => setTimeout(done, 1_500))
    isServerDown = false
    const link = await expect
      .poll(() => sent.filter(({ to }) => to === person.email).length, { timeout: 30_000 })
      .toBe(1)
      .then(() => linkFor(person))
    expect((await accept(link)).status).toBe(200)
  }, 40_000)
})

describe('a forgotten password', () => {
  test('is reset by a mail’s link, which ends the other sessions and the old password', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    const elsewhere = await api.signIn(person)
    await forgot(person.email)
    expect((await accept(await linkFor(person))).status).toBe(200)
    expect((await login(person, chosen)).status).toBe(200)
    expect((await login(person, password)).status).toBe(401)
    expect((await api.get('/api/admin/user/me', { token: elsewhere })).status).toBe(401)
  })

  test('of an unknown address gets the same answer, and nothing is sent', async () => {
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    const before = sent.length
    const [unknown, known] = [await forgot('nobody@example.jp'), await forgot(person.email)]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    await linkFor(person)
    expect(sent.length).toBe(before + 1)
  })

  test('of a suspended account sends nothing either', async () => {
    const suspended = await api.makeStaff({ status: 'suspended' })
    const person = await api.makeStaff({ role: 'level2', shops: [shop] })
    await forgot(suspended.email)
    await forgot(person.email)
    await linkFor(person)
    expect(sent.filter(({ to }) => to === suspended.email)).toEqual([])
  })

  test('requested repeatedly is rate-limited like signing in', async () => {
    const { email } = await api.makeStaff()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await forgot(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
