import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { member } from '../../api/db/schema/facts.ts'
import { mail, mailBounce, mailOptOut, mailRecipient } from '../../api/db/schema/mail.ts'
import { toTokyoDateTime } from '../../api/lib/time.ts'
import { mailer, sendToStaff } from '../../api/mail/mailer.ts'
import { mostTries, postman } from '../../api/mail/postman.ts'
import { smtpTransport, type Transport } from '../../api/mail/transport.ts'
import { mailContent } from '../areas/mail.ts'
import { mailEventKey } from '../support/accounts.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

let api: Api
let server: MailServer
let transport: Transport
let shop: string
let other: string
let head: string
let manager: string
let managerEmail: string
let serial = 0

beforeAll(async () => {
  api = await startApi()
  server = await startMailServer()
  shop = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  head = await api.signIn(await api.makeStaff({ role: 'all' }))
  const person = await api.makeStaff({ role: 'level3', shops: [shop] })
  managerEmail = person.email
  manager = await api.signIn(person)
  transport = smtpTransport({
    smtpUrl: server.url,
    from: 'Karada Desk <no-reply@karada.example.jp>',
    ratePerMinute: 60_000,
  })
  const letters = { database: api.database, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.work('mail', mailer({ ...letters, send: sendToStaff(transport) }))
  await api.jobs.workInBatches('letter', 40, postman({ ...letters, jobs: api.jobs, transport }))
})
beforeEach(() => server.fail(() => undefined))
afterAll(async () => {
  await api.close()
  transport.close()
  await server.close()
})

type Member = Parameters<Api['makeMember']>[1] & object
const makeMember = async (more: Member = {}, shopId = shop) => {
  serial += 1
  const email = `kaiin${serial}@example.jp`
  return { email, ...(await api.makeMember(shopId, { email, mailOptIn: true, ...more })) }
}
const draftTo = (userIds: string[], more: object = {}) => ({
  ...mailContent(),
  templateId: null,
  to: { by: 'members', userIds },
  sleepingReason: null,
  sendAt: null,
  ...more,
})
const send = (userIds: string[], more: object = {}, token = head) =>
  api.post('/api/admin/mail/new', { token, body: draftTo(userIds, more) })
const preview = (body: object, token = head) => api.post('/api/admin/mail/preview', { token, body })
const logOf = async (id: string, token = head) => (await api.get(`/api/admin/mail/log/${id}`, { token })).json
const recipientsOf = async (id: string, query = '', token = head) =>
  (await api.get(`/api/admin/mail/log/${id}/recipient/list?limit=500${query}`, { token })).json.list
/** Past the minute for cancelling, and past every wait after a refusal. */
const letTimePass = () => api.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
const untilOver = async (id: string) => {
  await expect
    .poll(
      async () => {
        await letTimePass()
        return (await logOf(id)).sentAt
      },
      { timeout: 20_000 },
    )
    .not.toBeNull()
  return logOf(id)
}

describe('a mail', () => {
  test('reaches each member with their own name, shop and 配信停止 link, and appears in the log', async () => {
    const [a, b] = [await makeMember({ lastName: '鈴木', firstName: '花' }), await makeMember({}, other)]
    const { json } = await send([a.userId, b.userId])
    expect(json).toMatchObject({ message: '2名へのメールを受け付けました。60秒後に送信を始めます。', total: 2 })
    const log = await untilOver(json.id)
    expect(log).toMatchObject({
      status: 'sent',
      counts: { total: 2, delivered: 2, waiting: 0 },
      consentBasis: 'consent',
    })
    const [letter] = server.to(a.email)
    expect(letter?.mail).toMatchObject({
      subject: '鈴木 花様へ 秋のご案内',
      from: { name: 'からだクラブ 新宿店', address: 'no-reply@karada.example.jp' },
      replyTo: [{ address: 'shinjuku@example.jp' }],
    })
    expect(letter?.mail.text).toContain('新宿店より、秋のご案内です。')
    expect(letter?.mail.text).toMatch(/https:\/\/desk\.example\.jp\/unsubscribe\?t=[\w-]{22}/)
    expect(letter?.mail.html).toContain('東京都新宿区新宿1-1-1')
    expect(server.to(b.email)[0]?.mail.text).toContain('渋谷店より')
  })

  test('reads well to members who have never come', async () => {
    const { userId, email } = await makeMember()
    const body = `<p>最近のご来館は{{最終来館日}}です。プランは{{プラン名}}です。</p><p>${'長い行'.repeat(600)}</p>`
    await untilOver((await send([userId], { body })).json.id)
    // RFC 5321 allows 998 bytes a line.
    expect(
      server
        .to(email)[0]
        ?.raw.split('\r\n')
        .every((line) => line.length <= 998),
    ).toBe(true)
    expect(server.to(email)[0]?.mail.text).toContain('最近のご来館は記録なしです。プランはなしです。')
  })

  test('can be unsubscribed from with one click in a mail program (RFC 8058)', async () => {
    const { userId, email } = await makeMember()
    await untilOver((await send([userId])).json.id)
    const headers = new Map(server.to(email)[0]?.mail.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe')).toMatch(/^<https:\/\/desk\.example\.jp\/unsubscribe\?t=[\w-]{22}>$/)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('message-id')).toMatch(/^<\d+\.[\w-]{22}@karada\.example\.jp>$/)
  })

  test('is sent after the minute for cancelling, and never when cancelled', async () => {
    const { userId, email } = await makeMember()
    const { id } = (await send([userId])).json
    expect(await logOf(id)).toMatchObject({ status: 'scheduled', canCancel: true })
    const cancelled = await api.put(`/api/admin/mail/log/${id}/cancel`, { token: head, body: { version: 1 } })
    expect(cancelled.json).toMatchObject({
      status: 'cancelled',
      canCancel: false,
      counts: { cancelled: 1, delivered: 0 },
    })
    await letTimePass()
    const next = await makeMember()
    await untilOver((await send([next.userId])).json.id)
    expect(server.to(email)).toEqual([])
  })

  test('can be scheduled at least five minutes and at most ninety days ahead', async () => {
    const { userId } = await makeMember()
    const at = (minutes: number) => new Date(api.time.now.getTime() + minutes * 60_000).toISOString()
    expect((await send([userId], { sendAt: at(4) })).json.fields.sendAt).toContain('5分以上先')
    expect((await send([userId], { sendAt: at(91 * 24 * 60) })).json.fields.sendAt).toContain('90日以内')
    expect((await send([userId], { sendAt: at(6) })).json.message).toBe('1名へのメールの送信を予約しました。')
  })

  test('is refused when the number of recipients has changed since it was shown', async () => {
    const { userId } = await makeMember()
    const { status, json } = await send([userId], { expected: 2 })
    expect([status, json.message]).toEqual([409, '宛先の人数が変わりました。宛先をもう一度確認してください。'])
  })

  test('has at most five hundred recipients from a shop’s manager, and more from head office', async () => {
    const quarter = await api.makeShop()
    const busy = await api.signIn(await api.makeStaff({ role: 'level3', shops: [quarter] }))
    await api.db.execute(sql`
      with people as (insert into user_account (type) select 'member' from generate_series(1, 501) returning id)
      insert into member (user_id, external_id, member_no, shop_id, last_name, first_name, email, gender, status,
        contract_status, mail_opt_in)
      select id, 500000 + id, 'M' || id, ${Number(quarter)}, '会員', id, 'many' || id || '@example.jp', 'none', 'waiting',
        'waiting', true from people`)
    const to = { by: 'filter', filter: { shopId: quarter } }
    const refused = await api.post('/api/admin/mail/new', { token: busy, body: { ...draftTo([]), to } })
    expect(refused.json.fields.to).toBe('一度に送信できるのは500名までです。宛先を絞り込んでください。')
    const [taken] = (await preview({ category: 'marketing', to }, head)).json.list
    const fewer = { ...to, withoutUserIds: [taken.userId] }
    const atMost = (await api.post('/api/admin/mail/new', { token: busy, body: { ...draftTo([]), to: fewer } })).json
    expect(atMost.total).toBe(500)
    const more = (await api.post('/api/admin/mail/new', { token: head, body: { ...draftTo([]), to } })).json
    expect(more.total).toBe(501)
    // Otherwise a thousand letters would be sent before those of the next tests.
    for (const { id } of [atMost, more]) {
      const { status } = await api.put(`/api/admin/mail/log/${id}/cancel`, { token: head, body: { version: 1 } })
      expect(status).toBe(200)
    }
  })
})

describe('the log', () => {
  test('is filtered by member, sender or template, and shows recipients and subject by name', async () => {
    const [a, b] = [await makeMember({ lastName: '鈴木', firstName: '花' }), await makeMember()]
    const toA = (await send([a.userId])).json.id
    const toB = (await send([b.userId], {}, manager)).json.id
    const listOf = async (query: string) => (await api.get(`/api/admin/mail/log/list?${query}`, { token: head })).json
    const ofA = await listOf(`userId=${a.userId}`)
    expect(ofA.list.map(({ id }: { id: string }) => id)).toEqual([toA])
    expect(ofA.of).toEqual({ member: { id: a.userId, name: '鈴木　花' }, template: null, step: null })
    // An address of an older release has the member's own number.
    expect(await listOf(`memberId=${a.memberId}`)).toEqual(ofA)
    expect(a.memberId).not.toBe(a.userId)
    const { sender } = await logOf(toB)
    const sent = await listOf(`senderStaffId=${sender.id}&limit=100`)
    expect(sent.list.map(({ id }: { id: string }) => id)).toContain(toB)
    expect(sent.list.map(({ id }: { id: string }) => id)).not.toContain(toA)
  })

  test('exported for one member, is in the audit log under that member', async () => {
    const { userId } = await makeMember()
    const address = `/api/admin/mail/log/list?userId=${userId}`
    const file = await api.get(address, { token: head, headers: { accept: 'text/csv' } })
    expect(file.status).toBe(200)
    const { json } = await api.get(`/api/admin/audit/list?userId=${userId}`, { token: head })
    expect(json.list.map(({ action }: { action: string }) => action)).toContain('mailLog.list.export')
  })
})

describe('an excluded member', () => {
  test('has the first reason that applies, which the preview counts and the log keeps', async () => {
    const place = await api.makeShop()
    const at = (more: Member) => makeMember(more, place)
    const gets = await at({})
    const cases = {
      removed: await at({}),
      noAddress: await at({ email: null }),
      bounced: await at({}),
      noConsent: await at({ mailOptIn: false }),
      duplicate: await at({ email: gets.email.toUpperCase() }),
    }
    await api.db
      .insert(mailBounce)
      .values({ email: cases.bounced.email, shopId: place, at: api.time.now, detail: '550' })
    const to = { by: 'filter', filter: { shopId: place }, withoutUserIds: [cases.removed.userId] }
    const { json } = await preview({ category: 'marketing', to })
    expect(json.total).toBe(1)
    expect(json.list.map(({ userId }: { userId: string }) => userId)).toEqual([gets.userId])
    expect(
      Object.fromEntries(json.excluded.map((one: { reason: string; count: number }) => [one.reason, one.count])),
    ).toEqual({ removed: 1, noAddress: 1, bounced: 1, noConsent: 1, duplicate: 1 })
    for (const [reason, { userId }] of Object.entries(cases)) {
      const shown = (await preview({ category: 'marketing', to, show: reason })).json.list
      expect([reason, shown.map((one: { userId: string }) => one.userId)]).toEqual([reason, [userId]])
    }
    const { id } = (await api.post('/api/admin/mail/new', { token: head, body: { ...draftTo([]), to } })).json
    const log = await untilOver(id)
    expect(log.excludedReasons).toHaveLength(5)
    expect(log.counts).toMatchObject({ total: 1, delivered: 1, excluded: 5 })
    const kept = await recipientsOf(id, '&status=excluded')
    expect(new Map(kept.map((one: { userId: string; reason: string }) => [one.reason, one.userId]))).toEqual(
      new Map(Object.entries(cases).map(([reason, { userId }]) => [reason, userId])),
    )
  })

  test('still gets 業務連絡 without consent, but not at an address that bounces', async () => {
    const { userId } = await makeMember({ mailOptIn: false })
    expect((await preview({ category: 'transactional', to: { by: 'members', userIds: [userId] } })).json.total).toBe(1)
    const { id } = (await send([userId], { category: 'transactional' })).json
    expect(await untilOver(id)).toMatchObject({ consentBasis: 'business', status: 'sent' })
  })

  test('who clicked 配信停止, once or often, gets no further 広告宣伝', async () => {
    const { userId, memberId, email } = await makeMember()
    const { id } = (await send([userId])).json
    await untilOver(id)
    const [, token] = server.to(email)[0]?.mail.text?.match(/unsubscribe\?t=([\w-]{22})/) ?? []
    for (let click = 0; click < 2; click += 1) {
      const answer = await api.post('/api/admin/mail/unsubscribe', { body: { token } })
      expect([answer.status, answer.json]).toEqual([200, { message: '配信を停止しました。' }])
    }
    expect(await logOf(id)).toMatchObject({ counts: { delivered: 1, unsubscribed: 1 } })
    const { json } = await preview({ category: 'marketing', to: { by: 'members', userIds: [userId] } })
    expect([json.total, json.excluded]).toEqual([0, [{ reason: 'noConsent', count: 1 }]])
    expect(await api.db.select().from(mailOptOut).where(eq(mailOptOut.memberId, memberId))).toHaveLength(1)
    // 操作履歴 names the member as who did it.
    const log = await api.get(`/api/admin/audit/list?userId=${userId}&action=mailUnsubscribed`, { token: head })
    expect(log.json.list[0]).toMatchObject({ actor: null, isByMember: true, member: { id: userId } })
    // Whatever another source says of it later.
    for (const mailOptIn of [false, true]) await api.db.update(member).set({ mailOptIn }).where(eq(member.id, memberId))
    expect((await preview({ category: 'marketing', to: { by: 'members', userIds: [userId] } })).json.total).toBe(0)
  })
})

describe('a member who withdraws consent after a mail was confirmed', () => {
  test('is excluded from it as if before, but not from 業務連絡', async () => {
    const [gets, ended, changed, complained] = [
      await makeMember(),
      await makeMember(),
      await makeMember(),
      await makeMember(),
    ]
    const all = [gets, ended, changed, complained]
    const { id } = (await send(all.map(({ userId }) => userId))).json
    const business = (await send([ended.userId], { category: 'transactional' })).json
    await api.db.insert(mailOptOut).values({ memberId: ended.memberId, at: api.time.now })
    await api.db.execute(sql`update member set mail_opt_in = false where id = ${Number(changed.memberId)}`)
    await api.db
      .insert(mailBounce)
      .values({ email: complained.email, shopId: shop, at: api.time.now, detail: '', isComplaint: true })
    expect(await untilOver(id)).toMatchObject({ status: 'sent', counts: { total: 1, delivered: 1, excluded: 3 } })
    const left = await recipientsOf(id, '&status=excluded')
    expect(new Map(left.map((one: { userId: string; reason: string }) => [one.userId, one.reason]))).toEqual(
      new Map([
        [ended.userId, 'noConsent'],
        [changed.userId, 'noConsent'],
        [complained.userId, 'bounced'],
      ]),
    )
    expect(await untilOver(business.id)).toMatchObject({ status: 'sent' })
    expect(server.to(ended.email).map(({ mail: { text } }) => text?.includes('配信停止: '))).toEqual([false])
  })

  test('withdraws it for the address: a mail without remaining recipients ends, and none was sent', async () => {
    const { userId, email } = await makeMember()
    const { id } = (await send([userId])).json
    const relative = await makeMember({ email: email.toUpperCase() }, other)
    await api.db.insert(mailOptOut).values({ memberId: relative.memberId, at: api.time.now })
    expect(await untilOver(id)).toMatchObject({ status: 'cancelled', counts: { total: 0, excluded: 1 } })
    expect(server.to(email)).toEqual([])
    const to = { by: 'members', userIds: [userId] }
    // Their manager sees neither the relative nor their shop, nor what they said.
    const { json } = await preview({ category: 'marketing', to }, manager)
    expect(json.excluded).toEqual([{ reason: 'unreachable', count: 1 }])
    expect((await preview({ category: 'transactional', to }, manager)).json.total).toBe(1)
  })
})

describe('what another shop’s letters met at an address', () => {
  const reasonsOf = async (userId: string, category: string, token = manager) =>
    (await preview({ category, to: { by: 'members', userIds: [userId] } }, token)).json.excluded
  const recordOf = async (userId: string, token = manager) =>
    (await api.get(`/api/admin/user/${userId}`, { token })).json
  const one = (reason: string) => [{ reason, count: 1 }]
  /** A member of the manager's own, who is given the address by a file of theirs. */
  async function giveByFile(email: string) {
    serial += 1
    const memberNo = `K${serial}`
    const { userId } = await makeMember({ memberNo, lastSyncedAt: null })
    const file = ['会員番号,氏名,メールアドレス', `${memberNo},名取 太郎,${email}`]
    expect(await importsOf(api).write(manager, file)).toMatchObject({ state: 'written' })
    return userId
  }
  /** A member of the other shop whose letter came back, was complained about, or who clicked 配信停止. */
  async function met(type: 'bounce' | 'complaint' | '配信停止') {
    const { userId, email } = await makeMember({}, other)
    const { id } = (await send([userId])).json
    await untilOver(id)
    const messageId = server.to(email)[0]?.mail.messageId
    if (type === '配信停止')
      await api.post('/api/admin/mail/unsubscribe', { body: { token: await api.letterToken(id) } })
    else {
      const events = [{ type, email, messageId, detail: 'smtp; 550 5.1.1 user unknown' }]
      await api.post('/api/admin/mail/event', { body: { key: mailEventKey, events } })
    }
    return { userId, email }
  }

  test('is one fact, 送れません, for whoever gives that address to a member of their own', async () => {
    const [bounced, complained, stopped] = [await met('bounce'), await met('complaint'), await met('配信停止')]
    const free = await recordOf(await giveByFile('nobody-has-this@example.jp'))
    expect(free).toMatchObject({ mailBounce: null, isUnreachable: false })
    const seen = []
    for (const { email } of [bounced, complained, stopped]) {
      const userId = await giveByFile(email)
      const { mailBounce, isUnreachable } = await recordOf(userId)
      seen.push([mailBounce, isUnreachable, await reasonsOf(userId, 'marketing')])
      // A mail of head office to both shops is in the log of each: there too.
      const { id } = (await send([userId, (await makeMember()).userId])).json
      const [left] = await recipientsOf(id, '&status=excluded', manager)
      seen.push([left.reason, left.error, left.at])
      expect(JSON.stringify(await recordOf(userId))).not.toContain('user unknown')
    }
    const [record, log] = [
      [null, true, one('unreachable')],
      ['unreachable', null, null],
    ]
    expect(seen).toEqual([record, log, record, log, record, log])
    // Head office sees what happened.
    const userId = await giveByFile(complained.email)
    expect((await recordOf(userId, head)).mailBounce).toMatchObject({ isComplaint: true })
    expect(await reasonsOf(userId, 'marketing', head)).toEqual(one('bounced'))
  })

  test('does not show by a reason of one’s own that comes before or after it', async () => {
    const [bounced, stopped] = [await met('bounce'), await met('配信停止')]
    for (const mailOptIn of [true, false]) {
      const reasons = []
      for (const { email } of [bounced, stopped]) {
        const { userId } = await makeMember({ email, mailOptIn })
        reasons.push(await reasonsOf(userId, 'marketing'))
      }
      expect(reasons).toEqual(Array(2).fill(one(mailOptIn ? 'unreachable' : 'noConsent')))
    }
  })

  test('is shown to the shop whose own letter met it', async () => {
    const { userId, email } = await makeMember()
    server.fail((to) => (to === email ? 'noSuchAddress' : undefined))
    await untilOver((await send([userId])).json.id)
    expect(await recordOf(userId)).toMatchObject({ isUnreachable: false, mailBounce: { isComplaint: false } })
    expect(await reasonsOf(userId, 'transactional')).toEqual(one('bounced'))
  })

  test('is no アドレス重複 in a mail to several shops: the log does not tell that another shop has the address', async () => {
    const theirs = await makeMember({}, other)
    const { userId } = await makeMember({ email: theirs.email })
    const { id } = (await send([theirs.userId, userId, (await makeMember()).userId])).json
    expect(await recipientsOf(id, '&status=excluded', manager)).toMatchObject([{ userId, reason: 'unreachable' }])
  })
})

describe('letters in progress', () => {
  const inHand = async (count: number) => {
    const members = []
    for (let made = 0; made < count; made += 1) members.push(await makeMember())
    const { id } = (await send(members.map(({ userId }) => userId))).json
    const rows: { id: string }[] = await recipientsOf(id)
    return { id: id as string, handed: rows.map((row) => ({ recipientId: row.id })) }
  }
  const work = (through: Transport['send'], jobs = api.jobs) =>
    postman({
      database: api.database,
      jobs,
      transport: { ...transport, send: through },
      appUrl: 'https://desk.example.jp',
      clock: () => api.time.now,
    })

  test('are cancelled too if they are not started', async () => {
    const { id, handed } = await inHand(12)
    let cancelled: Promise<unknown> | undefined
    let sent = 0
    await work(async () => {
      sent += 1
      cancelled ??= api.put(`/api/admin/mail/log/${id}/cancel`, { token: head, body: { version: 1 } })
      await cancelled
    })(handed)
    expect(sent).toBeLessThanOrEqual(8)
    expect((await logOf(id)).counts).toMatchObject({ delivered: sent, cancelled: 12 - sent })
  })

  test('are all finished before the jobs are released, and no further ones start', async () => {
    const { handed } = await inHand(12)
    let [begun, onTheirWay] = [0, 0]
    const broken = { ...api.jobs, addAll: () => Promise.reject(new Error('database lost')) }
    const done = work(async () => {
      begun += 1
      if (begun === 1) throw new Error('connection lost')
      onTheirWay += 1
      await new Promise((resolve) => setTimeout(resolve, 300))
      onTheirWay -= 1
    }, broken)(handed)
    await expect(done).rejects.toThrow('database lost')
    expect(onTheirWay).toBe(0)
    expect(begun).toBeLessThanOrEqual(8)
  })

  test('are counted even if the process died before counting the last one', async () => {
    const { id } = await inHand(2)
    await api.db
      .update(mailRecipient)
      .set({ status: 'delivered', at: api.time.now })
      .where(eq(mailRecipient.mailId, id))
    expect(await untilOver(id)).toMatchObject({ status: 'sent', counts: { delivered: 2, waiting: 0 } })
  })
})

describe('a mail server that', () => {
  const stateOf = async (id: string) => (await recipientsOf(id))[0]

  test('is busy is retried, and gets the letter once', async () => {
    const { userId, email } = await makeMember()
    server.fail((to, attempt) => (to === email && attempt <= 2 ? 'busy' : undefined))
    const { id } = (await send([userId])).json
    expect(await untilOver(id)).toMatchObject({ status: 'sent' })
    expect([server.attemptsFor(email), server.to(email).length]).toEqual([3, 1])
  })

  test('stays busy is retried five times, and then the letter fails with the server’s message', async () => {
    const { userId, email } = await makeMember()
    server.fail((to) => (to === email ? 'busy' : undefined))
    const { id } = (await send([userId])).json
    expect(await untilOver(id)).toMatchObject({ status: 'failed', counts: { failed: 1 } })
    expect(server.attemptsFor(email)).toBe(1 + mostTries)
    expect((await stateOf(id)).error).toContain('4.3.2 Please try again later')
  })

  test('reports an unknown address excludes it from then on', async () => {
    const { userId, email } = await makeMember()
    server.fail((to) => (to === email ? 'noSuchAddress' : undefined))
    const { id } = (await send([userId])).json
    expect(await untilOver(id)).toMatchObject({ status: 'failed', counts: { bounced: 1 } })
    expect(server.attemptsFor(email)).toBe(1)
    const { json } = await preview({ category: 'transactional', to: { by: 'members', userIds: [userId] } })
    expect(json.excluded).toEqual([{ reason: 'bounced', count: 1 }])
  })

  test('refuses the letter is not retried, and the address stays valid', async () => {
    const { userId, email } = await makeMember()
    server.fail((to) => (to === email ? 'spam' : undefined))
    const { id } = (await send([userId])).json
    expect(await untilOver(id)).toMatchObject({ counts: { failed: 1 } })
    expect(await api.db.select().from(mailBounce).where(eq(mailBounce.email, email))).toEqual([])
  })

  test('disconnects between letters loses none and gets none twice', async () => {
    const members = [await makeMember(), await makeMember(), await makeMember()]
    const [, second] = members
    server.fail((to, attempt) => (to === second?.email && attempt === 1 ? 'drop' : undefined))
    const { id } = (await send(members.map(({ userId }) => userId))).json
    expect(await untilOver(id)).toMatchObject({ status: 'sent', counts: { delivered: 3 } })
    // A letter accepted right before an unconfirmed disconnect may be sent twice; this server had accepted none.
    expect(server.to(second?.email as string)).toHaveLength(1)
  })
})

describe('the provider', () => {
  test.each([
    ['smtp; 550 5.1.1 user unknown', { bounced: 1, failed: 0 }, 'bounced', 1],
    ['552 mailbox full', { bounced: 0, failed: 1 }, 'failed', 0],
    ['The sender is not verified', { bounced: 0, failed: 1 }, 'failed', 0],
  ])(
    'reports that a letter came back (%s), which the log and the next mail then show',
    async (detail, counts, status, left) => {
      const { userId, memberId, email } = await makeMember()
      const { id } = (await send([userId])).json
      await untilOver(id)
      const messageId = server.to(email)[0]?.mail.messageId
      const report = (key: string) =>
        api.post('/api/admin/mail/event', {
          body: { key, events: [{ type: 'bounce', email, messageId, detail }] },
        })
      expect((await report('somebody else entirely, who does not know')).status).toBe(401)
      expect((await report(mailEventKey)).json).toEqual({ accepted: 1 })
      expect(await logOf(id)).toMatchObject({ status: 'failed', counts: { delivered: 0, ...counts } })
      const [row] = await api.db
        .select()
        .from(mailRecipient)
        .where(and(eq(mailRecipient.mailId, id), eq(mailRecipient.memberId, memberId)))
      expect(row).toMatchObject({ status, error: detail })
      const { json } = await preview({ category: 'transactional', to: { by: 'members', userIds: [userId] } })
      expect(json.excluded).toEqual(left === 0 ? [] : [{ reason: 'bounced', count: left }])
    },
  )
})

describe('user input', () => {
  test('cannot become a header, another recipient or markup', async () => {
    const name = '<img src=x onerror=alert(1)>{{配信停止URL}}'
    const { userId, email } = await makeMember({ lastName: name, firstName: '太郎' })
    const broken = await send([userId], { subject: '件名\r\nBcc: thief@example.jp' })
    expect(broken.json.fields.subject).toBe('この項目に改行は使用できません。')
    const { id } = (await send([userId], { fromName: '"からだ" <thief@example.jp>, x' })).json
    await untilOver(id)
    const [letter] = server.to(email)
    expect(letter?.mail.from).toEqual({
      name: '"からだ" <thief@example.jp>, x',
      address: 'no-reply@karada.example.jp',
    })
    expect(letter?.mail.subject).toBe(`${name} 太郎様へ 秋のご案内`)
    expect(letter?.mail.html).not.toContain('<img')
    expect(server.to('thief@example.jp')).toEqual([])
  })

  test('in a body cannot use an unknown variable, or leave the mail empty', async () => {
    const { userId } = await makeMember()
    const sent = (body: string) => send([userId], { body })
    expect((await sent('<p>{{会員の秘密}}</p>')).json.fields.body).toBe(
      '「{{会員の秘密}}」という差し込みはありません。',
    )
    expect((await sent('<p>{{会員氏名}</p>')).json.fields.body).toContain('対になっていません')
    const button = '<p><a class="button" href="https://example.jp/">予約する</a></p>'
    expect((await sent(button + button)).json.fields.body).toBe('この項目に入れられるボタンは1つです。')
    const { id } = (await sent(button.replace('class="button"', 'class="button" style="color:red"'))).json
    expect((await logOf(id)).body).toMatch(
      /^<p><a class="button" href="https:\/\/example\.jp\/" [^>]*>予約する<\/a><\/p>$/,
    )
    expect((await logOf(id)).body).not.toContain('style')
    const picture = (alt: string) => `<p>ご案内</p><p><img src="/uploads/${'a'.repeat(32)}.jpg" alt="${alt}"></p>`
    expect((await sent(picture(' '))).json.fields.body).toContain('「代替テキスト」を入力してください。')
    expect((await sent(picture('外観'))).json.fields.body).toBe('画像が見つかりません。もう一度選んでください。')
    expect((await sent('<script>alert(1)</script>')).json.fields.body).toBe('この項目を入力してください。')
    expect((await sent(`<p>${'あ'.repeat(10_001)}</p>`)).json.fields.body).toContain('10,000文字以内')
  })
})

test('a shop’s manager sees the recipients of a mail, but not their addresses', async () => {
  const { userId, email } = await makeMember()
  const { id } = (await send([userId], {}, manager)).json
  await untilOver(id)
  const masked = `k***${email.slice(email.indexOf('@'))}`
  expect((await recipientsOf(id, '', manager))[0].email).toBe(masked)
  expect((await recipientsOf(id))[0].email).toBe(email)
  await api.db.execute(sql`update member set tel = '09012345678' where user_id = ${Number(userId)}`)
  expect(await recipientsOf(id, '&keyword=090-1234-5678', manager)).toHaveLength(1)
  expect(await recipientsOf(id, '&keyword=090-1234-5679', manager)).toEqual([])
  const to = { by: 'members', userIds: [userId] }
  expect((await preview({ category: 'marketing', to }, manager)).json.list[0].email).toBe(masked)
  await api.db
    .update(mailRecipient)
    .set({ status: 'failed', error: `554 <${email.toUpperCase()}>: forwarded to ura@example.net, which is full` })
    .where(eq(mailRecipient.mailId, id))
  expect((await recipientsOf(id, '', manager))[0].error).toBe(
    `554 <${masked.toUpperCase()}>: forwarded to u***@example.net, which is full`,
  )
})

test('a shop sees the mails to its members, with only its own recipients, and cancels only mails entirely its own', async () => {
  const [own, theirs] = [await makeMember(), await makeMember({}, other)]
  const { id } = (await send([own.userId, theirs.userId])).json
  expect((await recipientsOf(id, '', manager)).map((one: { userId: string }) => one.userId)).toEqual([own.userId])
  expect(await logOf(id, manager)).toMatchObject({ canCancel: false })
  const refused = await api.put(`/api/admin/mail/log/${id}/cancel`, { token: manager, body: { version: 1 } })
  expect(refused.status).toBe(403)
})

test('a shop’s counts of a mail to several shops are those of its members, and add up', async () => {
  const [a, b] = [await makeMember(), await makeMember()]
  const theirs = [await makeMember({}, other), await makeMember({}, other), await makeMember({}, other)]
  const people = [a, b, ...theirs]
  const noConsent = await makeMember({ mailOptIn: false })
  server.fail((to) => (to === a.email ? 'noSuchAddress' : undefined))
  const { id } = (await send([...people, noConsent].map(({ userId }) => userId))).json
  await untilOver(id)
  const own = { total: 2, waiting: 0, delivered: 1, bounced: 1, failed: 0, cancelled: 0, excluded: 1 }
  expect(await logOf(id, manager)).toMatchObject({ counts: own, isInPart: true })
  expect(await logOf(id)).toMatchObject({ counts: { total: 5, delivered: 4, bounced: 1 }, isInPart: false })
  const biggest = await api.get('/api/admin/mail/log/list?sortKey=total&sortDir=desc&limit=500', { token: manager })
  const rows: { id: string; counts: { total: number } }[] = biggest.json.list
  expect(rows.find((row) => row.id === id)).toMatchObject({ counts: own, isInPart: true })
  const totals = rows.map(({ counts }) => counts.total)
  expect(totals).toEqual([...totals].sort((one, two) => two - one))
})

test('a mail to the recipients of an earlier one reaches those still reachable, and counts the others by reason', async () => {
  const [a, b, c] = [await makeMember(), await makeMember(), await makeMember()]
  const theirs = await makeMember({}, other)
  const noConsent = await makeMember({ mailOptIn: false })
  const { id } = (await send([a, b, c, theirs, noConsent].map(({ userId }) => userId))).json
  await api.db.execute(sql`update member set mail_opt_in = false where user_id = ${Number(a.userId)}`)
  await api.db.execute(sql`insert into mail_bounce (email, shop_id, at, detail)
    select ${b.email}, shop_id, now(), '550 5.1.1' from member where user_id = ${Number(b.userId)}`)
  const to = { by: 'mail', mailId: id }
  const excluded = [
    { reason: 'bounced', count: 1 },
    { reason: 'noConsent', count: 1 },
  ]
  const segmentText = 'メール「{{会員氏名}}様へ 秋のご案内」と同じ宛先'
  expect((await preview({ category: 'marketing', to })).json).toMatchObject({
    ...{ total: 2, excluded, isPartial: false, segmentText },
  })
  const seen = (await preview({ category: 'marketing', to }, manager)).json
  expect(seen).toMatchObject({ total: 1, excluded, isPartial: true, list: [{ userId: c.userId }] })
  const again = await send([], { to, expected: 1 }, manager)
  expect(again.json.total).toBe(1)
  const hidden = (await send([theirs.userId])).json.id
  const foreign = { category: 'marketing', to: { by: 'mail', mailId: hidden } }
  expect((await preview(foreign, manager)).status).toBe(404)
})

test('a test mail is sent only to its author', async () => {
  const { userId } = await makeMember({ lastName: '佐藤', firstName: '空' })
  const body = { ...mailContent(), userId }
  const { json } = await api.post('/api/admin/mail/test', { token: manager, body })
  expect(json.message).toBe(`${managerEmail} にテストメールを送信しました。`)
  await expect.poll(() => server.to(managerEmail).length, { timeout: 10_000 }).toBe(1)
  expect(server.to(managerEmail)[0]?.mail.subject).toBe('【テスト】佐藤 空様へ 秋のご案内')
})

test('a mail that requires consent is refused beyond a shop’s monthly quota', async () => {
  const full = await api.makeShop({ name: '満杯店' })
  const [first, second] = [await makeMember({}, full), await makeMember({}, full)]
  const { id } = (await send([first.userId])).json
  const [sent] = await api.db.select().from(mail).where(eq(mail.id, id))
  const { id: _, ...copy } = sent as typeof mail.$inferSelect
  const used = 4_999
  for (let left = used - 1; left > 0; ) {
    const [made] = await api.db.insert(mail).values(copy).returning({ id: mail.id })
    await api.db.execute(sql`insert into mail_recipient (mail_id, member_id, shop_id, status, at)
      select ${Number(made?.id)}, id, ${Number(full)}, 'delivered', now() from member order by id limit ${left}`)
    left -= await api.db.$count(mailRecipient, eq(mailRecipient.mailId, made?.id as string))
  }
  const to = { by: 'members', userIds: [first.userId, second.userId] }
  const { quota } = (await preview({ category: 'marketing', to })).json
  expect(quota).toEqual([{ shopId: full, shopName: '満杯店', used, adding: 2, limit: 5_000 }])
  expect((await send(to.userIds)).json.fields.to).toBe(
    '満杯店の今月の上限（5,000通）を超えます。今月はあと1通送信できます。',
  )
  expect((await send(to.userIds, { category: 'transactional' })).status).toBe(200)
  // Of two concurrent ones one is sent.
  const both = await Promise.all([send([first.userId]), send([second.userId])])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  // For a mail of a later month the error names that month.
  const later = new Date(api.time.now.getTime() + 40 * 24 * 3_600_000)
  await api.db.execute(sql`update mail set send_at = ${later.toISOString()}::timestamptz where id in (
    select mail_id from mail_recipient where shop_id = ${Number(full)})`)
  const month = `${Number(toTokyoDateTime(later).slice(5, 7))}月`
  expect((await send(to.userIds, { sendAt: later.toISOString() })).json.fields.to).toContain(
    `満杯店の${month}の上限（5,000通）を超えます。${month}はあと`,
  )
})

describe('a tracked mail', () => {
  const body =
    '<p><a href="https://club.example.jp/a?x=1&amp;y=2">ご案内</a> <a href="https://club.example.jp/b">地図</a></p>'

  test('records opens and clicked links, and says so to its recipients', async () => {
    const { userId, email } = await makeMember()
    const { id } = (await send([userId], { body, isTracked: true })).json
    await untilOver(id)
    const { html = '', text } = server.to(email)[0]?.mail ?? {}
    expect(text).toContain('このメールは、開封とリンクのクリックを記録しています。')
    const [, token] = html.match(/src="https:\/\/desk\.example\.jp\/m\/([\w-]{22})\.gif"/) ?? []
    expect(html).toContain(`href="https://desk.example.jp/m/${token}/1"`)
    expect(html).not.toContain('club.example.jp')
    await api.post('/api/admin/mail/opened', { body: { token } })
    expect((await logOf(id)).counts).toMatchObject({ opened: 1, clicked: 0 })
    const follow = (link: number) => api.post('/api/admin/mail/followed', { body: { token, link } })
    expect((await follow(0)).json).toEqual({ url: 'https://club.example.jp/a?x=1&y=2' })
    expect((await follow(1)).json).toEqual({ url: 'https://club.example.jp/b' })
    expect((await follow(2)).status).toBe(404)
    expect((await logOf(id)).counts).toMatchObject({ opened: 1, clicked: 1 })
  })

  test('redirects to addresses with Japanese letters too, in a form that fits a header', async () => {
    const { userId, email } = await makeMember()
    const link = '<p><a href="https://club.example.jp/キャンペーン?名=値">ご案内</a></p>'
    const { id } = (await send([userId], { body: link, isTracked: true })).json
    await untilOver(id)
    const [, token] =
      server
        .to(email)[0]
        ?.mail.html?.toString()
        .match(/\/m\/([\w-]{22})\.gif/) ?? []
    const { url } = (await api.post('/api/admin/mail/followed', { body: { token, link: 0 } })).json
    expect([url, decodeURI(url)]).toEqual([encodeURI(decodeURI(url)), 'https://club.example.jp/キャンペーン?名=値'])
  })

  test('is the only kind that is tracked: other mails record nothing and keep their own links', async () => {
    const { userId, email } = await makeMember()
    const { id } = (await send([userId], { body })).json
    await untilOver(id)
    const { html = '', text } = server.to(email)[0]?.mail ?? {}
    expect(html).toContain('href="https://club.example.jp/b"')
    expect(html).not.toMatch(/<img|記録しています/)
    const [, token] = text?.match(/unsubscribe\?t=([\w-]{22})/) ?? []
    await api.post('/api/admin/mail/opened', { body: { token } })
    expect((await api.post('/api/admin/mail/followed', { body: { token, link: 1 } })).status).toBe(404)
    expect((await logOf(id)).counts).toMatchObject({ opened: 0, clicked: 0 })
  })
})
