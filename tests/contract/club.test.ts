import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { senderMissing } from '#contract/words/mail.ts'
import { club, shop as shopTable } from '../../api/db/schema/organisation.ts'
import { postman } from '../../api/mail/postman.ts'
import { smtpTransport, type Transport } from '../../api/mail/transport.ts'
import { mailContent } from '../areas/mail.ts'
import { type Api, startApi } from '../support/api.ts'
import { clubSender } from '../support/club.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

let api: Api
let server: MailServer
let transport: Transport
let own: string
let franchise: string
let head: string
let serial = 0

beforeAll(async () => {
  api = await startApi()
  server = await startMailServer()
  own = await api.makeShop({ name: '新宿店' })
  franchise = await api.makeShop({ name: '吉祥寺店' })
  head = await api.as({ role: 'all' })
  transport = smtpTransport({ smtpUrl: server.url, from: 'no-reply@example.jp', ratePerMinute: 60_000 })
  const letters = { database: api.database, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.workInBatches('letter', 40, postman({ ...letters, jobs: api.jobs, transport }))
})
beforeEach(async () => {
  await api.db.update(club).set(clubSender)
  await api.db
    .update(shopTable)
    .set({ senderName: null, senderAddress: null, senderContact: null, senderFromName: null })
})
afterAll(async () => {
  await api.close()
  transport.close()
  await server.close()
})

const memberOf = async (shop: string) => {
  serial += 1
  const email = `kaiin${serial}@example.jp`
  return { email, ...(await api.makeMember(shop, { email, mailOptIn: true })) }
}
type Member = Awaited<ReturnType<typeof memberOf>>
const send = (members: Member[], more: object = {}, token = head) =>
  api.post('/api/admin/mail/new', {
    token,
    body: {
      ...mailContent(),
      ...{ templateId: null, sleepingReason: null, sendAt: null },
      to: { by: 'members', userIds: members.map(({ userId }) => userId) },
      ...more,
    },
  })
/** The letter that a member got. */
async function letterTo({ email }: Member) {
  await expect
    .poll(
      async () => {
        await api.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
        return server.to(email).length
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  const { text = '', html = '', from } = server.to(email)[0]?.mail ?? {}
  return { text, html, from, raw: server.to(email)[0]?.raw ?? '' }
}
const change = (body: object) => api.put('/api/admin/club', { token: head, body })
const changeShop = (id: string, body: object) => api.put(`/api/admin/club/shop/${id}`, { token: head, body })

describe('a mail says who writes', () => {
  test('by name, address and contact, and by the name in its From', async () => {
    const member = await memberOf(own)
    await send([member], { fromName: null })
    const { text, html, from } = await letterTo(member)
    expect(text).toContain('株式会社からだ 新宿店\n東京都新宿区新宿1-1-1\nお問い合わせ: 03-0000-0000\n配信停止: ')
    expect(html).toContain('お問い合わせ: 03-0000-0000')
    expect(from?.name).toBe('からだクラブ')
  })

  test('for a shop of another company by that company, and by the chain in what it leaves empty', async () => {
    const saved = await changeShop(franchise, {
      name: '株式会社武蔵野',
      contact: '0422-00-0000',
      fromName: 'からだ吉祥寺',
    })
    expect(saved.json).toMatchObject({ name: '株式会社武蔵野', address: null })
    const [here, there] = [await memberOf(own), await memberOf(franchise)]
    await send([here, there], { fromName: null })
    const { text, from } = await letterTo(there)
    expect(text).toContain('株式会社武蔵野 吉祥寺店\n東京都新宿区新宿1-1-1\nお問い合わせ: 0422-00-0000\n')
    expect(from?.name).toBe('からだ吉祥寺')
    expect((await letterTo(here)).from?.name).toBe('からだクラブ')
  })

  test('and with a name of its own in From keeps that', async () => {
    const member = await memberOf(own)
    await send([member], { fromName: '新宿店 店長' })
    expect((await letterTo(member)).from?.name).toBe('新宿店 店長')
  })
})

describe('without a complete 会社情報', () => {
  test.each(['name', 'address', 'contact', 'fromName'] as const)(
    'without its %s no advertising is accepted, as the preview said, and 業務連絡 is',
    async (part) => {
      await api.db.update(club).set({ [part]: '' })
      const member = await memberOf(own)
      for (const category of ['marketing', 'followUp']) {
        const refused = await send([member], { category })
        expect([refused.status, refused.json.fields]).toEqual([422, { category: senderMissing }])
        const to = { by: 'members', userIds: [member.userId] }
        const { json } = await api.post('/api/admin/mail/preview', { token: head, body: { category, to } })
        expect(json.withoutSender).toEqual(['新宿店'])
      }
      expect((await send([member], { category: 'transactional' })).status).toBe(200)
      expect((await api.get('/api/admin/mail/sender', { token: head })).json).toMatchObject({
        isComplete: false,
        [part]: '',
      })
    },
  )

  test('a shop that says everything itself may still advertise', async () => {
    await api.db.update(club).set({ name: '', address: '', contact: '', fromName: '' })
    await changeShop(franchise, clubSender)
    expect((await send([await memberOf(franchise)])).status).toBe(200)
    expect((await send([await memberOf(franchise), await memberOf(own)])).status).toBe(422)
  })
})

describe('会社情報', () => {
  test('is changed with a line in the log for each field, and not over another’s change', async () => {
    const { version } = (await api.get('/api/admin/club', { token: head })).json
    expect((await change({ contact: '03-1111-1111', version })).json).toMatchObject({ version: version + 1 })
    const stale = await change({ contact: '03-2222-2222', version })
    expect([stale.status, stale.json.current.contact]).toEqual([409, '03-1111-1111'])
    const { list } = (await api.get('/api/admin/audit/list?limit=5', { token: head })).json
    expect(list.find(({ action }: { action: string }) => action === 'club.update').fields).toEqual([
      expect.objectContaining({ field: 'contact', before: '03-0000-0000', after: '03-1111-1111' }),
    ])
  })

  test('cannot be emptied, and its lines stay lines', async () => {
    expect((await change({ name: ' ' })).json.fields).toHaveProperty('name')
    expect((await change({ fromName: 'からだ\r\nBcc: thief@example.jp' })).json.fields).toHaveProperty('fromName')
  })

  test('of a shop out of reach is not found', async () => {
    expect((await changeShop('999999', { name: '株式会社武蔵野' })).status).toBe(404)
  })
})

describe('the token in a member’s links', () => {
  const stop = '{{配信停止URL}}'

  test.each([
    ['a link', `<p><a href="https://other.example/?u=${stop}">特典</a></p>`],
    ['a link to write a mail', `<p><a href="mailto:a@other.example?body=${stop}">返信</a></p>`],
  ])('cannot be put into the address of %s', async (_, body) => {
    const { status, json } = await send([await memberOf(own)], { body })
    expect([status, json.fields.body]).toEqual([
      422,
      'リンクのアドレスに「{{配信停止URL}}」は使用できません。リンクにせず、そのまま本文に差し込んでください。',
    ])
  })

  test('is in no address of another host, whatever a stored text says', async () => {
    const member = await memberOf(own)
    const { json } = await send([member])
    await api.db.execute(sql`update mail set is_tracked = true, footer = ${`https://other.example/f?${stop}`},
      body = ${`<p><a href="https://other.example/a?u=${stop}" target="_blank">A</a> <a href="https://other.example/b">${stop}</a>
      https://other.example/c?u=${stop} <a href="https://other.example/d">D</a></p>`} where id = ${Number(json.id)}`)
    const { text, html } = await letterTo(member)
    const token = await api.letterToken(json.id)
    const addresses = [...`${text} ${html}`.matchAll(/https?:[^\s"<>）]+/g)].map(([address]) => address)
    const foreign = addresses.filter((address) => !address.startsWith('https://desk.example.jp/'))
    expect(foreign.length).toBeGreaterThan(2)
    expect(foreign.filter((address) => address.includes(token) || address.includes('desk.example.jp'))).toEqual([])
    // The other link is still counted, and leads where it did.
    const followed = await api.post('/api/admin/mail/followed', { body: { token, link: 1 } })
    expect(followed.json).toEqual({ url: 'https://other.example/d' })
  })

  test('counts nothing while somebody only looks where a link leads', async () => {
    const member = await memberOf(own)
    const body = '<p><a href="https://other.example/">特典</a></p>'
    const { id } = (await send([member], { body, isTracked: true })).json
    await letterTo(member)
    const token = await api.letterToken(id)
    const look = await api.post('/api/admin/mail/followed', { body: { token, link: 0, isClick: false } })
    expect(look.json).toEqual({ url: 'https://other.example/' })
    expect((await api.get(`/api/admin/mail/log/${id}`, { token: head })).json.counts).toMatchObject({
      opened: 0,
      clicked: 0,
    })
  })

  test('shows on the page of 配信停止 whose mails they are', async () => {
    await changeShop(franchise, { name: '株式会社武蔵野' })
    const nameOf = async (token: string) => (await api.get(`/api/admin/mail/unsubscribe?token=${token}`)).json.name
    const { id } = (await send([await memberOf(franchise)])).json
    expect(await nameOf(await api.letterToken(id))).toBe('株式会社武蔵野')
    expect(await nameOf('AbCdEfGhIjKlMnOpQrStUv')).toBe('株式会社からだ')
  })
})

test('a letter of a scenario says that no person sent it, a letter of staff does not', async () => {
  const [automatic, personal] = [await memberOf(own), await memberOf(own)]
  const { id } = (await send([automatic])).json
  await api.db.execute(sql`insert into mail_step (name, trigger_type, trigger_days, entry_filter, stop_on, status, search_text,
    created_at, updated_at) values ('入会', 'admission', 0, '{}', '{}', 'disabled', '', now(), now())`)
  await api.db.execute(sql`update mail set step_id = (select max(id) from mail_step) where id = ${Number(id)}`)
  await send([personal])
  expect((await letterTo(automatic)).raw).toContain('Auto-Submitted: auto-generated')
  expect((await letterTo(personal)).raw).not.toContain('Auto-Submitted')
})
