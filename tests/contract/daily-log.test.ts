import { sql } from 'drizzle-orm'
import papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoSealing, placeOfDay } from '../../api/lib/sealing.ts'
import { mailer } from '../../api/mail/mailer.ts'
import { type Api, startApi } from '../support/api.ts'
import { sampleLogs } from '../support/daily-logs.ts'

let api: Api
let shop: string
let head: string
let admin: string
let manager: string
const path = '/api/admin/member'
const start = new Date('2026-11-21T01:00:00.000Z')

beforeAll(async () => {
  api = await startApi()
  shop = await api.makeShop()
  head = await api.as({ role: 'all' })
  admin = await api.as({ role: 'all', isAdmin: true })
  manager = await api.as({ role: 'level3', shops: [shop] })
})
beforeEach(() => {
  api.time.now = new Date(start)
})
afterAll(() => api.close())

/** A member with every consent, and the sample's day in these logs. */
async function makeLogger(...kinds: (keyof typeof sampleLogs)[]) {
  const made = await api.makeMember(shop)
  for (const kind of ['body', 'location', 'menstrual'] as const) await api.giveConsent({ ...made, kind, at: longAgo })
  for (const kind of kinds)
    await api.makeDailyLog(kind, { memberId: made.memberId, shopId: shop, log: sampleLogs[kind] as never })
  return made
}
const longAgo = new Date('2026-09-01T00:00:00Z')

const conditionOf = (userId: string, token: string, more = '') =>
  api.get(`${path}/condition-daily-log/list?userId=${userId}${more}`, { token })
const reveal = (userId: string, body: object = {}, token = head) =>
  api.post(`${path}/daily-log/reveal`, {
    token,
    body: {
      ...{ userId, kind: 'condition', from: '2026-11-01', to: '2026-11-21', reason: 'inquiry', reasonText: null },
      ...body,
    },
  })
const acts = async (action: string) => {
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape
  const { rows } = await api.db.execute<any>(
    sql`select action, member_id as "memberId", reason, filter, diff, row_count as "rowCount" from audit_log
      where action = ${action} order by seq desc`,
  )
  return rows
}

describe('the request', () => {
  test('needs a member or a shop, and says so without', async () => {
    const { status, json } = await api.get(`${path}/condition-daily-log/list`, { token: manager })
    expect([status, json.fields]).toEqual([422, { userId: '会員か店舗を選択してください。' }])
  })

  test('covers at most 92 days, both ends included', async () => {
    const list = (from: string, to: string) =>
      api.get(`${path}/condition-daily-log/list?shopId=${shop}&from=${from}&to=${to}`, { token: manager })
    expect((await list('2026-08-22', '2026-11-21')).status).toBe(200)
    const tooLong = await list('2026-08-21', '2026-11-21')
    expect([tooLong.status, tooLong.json.fields]).toEqual([
      422,
      { to: 'この項目には開始日から92日以内の日を指定してください。' },
    ])
    expect((await list('2026-11-21', '2026-11-20')).status).toBe(422)
  })

  test('lists the newest day first, or the oldest on request', async () => {
    const { memberId, userId } = await makeLogger()
    for (const date of ['2026-11-10', '2026-11-12', '2026-11-11']) {
      await api.makeDailyLog('condition', { memberId, shopId: shop, date, log: sampleLogs.condition })
    }
    const days = async (more = '') =>
      (await conditionOf(userId, manager, more)).json.list.map((one: { date: string }) => one.date)
    expect(await days()).toEqual(['2026-11-12', '2026-11-11', '2026-11-10'])
    expect(await days('&sortDir=asc&limit=2')).toEqual(['2026-11-10', '2026-11-11'])
  })

  test('does not show a member who has moved to another shop in the old one', async () => {
    const { memberId, userId } = await makeLogger('condition')
    await api.db.execute(
      sql`update member set shop_id = ${Number(await api.makeShop())} where id = ${Number(memberId)}`,
    )
    expect((await conditionOf(userId, manager)).status).toBe(404)
    const list = await api.get(`${path}/condition-daily-log/list?shopId=${shop}&limit=500`, { token: manager })
    expect(list.json.list.map(({ member }: { member: { id: string } }) => member.id)).not.toContain(userId)
  })

  test('lists the sixteen metrics with unit, range and aggregation', async () => {
    const { json } = await api.get('/api/admin/healthcare-type-info', { token: manager })
    expect(json.list).toHaveLength(16)
    expect(json.list[0]).toMatchObject({
      key: 'fitness.dailyStepCount',
      label: '歩数',
      unit: '歩',
      aggregate: 'sum',
      min: 0,
      max: 100_000,
    })
  })

  test('returns blood pressure as a pair, and every value with its unit', async () => {
    const { userId, memberId } = await makeLogger('healthcare')
    const trainer = await api.makeStaff({ role: 'level2', shops: [shop] })
    await api.db.execute(
      sql`update member set trainer_staff_id = ${Number(trainer.staffId)} where id = ${Number(memberId)}`,
    )
    const { json } = await api.get(`${path}/healthcare-daily-log/list?userId=${userId}`, {
      token: await api.signIn(trainer),
    })
    expect(json.list[0].log.measurements).toEqual([
      {
        key: 'fitness.dailyStepCount',
        value: 81237,
        systolic: null,
        diastolic: null,
        unit: '歩',
        aggregate: 'sum',
        sampleCount: 24,
      },
      {
        key: 'body.dailyBodyFatPercentage',
        value: 23.7,
        systolic: null,
        diastolic: null,
        unit: '%',
        aggregate: 'latest',
        sampleCount: 1,
      },
      {
        key: 'vital.dailyBloodPressure',
        value: null,
        systolic: 118,
        diastolic: 76,
        unit: 'mmHg',
        aggregate: 'avg',
        sampleCount: 2,
      },
    ])
  })
})

