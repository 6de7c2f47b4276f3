import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kpi } from '#contract/kpi.ts'
import { actionMetrics } from '#contract/words/report-action.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'

// Shops 1 and 2 are the team's, shop 3 somebody else's. The data date is 2026-11-20; it is 2026-11-21, 10:00.

const path = '/api/admin/shop/report-action'
let club: Awaited<ReturnType<typeof openFacts>>
let api: Api
const people: Record<string, Person> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  club = await openFacts({ shops: 3, members: 4 })
  api = await startApi({ database: club.database })
  for (const table of ['user_account', 'member']) {
    await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
  }
  people.trainer = await api.makeStaff({ role: 'level2', shops: ['1', '2'] })
  people.manager = await api.makeStaff({ role: 'level3', shops: ['1', '2'] })
  people.stranger = await api.makeStaff({ role: 'level3', shops: ['3'] })
  people.head = await api.makeStaff({ role: 'all' })
  for (const [name, person] of Object.entries(people)) tokens[name] = await api.signIn(person)
  const visit = (shop: number, date: string) => ({ member: shop, shop, home: shop, at: `${date}T10:00` })
  await club.happened('2026-11-20', {
    contracts: [1, 2, 3].map((shop) => ({ member: shop, shop, from: '2026-01-01' })),
    visits: [
      // Shop 1's action started on 2026-10-10: two visits in the 28 days before, the first of them on the first day,
      // and three since.
      ...['2026-09-12', '2026-10-09', '2026-10-10', '2026-10-20', '2026-11-06'].map((date) => visit(1, date)),
      // A day too early, and a day too late.
      ...['2026-09-11', '2026-11-07'].map((date) => visit(1, date)),
      ...['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-30'].map((date) => visit(2, date)),
      ...['2026-10-05', '2026-10-12', '2026-10-13'].map((date) => visit(3, date)),
    ],
    sales: [
      // Sales are known since before.
      { shop: 2, at: '2026-09-01T11:00', lines: [{ category: 'product', net: 550, tax: 50 }] },
      { shop: 1, at: '2026-10-01T11:00', lines: [{ category: 'product', net: 1100, tax: 100 }] },
      { shop: 1, at: '2026-10-11T11:00', lines: [{ category: 'product', net: 3300, tax: 300 }] },
    ],
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.execute(sql`truncate report_action cascade`)
})

test('the actions created from a report are listed by it', async () => {
  const reports = await api.post('/api/admin/shop/daily-report/list', {
    token: tokens.trainer,
    body: { data: ['2026-11-18', '2026-11-19'].map((date) => ({ shopId: '1', date })) },
  })
  const [one, other] = reports.json.list
  const make = async (dailyReportId: string | null) =>
    (await api.post(`${path}/new`, { token: tokens.manager, body: draft({ dailyReportId }) })).json.id
  const of = await make(one.id)
  await make(null)
  const idsOf = async (id: string) =>
    (await api.get(`${path}/list?dailyReportId=${id}`, { token: tokens.manager })).json.list.map(
      (row: { id: string }) => row.id,
    )
  expect(await idsOf(one.id)).toEqual([of])
  expect(await idsOf(other.id)).toEqual([])
})

const draft = (more: object = {}) => ({
  shopId: '1',
  dailyReportId: null,
  title: '休眠会員への声かけ',
  category: 'visit',
  priority: 'mid',
  metric: 'visitCount',
  targetValue: 5,
  plan: '週に5名へ電話します。',
  doNote: null,
  check: null,
  nextAction: null,
  evaluation: null,
  ownerStaffId: people.manager?.staffId,
  startOn: '2026-10-10',
  dueOn: '2026-11-10',
  status: 'todo',
  progress: 0,
  ...more,
})
const make = async (more: object = {}, who = 'manager') => {
  const { status, json } = await api.post(`${path}/new`, { token: tokens[who] as string, body: draft(more) })
  expect([status, json.fields]).toEqual([200, undefined])
  return json
}
const change = (row: { id: string; version: number }, body: object, who = 'manager') =>
  api.put(`${path}/${row.id}`, { token: tokens[who] as string, body: { version: row.version, ...body } })
const read = async (id: string, who = 'manager') =>
  (await api.get(`${path}/${id}`, { token: tokens[who] as string })).json
const list = async (query = '', who = 'manager') =>
  (await api.get(`${path}/list${query}`, { token: tokens[who] as string })).json

test('metrics are figures of the dictionary, by its names', () => {
  for (const [metric, label] of Object.entries(actionMetrics)) expect(kpi[metric as keyof typeof kpi].label).toBe(label)
})

