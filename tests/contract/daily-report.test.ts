import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '../../api/db/schema/identity.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'

// Shop 1 is the team's, shop 2 somebody else's; shop 3 is open at night, its business day starts at 5. It is
// 2026-11-21, 10:00.

const path = '/api/admin/shop/daily-report'
const now = new Date('2026-11-21T01:00:00.000Z')
let club: Awaited<ReturnType<typeof openFacts>>
let api: Api
const people: Record<string, Person> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  club = await openFacts({ shops: 3, members: 4, dayStartHours: [0, 0, 5] })
  api = await startApi({ database: club.database })
  // The facts have ids of their own.
  for (const table of ['user_account', 'member']) {
    await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
  }
  const roles = { trainer: 'level2', writer: 'level3', manager: 'level3', owner: 'level4' } as const
  for (const [name, role] of Object.entries(roles)) people[name] = await api.makeStaff({ role, shops: ['1', '3'] })
  people.stranger = await api.makeStaff({ role: 'level3', shops: ['2'] })
  people.head = await api.makeStaff({ role: 'all' })
  people.admin = await api.makeStaff({ role: 'all', isAdmin: true })
  for (const [name, person] of Object.entries(people)) tokens[name] = await api.signIn(person)
  await club.happened('2026-11-20', {
    contracts: [{ member: 1, shop: 1, from: '2026-11-01' }],
    visits: [{ member: 1, shop: 1, home: 1, at: '2026-11-20T10:00' }],
    sales: [{ shop: 1, at: '2026-11-20T11:00', lines: [{ category: 'product', net: 1100, tax: 100 }] }],
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.time.now = now
  await api.db.execute(sql`truncate daily_report cascade`)
})

type Who = keyof typeof tokens
const save = (data: object[], who: Who = 'writer') => api.post(`${path}/list`, { token: tokens[who], body: { data } })
const make = async (more: object = {}, who: Who = 'writer') => {
  const { status, json } = await save([{ shopId: '1', date: '2026-11-20', ...more }], who)
  expect([status, json.fields]).toEqual([200, undefined])
  return json.list[0]
}
const read = async (id: string, who: Who = 'manager') => (await api.get(`${path}/${id}`, { token: tokens[who] })).json
const put = (id: string, body: object, who: Who = 'writer') =>
  api.put(`${path}/${id}`, { token: tokens[who], body: body as object })
const submitted = async (more: object = {}) => {
  const { id } = await make(more)
  expect((await put(id, { action: 'submit' })).status).toBe(200)
  return id as string
}
const stored = async () =>
  (await api.db.execute<{ count: number }>(sql`select count(*)::integer as count from daily_report`)).rows[0]?.count
const refusal = ({ status, json }: { status: number; json: { fields?: object } }) => [status, json.fields]