describe('head office', () => {
  test('reads the values of one member, kind and period for fifteen minutes, and no others', async () => {
    const { memberId, userId } = await makeLogger('condition', 'bodyTemp')
    await api.makeDailyLog('condition', { memberId, shopId: shop, date: '2026-10-30', log: sampleLogs.condition })
    const another = await makeLogger('condition')
    const revealed = await reveal(userId)
    expect(revealed.json).toEqual({ from: '2026-11-01', to: '2026-11-21', until: '2026-11-21T10:15:00.000+09:00' })
    const { json } = await conditionOf(userId, head)
    expect(json.list.map(({ date, log }: { date: string; log: object | null }) => [date, log?.constructor])).toEqual([
      ['2026-11-20', Object],
      ['2026-10-30', undefined],
    ])
    expect(json.revealed.until).toBe('2026-11-21T10:15:00.000+09:00')
    expect((await conditionOf(another.userId, head)).json.list[0].log).toBeNull()
    expect(
      (await api.get(`${path}/body-temp-daily-log/list?userId=${userId}`, { token: head })).json.list[0].log,
    ).toBeNull()
    expect((await conditionOf(userId, admin)).json.list[0].log).toBeNull()

    api.time.now = new Date(start.getTime() + 15 * 60_000 - 1)
    expect((await conditionOf(userId, head)).json.list[0].log).not.toBeNull()
    api.time.now = new Date(start.getTime() + 15 * 60_000)
    const after = await conditionOf(userId, head)
    expect([after.json.list[0].log, after.json.revealed]).toEqual([null, null])
  })

  test('reads them only in the session in which it gave the reason', async () => {
    const { userId } = await makeLogger('condition')
    const person = await api.makeStaff({ role: 'all' })
    const [here, elsewhere] = [await api.signIn(person), await api.signIn(person)]
    await reveal(userId, {}, here)
    expect((await conditionOf(userId, here)).json.list[0].log).not.toBeNull()
    expect((await conditionOf(userId, elsewhere)).json.list[0].log).toBeNull()
  })

  test('leaves reason, member, kind and days in the audit log, and never a value', async () => {
    const { memberId, userId } = await makeLogger('condition')
    await reveal(userId, { reason: 'other', reasonText: '家族からの相談' })
    const [act] = await acts('dailyLog.reveal')
    expect(act).toMatchObject({ memberId: Number(memberId), reason: 'その他: 家族からの相談' })
    expect(act.filter).toEqual({ kind: 'condition', from: '2026-11-01', to: '2026-11-21' })
    const { json } = await api.get('/api/admin/audit/list?group=health&limit=1', { token: admin })
    expect(json.list[0]).toMatchObject({
      action: 'dailyLog.reveal',
      member: { id: userId },
      conditions: expect.arrayContaining([{ key: 'kind', value: 'condition' }]),
    })
  })

  test('must describe the reason `other` in words', async () => {
    const { userId } = await makeLogger('condition')
    const { status, json } = await reveal(userId, { reason: 'other', reasonText: '  ' })
    expect([status, json.fields]).toEqual([422, { reasonText: 'この項目を入力してください。' }])
  })

  test('cannot reveal a log without the member’s consent', async () => {
    const { memberId, userId } = await makeLogger('condition')
    await api.giveConsent({ memberId, kind: 'body', agreed: false })
    const { status, json } = await reveal(userId)
    expect([status, json.fields]).toEqual([422, { userId: 'この会員は、この記録の利用に同意していません。' }])
  })

  test('exports what it has revealed, with the reason, and nothing before', async () => {
    const { userId, memberNo, memberId } = await makeLogger('condition')
    const csv = (token = head) =>
      api.get(`${path}/condition-daily-log/list?userId=${userId}&from=2026-11-01&to=2026-11-21`, {
        token,
        headers: { accept: 'text/csv' },
      })
    expect((await csv()).status).toBe(422)
    expect((await csv(manager)).status).toBe(403)
    await reveal(userId, { reason: 'investigation' })
    const { text } = await csv()
    const [header, row] = papa.parse<string[]>(text.replace('\uFEFF', '').trim()).data
    expect(header).toEqual([
      '会員番号',
      '日付',
      '気分',
      '疲労（0〜4）',
      '睡眠の質（1〜5）',
      'ストレス（0〜4）',
      '痛み・違和感',
      'ひとこと',
    ])
    expect(row).toEqual([memberNo, '2026/11/20', 'だるい', '3', '2', '1', 'ひざ', '膝に違和感があります'])
    const [act] = await acts('dailyLog.condition.export')
    expect(act).toMatchObject({
      memberId: Number(memberId),
      reason: '監査・調査',
      rowCount: 1,
      filter: { members: [Number(memberId)] },
    })
    expect(JSON.stringify(act)).not.toMatch(/lazy|膝/)
  })
})