describe('the effect', () => {
  test('after 28 days compares the shop’s days before and since, beside the caller’s other shops', async () => {
    const { id } = await make()
    expect(await read(id)).toMatchObject({
      ...{ baseline: 2, actualValue: 3, actualDays: 28, daysToEffect: 0 },
      effect: { own: { before: 2, after: 3 }, others: { before: 4, after: 1, shops: 1 } },
    })
    // Head office sees one shop more.
    expect((await read(id, 'head')).effect.others).toEqual({ before: 5, after: 3, shops: 2 })
    expect((await list()).list[0]).toMatchObject({ baseline: 2, actualValue: 3 })
  })

  test('is not shown before, only the remaining days', async () => {
    const { id } = await make({ startOn: '2026-11-05', dueOn: '2026-12-05' })
    expect(await read(id)).toMatchObject({ effect: null, actualDays: 16, daysToEffect: 12, actualValue: 2 })
  })

  test('of an action that has not started shows the last 28 known days, and nothing since', async () => {
    const { id } = await make({ startOn: '2026-12-01', dueOn: '2026-12-31' })
    expect(await read(id)).toMatchObject({
      baseline: 2,
      actualValue: null,
      actualDays: 0,
      daysToEffect: 28,
      effect: null,
    })
  })

  test('follows a visit that arrives late', async () => {
    const { id } = await make()
    await club.record({ visits: [{ member: 1, shop: 1, home: 1, at: '2026-10-15T20:00' }] })
    expect((await read(id)).effect.own).toEqual({ before: 2, after: 4 })
    await api.db.execute(sql`delete from visit where entered_at = '2026-10-15T20:00+09:00'`)
  })

  test('of money is shown only to callers who may see money', async () => {
    const { id } = await make({ metric: 'netSales', targetValue: 5000, ownerStaffId: people.trainer?.staffId })
    expect(await read(id)).toMatchObject({ targetValue: 5000, effect: { own: { before: 1100, after: 3300 } } })
    expect(await read(id, 'trainer')).toMatchObject({
      targetValue: null,
      baseline: null,
      actualValue: null,
      effect: null,
    })
  })
})

describe('permissions', () => {
  test('part-time staff update the progress of their own actions and comment on them, and change nothing else', async () => {
    const row = await make({ ownerStaffId: people.trainer?.staffId, status: 'doing' })
    expect(row.mayWrite).toBe('all')
    const changed = await change(row, { progress: 40, comment: '3名に電話しました。' }, 'trainer')
    expect(changed.json).toMatchObject({ progress: 40, mayWrite: 'progress' })
    expect(changed.json.comments).toMatchObject([
      { staff: { id: people.trainer?.staffId }, text: '3名に電話しました。' },
    ])
    expect((await change(changed.json, { title: '別の件名' }, 'trainer')).status).toBe(403)
    const others = await make()
    expect((await change(others, { progress: 10 }, 'trainer')).status).toBe(403)
    expect(
      (await api.delete(`${path}/${row.id}`, { token: tokens.trainer as string, body: { version: 2 } })).status,
    ).toBe(403)
  })

  test('an action of another shop is not found', async () => {
    const { id } = await make()
    expect((await api.get(`${path}/${id}`, { token: tokens.stranger as string })).status).toBe(404)
    expect((await list('', 'stranger')).paging.total).toBe(0)
  })
})

describe('invalid changes', () => {
  test.each([
    ['an end before the beginning', { dueOn: '2026-10-09' }, 'dueOn'],
    ['done by 100 per cent, and not done', { progress: 100 }, 'progress'],
    ['a target of no figure', { metric: null }, 'targetValue'],
  ])('%s is refused at its field', async (_, more, field) => {
    const { status, json } = await api.post(`${path}/new`, { token: tokens.manager as string, body: draft(more) })
    expect([status, Object.keys(json.fields)]).toEqual([422, [field]])
  })

  test('staff of another shop cannot own the shop’s action', async () => {
    const body = draft({ ownerStaffId: people.stranger?.staffId })
    const { status, json } = await api.post(`${path}/new`, { token: tokens.manager as string, body })
    expect([status, Object.keys(json.fields)]).toEqual([422, ['ownerStaffId']])
  })

  test('an action must be started before it is done; done it is 100 per cent, and resumed it is not', async () => {
    const row = await make()
    expect((await change(row, { status: 'done' })).json.fields).toEqual({
      status: '「未着手」から「完了」には変更できません。',
    })
    const doing = (await change(row, { status: 'doing' })).json
    const done = (await change(doing, { status: 'done' })).json
    expect(done).toMatchObject({ status: 'done', progress: 100 })
    expect((await change(done, { status: 'doing' })).json).toMatchObject({ status: 'doing', progress: 90 })
  })

  test('a concurrent change is refused', async () => {
    const row = await make()
    await change(row, { title: '新しい件名' })
    const { status, json } = await change(row, { title: 'もう一つの件名' })
    expect([status, json.current.title]).toEqual([409, '新しい件名'])
  })
})

test('an action not done after its due date is overdue, and can be filtered by', async () => {
  await make({ title: '遅れている', dueOn: '2026-11-20', status: 'doing' })
  await make({ title: '今日まで', dueOn: '2026-11-21' })
  await make({ title: '中止した', dueOn: '2026-11-20', status: 'stopped' })
  const { list: overdue } = await list('?overdue=true')
  expect(overdue.map((row: { title: string }) => row.title)).toEqual(['遅れている'])
  const all = await list()
  expect(all.list.filter((row: { isOverdue: boolean }) => row.isOverdue)).toHaveLength(1)
})

test('open actions come before finished ones, whatever their due dates', async () => {
  const done = await make({ title: '終わった', dueOn: '2026-11-01', status: 'doing' })
  await change(done, { status: 'done' })
  await make({ title: 'あとで', dueOn: '2026-12-10' })
  await make({ title: '先に', dueOn: '2026-11-30' })
  expect((await list()).list.map((row: { title: string }) => row.title)).toEqual(['先に', 'あとで', '終わった'])
})