describe('a report and its states', () => {
  test('is written, submitted, returned with a comment, resubmitted and approved, with the person and time of each', async () => {
    const { id, status, author } = await make({ goodPoints: '朝のヨガが満席でした。' })
    expect([status, author.id]).toEqual(['draft', people.writer?.staffId])
    const first = (await put(id, { action: 'submit' })).json
    const at = '2026-11-21T10:00:00.000+09:00'
    expect(first).toMatchObject({ status: 'submitted', submitter: { id: people.writer?.staffId }, submittedAt: at })
    const returned = (await put(id, { action: 'return', comment: '課題も書いてください。' }, 'manager')).json
    expect(returned).toMatchObject({
      status: 'returned',
      approver: { id: people.manager?.staffId },
      approverComment: '課題も書いてください。',
      decidedAt: at,
      approvedAt: null,
    })
    await put(id, { issues: '夜の清掃が遅れました。' })
    expect((await put(id, { action: 'submit' })).json.status).toBe('submitted')
    const approved = (await put(id, { action: 'approve' }, 'owner')).json
    expect(approved).toMatchObject({ status: 'approved', approver: { id: people.owner?.staffId }, approvedAt: at })
  })

  test('includes the latest edits when it is submitted', async () => {
    const { id } = await make()
    const { json } = await put(id, { action: 'submit', handover: '鍵は金庫にあります。' })
    expect(json).toMatchObject({ status: 'submitted', handover: '鍵は金庫にあります。' })
  })

  test('cannot be changed once submitted or approved, nor by saving the day again', async () => {
    const id = await submitted()
    for (const step of ['submitted', 'approved']) {
      if (step === 'approved') await put(id, { action: 'approve' }, 'manager')
      expect((await put(id, { issues: '変更' })).status, step).toBe(422)
      expect((await save([{ shopId: '1', date: '2026-11-20', issues: '変更' }])).status, step).toBe(422)
      expect((await read(id)).issues).toBeNull()
    }
  })

  test.each([
    ['draft', ['approve', 'return', 'reopen']],
    ['submitted', ['submit', 'reopen']],
    ['returned', ['approve', 'return', 'reopen']],
    ['approved', ['submit', 'approve', 'return']],
  ])('that is %s refuses %j', async (state, actions) => {
    const { id } = await make()
    if (state !== 'draft') await put(id, { action: 'submit' })
    if (state === 'returned') await put(id, { action: 'return', comment: '理由' }, 'manager')
    if (state === 'approved') await put(id, { action: 'approve' }, 'manager')
    for (const action of actions) {
      const comment = action === 'submit' ? {} : { comment: '理由' }
      const answer = await put(id, { action, ...comment }, 'head')
      expect([action, answer.status, Object.keys(answer.json.fields)]).toEqual([action, 422, ['action']])
    }
    expect((await read(id)).status).toBe(state)
  })

  test('is not returned or reopened without a reason', async () => {
    const id = await submitted()
    expect(refusal(await put(id, { action: 'return' }, 'manager'))).toEqual([
      422,
      { comment: 'この項目に理由を入力してください。' },
    ])
    await put(id, { action: 'approve', comment: 'お疲れさまでした。' }, 'manager')
    expect((await put(id, { action: 'reopen', comment: '  ' }, 'head')).status).toBe(422)
  })

  test('that was approved is reopened only by head office, to be corrected and resubmitted', async () => {
    const id = await submitted()
    await put(id, { action: 'approve' }, 'manager')
    for (const who of ['writer', 'manager', 'owner']) {
      expect((await put(id, { action: 'reopen', comment: '理由' }, who)).status).toBe(403)
    }
    const { json } = await put(id, { action: 'reopen', comment: 'レジの金額に誤りがあります。' }, 'head')
    expect(json).toMatchObject({
      status: 'returned',
      approvedAt: null,
      approverComment: 'レジの金額に誤りがあります。',
    })
    expect((await put(id, { issues: '直しました。' })).status).toBe(200)
  })

  test('lists the actions that its reader may take', async () => {
    const { id } = await make()
    const allowed = async () =>
      Object.fromEntries(
        await Promise.all(
          ['trainer', 'writer', 'manager', 'owner', 'head'].map(async (who) => [who, (await read(id, who)).allowed]),
        ),
      )
    const write = ['edit', 'submit']
    expect(await allowed()).toEqual({ trainer: write, writer: write, manager: write, owner: [], head: write })
    await put(id, { action: 'submit' })
    const decide = ['return', 'approve']
    expect(await allowed()).toEqual({ trainer: [], writer: [], manager: decide, owner: decide, head: decide })
    await put(id, { action: 'approve' }, 'owner')
    expect(await allowed()).toEqual({ trainer: [], writer: [], manager: [], owner: [], head: ['reopen'] })
  })
})

