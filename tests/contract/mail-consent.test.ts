import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstAnswers } from '#contract/words/import.ts'
import { member } from '../../api/db/schema/facts.ts'
import { consentLetter } from '../../api/mail/consent-link.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Consent to mail: the desk, files and the member themselves (decision 0109).

let api: Api
let imports: ReturnType<typeof importsOf>
let shop: string
let head: string
let manager: string
let stranger: string
let serial = 0

beforeAll(async () => {
  api = await startApi()
  imports = importsOf(api)
  shop = await api.makeShop({ name: '新宿店' })
  const other = await api.makeShop({ name: '渋谷店' })
  head = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [shop] })
  stranger = await api.as({ role: 'level4', shops: [other] })
})
afterAll(() => api.close())

async function makeMember(more: Parameters<Api['makeMember']>[1] = {}) {
  serial += 1
  const email = `doui${serial}@example.jp`
  return { email, ...(await api.makeMember(shop, { email, mailOptIn: false, ...more })) }
}
const path = (userId: string) => `/api/admin/member/${userId}/mail-consent`
const read = async (userId: string, token = manager) => (await api.get(path(userId), { token })).json
const said = { given: true, on: '2026-11-20', source: 'applicationForm', detail: null }
const record = async (userId: string, more: object = {}, token = manager) => {
  const { list } = await read(userId)
  return api.post(`${path(userId)}/new`, { token, body: { ...said, last: list?.[0]?.id ?? null, ...more } })
}
const sendLink = (userId: string, token = manager) =>
  api.post(`${path(userId)}/link`, { token, body: { isRequested: true } })
/** Whether 広告宣伝 goes to them. */
const isWritten = async (userId: string) =>
  (
    await api.post('/api/admin/mail/preview', {
      token: head,
      body: { category: 'marketing', to: { by: 'members', userIds: [userId] }, includesSleeping: true },
    })
  ).json.total === 1
/** The token of the letter to the member's last link. */
async function tokenFor(memberId: string): Promise<string> {
  const { rows } = await api.db.execute<{ id: number }>(
    sql`select max(id) as id from mail_consent_link where member_id = ${Number(memberId)}`,
  )
  const found = await consentLetter(api.database, String(rows[0]?.id), 'https://desk.example.jp', api.time.now)
  return found?.letter.text.match(/mail-consent\?t=([\w-]{22})/)?.[1] ?? 'no-link-was-written-00'
}
const give = async (token: string) => (await api.post('/api/admin/mail/consent', { body: { token } })).json.isDone
const decline = async (token: string) =>
  (await api.post('/api/admin/mail/consent/decline', { body: { token } })).json.isDone

describe('consent at the desk', () => {
  test('opens 広告宣伝 to the member, with its day, its source and who recorded it as proof', async () => {
    const { userId, email } = await makeMember()
    expect(await isWritten(userId)).toBe(false)
    const { status, json } = await record(userId, { detail: '会員番号と署名を確認' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ state: 'given', counts: true })
    expect(json.list[0]).toMatchObject({
      on: '2026-11-20',
      source: 'applicationForm',
      detail: '会員番号と署名を確認',
      email,
    })
    expect(json.list[0].recordedBy.displayName).toBeTruthy()
    expect(await isWritten(userId)).toBe(true)
    const log = await api.get(`/api/admin/audit/list?userId=${userId}&action=mailConsent.record`, { token: head })
    expect(log.json.list).toHaveLength(1)
  })

  test('needs a day up to today, and an address', async () => {
    const { userId } = await makeMember()
    expect((await record(userId, { on: '2026-11-22' })).json.fields.on).toContain('今日まで')
    const without = await makeMember({ email: null })
    expect((await record(without.userId)).json.fields.given).toContain('メールアドレスがない')
  })

  test('after a 配信停止 is refused with what is possible, and the withdrawal stays', async () => {
    const { userId } = await makeMember()
    await record(userId)
    expect((await record(userId, { given: false, source: 'phone' })).json).toMatchObject({
      state: 'withdrawn',
      counts: false,
    })
    const refused = await record(userId)
    expect([refused.status, refused.json.fields.given]).toEqual([
      422,
      expect.stringContaining('同意の確認メールを送る'),
    ])
    expect(await isWritten(userId)).toBe(false)
  })

  test('after a no on the form may be recorded later', async () => {
    const { userId } = await makeMember()
    expect((await record(userId, { given: false })).json.state).toBe('declined')
    expect((await record(userId, { source: 'consentForm' })).json.counts).toBe(true)
  })

  test('from a stale page is refused, so that nobody overwrites what they have not seen', async () => {
    const { userId } = await makeMember()
    await record(userId)
    const stale = await api.post(`${path(userId)}/new`, { token: manager, body: { ...said, last: null } })
    expect([stale.status, stale.json.current.list]).toEqual([409, [expect.objectContaining({ state: 'given' })]])
  })

  test('does not count for another address, and counts again where the old one comes back', async () => {
    const { userId, email } = await makeMember()
    await record(userId)
    const moveTo = (address: string) => api.db.update(member).set({ email: address }).where(eq(member.userId, userId))
    await moveTo('atarashii@example.jp')
    expect(await read(userId)).toMatchObject({ state: 'given', counts: false })
    expect(await isWritten(userId)).toBe(false)
    await moveTo(email.toUpperCase())
    expect(await isWritten(userId)).toBe(true)
  })

  test('of another shop’s member is nobody’s to read, to record or to send a link for', async () => {
    const { userId } = await makeMember()
    await record(userId)
    const body = { ...said, given: false, last: null }
    expect((await api.get(path(userId), { token: stranger })).status).toBe(404)
    expect((await api.post(`${path(userId)}/new`, { token: stranger, body })).status).toBe(404)
    expect((await sendLink(userId, stranger)).status).toBe(404)
    expect((await read(userId)).list).toHaveLength(1)
  })
})

