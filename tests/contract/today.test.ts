import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type TodayKind, todayKinds, todayLines } from '#contract/today-lines.ts'
import { member, reservation } from '../../api/db/schema/facts.ts'
import { invitation } from '../../api/db/schema/identity.ts'
import { mail } from '../../api/db/schema/mail.ts'
import { policyDraft } from '../areas/policy.ts'
import { type Api, startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'

// Shops 1 and 2 are the team's, shop 3 somebody else's; shop 4 opens today. The data date is 2026-11-20; it is
// 2026-11-21, 10:00. Each list has rows that count, in and out of the team's shops, and rows that just do not.

let api: Api
const tokens: Record<string, string> = {}
const admin = '/api/admin'

const daily = `${admin}/shop/daily-report`
const recent = 'from=2026-09-21&to=2026-11-21'

/** The list behind each line, written by hand. */
const lists: Record<TodayKind, string> = {
  reportsMissing: `${daily}/board?from=2026-11-01&to=2026-11-30`,
  reportsReturned: `${daily}/list?status=returned&${recent}`,
  reportsWaiting: `${daily}/list?status=submitted&${recent}`,
  bookingsToday: `${admin}/shop/reservation/list?from=2026-11-21&to=2026-11-21&held=true`,
  trialsToday: `${admin}/shop/reservation/list?from=2026-11-21&to=2026-11-21&held=true&isTrial=true`,
  waitingToday: `${admin}/shop/reservation/list?from=2026-11-21&to=2026-11-21&status=waitlisted`,
  actionsOverdue: `${admin}/shop/report-action/list?overdue=true`,
  trainersToApprove: `${admin}/user/member/list?trainerApproval=toApprove`,
  readersToApprove: `${admin}/user/staff/list?readerApproval=toApprove`,
  contractsEnding: `${admin}/report/figure/members?figure=scheduledWithdrawals&year=2026&month=11`,
  mergeWaiting: `${admin}/club-system/merge/list`,
  rowsUnread: `${admin}/club-system/unread/list?state=open&sinceTo=2026-11-19`,
  missingToDecide: `${admin}/club-system/missing-member/list?state=waiting`,
  missingToAnswer: `${admin}/club-system/missing-member/list?state=waiting&answer=none`,
  missingClosed: `${admin}/club-system/missing-member/list?byRun=week`,
  mailsFailed: `${admin}/mail/log/list?status=failed&from=2026-11-15`,
  invitationsEnding: `${admin}/user/staff/list?invitation=sent&inviteEndsTo=2026-11-23`,
  userPolicyBegins: `${admin}/policy/list?type=userPolicy&state=scheduled&beginsTo=2026-12-21`,
  privacyPolicyBegins: `${admin}/policy/list?type=privacyPolicy&state=scheduled&beginsTo=2026-12-21`,
  toTalk: `${admin}/member/outreach/to-talk?sortKey=risk`,
  unpaid: `${admin}/member/outreach/unpaid?sortKey=unpaidAmount`,
}
const ofChain: TodayKind[] = ['mergeWaiting', 'rowsUnread', 'userPolicyBegins', 'privacyPolicyBegins']

/** Those of callers who approve readers of health data. */
const approvals: TodayKind[] = ['trainersToApprove', 'readersToApprove']

/** Those of who runs the synchronisation. */
const decided: TodayKind[] = ['mergeWaiting', 'missingToDecide', 'missingClosed', 'rowsUnread']

/** The lines per role, as decided. */
const kindsOf: Record<string, TodayKind[]> = {
  partner: [],
  trainer: [
    ...(['reportsMissing', 'reportsReturned', 'bookingsToday', 'trialsToday', 'waitingToday'] as const),
    ...(['actionsOverdue', 'contractsEnding'] as const),
  ],
  manager: todayKinds.filter((kind) => !approvals.includes(kind) && !decided.includes(kind)),
  // Does not write daily reports.
  owner: todayKinds.filter((kind) => kind !== 'reportsReturned' && !decided.includes(kind)),
  // Whoever decides of missing members is not asked for an answer first.
  head: todayKinds.filter((kind) => kind !== 'missingToAnswer'),
  stranger: todayKinds.filter((kind) => !approvals.includes(kind) && !decided.includes(kind)),
}

beforeAll(async () => {
  const club = await openFacts({ shops: 4, members: 6 })
  api = await startApi({ database: club.database })
  for (const table of ['user_account', 'member']) {
    await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
  }
  await api.db.execute(sql`update shop set opened_on = '2026-11-21' where id = 4`)
  await club.happened('2026-11-20', {
    contracts: [
      { member: 1, shop: 1, from: '2026-01-01', to: '2026-11-28' },
      { member: 2, shop: 1, from: '2026-01-01', to: '2026-11-25' },
      { member: 3, shop: 2, from: '2026-01-01', to: '2026-12-05' },
      { member: 4, shop: 3, from: '2026-01-01', to: '2026-11-30' },
      { member: 5, shop: 1, from: '2026-01-01' },
      { member: 6, shop: 3, from: '2026-01-01' },
    ],
    // Both have stopped coming.
    visits: [
      { member: 5, shop: 1, home: 1, at: '2026-02-01T10:00' },
      { member: 6, shop: 3, home: 3, at: '2026-02-01T10:00' },
    ],
  })
  await api.db.execute(sql`update ${member} set unpaid_amount = 8800 where id in (1, 2, 4)`)
  await api.db.execute(sql`update ${member} set shop_id = 3 where id in (4, 6)`)
  await api.db.execute(sql`update ${member} set tel = '09012345678' where id in (5, 6)`)

  const team = ['1', '2']
  const people = {
    partner: await api.makeStaff({ role: 'level1', shops: team }),
    trainer: await api.makeStaff({ role: 'level2', shops: team }),
    manager: await api.makeStaff({ role: 'level3', shops: team }),
    owner: await api.makeStaff({ role: 'level4', shops: team }),
    stranger: await api.makeStaff({ role: 'level3', shops: ['3'] }),
    newShop: await api.makeStaff({ role: 'level2', shops: ['4'] }),
    head: await api.makeStaff({ role: 'all' }),
    writer: await api.makeStaff({ role: 'all' }),
  }
  for (const [name, person] of Object.entries(people)) tokens[name] = await api.signIn(person)

  await api.makeStaff({ role: 'level3', shops: ['1'], madeBy: people.owner.staffId })
  await api.makeStaff({ role: 'level3', shops: ['3'], madeBy: people.head.staffId })
  // Assigned by the manager; the owner has registered neither trainer.
  for (const id of ['1', '2', '3']) {
    const [one] = await api.db.select({ userId: member.userId }).from(member).where(eq(member.id, id))
    const body = { trainerStaffId: people.trainer.staffId }
    const { status } = await api.put(`${admin}/member/${one?.userId}`, { token: tokens.manager as string, body })
    expect(status).toBe(200)
  }

  const token = tokens.head as string
  // Nobody approves their own submission.
  const [submit, approve] = [{ action: 'submit' }, { action: 'approve' }]
  const back = { action: 'return', comment: '課題も書いてください。' }
  const report = async (shopId: string, date: string, ...acts: object[]) => {
    const data = [{ shopId, date, goodPoints: '満席でした。' }]
    const writer = tokens.writer as string
    const { id } = (await api.post(`${daily}/list`, { token: writer, body: { data } })).json.list[0]
    for (const body of acts) {
      const by = body === submit ? writer : token
      expect((await api.put(`${daily}/${id}`, { token: by, body })).status).toBe(200)
    }
  }
  await report('1', '2026-11-20', submit)
  await report('1', '2026-11-19', submit)
  await report('1', '2026-11-18', submit, approve)
  await report('2', '2026-11-20', submit, back)
  await report('2', '2026-10-02', submit)
  // Today's is a draft, so it is not missing yet. Yesterday's of the other shop is a draft.
  await report('1', '2026-11-21')
  await report('3', '2026-11-20')
  await report('3', '2026-11-19', submit)
  await report('3', '2026-11-18', submit, back)

  await api.db.execute(sql`insert into missing_member (brand_code, their_id, member_id, run_id, state, reason, last_seen_on,
      missing_since, answered_at)
    select 'karada', id::text, id, 1, case id when 2 then 'kept' else 'waiting' end, 'many', '2026-11-19', '2026-11-20',
      case id when 3 then now() end from member where id <= 4`)

  // Closed by runs, within the week and before, and by a person.
  await api.db.execute(sql`insert into missing_member (brand_code, their_id, member_id, run_id, state, last_seen_on, missing_since,
      decided_at, decided_by)
    select 'other', w.id::text, w.id, 1, 'closed', '2026-11-17', '2026-11-18', w.at, w.by
    from (values (1, timestamptz '2026-11-18', null), (2, timestamptz '2026-11-01', null),
      (3, timestamptz '2026-11-18', (select min(id) from staff))) w (id, at, by)`)

  // Unread for three nights, and for two.
  for (const [id, since] of [
    ['1', '2026-11-19'],
    ['2', '2026-11-20'],
  ] as const) {
    await api.db.execute(sql`insert into provider_row (brand_code, resource, their_id, hash, key_id, sealed, seen_at, outcome, reason, failed_since)
      values ('karada', 'purchases', ${id}, 'h', 'demo', '\\x00', now(), 'failed', '読めません。', ${`${since} 02:00+09`}::timestamptz)`)
  }

  let serial = 0
  for (const [shopId, at, status, isTrial] of [
    ['1', '2026-11-21T00:00', 'completed', false],
    ['1', '2026-11-21T23:59', 'booked', true],
    ['2', '2026-11-21T12:00', 'noShow', false],
    ['1', '2026-11-21T12:00', 'waitlisted', false],
    ['1', '2026-11-21T12:00', 'cancelled', true],
    ['1', '2026-11-21T12:00', 'lateCancelled', false],
    ['1', '2026-11-20T23:59', 'completed', true],
    ['1', '2026-11-22T00:00', 'waitlisted', false],
    ['3', '2026-11-21T12:00', 'waitlisted', true],
  ] as const) {
    const startAt = new Date(`${at}:00+09:00`)
    serial += 1
    await api.db.insert(reservation).values({
      ...{ shopId, externalId: 900_000 + serial, memberId: null, kind: 'free', programName: 'ヨガ', isTrial, status },
      ...{ startAt, endAt: new Date(startAt.getTime() + 3_600_000), bookedAt: startAt, bookedVia: 'app' },
    })
  }

  for (const [shopId, dueOn, status] of [
    ['1', '2026-11-20', 'doing'],
    ['2', '2026-11-10', 'todo'],
    ['1', '2026-11-21', 'todo'],
    ['1', '2026-11-10', 'done'],
    ['3', '2026-11-11', 'todo'],
  ] as const) {
    const body = {
      ...{ shopId, dailyReportId: null, title: '声かけ', category: 'visit', priority: 'mid', metric: null },
      ...{ targetValue: null, plan: '電話します。', doNote: null, check: null, nextAction: null, evaluation: null },
      ...{ ownerStaffId: people.head.staffId, startOn: '2026-10-10', dueOn, status },
      progress: status === 'done' ? 100 : 0,
    }
    expect((await api.post(`${admin}/shop/report-action/new`, { token, body })).status).toBe(200)
  }

  for (const [shopId, day, status] of [
    [1, '2026-11-15', 'failed'],
    [1, '2026-11-14', 'failed'],
    [2, '2026-11-20', 'failed'],
    [1, '2026-11-20', 'sent'],
    [3, '2026-11-19', 'failed'],
  ] as const) {
    const at = new Date(`${day}T00:30:00+09:00`)
    await api.db.insert(mail).values({
      ...{ category: 'transactional', subject: '休館のお知らせ', body: '<p>本文</p>', fromName: '店舗', excluded: 0 },
      ...{ targetScope: 'shops', targetShopIds: [shopId], segmentText: '選択した会員', consentBasis: 'business' },
      ...{ requestedAt: at, sendAt: at, finishedAt: at, status, total: 1, searchText: '' },
    })
  }

  // Each invitation with its expiry in Tokyo, and whether it was accepted.
  for (const [shop, ends, isUsed] of [
    ['1', '2026-11-23T23:59:00+09:00', false],
    ['2', '2026-11-21T12:00:00+09:00', false],
    ['1', '2026-11-24T00:00:00+09:00', false],
    ['1', '2026-11-21T09:00:00+09:00', false],
    ['1', '2026-11-22T12:00:00+09:00', true],
    ['3', '2026-11-22T12:00:00+09:00', false],
  ] as const) {
    const { staffId } = await api.makeStaff({ status: 'waiting', shops: [shop] })
    const createdAt = new Date('2026-11-16T01:00:00.000Z')
    await api.db.insert(invitation).values({
      ...{ staffId, kind: 'invitation', createdAt, expiresAt: new Date(ends) },
      ...(isUsed && { usedAt: createdAt }),
    })
  }

  for (const [type, edition, from] of [
    ['userPolicy', '次', '2026-12-21'],
    ['userPolicy', '後', '2026-12-22'],
    ['userPolicy', '今', '2026-11-21'],
    ['privacyPolicy', '次', '2026-12-01'],
  ] as const) {
    const body = { ...policyDraft(edition, from), noticeFrom: null, type }
    const { json } = await api.post(`${admin}/policy/new`, { token, body })
    expect((await api.post(`${admin}/policy/${json.id}/activate`, { token, body: {} })).status).toBe(200)
  }
  const draft = { ...policyDraft('案', '2026-12-01'), type: 'privacyPolicy' }
  expect((await api.post(`${admin}/policy/new`, { token, body: draft })).status).toBe(200)
})
afterAll(() => api.close())

interface Line {
  kind: TodayKind
  count: number
  day: string | null
}
const linesOf = async (who: string, shopId?: string): Promise<Line[]> => {
  const path = `${admin}/today${shopId === undefined ? '' : `?shopId=${shopId}`}`
  const { status, json } = await api.get(path, { token: tokens[who] as string })
  expect([status, json.on]).toEqual([200, '2026-11-21'])
  return json.lines
}

/** The list's own total; for the board, days before today without a report or with a draft. */
async function counted(kind: TodayKind, who: string, shopId?: string): Promise<number> {
  const shop = shopId === undefined || ofChain.includes(kind) ? '' : `&shopId=${shopId}`
  const { status, json } = await api.get(lists[kind] + shop, { token: tokens[who] as string })
  expect([kind, status]).toEqual([kind, 200])
  if (kind !== 'reportsMissing') return json.paging.total
  const states = (json.shops as { statuses: (string | null)[] }[]).flatMap(({ statuses }) =>
    statuses.filter((status, at) => json.dates[at] < '2026-11-21' && (status === 'missing' || status === 'draft')),
  )
  expect(json.notSubmittedDays).toBe(states.length)
  return states.length
}

const callers = [
  ...['trainer', 'manager', 'owner', 'head', 'stranger'].map((who) => [who, undefined] as const),
  ...['trainer', 'manager', 'owner', 'head'].map((who) => [who, '1'] as const),
  ...(['2', '3', '4'] as const).map((shopId) => ['head', shopId] as const),
]
test.each(callers)('%s reads for shop %s the total of each list that a line opens', async (who, shopId) => {
  const lines = await linesOf(who, shopId)
  const expected: [TodayKind, number][] = []
  for (const kind of kindsOf[who] ?? []) {
    const count = await counted(kind, who, shopId)
    if (count > 0) expected.push([kind, count])
  }
  expect(lines.map(({ kind, count }) => [kind, count])).toEqual(expected)
})

test('whoever decides of missing members sees how many a run has closed by itself in the last week', async () => {
  expect((await linesOf('head')).filter(({ kind }) => kind === 'missingClosed')).toEqual([
    { kind: 'missingClosed', count: 1, day: null },
  ])
})

test('each line counts the open items of the caller’s shops, with the oldest or next day where that is cheap', async () => {
  expect(await linesOf('manager')).toEqual([
    // 20 days of two shops; three of one and one of the other are submitted.
    { kind: 'reportsMissing', count: 36, day: '2026-11-01' },
    { kind: 'reportsReturned', count: 1, day: null },
    { kind: 'reportsWaiting', count: 3, day: null },
    { kind: 'missingToAnswer', count: 1, day: null },
    { kind: 'bookingsToday', count: 3, day: null },
    { kind: 'trialsToday', count: 1, day: null },
    { kind: 'waitingToday', count: 1, day: null },
    { kind: 'actionsOverdue', count: 2, day: '2026-11-10' },
    { kind: 'contractsEnding', count: 2, day: '2026-11-25' },
    { kind: 'toTalk', count: 1, day: null },
    { kind: 'unpaid', count: 2, day: null },
    { kind: 'mailsFailed', count: 2, day: null },
    { kind: 'invitationsEnding', count: 2, day: null },
    { kind: 'userPolicyBegins', count: 1, day: '2026-12-21' },
    { kind: 'privacyPolicyBegins', count: 1, day: '2026-12-01' },
  ])
  expect((await linesOf('manager', '2')).map(({ kind, count }) => [kind, count])).toEqual([
    ['reportsMissing', 19],
    ['reportsReturned', 1],
    ['reportsWaiting', 1],
    ['bookingsToday', 1],
    ['actionsOverdue', 1],
    ['mailsFailed', 1],
    ['invitationsEnding', 1],
    ['userPolicyBegins', 1],
    ['privacyPolicyBegins', 1],
  ])
})

test('a line requires the right to its list, and to the action there', async () => {
  for (const [who, kinds] of Object.entries(kindsOf)) {
    const shown = (await linesOf(who)).map(({ kind }) => kind)
    expect([who, shown.filter((kind) => !kinds.includes(kind))]).toEqual([who, []])
  }
  expect((await linesOf('trainer')).map(({ kind }) => kind)).toEqual(kindsOf.trainer)
  expect(await linesOf('partner')).toEqual([])
})

test('an empty list has no line', async () => {
  expect(await linesOf('newShop')).toEqual([])
})

test('finished items are no longer counted: an approved report is one less, for its approver and others', async () => {
  const waiting = async (who: string) => (await linesOf(who)).find(({ kind }) => kind === 'reportsWaiting')?.count
  expect([await waiting('manager'), await waiting('head')]).toEqual([3, 4])
  const { json } = await api.get(lists.reportsWaiting, { token: tokens.manager as string })
  const body = { action: 'approve' }
  await api.put(`${daily}/${json.list[0].id}`, { token: tokens.manager as string, body })
  expect([await waiting('manager'), await waiting('head')]).toEqual([2, 3])
})

test('the rights of a line include the right to its list', () => {
  for (const kind of todayKinds) {
    const { list, rights } = todayLines('2026-11-21')[kind]
    const [noun = '', verb = ''] = list.split('.')
    const table = (contract as Record<string, Record<string, Endpoint>>)[noun]
    expect([kind, rights.some((right) => right === table?.[verb]?.permission)]).toEqual([kind, true])
  }
})

test('on the first of a month the board is that of the day before', () => {
  expect(todayLines('2027-03-01').reportsMissing.input).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(todayLines('2027-01-01').reportsMissing.input).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('callers who read names only cannot search invitations by expiry', async () => {
  const path = `${admin}/user/staff/list?inviteEndsTo=2026-11-23`
  const { status, json } = await api.get(path, { token: tokens.trainer as string })
  expect([status, Object.keys(json.fields)]).toEqual([422, ['inviteEndsTo']])
})