describe('nobody approves or returns their own report', () => {
  const own = '自分が記入または提出した日報は、承認も差戻しもできません。'

  test.each(['writer', 'head', 'admin'])('whoever wrote it: %s', async (who) => {
    const { id } = await make({}, who)
    await put(id, { action: 'submit' }, who)
    for (const body of [{ action: 'approve' }, { action: 'return', comment: '理由' }]) {
      const { status, json } = await put(id, body, who)
      expect([status, json.message]).toEqual([403, own])
    }
    expect((await put(id, { action: 'approve' }, 'manager')).status).toBe(200)
  })

  test('the last editor cannot have somebody else submit it and then approve it', async () => {
    const { id } = await make({}, 'manager')
    await put(id, { action: 'submit' }, 'trainer')
    expect((await put(id, { action: 'approve' }, 'manager')).status).toBe(403)
  })

  test.each([
    ['wrote in it before others did', async (id: string) => put(id, { issues: '清掃が遅れました。' }, 'manager')],
    ['saved its day again', async () => make({ weather: 'rainy' }, 'manager')],
    [
      'submitted it before it was returned and written again',
      async (id: string) => {
        await put(id, { action: 'submit' }, 'manager')
        await put(id, { action: 'return', comment: '理由' }, 'owner')
      },
    ],
  ])('nor can whoever %s', async (_, write) => {
    const { id } = await make({}, 'trainer')
    await write(id)
    await put(id, { issues: '直しました。' }, 'writer')
    await put(id, { action: 'submit' }, 'writer')
    expect((await read(id, 'manager')).allowed).toEqual([])
    for (const body of [{ action: 'approve' }, { action: 'return', comment: '理由' }]) {
      expect((await put(id, body, 'manager')).json.message).toBe(own)
    }
    expect((await put(id, { action: 'approve' }, 'owner')).status).toBe(200)
  })

  test('a comment on a decision is no writing: whoever returned a report approves it afterwards', async () => {
    const id = await submitted()
    await put(id, { action: 'return', comment: '課題も書いてください。' }, 'manager')
    await put(id, { action: 'submit', issues: '清掃が遅れました。' })
    expect((await put(id, { action: 'approve' }, 'manager')).status).toBe(200)
  })

  test('of reports from before an upgrade the writers are those in the audit log', async () => {
    const { id } = await make({}, 'trainer')
    await put(id, { issues: '清掃が遅れました。' }, 'manager')
    await put(id, { issues: '直しました。' }, 'trainer')
    await put(id, { action: 'submit' }, 'writer')
    await put(id, { action: 'return', comment: '理由' }, 'owner')
    const earlier = (await read(id)).earlierSubmissions
    await api.db.execute(sql`update daily_report set writer_ids = '{}', earlier_submissions = '[]'`)
    const migration = new URL('../../api/db/migrations/0049_report-writers.sql', import.meta.url)
    const [, , ...updates] = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')
    for (const update of updates) await api.database.exec(update)
    const { rows } = await api.db.execute<{ writers: number[] }>(sql`select writer_ids as writers from daily_report`)
    const writers = ['trainer', 'manager', 'writer'].map((who) => Number(people[who]?.staffId))
    expect([...(rows[0]?.writers ?? [])].sort()).toEqual(writers.sort())
    expect((await read(id)).earlierSubmissions).toEqual(earlier)
  })

  test('nor can the submitter of a report by somebody else', async () => {
    const { id } = await make({}, 'trainer')
    await put(id, { action: 'submit' }, 'manager')
    expect((await put(id, { action: 'approve' }, 'manager')).status).toBe(403)
    expect((await put(id, { action: 'approve' }, 'owner')).status).toBe(200)
  })
})