describe('consent', () => {
  test('empties every answer at the next request when it is withdrawn, also for an active reveal', async () => {
    const { memberId, userId } = await makeLogger('condition')
    await reveal(userId)
    expect((await conditionOf(userId, head)).json.list).toHaveLength(1)
    expect((await conditionOf(userId, manager)).json.list).toHaveLength(1)
    await api.giveConsent({ memberId, kind: 'body', agreed: false })
    for (const token of [head, manager]) {
      const { json, text } = await conditionOf(userId, token)
      expect([json.list, json.paging.total, json.consent.state, json.consent.hasLogs]).toEqual([
        [],
        0,
        'withdrawn',
        // Whether days are stored is disclosed to callers who may delete them.
        token === head,
      ])
      expect(text).not.toContain('膝')
    }
    const ofShop = await api.get(`${path}/condition-daily-log/list?shopId=${shop}&limit=500`, { token: manager })
    expect(ofShop.json.list.map(({ member }: { member: { id: string } }) => member.id)).not.toContain(userId)
  })

  test('makes the days readable again when it is given again', async () => {
    const { memberId, userId } = await makeLogger('condition')
    await api.giveConsent({ memberId, kind: 'body', agreed: false, at: new Date('2026-11-01T00:00:00Z') })
    await api.giveConsent({ memberId, kind: 'body', version: '2.0', at: new Date('2026-11-10T00:00:00Z') })
    const { json } = await conditionOf(userId, manager)
    expect([json.list.length, json.consent.state, json.consent.version]).toEqual([1, 'given', '2.0'])
  })

  test('that arrives late does not override a later answer', async () => {
    const { memberId, userId } = await makeLogger('condition')
    await api.giveConsent({ memberId, kind: 'body', agreed: false, at: new Date('2026-11-10T00:00:00Z') })
    await api.giveConsent({ memberId, kind: 'body', agreed: true, at: new Date('2026-11-05T00:00:00Z') })
    expect((await conditionOf(userId, manager)).json.consent.state).toBe('withdrawn')
  })

  test('is listed by kind with version, day and the named companies, latest first', async () => {
    const company = await api.db.execute<{ id: number }>(
      sql`insert into company (name) values ('株式会社加盟店') returning id`,
    )
    const { memberId, userId } = await makeLogger('condition')
    await api.giveConsent({ memberId, kind: 'body', version: '1.1', companyIds: [company.rows[0]?.id as number] })
    const { json } = await api.get(`${path}/${userId}/consent`, { token: head })
    expect(json.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['body', 'location', 'menstrual'])
    expect(json.kinds[0]).toMatchObject({
      state: 'given',
      days: 1,
      history: [
        { agreed: true, version: '1.1', at: '2026-11-21T10:00:00.000+09:00', companies: ['株式会社加盟店'] },
        { agreed: true, version: '1.0', at: '2026-09-01T09:00:00.000+09:00', companies: [] },
      ],
    })
    // A manager reads moods but no menstrual logs, so that consent is not listed.
    const ofManager = await api.get(`${path}/${userId}/consent`, { token: manager })
    expect(ofManager.json.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['body'])
  })
})

