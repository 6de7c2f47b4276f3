import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { member } from '../../api/db/schema/facts.ts'
import { postman } from '../../api/mail/postman.ts'
import { smtpTransport, type Transport } from '../../api/mail/transport.ts'
import { mailContent } from '../areas/mail.ts'
import { type Api, startApi } from '../support/api.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

// 配信のお願い: the mail that asks members who have said nothing whether they consent (decision 0109).

let api: Api
let server: MailServer
let transport: Transport
let shop: string
let other: string
let head: string
let manager: string
let stranger: string
let serial = 0

beforeAll(async () => {
  api = await startApi()
  server = await startMailServer()
  shop = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  head = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [shop] })
  stranger = await api.as({ role: 'level3', shops: [other] })
  const from = 'Karada Desk <no-reply@karada.example.jp>'
  transport = smtpTransport({ smtpUrl: server.url, from, ratePerMinute: 60_000 })
  const letters = { database: api.database, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.workInBatches('letter', 40, postman({ ...letters, jobs: api.jobs, transport }))
})
beforeEach(() => server.fail(() => undefined))
afterAll(async () => {
  await api.close()
  transport.close()
  await server.close()
})

async function makeMember(more: Parameters<Api['makeMember']>[1] = {}, shopId = shop) {
  serial += 1
  const email = `onegai${serial}@example.jp`
  return { email, ...(await api.makeMember(shopId, { email, mailOptIn: false, ...more })) }
}
const toMembers = (userIds: string[]) => ({ by: 'members', userIds })
const send = (userIds: string[], more: object = {}, token = head) =>
  api.post('/api/admin/mail/new', {
    token,
    body: {
      ...{ ...mailContent('consentRequest'), templateId: null, to: toMembers(userIds), sleepingReason: null },
      ...{ sendAt: null, ...more },
    },
  })
/** How many get a mail, and why the others do not. */
async function countsOf(userIds: string[], token = head, category = 'consentRequest') {
  const body = { category, to: toMembers(userIds) }
  const { json } = await api.post('/api/admin/mail/preview', { token, body })
  return { total: json.total, excluded: json.excluded }
}
const none = (reason: string) => ({ total: 0, excluded: [{ reason, count: 1 }] })
const logOf = async (id: string) => (await api.get(`/api/admin/mail/log/${id}`, { token: head })).json
async function untilOver(id: string) {
  const pass = async () => {
    await api.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
    return (await logOf(id)).sentAt
  }
  await expect.poll(pass, { timeout: 20_000 }).not.toBeNull()
  return logOf(id)
}
/** A letter as it arrived, with the tokens of its two links. */
function letterTo(email: string) {
  const text = server.to(email).at(-1)?.mail.text ?? ''
  const tokenAt = (page: string) => text.match(new RegExp(`/${page}\\?t=([\\w-]{22})`))?.[1] ?? 'nothing'
  return { text, consent: tokenAt('mail-consent'), refusal: tokenAt('unsubscribe') }
}
async function requested(more: Parameters<Api['makeMember']>[1] = {}) {
  const who = await makeMember(more)
  await untilOver((await send([who.userId])).json.id)
  return { ...who, ...letterTo(who.email) }
}
const give = async (token: string) => (await api.post('/api/admin/mail/consent', { body: { token } })).json.isDone
const decline = async (token: string) =>
  (await api.post('/api/admin/mail/consent/decline', { body: { token } })).json.isDone
const refuse = (token: string) => api.post('/api/admin/mail/unsubscribe', { body: { token } })
const consentPath = (userId: string) => `/api/admin/member/${userId}/mail-consent`
const consentOf = async (userId: string) => (await api.get(consentPath(userId), { token: manager })).json
const record = (userId: string, given: boolean, last: string | null = null) => {
  const body = { given, on: '2026-11-20', source: 'desk', detail: null, last }
  return api.post(`${consentPath(userId)}/new`, { token: manager, body })
}
const moveTo = (userId: string, email: string) => api.db.update(member).set({ email }).where(eq(member.userId, userId))