describe('one report per shop and day', () => {
  test('saved twice is one row with the latest edits, and unsent fields are kept', async () => {
    const first = await make({ weather: 'rainy', handover: '鍵は金庫です。' })
    const again = await make({ weather: 'sunny' }, 'trainer')
    expect(again).toMatchObject({ id: first.id, weather: 'sunny', handover: '鍵は金庫です。', version: 2 })
    expect(again.author.id).toBe(people.trainer?.staffId)
    expect(await stored()).toBe(1)
  })

  test('created concurrently is one row', async () => {
    const answers = await Promise.all(
      ['writer', 'manager', 'trainer'].map((who) => save([{ shopId: '1', date: '2026-11-19', weather: 'sunny' }], who)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored()).toBe(1)
  })

  test('of many at once are all stored or none', async () => {
    const days = Array.from({ length: 31 }, (_, at) => ({
      shopId: '1',
      date: `2026-10-${String(at + 1).padStart(2, '0')}`,
    }))
    for (const [wrong, status] of [
      [{ shopId: '2', date: '2026-10-31' }, 404],
      [{ shopId: '999999', date: '2026-10-31' }, 404],
      [{ shopId: '1', date: '2026-10-01' }, 422],
      [{ shopId: '1', date: '2026-11-22' }, 422],
    ] as const) {
      expect((await save([...days.slice(0, 30), wrong])).status).toBe(status)
    }
    expect((await save([...days, { shopId: '1', date: '2026-11-01' }])).status).toBe(422)
    expect(await stored()).toBe(0)
    const { json } = await save(days)
    expect(json.list.map(({ date }: { date: string }) => date)).toEqual(days.map(({ date }) => date))
    expect(await stored()).toBe(31)
  })

  test('a second author learns that the report already exists', async () => {
    const begin = (who: Who) => save([{ shopId: '1', date: '2026-11-20', version: 0, issues: who }], who)
    expect((await begin('writer')).status).toBe(200)
    const late = await begin('manager')
    expect([late.status, late.json.code, late.json.current.issues]).toEqual([409, 'stale', 'writer'])
  })

  test('a concurrent change gets 409 with the current report', async () => {
    const { id, version } = await make()
    expect((await put(id, { issues: '先の変更', version })).json.version).toBe(version + 1)
    const late = await put(id, { issues: '後の変更', version }, 'manager')
    expect([late.status, late.json.code, late.json.current.issues]).toEqual([409, 'stale', '先の変更'])
    expect((await put(id, { action: 'submit', version }, 'manager')).status).toBe(409)
  })

  test('a shop whose business day starts at 5 has no report of the new day at 4', async () => {
    api.time.now = new Date('2026-11-21T19:30:00.000Z')
    const token = await api.signIn(people.writer as Person)
    const begin = (shopId: string) =>
      api.post(`${path}/list`, { token, body: { data: [{ shopId, date: '2026-11-22' }] } })
    expect((await begin('1')).status).toBe(200)
    const refused = { 'data.0.date': 'この項目には今日までの日付を入力してください。' }
    expect(refusal(await begin('3'))).toEqual([422, refused])
    api.time.now = new Date('2026-11-21T20:00:00.000Z')
    expect((await begin('3')).status).toBe(200)
  })
})

describe('the figures from the server', () => {
  const corrected = () => club.record({ visits: [{ member: 1, shop: 1, home: 1, at: '2026-11-20T18:00' }] })

  test('equal those of report/monthly-stats', async () => {
    const { id } = await make()
    const { day } = await read(id)
    const { json } = await api.get('/api/admin/report/monthly-stats?year=2026&month=11&shopId=1', {
      token: tokens.manager as string,
    })
    const row = json.dailyReports[19]
    expect(day.figures).toMatchObject({
      visitCount: row.visits,
      uniqueVisitors: row.unique,
      admissionCount: row.admissions,
    })
    expect(day.figures.salesByCategory.product).toBe(row.sales)
    expect([day.target, day.landing]).toEqual([json.target, json.landing])
  })

  test('follow the facts in a draft, are kept at submission, and later changes are listed', async () => {
    const { id } = await make()
    expect((await read(id)).day.figures.visitCount).toBe(1)
    await corrected()
    expect(await read(id)).toMatchObject({ asSubmitted: null, changedSince: [], day: { figures: { visitCount: 2 } } })
    await put(id, { action: 'submit' })
    expect(await read(id)).toMatchObject({ asSubmitted: { figures: { visitCount: 2 } }, changedSince: [] })
    await club.record({ visits: [{ member: 1, shop: 1, home: 1, at: '2026-11-20T21:00' }] })
    const after = await read(id)
    expect(after).toMatchObject({
      asSubmitted: { figures: { visitCount: 2 } },
      day: { figures: { visitCount: 3 } },
      changedSince: ['visitCount'],
    })
    await put(id, { action: 'return', comment: '来館数が変わりました。' }, 'manager')
    expect((await read(id)).changedSince).toEqual([])
    await put(id, { action: 'submit' })
    expect((await read(id)).asSubmitted.figures.visitCount).toBe(3)
  })

  test('of each submission are kept when the report is submitted again, with who submitted it and when', async () => {
    const { id } = await make({ adjustments: { tourCount: { value: 2, reason: '電話の2件' } } })
    await put(id, { action: 'submit' })
    const first = await read(id)
    await put(id, { action: 'return', comment: '来館数が変わりました。' }, 'manager')
    await club.record({ visits: [{ member: 1, shop: 1, home: 1, at: '2026-11-20T07:00' }] })
    api.time.now = new Date('2026-11-21T01:30:00.000Z')
    await put(id, { action: 'submit', adjustments: {} }, 'trainer')
    await put(id, { action: 'approve' }, 'manager')
    await put(id, { action: 'reopen', comment: 'レジの金額に誤りがあります。' }, 'head')
    await put(id, { action: 'submit' })
    const { asSubmitted, earlierSubmissions } = await read(id)
    const [one, two] = earlierSubmissions
    expect(earlierSubmissions).toHaveLength(2)
    expect(one).toEqual({
      submitter: first.submitter,
      submittedAt: '2026-11-21T10:00:00.000+09:00',
      adjustments: { tourCount: { value: 2, reason: '電話の2件' } },
      day: first.asSubmitted,
    })
    expect(two).toMatchObject({
      submitter: { id: people.trainer?.staffId },
      submittedAt: '2026-11-21T10:30:00.000+09:00',
      adjustments: {},
      day: { figures: { visitCount: first.asSubmitted.figures.visitCount + 1 } },
    })
    expect(asSubmitted.figures).toEqual(two.day.figures)
    expect(JSON.stringify((await read(id, 'trainer')).earlierSubmissions)).not.toMatch(/sales|unpaid/i)
  })

  test('are null on a day after the data date, and their arrival later is no change', async () => {
    const { id } = await make({ date: '2026-11-21' })
    await put(id, { action: 'submit' })
    const { asSubmitted, day: today } = await read(id)
    expect(asSubmitted.figures.visitCount).toBeNull()
    // The month is known up to the data date.
    const { day: before } = await read((await make()).id)
    expect(today.monthToDate).toMatchObject({ admissions: 1, closing: 1 })
    expect([today.monthToDate, today.landing]).toEqual([before.monthToDate, before.landing])
    await api.db.execute(sql`update data_state set data_as_of = '2026-11-21T23:59:59+09:00'`)
    const later = await read(id)
    await api.db.execute(sql`update data_state set data_as_of = '2026-11-20T23:59:59.999+09:00'`)
    expect([later.day.figures.visitCount, later.changedSince]).toEqual([0, []])
  })

  test('are adjusted with a reason, and both values are shown', async () => {
    const { id } = await make({ adjustments: { visitCount: { value: 40, reason: '' } } })
    expect(refusal(await put(id, { action: 'submit' }))).toEqual([
      422,
      { 'adjustments.visitCount.reason': 'この項目を入力してください。' },
    ])
    const adjustments = { visitCount: { value: 40, reason: '入館ゲートの故障' } }
    expect((await put(id, { adjustments, action: 'submit' })).status).toBe(200)
    const report = await read(id)
    expect(report.adjustments).toEqual(adjustments)
    expect(report.asSubmitted.figures.visitCount).not.toBe(40)
    const { json } = await api.get(`${path}/list?from=2026-11-20&to=2026-11-20`, { token: tokens.manager as string })
    expect(json.list[0]).toMatchObject({ visitCount: 40, isAdjusted: true, sales: 1100 })
  })

  test('of a new day are available before anything is written, with the staff to choose from and the last handover', async () => {
    const before = await make({
      date: '2026-11-19',
      handover: 'サウナの温度を確認してください。',
      tomorrowPlan: '体験3件',
    })
    const readDay = async () =>
      (await api.get(`${path}/day?shopId=1&date=2026-11-20`, { token: tokens.writer as string })).json
    const blank = await readDay()
    expect(blank).toMatchObject({ report: null, canWrite: true, shop: { id: '1' }, dow: 5, isHoliday: false })
    expect(blank.figures.visitCount).toBeGreaterThan(0)
    expect(blank.previous).toEqual({
      id: before.id,
      date: '2026-11-19',
      handover: 'サウナの温度を確認してください。',
      tomorrowPlan: '体験3件',
    })
    expect(blank.staff.map(({ id }: { id: string }) => id).sort()).toEqual(
      ['trainer', 'writer', 'manager', 'owner'].map((who) => people[who]?.staffId).sort(),
    )
    const { id, version } = await make()
    expect((await readDay()).report).toEqual({ id, status: 'draft', version })
  })
})

describe('money', () => {
  const till = { salesCash: 12_000, salesCard: 30_000, cashFloat: 50_000, cashOnHand: 61_500 }

  test('missing from the till requires a comment at submission', async () => {
    const { id, cashDiff } = await make(till)
    expect(cashDiff).toBe(-500)
    const field = 'この項目を入力してください。現金に過不足があります。'
    expect(refusal(await put(id, { action: 'submit' }))).toEqual([422, { cashComment: field }])
    expect((await put(id, { action: 'submit', cashComment: 'お釣りの渡し間違いです。' })).status).toBe(200)
  })

  test('that matches requires none, and an uncounted till has no difference', async () => {
    expect((await make({ ...till, cashOnHand: 62_000 })).cashDiff).toBe(0)
    expect((await make({ cashOnHand: null })).cashDiff).toBeNull()
    expect(await submitted()).toBeDefined()
  })

  test('is in no answer to a trainer, who writes none, and whose edits keep the manager’s', async () => {
    const money = { 'salesByCategory.product': { value: 900, reason: '返品' } }
    const { id } = await make({ ...till, cashComment: '両替', adjustments: money })
    const answers = [
      await api.get(`${path}/${id}`, { token: tokens.trainer as string }),
      await api.get(`${path}/list?from=2026-11-01&to=2026-11-20`, { token: tokens.trainer as string }),
      await api.get(`${path}/day?shopId=1&date=2026-11-20`, { token: tokens.trainer as string }),
      await put(id, { adjustments: { visitCount: { value: 40, reason: '手計算' } } }, 'trainer'),
      await put(id, { action: 'submit' }, 'trainer'),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/sales|cash|unpaid|両替|返品/i)
    }
    const report = await read(id)
    expect(Object.keys(report.adjustments).sort()).toEqual(['salesByCategory.product', 'visitCount'])
    expect(report.asSubmitted.figures.salesByCategory.product).toBe(1100)
  })

  test.each([
    [{ salesCash: 1 }, 'salesCash'],
    [{ cashOnHand: null }, 'cashOnHand'],
    [{ cashComment: '両替' }, 'cashComment'],
    [{ adjustments: { unpaidCount: { value: 0, reason: '入金' } } }, 'adjustments.unpaidCount'],
  ])('cannot be written by a trainer: %j', async (body, field) => {
    const { id } = await make()
    const refused = '金額を見る権限がないため、指定できません。'
    expect(refusal(await put(id, body, 'trainer'))).toEqual([422, { [field]: refused }])
    expect(refusal(await save([{ shopId: '1', date: '2026-11-20', ...body }], 'trainer'))).toEqual([
      422,
      { [`data.0.${field}`]: refused },
    ])
  })

  test('with an unexplained difference stops a trainer from submitting, without revealing an amount', async () => {
    const { id } = await make(till)
    const { status, json } = await put(id, { action: 'submit' }, 'trainer')
    expect([status, Object.keys(json.fields)]).toEqual([422, ['action']])
    expect(json.fields.action).not.toMatch(/過不足|\d/)
  })
})

