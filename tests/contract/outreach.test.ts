import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, type Person, startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'

// 連絡, and the two lists to work off. Shop 1 is the manager's, shop 2 somebody else's. The data date is 2026-11-20; it
// is Saturday 2026-11-21, 10:00, and Monday was the 16th.

let api: Api
let club: Awaited<ReturnType<typeof openFacts>>
const people: Record<string, Person> = {}
const tokens: Record<string, string> = {}
const path = '/api/admin/member/outreach'
const members = 14

beforeAll(async () => {
  club = await openFacts({ shops: 2, members })
  api = await startApi({ database: club.database })
  for (const table of ['user_account', 'member']) {
    await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
  }
  people.manager = await api.makeStaff({ role: 'level3', shops: ['1'] })
  people.colleague = await api.makeStaff({ role: 'level3', shops: ['1'] })
  people.trainer = await api.makeStaff({ role: 'level2', shops: ['1'] })
  people.head = await api.makeStaff({ role: 'all' })
  for (const [name, person] of Object.entries(people)) tokens[name] = await api.signIn(person)
  const at = (member: number, date: string) => ({ member, shop: 1, home: 1, at: `${date}T10:00` })
  // All have stopped coming, the one with the highest number last of all.
  await club.happened('2026-11-20', {
    contracts: Array.from({ length: members }, (_, n) => ({ member: n + 1, shop: 1, from: '2025-01-01' })),
    // Visits are known since before.
    visits: [
      at(1, '2026-01-05'),
      ...Array.from({ length: members }, (_, n) => at(n + 1, `2026-10-${String(n + 1).padStart(2, '0')}`)),
    ],
    bills: [
      { member: 1, shop: 1, month: '2026-10-01', dueOn: '2026-10-27', amount: 8000, status: 'unpaid' },
      { member: 1, shop: 1, month: '2026-11-01', dueOn: '2026-11-27', amount: 8000, status: 'error' },
    ],
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.execute(sql`truncate outreach`)
  await api.db.execute(sql`update member set tel = '09012345678', alert_note = null,
    unpaid_amount = case id when 1 then 16000 else 0 end`)
})

const record = async (who: string, member: number, outcome = 'talked', more: object = {}) =>
  api.post(`${path}/new`, {
    token: tokens[who],
    body: { userId: String(member), contactedOn: '2026-11-21', outcome, note: null, ...more },
  })
const toTalk = async (who = 'manager') =>
  (await api.get(`${path}/to-talk`, { token: tokens[who] })).json.list.map(({ id }: { id: string }) => Number(id))

test('今週話す会員 are ten of a shop, who was here last first, each with the reason and the telephone number', async () => {
  expect(await toTalk()).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
  const { json } = await api.get(`${path}/to-talk?limit=1`, { token: tokens.manager })
  expect(json.list[0]).toMatchObject({ tel: '09012345678', risk: { level: 'high' }, last: null })
  expect(json.list[0].risk.reasons).toContain('28日以上来館なし（前回 2026/10/14）')
})

test('who was talked to leaves the list for 28 days, and the week’s list gets no eleventh member', async () => {
  await record('manager', 14)
  await record('manager', 13, 'promised')
  await record('manager', 12, 'unneeded')
  // Who was not reached stays.
  await record('manager', 11, 'absent')
  await record('manager', 10, 'callBack')
  expect(await toTalk()).toEqual([11, 10, 9, 8, 7, 6, 5])
  // In the weeks before: others take their places.
  await record('manager', 9, 'talked', { contactedOn: '2026-11-15' })
  await record('manager', 8, 'talked', { contactedOn: '2026-10-25' })
  await record('manager', 7, 'talked', { contactedOn: '2026-10-24' })
  expect(await toTalk()).toEqual([11, 10, 7, 6, 5, 4, 3])
})

test('who has no telephone number or will leave is not on the list', async () => {
  await api.db.execute(sql`update member set tel = null where id = 14`)
  expect(await toTalk()).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
})

test('未収金のある会員 have their amount, the months and the latest 連絡; who was talked to can be left out', async () => {
  await record('colleague', 1, 'absent', { contactedOn: '2026-11-20', note: '留守番電話' })
  const list = async (more = '') => (await api.get(`${path}/unpaid${more}`, { token: tokens.manager })).json.list
  expect(await list()).toMatchObject([
    {
      ...{ id: '1', unpaidAmount: 16000, months: ['2026-10-01', '2026-11-01'], tel: '09012345678' },
      last: {
        ...{ contactedOn: '2026-11-20', outcome: 'absent', note: '留守番電話' },
        staff: { id: people.colleague?.staffId },
      },
    },
  ])
  expect(await list('?unsettled=true')).toHaveLength(1)
  await record('manager', 1, 'promised')
  expect(await list('?unsettled=true')).toEqual([])
  expect(await list()).toHaveLength(1)
})

test('a 連絡 is on the member’s page for everyone who may open it, and in the log without another noun’s words', async () => {
  const made = await record('manager', 2, 'promised', { note: '来週の水曜に来館' })
  expect(made.status).toBe(200)
  const read = async (who: string) => (await api.get('/api/admin/member/2/outreach', { token: tokens[who] })).json.list
  expect(await read('trainer')).toMatchObject([{ outcome: 'promised', note: '来週の水曜に来館', mayRemove: false }])
  expect(await read('manager')).toMatchObject([{ mayRemove: true }])
  const { rows } = await api.db.execute(
    sql`select action, member_id, shop_id, diff from audit_log where resource_type = 'outreach' order by seq desc limit 1`,
  )
  expect(rows).toMatchObject([
    {
      ...{ action: 'outreach.create', member_id: 2, shop_id: 1 },
      diff: { outcome: { before: null, after: 'promised' }, note: { before: null, after: '来週の水曜に来館' } },
    },
  ])
})

test('one removes one’s own 連絡, head office any; a day to come is refused at its field', async () => {
  const first = await record('manager', 3)
  const second = await record('manager', 3)
  const remove = async (who: string, { json }: typeof first) =>
    (await api.delete(`${path}/${json.id}`, { token: tokens[who] })).status
  expect(await remove('colleague', first)).toBe(403)
  expect(await remove('manager', first)).toBe(200)
  expect(await remove('head', second)).toBe(200)
  const refused = await record('manager', 3, 'talked', { contactedOn: '2026-11-22' })
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([422, ['contactedOn']])
  expect((await record('manager', 3, 'talked', { note: 'あ'.repeat(201) })).status).toBe(422)
})

test('an action from a list carries exactly its members, and the members’ list and a mail find them by it', async () => {
  const action = (userIds: string[]) =>
    api.post('/api/admin/shop/report-action/new', {
      token: tokens.manager,
      body: {
        ...{ shopId: '1', dailyReportId: null, title: '電話', category: 'retention', priority: 'mid', metric: null },
        ...{ targetValue: null, plan: '電話します。', doNote: null, check: null, nextAction: null, evaluation: null },
        ...{ ownerStaffId: people.manager?.staffId, startOn: '2026-11-21', dueOn: '2026-12-19', status: 'todo' },
        ...{ progress: 0, userIds },
      },
    })
  const { json } = await action(['4', '6', '6'])
  expect(json.people).toBe(2)
  const found = await api.get(`/api/admin/user/member/list?actionId=${json.id}`, { token: tokens.trainer })
  expect(found.json.list.map(({ id }: { id: string }) => id).sort()).toEqual(['4', '6'])
  expect((await action(['4', '999999'])).status).toBe(422)
})

test('newcomers with few visits are called in place of 離脱リスク, each with how many days are usual by then', async () => {
  const joiners = Array.from({ length: 25 }, (_, at) => 41 + at)
  await api.db.execute(sql`
    insert into user_account (id, type) select id, 'member' from generate_series(41, 66) id`)
  await api.db.execute(sql`
    insert into member (id, user_id, external_id, member_no, shop_id, last_name, first_name, gender, status, contract_status, tel)
    select id, id, id, 'M' || id, 1, '新入', id::text, 'none', 'waiting', 'waiting', '0312345678' from generate_series(41, 66) id`)
  await club.record({
    contracts: joiners.map((member) => ({ member, shop: 1, from: member < 63 ? '2026-06-01' : '2026-11-01' })),
    visits: joiners
      .filter((member) => member < 64)
      .flatMap((member) =>
        [2, 3, 4].map((day) => ({
          member,
          shop: 1,
          home: 1,
          at: `${member < 63 ? '2026-06' : '2026-11'}-0${day}T10:00`,
        })),
      ),
  })
  const list = async (who: string) =>
    (await api.get(`${path}/to-talk?newcomers=true&sortKey=kana`, { token: tokens[who] })).json.list
  const few = await list('manager')
  expect(few.map(({ id }: { id: string }) => id)).toEqual(['64', '65'])
  expect(few[0]).toMatchObject({
    tel: '0312345678',
    risk: { level: 'new', reasons: ['入会20日目で来館0日（めやす2日）'] },
  })
  await record('manager', 64)
  expect((await list('manager')).map(({ id }: { id: string }) => id)).toEqual(['65'])
  // The list by 離脱リスク is as before.
  expect(await toTalk()).toHaveLength(10)
})