describe('a 配信のお願い', () => {
  test('says who writes and why, and has a link to consent and one to refuse, whatever its text is', async () => {
    const { text, email, consent, refusal } = await requested()
    expect(text).toContain('会員としてご登録のメールアドレスに、一度だけお送りしています')
    expect(text).toContain('東京都新宿区新宿1-1-1')
    expect(text).toContain('配信を希望しない（配信停止）')
    expect([consent, refusal]).toEqual([expect.stringMatching(/^.{22}$/), expect.stringMatching(/^.{22}$/)])
    expect(server.to(email)[0]?.mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true)
    const { rows } = await api.db.execute<{ found: boolean }>(
      sql`select bool_or(to_jsonb(l)::text like ${`%${consent}%`}) as found from mail_consent_link l`,
    )
    expect(rows[0]?.found).toBe(false)
  })

  test('has a link that alone gives consent, for the address that it went to, once', async () => {
    const { userId, email, consent } = await requested()
    expect(await consentOf(userId)).toMatchObject({ state: null, list: [], linkSentAt: null })
    expect(await give(consent)).toBe(true)
    expect(await consentOf(userId)).toMatchObject({ state: 'given', counts: true })
    expect((await consentOf(userId)).list[0]).toMatchObject({ source: 'link', email, recordedBy: null })
    expect([await give(consent), await decline(consent)]).toEqual([false, false])
    expect((await countsOf([userId], head, 'marketing')).total).toBe(1)
  })

  test('refused by either link is a 配信停止 of the member, after which its link to consent is void', async () => {
    const [byPage, byRefusal] = [await requested(), await requested()]
    expect(await decline(byPage.consent)).toBe(true)
    await refuse(byRefusal.refusal)
    for (const { userId, consent } of [byPage, byRefusal]) {
      expect((await consentOf(userId)).list).toMatchObject([{ state: 'withdrawn', source: 'link' }])
      expect(await give(consent)).toBe(false)
      expect(await countsOf([userId])).toEqual(none('answered'))
    }
  })

  test('reaches nobody who has said yes or no, left, or has no address, and the preview says why', async () => {
    const [yes, no, left, without, open] = [
      await makeMember(),
      await makeMember(),
      await makeMember({ contractStatus: 'cancel' }),
      await makeMember({ email: null }),
      await makeMember(),
    ]
    await record(yes.userId, true)
    await record(no.userId, false)
    const all = [yes, no, left, without, open].map(({ userId }) => userId)
    expect(await countsOf(all)).toEqual({
      total: 1,
      excluded: [
        { reason: 'noAddress', count: 1 },
        { reason: 'cancelled', count: 1 },
        { reason: 'answered', count: 2 },
      ],
    })
    expect((await send(all)).json.total).toBe(1)
  })

  test('comes once to a member: two at the same moment, a second one, and one to the same address', async () => {
    const { userId, email } = await makeMember()
    const family = await makeMember({ email })
    const answers = await Promise.all([send([userId], { expected: 1 }), send([userId], { expected: 1 })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { json } = answers.find(({ status }) => status === 200) as (typeof answers)[0]
    await untilOver(json.id)
    expect(server.to(email)).toHaveLength(1)
    expect(await countsOf([userId])).toEqual(none('requested'))
    expect(await countsOf([family.userId])).toEqual(none('requested'))
    // Whoever writes it.
    const again = api.db.execute(sql`insert into mail_recipient (mail_id, member_id, shop_id, email, status)
      select mail.id, m.id, m.shop_id, m.email, 'waiting' from mail, member m
      where m.user_id = ${Number(userId)} and mail.category = 'consentRequest' and mail.id <> ${Number(json.id)} limit 1`)
    await expect(again.catch(({ cause }) => String(cause))).resolves.toContain('mail_recipient_request')
  })

  test('that was cancelled, or that the mail server did not take, counts for none', async () => {
    const [a, b] = [await makeMember(), await makeMember()]
    const { id } = (await send([a.userId])).json
    await api.put(`/api/admin/mail/log/${id}/cancel`, { token: head, body: { version: 1 } })
    server.fail((to) => (to === b.email ? 'spam' : undefined))
    expect((await untilOver((await send([b.userId])).json.id)).status).toBe('failed')
    expect((await countsOf([a.userId, b.userId])).total).toBe(2)
  })

  test('is not sent to who answered, left or has another address since it was confirmed', async () => {
    const [answered, left, moved, open] = [
      await makeMember(),
      await makeMember(),
      await makeMember(),
      await makeMember(),
    ]
    const { id } = (await send([answered, left, moved, open].map(({ userId }) => userId))).json
    await record(answered.userId, false)
    await api.db.update(member).set({ contractStatus: 'cancel' }).where(eq(member.userId, left.userId))
    await moveTo(moved.userId, 'betsu@example.jp')
    const { excludedReasons, counts } = await untilOver(id)
    expect(counts).toMatchObject({ delivered: 1, excluded: 3 })
    expect(excludedReasons.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'addressChanged',
      'answered',
      'cancelled',
    ])
    expect((await countsOf([moved.userId])).total).toBe(1)
  })

  test('cannot be sent by a scenario', async () => {
    const template = await api.post('/api/admin/mail/template/new', {
      token: head,
      body: { ...mailContent('consentRequest'), name: 'お願い', shopId: null, status: 'active' },
    })
    expect(template.status).toBe(200)
    const steps = [{ delayDays: 1, sendTime: '10:00', templateId: template.json.id }]
    const { status, json } = await api.post('/api/admin/mail/step/new', {
      token: head,
      body: {
        ...{ name: 'お願い', trigger: { type: 'manual', days: 0 }, entryFilter: {}, stopOn: [] },
        ...{ steps, status: 'active' },
      },
    })
    expect([status, json.fields]).toEqual([422, { 'steps.0.templateId': expect.stringContaining('配信のお願い') }])
  })
})

describe('the link of a 配信のお願い', () => {
  test('is void once mail goes elsewhere, once staff recorded an answer, and after 60 days', async () => {
    const [moved, answered, late] = [await requested(), await requested(), await requested()]
    await moveTo(moved.userId, 'betsu2@example.jp')
    await record(answered.userId, false)
    const before = api.time.now
    expect([await give(moved.consent), await give(answered.consent)]).toEqual([false, false])
    api.time.now = new Date(before.getTime() + 61 * 24 * 3600 * 1000)
    expect(await give(late.consent)).toBe(false)
    api.time.now = before
  })

  test('is in no text that staff write: no variable gives it, and the two tokens open only their own page', async () => {
    const { userId } = await makeMember()
    const refused = await send([userId], { body: '<p>{{同意URL}}</p>' })
    expect(refused.json.fields.body).toContain('差し込みはありません')
    const { consent, refusal, ...who } = await requested()
    expect(await give(refusal)).toBe(false)
    await refuse(consent)
    expect((await consentOf(who.userId)).list).toEqual([])
  })
})

describe('another shop', () => {
  test('can neither write to the members nor learn from its own what went to their address', async () => {
    const { userId, email } = await requested()
    expect((await send([userId], {}, stranger)).status).toBe(404)
    const same = await makeMember({ email }, other)
    expect(await countsOf([same.userId], stranger)).toEqual(none('unreachable'))
    expect((await send([same.userId], {}, stranger)).json.fields.to).toContain('送信できる宛先がありません')
  })
})