describe('staff entries', () => {
  const incident = { time: '19:40', place: 'フリーウエイト', userId: null, what: '足を打撲', action: '冷却して帰宅' }

  test('of an incident must be complete at submission, and may start with only its time', async () => {
    const begun = { time: '19:40', place: null, userId: null, what: null, action: '' }
    const { id } = await make({ incident: begun })
    const { status, json } = await put(id, { action: 'submit' })
    expect([status, Object.keys(json.fields).sort()]).toEqual([
      422,
      ['incident.action', 'incident.place', 'incident.what'],
    ])
    expect((await put(id, { action: 'submit', incident })).status).toBe(200)
  })

  test('refer to members of the shop only', async () => {
    const { userId, memberNo } = await api.makeMember('1', { externalId: 9001, memberNo: 'K9001', lastName: '佐藤' })
    const far = await api.makeMember('2', { externalId: 9002, memberNo: 'K9002' })
    const { incident: stored } = await make({ incident: { ...incident, userId } })
    expect(stored.member).toMatchObject({ id: userId, memberNo, lastName: '佐藤' })
    for (const userId of [far.userId, '999999']) {
      expect(refusal(await save([{ shopId: '1', date: '2026-11-20', incident: { ...incident, userId } }]))).toEqual([
        422,
        { 'data.0.incident.userId': 'この項目には、担当店舗の会員を選択してください。' },
      ])
    }
  })

  test('in an older release, which called the user’s id `memberId`, is read after its migration', async () => {
    const { userId } = await api.makeMember('1', { externalId: 9003, memberNo: 'K9003', lastName: '鈴木' })
    const { id } = await make({ incident: { ...incident, userId } })
    const { id: without } = await make({ date: '2026-11-19', incident })
    await api.db.execute(
      sql`update daily_report set incident = incident - 'userId' || jsonb_build_object('memberId', incident -> 'userId')
        where id in (${Number(id)}, ${Number(without)})`,
    )
    await api.database.exec(
      await readFile(new URL('../../api/db/migrations/0021_user_id.sql', import.meta.url), 'utf8'),
    )
    const read = async (one: string) => (await api.get(`${path}/${one}`, { token: tokens.writer })).json.incident
    expect(await read(id)).toMatchObject({ ...incident, userId, member: { id: userId, lastName: '鈴木' } })
    expect(await read(without)).toEqual({ ...incident, member: null })
  })

  test('about people are never in the audit log; that they were changed is', async () => {
    const { id } = await make({ goodPoints: '秘密の言葉' })
    await put(id, { incident, weather: 'rainy', memberVoice: '秘密の言葉' })
    await put(id, { action: 'submit' })
    await put(id, { action: 'return', comment: '確認してください。' }, 'manager')
    const rows = (await api.db.select().from(auditLog).orderBy(auditLog.seq)).filter(
      ({ resourceType, resourceId }) => resourceType === 'dailyReport' && resourceId === id,
    )
    expect(JSON.stringify(rows)).not.toMatch(/秘密の言葉|打撲|冷却/)
    expect(rows.map(({ action, diff }) => [action, Object.keys(diff ?? {}).sort()])).toEqual([
      ['dailyReport.save', ['goodPoints', 'status']],
      ['dailyReport.update', ['incident', 'memberVoice', 'weather']],
      ['dailyReport.update', ['status']],
      ['dailyReport.update', ['status']],
    ])
    expect(rows.at(-1)).toMatchObject({ shopId: '1', reason: '確認してください。' })
  })

  test('of several days are in the history of each', async () => {
    const { json } = await save([
      { shopId: '1', date: '2026-11-18', weather: 'sunny' },
      { shopId: '1', date: '2026-11-17', weather: 'rainy' },
    ])
    for (const { id } of json.list) {
      const { json: log } = await api.get(`/api/admin/audit/list?resourceType=dailyReport&resourceId=${id}`, {
        token: tokens.head as string,
      })
      expect(log.list).toHaveLength(1)
    }
  })

  test('of staff on duty must work in the shop; former staff are kept', async () => {
    const leaver = await api.makeStaff({ role: 'level2', shops: ['1'] })
    const duty = { staffId: leaver.staffId, from: '22:00', to: '29:30' }
    const { id, staffOnDuty } = await make({ staffOnDuty: [duty] })
    expect(staffOnDuty).toEqual([{ ...duty, displayName: expect.any(String) }])
    await api.db.execute(sql`update staff set status = 'cancel' where id = ${Number(leaver.staffId)}`)
    expect((await put(id, { staffOnDuty: [duty] })).status).toBe(200)
    for (const staffId of [people.stranger?.staffId, '999999']) {
      const wrong = await put(id, { staffOnDuty: [duty, { staffId, from: '09:00', to: '18:00' }] })
      expect([wrong.status, Object.keys(wrong.json.fields)]).toEqual([422, ['staffOnDuty.1.staffId']])
    }
    const backwards = await put(id, { staffOnDuty: [{ ...duty, to: '21:00' }] })
    expect([backwards.status, Object.keys(backwards.json.fields)]).toEqual([422, ['staffOnDuty.0.to']])
  })

  test('of staff on duty prevent their deletion, as their classes would', async () => {
    const unused = await api.makeStaff({ role: 'level2', shops: ['1'] })
    await make({ staffOnDuty: [{ staffId: unused.staffId, from: '09:00', to: '18:00' }] })
    const remove = () => api.delete(`/api/admin/staff/${unused.staffId}`, { token: tokens.head as string })
    expect((await remove()).status).toBe(422)
    await make({ staffOnDuty: [] })
    await api.db.execute(sql`update staff set status = 'waiting' where id = ${Number(unused.staffId)}`)
    expect((await remove()).status).toBe(200)
  })

  test.each([0.1, 12.3, -1])('of labour hours are in quarters of an hour, and not %d', async (laborHours) => {
    expect((await save([{ shopId: '1', date: '2026-11-20', laborHours }])).status).toBe(422)
    expect((await make({ laborHours: 36.75 })).laborHours).toBe(36.75)
  })
})

