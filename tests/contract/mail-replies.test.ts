import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mailBounce, mailPause, mailRecipient } from '../../api/db/schema/mail.ts'
import { mailer, sendToStaff } from '../../api/mail/mailer.ts'
import { mostRefusals, postman } from '../../api/mail/postman.ts'
import { refusalOf, smtpTransport, type Transport } from '../../api/mail/transport.ts'
import { mailContent } from '../areas/mail.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { mailReplies } from '../support/mail-replies.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

let api: Api
let server: MailServer
let transport: Transport
let shop: string
let head: Person
let manager: Person
let serial = 0

beforeAll(async () => {
  api = await startApi()
  server = await startMailServer()
  shop = await api.makeShop()
  head = await api.makeStaff({ role: 'all' })
  manager = await api.makeStaff({ role: 'level3', shops: [shop] })
  transport = smtpTransport({ smtpUrl: server.url, from: 'no-reply@example.jp', ratePerMinute: 60_000 })
  const letters = { database: api.database, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.work('mail', mailer({ ...letters, send: sendToStaff(transport) }))
  await api.jobs.workInBatches('letter', 40, postman({ ...letters, jobs: api.jobs, transport }))
})
afterEach(async () => {
  server.fail(() => undefined)
  await api.db.delete(mailPause)
})
afterAll(async () => {
  await api.close()
  transport.close()
  await server.close()
})

/** A new session for each call, because a jump of the clock ends the others. */
const get = async (path: string, person = head) =>
  (await api.get(`/api/admin/${path}`, { token: await api.signIn(person) })).json
const post = async (path: string, body: object) =>
  api.post(`/api/admin/${path}`, { token: await api.signIn(head), body })
const put = async (path: string, body: object) => api.put(`/api/admin/${path}`, { token: await api.signIn(head), body })

/** Members with consent, each with an address of their own. */
async function membersOf(count: number) {
  const made = []
  for (let at = 0; at < count; at += 1) {
    serial += 1
    const email = `kaiin${serial}@example.jp`
    made.push({ email, ...(await api.makeMember(shop, { email, mailOptIn: true })) })
  }
  return made
}
async function send(members: { userId: string }[]): Promise<string> {
  const to = { by: 'members', userIds: members.map(({ userId }) => userId) }
  const body = { ...mailContent('transactional'), templateId: null, to, sleepingReason: null, sendAt: null }
  const { status, json } = await post('mail/new', body)
  expect([status, json]).toMatchObject([200, {}])
  // Past the minute in which it can be cancelled.
  api.time.now = new Date(api.time.now.getTime() + 60_000)
  return json.id
}
const logOf = (id: string, person = head) => get(`mail/log/${id}`, person)
const letTimePass = () => api.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
/** The mail once `holds`, while every wait is over at once. */
async function logOnce(id: string, holds: (log: Awaited<ReturnType<typeof logOf>>) => boolean) {
  await expect
    .poll(
      async () => {
        await letTimePass()
        return holds(await logOf(id))
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return logOf(id)
}
const isOver = ({ sentAt }: { sentAt: string | null }) => sentAt !== null
const isMarked = async (email: string) => (await api.db.$count(mailBounce, eq(mailBounce.email, email))) > 0

describe('a mail server’s reply', () => {
  const kinds = { mailbox: 'noSuchAddress', letter: 'permanent', later: 'temporary', limit: 'limit' }
  const letter = {
    ...{
      to: 'kaiin@example.jp',
      messageId: null,
      fromName: 'からだクラブ',
      replyTo: null,
      unsubscribeUrl: null,
      isAutomatic: false,
    },
    ...{ subject: 'ご案内', html: '<p>ご案内</p>', text: 'ご案内' },
  }

  test.each(mailReplies)('to $to is about the $meaning: $reply', async ({ to, reply, meaning }) => {
    server.fail(() => ({ to, reply }))
    const refusal = await transport.send(letter).then(() => null, refusalOf)
    expect(refusal).toEqual({ kind: kinds[meaning], detail: reply })
  })

  test('marks a member’s address only when there is no such mailbox, whatever else fails the letter', async () => {
    const final = mailReplies.filter(({ meaning }) => meaning === 'mailbox' || meaning === 'letter')
    const members = await membersOf(final.length)
    const byEmail = new Map(members.map(({ email }, at) => [email, final[at]]))
    server.fail((to) => byEmail.get(to))
    const log = await logOnce(await send(members), isOver)
    const marked = await Promise.all(members.map(({ email }) => isMarked(email)))
    expect(final.filter((_, at) => marked[at]).map(({ reply }) => reply)).toEqual(
      final.filter(({ meaning }) => meaning === 'mailbox').map(({ reply }) => reply),
    )
    const bounced = marked.filter(Boolean).length
    expect(log.counts).toMatchObject({ bounced, failed: final.length - bounced, cancelled: 0 })
  })
})

describe('a sending limit', () => {
  const quota = { to: 'RCPT', reply: '550 5.4.5 Daily user sending limit exceeded' } as const

  test('pauses every mail, which the log says, and later each letter is sent once', async () => {
    const members = await membersOf(3)
    server.fail(() => quota)
    const id = await send(members)
    const paused = await logOnce(id, ({ isPaused }) => isPaused)
    expect(paused).toMatchObject({ status: 'scheduled', counts: { waiting: 3, failed: 0, bounced: 0 } })
    expect(paused.pause.detail).toBe(quota.reply)
    const { list } = await get('mail/log/list')
    expect(list.find((row: { id: string }) => row.id === id)).toMatchObject({ isPaused: true })
    // Another mail does not even try.
    const [other] = await membersOf(1)
    const otherId = await send([other as { userId: string }])
    await logOnce(otherId, ({ isPaused }) => isPaused)
    await letTimePass()
    expect(server.attemptsFor(other?.email as string)).toBe(0)
    server.fail(() => undefined)
    api.time.now = new Date(Date.parse(paused.pause.until))
    expect(await logOnce(id, isOver)).toMatchObject({ status: 'sent', counts: { delivered: 3 }, pause: null })
    expect(await logOnce(otherId, isOver)).toMatchObject({ status: 'sent' })
    for (const { email } of members) {
      expect([email, server.to(email).length, await isMarked(email)]).toEqual([email, 1, false])
    }
    expect(await api.db.$count(mailPause)).toBe(0)
  })

  test('that goes on makes the pauses longer, up to an hour, and costs no letter its tries', async () => {
    const [member] = await membersOf(1)
    server.fail(() => quota)
    const id = await send([member as { userId: string }])
    const minutes = []
    for (let pauses = 0; pauses < 6; pauses += 1) {
      const { pause } = await logOnce(id, ({ isPaused }) => isPaused)
      const until = Date.parse(pause.until)
      minutes.push((until - api.time.now.getTime()) / 60_000)
      api.time.now = new Date(until)
    }
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60])
    server.fail(() => undefined)
    expect(await logOnce(id, isOver)).toMatchObject({ status: 'sent' })
    const [row] = await api.db.select().from(mailRecipient).where(eq(mailRecipient.mailId, id))
    expect(row).toMatchObject({ attempts: 1, error: null })
  })

  test('ends a pause by cancelling the mail', async () => {
    server.fail(() => quota)
    const id = await send(await membersOf(2))
    const { version, canCancel } = await logOnce(id, ({ isPaused }) => isPaused)
    expect(canCancel).toBe(true)
    const cancelled = await put(`mail/log/${id}/cancel`, { version })
    expect(cancelled.json).toMatchObject({ status: 'cancelled', isPaused: false, counts: { cancelled: 2 } })
  })
})

describe('a policy of the mail server', () => {
  const refusal = (to: string) =>
    ({ to: 'RCPT', reply: `550 5.7.1 <${to}>: rejected, see log ${to.length}A7` }) as const

  test('that refuses some letters in a row stops the mail, and its sender is notified', async () => {
    const members = await membersOf(30)
    server.fail((to) => (to === head.email ? undefined : refusal(to)))
    const id = await send(members)
    const log = await logOnce(id, isOver)
    // Those in flight at that moment are refused too.
    expect(log.counts.failed).toBeGreaterThanOrEqual(mostRefusals)
    expect(log.counts.failed).toBeLessThan(mostRefusals + 8)
    expect(log).toMatchObject({ status: 'failed', counts: { cancelled: 30 - log.counts.failed, bounced: 0 } })
    expect(log.stop.detail).toContain('550 5.7.1 <kaiin')
    expect((await logOf(id, manager)).stop.detail).toContain('550 5.7.1 <k***@example.jp>')
    await expect.poll(() => server.to(head.email).length, { timeout: 10_000 }).toBe(1)
    const notice = server.to(head.email)[0]?.mail
    expect(notice?.subject).toBe('【Karada Desk】メールの送信を中止しました')
    expect(notice?.text).toContain(`https://desk.example.jp/mail/logs/${id}`)
    expect(notice?.text).not.toContain(members[0]?.email)
    for (const { email } of members) expect(await isMarked(email)).toBe(false)
  })

  test('that refuses letters now and then, or for other reasons, stops nothing', async () => {
    const members = await membersOf(24)
    const replies = ['550 5.7.1 rejected', '550 5.6.0 rejected', '554 5.7.1 rejected']
    const at = new Map(members.map(({ email }, index) => [email, index]))
    server.fail((to) => {
      const index = at.get(to) ?? 0
      return index % 4 === 3 ? undefined : { to: 'DATA', reply: replies[index % 3] as string }
    })
    const log = await logOnce(await send(members), isOver)
    expect(log).toMatchObject({ stop: null, status: 'partial', counts: { delivered: 6, failed: 18, cancelled: 0 } })
  })
})

describe('head office lifts 不達', () => {
  const lift = (userId: string, reason = '本人がアドレスを直しました。') =>
    put(`mail/bounce/${userId}/lift`, { reason })
  const mark = (email: string, isComplaint = false) =>
    api.db
      .insert(mailBounce)
      .values({ email, shopId: shop, at: api.time.now, detail: `550 <${email}>: User unknown`, isComplaint })
  const read = (userId: string, person = head) => get(`user/${userId}`, person)

  test('with a reason, which is in the audit log under the member', async () => {
    const [member] = await membersOf(1)
    const { userId, email } = member as { userId: string; email: string }
    await mark(email)
    expect((await read(userId)).mailBounce).toMatchObject({
      isComplaint: false,
      detail: `550 <${email}>: User unknown`,
    })
    expect((await lift(userId, ' ')).json.fields).toHaveProperty('reason')
    expect((await lift(userId)).status).toBe(200)
    expect((await read(userId)).mailBounce).toBe(null)
    expect(await logOnce(await send([member as { userId: string }]), isOver)).toMatchObject({ status: 'sent' })
    const { list } = await get(`audit/list?userId=${userId}`)
    expect(list[0]).toMatchObject({ action: 'mail.lift', reason: '本人がアドレスを直しました。' })
    expect((await lift(userId)).status).toBe(404)
  })

  test('but no complaint, and a 配信停止 stays', async () => {
    const [complained, stopped] = await membersOf(2)
    await mark(complained?.email as string, true)
    const refused = await lift(complained?.userId as string)
    expect([refused.status, refused.json.message]).toEqual([
      409,
      '迷惑メールとして申告されたアドレスのため、解除できません。',
    ])
    await mark(stopped?.email as string)
    await api.db.execute(sql`insert into mail_opt_out (member_id, at) values (${Number(stopped?.memberId)}, now())`)
    expect((await lift(stopped?.userId as string)).status).toBe(200)
    const to = { by: 'members', userIds: [stopped?.userId] }
    const { json } = await post('mail/preview', { category: 'marketing', to })
    expect(json.excluded).toEqual([{ reason: 'noConsent', count: 1 }])
  })

  test('and whoever sees no addresses sees none in the reply', async () => {
    const trainer = await api.makeStaff({ role: 'level2', shops: [shop] })
    const [member] = await membersOf(1)
    await mark(member?.email as string)
    expect((await read(member?.userId as string, trainer)).mailBounce.detail).toBe(
      '550 <k***@example.jp>: User unknown',
    )
  })
})