describe('a member’s request to delete', () => {
  test('permanently deletes the days of one consent, or all, and is audited', async () => {
    const { memberId, userId } = await makeLogger('condition', 'bodyTemp', 'location', 'menstrual')
    const kept = async () => {
      const { rows } = await api.db.execute<{ kind: string }>(
        sql`select kind from daily_log where member_id = ${Number(memberId)} order by kind`,
      )
      return rows.map(({ kind }) => kind)
    }
    const erase = (query = '') => api.call('DELETE', `${path}/${userId}/daily-log${query}`, { token: head })
    expect((await erase('?kind=body')).json).toEqual({ erased: 2 })
    expect(await kept()).toEqual(['location', 'menstrual'])
    expect((await erase()).json).toEqual({ erased: 2 })
    expect(await kept()).toEqual([])
    const [all, body] = await acts('dailyLog.erase')
    expect([body.filter, body.rowCount, all.filter, all.memberId]).toEqual([
      { consent: 'body' },
      2,
      { consent: 'all' },
      Number(memberId),
    ])
    expect((await conditionOf(userId, manager)).json.list).toEqual([])
  })

  test('does not affect another member', async () => {
    const [one, other] = [await makeLogger('condition'), await makeLogger('condition')]
    await api.call('DELETE', `${path}/${one.userId}/daily-log`, { token: head })
    expect((await conditionOf(other.userId, manager)).json.list).toHaveLength(1)
  })
})