describe('a 配信停止 by the link of a mail', () => {
  test('is part of the history, and no row of anybody else ends it', async () => {
    const { userId, memberId, email } = await makeMember()
    await record(userId)
    const sent = await api.post('/api/admin/mail/new', {
      token: head,
      body: {
        ...{
          category: 'marketing',
          subject: 'ご案内',
          body: '<p>ご案内です。</p>',
          fromName: null,
          replyTo: null,
          footer: null,
        },
        ...{ templateId: null, to: { by: 'members', userIds: [userId] }, sleepingReason: null, sendAt: null },
      },
    })
    const token = await api.letterToken(sent.json.id)
    for (const _ of [1, 2]) await api.post('/api/admin/mail/unsubscribe', { body: { token } })
    const { state, list } = await read(userId)
    expect([state, list.length]).toEqual(['withdrawn', 2])
    expect(list[0]).toMatchObject({ state: 'withdrawn', source: 'link', email, recordedBy: null })
    await expect(
      api.db.execute(sql`insert into mail_consent (member_id, state, source, email, recorded_at)
        values (${Number(memberId)}, 'given', 'file', ${email}, now())`),
    ).rejects.toThrow()
  })
})

describe('the link to consent', () => {
  test('is the member’s way back after a 配信停止: looking changes nothing, answering is kept with day and address', async () => {
    const { userId, memberId, email } = await makeMember()
    await record(userId)
    await record(userId, { given: false })
    expect((await sendLink(userId)).status).toBe(200)
    const token = await tokenFor(memberId)
    const page = await api.get(`/api/admin/mail/consent?token=${token}`)
    const unknown = await api.get('/api/admin/mail/consent?token=AbCdEfGhIjKlMnOpQrStUv')
    expect(Object.keys(page.json)).toEqual(['name'])
    expect(page.json).toEqual(unknown.json)
    expect(await isWritten(userId)).toBe(false)
    expect(await give(token)).toBe(true)
    expect(await isWritten(userId)).toBe(true)
    const { list } = await read(userId)
    expect(list[0]).toMatchObject({ state: 'given', source: 'link', on: '2026-11-21', email, recordedBy: null })
    // Once.
    expect([await give(token), await decline(token)]).toEqual([false, false])
  })

  test('may be answered with a no, which is no consent', async () => {
    const { userId, memberId } = await makeMember()
    await sendLink(userId)
    expect(await decline(await tokenFor(memberId))).toBe(true)
    expect(await read(userId)).toMatchObject({ state: 'declined', counts: false })
  })

  test('is void once mail goes to another address, and after two weeks', async () => {
    const [moved, late] = [await makeMember(), await makeMember()]
    for (const { userId } of [moved, late]) await sendLink(userId)
    const tokens = [await tokenFor(moved.memberId), await tokenFor(late.memberId)] as const
    await api.db.update(member).set({ email: 'betsu@example.jp' }).where(eq(member.userId, moved.userId))
    expect(await give(tokens[0])).toBe(false)
    const before = api.time.now
    api.time.now = new Date(before.getTime() + 15 * 24 * 3600 * 1000)
    expect(await give(tokens[1])).toBe(false)
    api.time.now = before
  })

  test('is stored as a hash, and is good for nothing else', async () => {
    const { userId, memberId } = await makeMember()
    await sendLink(userId)
    const token = await tokenFor(memberId)
    const { rows } = await api.db.execute<{ found: boolean }>(
      sql`select bool_or(to_jsonb(l)::text like ${`%${token}%`}) as found from mail_consent_link l`,
    )
    expect(rows[0]?.found).toBe(false)
    await api.post('/api/admin/mail/unsubscribe', { body: { token } })
    expect((await read(userId)).list).toEqual([])
  })

  test('goes out only where the member requested it, twice a day at most, and never to a bad address', async () => {
    const { userId, email } = await makeMember()
    const unasked = await api.post(`${path(userId)}/link`, { token: manager, body: { isRequested: false } })
    expect(unasked.json.fields.isRequested).toContain('申し出')
    expect([(await sendLink(userId)).status, (await sendLink(userId)).status]).toEqual([200, 200])
    const third = await sendLink(userId)
    expect([third.status, third.json.message]).toEqual([409, expect.stringContaining('1日2通まで')])
    await api.db.execute(
      sql`insert into mail_bounce (email, shop_id, at, detail) values (${email}, ${Number(shop)}, now(), '550')`,
    )
    expect((await sendLink(userId)).json.message).toContain('送れません')
    const log = await api.get(`/api/admin/audit/list?userId=${userId}&action=mailConsent.sendLink`, { token: head })
    expect(log.json.list).toHaveLength(2)
  })
})