describe('the list', () => {
  const listed = async (query: string, who: Who = 'manager') => {
    const { status, json } = await api.get(`${path}/list?from=2026-11-01&to=2026-11-30&${query}`, {
      token: tokens[who] as string,
    })
    expect(status).toBe(200)
    return json.list.map(({ date, shop }: { date: string; shop: { id: string } }) => `${shop.id} ${date}`)
  }

  test('finds reports by state, word, author and incident, latest first', async () => {
    const place = '更衣室'
    await make({ date: '2026-11-18', goodPoints: 'ヨガが満席でした。' }, 'trainer')
    await make({ date: '2026-11-19', incident: { time: null, place, userId: null, what: null, action: null } })
    await submitted()
    expect(await listed('')).toEqual(['1 2026-11-20', '1 2026-11-19', '1 2026-11-18'])
    expect(await listed('sortKey=date&sortDir=asc&limit=1')).toEqual(['1 2026-11-18'])
    expect(await listed('status=submitted')).toEqual(['1 2026-11-20'])
    expect(await listed(`keyword=${encodeURIComponent('よが')}`)).toEqual(['1 2026-11-18'])
    expect(await listed(`authorStaffId=${people.trainer?.staffId}`)).toEqual(['1 2026-11-18'])
    expect(await listed('hasIncident=true')).toEqual(['1 2026-11-19'])
  })

  test('contains the caller’s own shops, and at most 62 days', async () => {
    await make()
    await save([{ shopId: '2', date: '2026-11-20' }], 'stranger')
    expect(await listed('', 'head')).toHaveLength(2)
    expect(await listed('', 'stranger')).toEqual(['2 2026-11-20'])
    for (const days of ['from=2026-09-01&to=2026-11-02', 'from=2026-11-02&to=2026-11-01', 'from=0001-01-01']) {
      expect((await api.get(`${path}/list?${days}`, { token: tokens.head as string })).status).toBe(422)
    }
  })

  test('is exported with the same rows, and money for callers who may export it', async () => {
    await make({ cashFloat: 50_000, salesCash: 0, cashOnHand: 49_000 })
    const sheet = await api.get(`${path}/list?from=2026-11-01&to=2026-11-30&shopId=1`, {
      token: tokens.manager as string,
      headers: { accept: 'text/csv' },
    })
    const [header = '', row = ''] = sheet.text.slice(1).split('\r\n')
    expect(decodeURIComponent(sheet.headers.get('content-disposition') ?? '')).toContain(
      '日報_店舗1_20261101-20261130_20261121_1000.csv',
    )
    expect(header.split(',').slice(0, 8)).toEqual([
      ...['日付', '店舗', '状態', '天気', '来館数（回）', '入会（名）', '売上（円・税込）', '過不足（円）'],
    ])
    expect(row.split(',').slice(0, 3)).toEqual(['2026/11/20', '店舗1', '下書き'])
    expect(row.split(',')[7]).toBe('-1000')
  })
})