describe('the access log', () => {
  test('notifies every admin once about more than fifty members in a day', async () => {
    const busyShop = await api.makeShop()
    const person = await api.makeStaff({ role: 'level3', shops: [busyShop] })
    const token = await api.signIn(person)
    for (let at = 0; at < 51; at += 1) {
      const { memberId } = await api.makeMember(busyShop)
      await api.giveConsent({ memberId, kind: 'body', at: longAgo })
      await api.makeDailyLog('condition', { memberId, shopId: busyShop, log: sampleLogs.condition })
    }
    const look = (offset: number, limit: number) =>
      api.get(`${path}/condition-daily-log/list?shopId=${busyShop}&offset=${offset}&limit=${limit}`, { token })
    const jobs = async () => {
      const { rows } = await api.db.execute<{ data: never }>(
        sql`select data from pgboss.job where name = 'mail' and data ->> 'kind' = 'healthAccess'`,
      )
      return rows.map(({ data }) => data)
    }
    await look(0, 25)
    await look(25, 25)
    expect(await jobs()).toEqual([])
    await look(50, 25)
    await look(0, 50)
    const job = { kind: 'healthAccess', staffId: person.staffId, date: '2026-11-21' }
    expect(await jobs()).toEqual([{ ...job, adminId: expect.any(String) }])

    const letters: { to: string; text: string }[] = []
    const mail = mailer({
      database: api.database,
      appUrl: 'https://desk.example.jp',
      clock: () => api.time.now,
      send: async (to, { text }) => void letters.push({ to, text }),
    })
    for (const job of await jobs()) await mail(job)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('50名を超える会員の健康情報を閲覧しました。')
    expect(letters[0]?.text).toContain('https://desk.example.jp/member-daily-logs/access?month=2026-11')

    const { json } = await api.get(`${path}/daily-log/access?month=2026-11`, { token: admin })
    const seen = json.staff.find(({ id }: { id: string }) => id === person.staffId)
    expect(seen).toMatchObject({
      ...{ reads: 4, reveals: 0, exports: 0, members: 51, busiest: { date: '2026-11-21', members: 51 } },
      ...{ noticed: ['2026-11-21'], kinds: [{ kind: 'condition', members: 51 }], reasons: [] },
    })
  })

  test('lists reasons and exports of a month too', async () => {
    const { userId } = await makeLogger('condition')
    const person = await api.makeStaff({ role: 'all' })
    const token = await api.signIn(person)
    await conditionOf(userId, token)
    await reveal(userId, { reason: 'incident' }, token)
    await api.get(`${path}/condition-daily-log/list?userId=${userId}&from=2026-11-01&to=2026-11-21`, {
      token,
      headers: { accept: 'text/csv' },
    })
    const { json } = await api.get(`${path}/daily-log/access`, { token: admin })
    expect(json.staff.find(({ id }: { id: string }) => id === person.staffId)).toMatchObject({
      ...{ reads: 1, reveals: 1, exports: 1, members: 1, noticed: [] },
      reasons: [{ reason: '体調不良・事故への対応', count: 1 }],
    })
  })
})

describe('a stolen database dump', () => {
  test('reveals nothing about anybody’s health: no seeded value is in any column of any table', async () => {
    const { userId } = await makeLogger('condition', 'healthcare', 'location', 'bodyTemp', 'menstrual')
    await reveal(userId)
    await conditionOf(userId, head)
    const { rows: tables } = await api.db.execute<{ name: string }>(
      sql`select table_schema || '.' || table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
    )
    expect(tables.map(({ name }) => name)).toContain('public.daily_log')
    const values = [
      '膝に違和感',
      '早めに休みました',
      'photo-of-a-place',
      'lazy',
      'luteal',
      '36.5873',
      '16.4273',
      '81237',
      'カラダクラブ',
    ]
    // Digits within others are those of a time, of an id or of encrypted bytes.
    const holds = (text: string, value: string) =>
      /^\d+$/.test(value) ? new RegExp(`(?<![\\da-f.])${value}(?![\\da-f])`).test(text) : text.includes(value)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await api.db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`))
      for (const { row } of rows) {
        // Checks binary content as well as text.
        const inside = [...row.matchAll(/\\x([0-9a-f]+)/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('utf8'))
          .join()
        found.push(
          ...values.filter((value) => holds(row, value) || holds(inside, value)).map((value) => `${name}: ${value}`),
        )
      }
    }
    expect(found.filter((one) => !one.startsWith('public.shop') && !one.startsWith('public.member:'))).toEqual([])
  })

  test('contains days that cannot be decrypted when moved to another member', () => {
    const { keyId, sealed } = demoSealing.seal(placeOfDay('condition', '1', '2026-11-20'), sampleLogs.condition)
    expect(demoSealing.open(placeOfDay('condition', 1, '2026-11-20'), keyId, sealed)).toEqual(sampleLogs.condition)
    expect(() => demoSealing.open(placeOfDay('condition', 2, '2026-11-20'), keyId, sealed)).toThrow()
  })
})