describe('a file of members', () => {
  const heading = '会員番号,氏名,性別,所属店舗,メールアドレス,メール配信の同意,同意日,同意の取得元'
  const line = (no: string, answer: string, more = ',') => `${no},森 花,女性,新宿店,f${no}@example.jp,${answer},${more}`
  const idOf = async (no: string) => {
    const { rows } = await api.db.execute<{ id: number }>(sql`select user_id as id from member where member_no = ${no}`)
    return rows[0] ? String(rows[0].id) : null
  }
  const stateOf = async (no: string) => (await read((await idOf(no)) as string)).state
  const withId = async (no: string) => (await idOf(no)) as string

  test('brings consent with day and source, and its undo takes it back', async () => {
    const before = await imports.everythingElse()
    const file = await imports.write(manager, [
      heading,
      line('C001', '○', '2024/4/1,入会申込書'),
      line('C002', '希望しない'),
    ])
    expect(file.result?.counts).toMatchObject({ created: 2, refused: 0 })
    const { list, counts } = await read(await withId('C001'))
    expect(counts).toBe(true)
    expect(list[0]).toMatchObject({
      ...{ state: 'given', on: '2024-04-01', source: 'file', detail: '入会申込書', fileName: '会員.csv' },
      email: 'fc001@example.jp',
    })
    expect(await stateOf('C002')).toBe('declined')
    await imports.undo(manager, file.id)
    expect(await imports.everythingElse()).toEqual(before)
  })

  test('has words that nobody knows answered on the screen', async () => {
    const lines = [heading, line('C011', '要'), line('C012', '不要')]
    const asked = await imports.check(manager, lines)
    expect(asked.result?.unknown.mailConsent?.map(({ text }) => text).sort()).toEqual(['不要', '要'])
    const values = { mailConsent: { 要: 'given', 不要: 'declined' } }
    for (const [step, body] of [
      ['check', { ...firstAnswers(), values }],
      ['write', {}],
    ] as const) {
      expect((await imports.post(manager, asked.id, step, body)).status).toBe(200)
      await imports.runStep(asked.id)
    }
    expect([await stateOf('C011'), await stateOf('C012')]).toEqual(['given', 'declined'])
  })

  test('never ends a 配信停止, and says in which row', async () => {
    await imports.write(manager, [heading, line('C021', '○', '2024/4/1,入会申込書')])
    await record(await withId('C021'), { given: false })
    const file = await imports.check(manager, [heading, line('C021', '○', '2026/1/1,入会申込書')])
    expect(file.result?.counts).toMatchObject({ kept: 1, changed: 0 })
    expect(file.result?.notes?.join()).toContain('2行目')
    expect(await stateOf('C021')).toBe('withdrawn')
  })

  test('with a no ends consent, which its undo gives back, but not over a later act of the member', async () => {
    const first = [heading, line('C031', '○'), line('C032', '○')]
    await imports.write(manager, first)
    const file = await imports.write(manager, [heading, line('C031', '×'), line('C032', '×')])
    expect(await stateOf('C031')).toBe('withdrawn')
    // By somebody else than above: ten links a minute.
    await sendLink(await withId('C032'), head)
    const { rows } = await api.db.execute<{ id: number }>(sql`select id from member where member_no = 'C032'`)
    await give(await tokenFor(String(rows[0]?.id)))
    await imports.undo(manager, file.id)
    expect([await stateOf('C031'), await stateOf('C032')]).toEqual(['given', 'given'])
    expect((await read(await withId('C031'))).list).toHaveLength(1)
    expect((await read(await withId('C032'))).list).toHaveLength(3)
  })

  test('keeps a 配信停止 that came after it when it is taken back', async () => {
    const file = await imports.write(manager, [heading, line('C041', '○')])
    await record(await withId('C041'), { given: false })
    const undone = await imports.undo(manager, file.id)
    expect(undone.state).toBe('undone')
    expect(await stateOf('C041')).toBe('withdrawn')
  })

  test('of somebody whom the club system knows brings consent, too: the club system has none', async () => {
    const { userId } = await makeMember({ memberNo: 'C051', lastSyncedAt: new Date('2026-11-20T00:00:00Z') })
    const file = await imports.write(manager, ['会員番号,氏名,メルマガ', 'C051,会員 花,はい'])
    expect(file.result?.counts.refused).toBe(0)
    expect(await read(userId)).toMatchObject({ state: 'given', counts: true })
    await imports.undo(manager, file.id)
    expect(await read(userId)).toMatchObject({ state: null, counts: false })
  })

  test('with a new address and a yes has it for that address', async () => {
    await imports.write(manager, [heading, line('C061', '○')])
    await imports.write(manager, [heading, line('C061', '○').replace('fC061', 'g061')])
    expect(await read(await withId('C061'))).toMatchObject({ state: 'given', counts: true })
  })
})