describe('the board', () => {
  const board = async (query = 'from=2026-11-18&to=2026-11-22', who: Who = 'manager') => {
    const { status, json } = await api.get(`${path}/board?${query}`, { token: tokens[who] as string })
    expect(status).toBe(200)
    return json
  }

  test('shows the state of each shop’s days, and which have not submitted yesterday', async () => {
    await make({ date: '2026-11-18' })
    const id = await submitted({
      date: '2026-11-19',
      incident: { time: '10:00', place: '床', userId: null, what: '転倒', action: '救護' },
    })
    await save([{ shopId: '3', date: '2026-11-20' }])
    const { dates, shops, totals, notSubmitted } = await board()
    expect(dates).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'])
    expect(shops.map(({ shop }: { shop: { id: string } }) => shop.id)).toEqual(['1', '3'])
    expect(shops[0]).toMatchObject({
      statuses: ['draft', 'submitted', 'missing', null, null],
      incidents: ['2026-11-19'],
      missing: 1,
      yesterday: 'missing',
    })
    expect(shops[0].ids[1]).toBe(id)
    expect(shops[1]).toMatchObject({ statuses: ['missing', 'missing', 'draft', null, null], yesterday: 'draft' })
    expect(totals).toEqual({ missing: 3, draft: 2, submitted: 1, returned: 0, approved: 0 })
    expect(notSubmitted.map(({ id }: { id: string }) => id)).toEqual(['1', '3'])
  })

  test('knows yesterday also while another month is shown', async () => {
    await submitted()
    const { shops, notSubmitted } = await board('from=2026-10-01&to=2026-10-31&shopId=1')
    expect([shops.length, shops[0].statuses.length, shops[0].yesterday, notSubmitted]).toEqual([1, 31, 'submitted', []])
  })

  test('needs no report on a 休館日, before opening and after closing', async () => {
    await api.db.execute(
      sql`update shop set holidays = '{2026-11-19}', opened_on = '2026-11-18', closed_on = '2026-11-19' where id = 1`,
    )
    const { shops } = await board('from=2026-11-17&to=2026-11-20&shopId=1')
    await api.db.execute(sql`update shop set holidays = '{}', opened_on = '2020-04-01', closed_on = null where id = 1`)
    expect(shops[0].statuses).toEqual([null, 'missing', null, null])
  })

  test('needs no report of days before the data begin', async () => {
    const { shops, notSubmittedDays } = await board('from=2026-10-30&to=2026-11-02&shopId=1')
    expect([shops[0].statuses, notSubmittedDays]).toEqual([[null, null, 'missing', 'missing'], 2])
  })

  test('of a shop that is registered here today begins today, whenever it has opened', async () => {
    // Shops 1 to 3 have their numbers from the facts.
    await api.db.execute(sql`select setval(pg_get_serial_sequence('shop', 'id'), 100)`)
    const { json: made } = await api.post('/api/admin/shop/new', {
      token: tokens.admin as string,
      body: {
        ...{ name: '三鷹店', nameKana: null, code: 'M900', ownerType: 'direct', companyName: 'からだ株式会社' },
        ...{ zipCode: '181-0013', prefecture: '東京都', address1: '三鷹市下連雀1-1-1', address2: null },
        ...{ tel: '0422-00-0000', openedOn: '2020-04-01' },
      },
    })
    const overdue = async () => {
      const token = await api.signIn(people.head as Person)
      const { json } = await api.get(`${path}/board?from=2026-11-01&to=2026-11-30&shopId=${made.id}`, { token })
      return [json.notSubmittedDays, json.oldestNotSubmitted]
    }
    expect(await overdue()).toEqual([0, null])
    api.time.now = new Date('2026-11-22T01:00:00.000Z')
    expect(await overdue()).toEqual([1, '2026-11-21'])
  })

  test('needs no report of days before the shop was registered here, and shows those that were written', async () => {
    await api.db.execute(sql`update shop set registered_on = '2026-11-19' where id = 1`)
    const id = await submitted({ date: '2026-11-17' })
    const { shops, notSubmittedDays } = await board('from=2026-11-17&to=2026-11-21&shopId=1')
    await api.db.execute(sql`update shop set registered_on = null where id = 1`)
    expect(shops[0].statuses).toEqual(['submitted', null, 'missing', 'missing', null])
    expect([shops[0].ids[0], notSubmittedDays]).toEqual([id, 2])
  })
})
