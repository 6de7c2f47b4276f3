import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ClubMerge } from '#contract/club-merge.ts'
import type { DataHealth, HealthDouble } from '#contract/data-health.ts'
import type { DoubleCheck } from '#contract/words/data-health.ts'
import type { ImportKind } from '#contract/words/import.ts'
import { createLog } from '../../api/process/log.ts'
import { beginMerge, beginNight, syncingWith } from '../../api/sync/keep-syncing.ts'
import { mergingDoubles } from '../../api/sync/merge/doubles.ts'
import type { ProviderPurchase } from '../../api/sync/provider-rows.ts'
import { performRun } from '../../api/sync/run.ts'
import { waitingRun } from '../../api/sync/runs.ts'
import { type Api, fingerprints, startApi } from '../support/api.ts'
import { fakeClubSystem } from '../support/club-system.ts'
import { importsOf } from '../support/imports.ts'
import { memoryProvider, providerContract, providerMember } from '../support/provider.ts'

// A club that begins with files and connects the club system later: nothing counts twice, and nothing that counts is
// written before somebody has said how both meet.

const path = '/api/admin/club-system'
let api: Api
let token: string
let provider: ReturnType<typeof memoryProvider>
let imports: ReturnType<typeof importsOf>
let reading: ReturnType<typeof fakeClubSystem>['driver']
const open: Api[] = []

/** A club of one shop with files of three members, each with a contract and two sales, beside its club system. */
beforeEach(async () => {
  provider = memoryProvider({ perPage: 50 })
  const { driver } = fakeClubSystem(() => api.time.now)
  reading = {
    ...driver,
    readRow: provider.readRow,
    open: (of: Parameters<typeof driver.open>[0]) => ({ ...driver.open(of), ...provider.reader }),
  }
  api = await startApi({ driver: reading, rates: { ofRows: 100_000 } })
  open.push(api)
  imports = importsOf(api)
  token = await api.as({ role: 'all', isAdmin: true })
  const shopId = await api.makeShop({ name: '新宿店' })
  const { keyId, sealed } = api.sealing.seal(['club-connection', 'public'], {
    ...{ accessToken: 'a', refreshToken: 'r', webhookSecret: 's' },
  })
  await api.db.execute(sql`
    insert into club_connection (id, public_id, brand_code, key_id, sealed, token_ends_at, connected_at)
    values (1, 'public', 'karada', ${keyId}, decode(${Buffer.from(sealed).toString('base64')}, 'base64'), '2030-01-01', '2026-11-21 10:00+09')`)
  await api.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values ('karada', '11', '新宿', 'shop', ${Number(shopId)}, '2026-01-01')`)
  const write = async (kind: ImportKind, lines: string[]) => {
    const { state, result } = await imports.write(token, lines, { kind })
    expect([state, result?.counts.refused]).toEqual(['written', 0])
  }
  await write('member', [
    '会員番号,氏名,フリガナ,性別,店舗,生年月日',
    'N101,会員 名101,カイイン,女,新宿店,1990-01-02',
    'F202,佐藤 花子,サトウ ハナコ,女,新宿店,1985-05-05',
    'F303,鈴木 一郎,スズキ イチロウ,男,新宿店,1970-07-07',
  ])
  await write('contract', [
    '会員番号,プラン,開始日,月額(円)',
    'N101,レギュラー,2026-01-10,8800',
    'F202,レギュラー,2026-02-01,8800',
    'F303,レギュラー,2026-03-01,8800',
  ])
  await write('sale', [
    '売上ID,会員番号,精算日時,合計金額,摘要,店舗',
    '70001,N101,2026-10-01 10:00,8800,10月会費,新宿店',
    '70002,N101,2026-10-12 10:00,3300,プロテイン,新宿店',
    '70003,F202,2026-10-01 11:00,8800,10月会費,新宿店',
    '70004,F303,2026-10-01 12:00,8800,10月会費,新宿店',
  ])
  const { world } = provider
  world.members.push(
    providerMember('101'),
    providerMember('202', {
      memberNo: 'P202',
      lastName: '佐藤',
      firstName: '花子',
      lastNameKana: 'サトウ',
      firstNameKana: 'ハナコ',
      birthday: '1985-05-05',
    }),
    providerMember('404', { memberNo: 'P404', lastName: '高橋', firstName: '四郎', birthday: '2000-04-04' }),
  )
  world.contracts.push(
    providerContract('9101', '101'),
    // Begins on another day: by itself a second running contract.
    providerContract('9202', '202', { startOn: '2026-02-03', contractedOn: '2026-02-03' }),
    providerContract('9404', '404'),
  )
  const sale = (id: string, memberId: string, settledAt: string, net: number, name: string, category: string) => ({
    ...{ id, memberId, settledAt, studioId: '11', method: 'card', status: 'paid' },
    lines: [{ name, category, net, quantity: 1, unitPrice: net, discount: 0, tax: 0 }],
  })
  world.purchases.push(
    sale('1', '101', '2026-10-01T10:03:07.000+09:00', 8800, '会費', '会費'),
    // Paid on the next day there.
    sale('2', '101', '2026-10-13T10:00:00.000+09:00', 3300, 'プロテイン', '物販'),
    sale('3', '202', '2026-10-01T11:00:00.000+09:00', 8800, '会費', '会費'),
    sale('4', '404', '2026-10-01T11:00:00.000+09:00', 8800, '会費', '会費'),
  )
})
afterAll(async () => {
  for (const one of open) await one.close()
})

const post = async (step: string, body: object = {}) => {
  const answer = await api.post(`${path}/${step}`, { token, body })
  if (answer.status === 500) throw new Error(`${step} ${JSON.stringify(answer.json)}`)
  return { status: answer.status, json: answer.json }
}
const merge = async () => (await api.get(`${path}/merge`, { token })).json as ClubMerge | null
/** What the process does in the background, until nothing is due. */
async function work() {
  const clock = () => api.time.now
  const keeping = {
    ...{ database: api.database, sealing: api.sealing, clock, log: createLog('silent') },
    driver: reading,
  }
  for (let turn = 0; turn < 10; turn += 1) {
    await beginMerge(keeping)
    const run = await waitingRun(api.db, clock())
    if (!run) return
    await performRun(syncingWith(keeping), run)
  }
  throw new Error('There is always something to do')
}
const one = async (query: ReturnType<typeof sql>) => (await api.db.execute<Record<string, unknown>>(query)).rows[0]
const club = () =>
  one(sql`select (select count(*)::integer from member) as members,
    (select count(*)::integer from contract where end_on is null) as contracts,
    (select sum(net)::integer from sale_line) as yen`)
const beforehand = { members: 3, contracts: 3, yen: 29700 }
/** What counts, without ids of what was added and removed again. */
async function counted() {
  const prints = await fingerprints(api.database)
  const those =
    /^(member|contract|sale|sale_line|visit|reservation|member_ticket|membership_interval|shop_day|shop_month|data_state|data_period)$/
  return Object.fromEntries(Object.entries(prints).filter(([table]) => those.test(table)))
}
const answersOf = ({ groups }: ClubMerge, answers: Record<string, string>) =>
  groups.map(({ key }) => ({ key, answer: answers[key] ?? '' }))

test('nothing is read while nobody has chosen, and a sample says how both agree', async () => {
  const { status, json } = await post('runs/start')
  expect([status, json.message]).toEqual([409, expect.stringContaining('取り込んだデータがあります')])
  expect((await merge())?.state).toBe('open')

  const sampled = (await post('merge/sample')).json as ClubMerge
  expect(sampled.sample).toMatchObject({
    ...{ theirMembers: 3, ourMembers: 3, people: { read: 3, byNumber: 1, alike: 1, refused: 0, onlyThere: 1 } },
    contracts: { members: 3, same: 1, onlyThere: 2, doubled: 1 },
    sales: {
      month: '2026-10-01',
      same: 2,
      sameYen: 17600,
      onlyThere: 2,
      onlyThereYen: 12100,
      onlyHere: 2,
      onlyHereYen: 12100,
    },
  })
  expect(sampled.imports.map(({ kind, isCovered }) => [kind, isCovered])).toEqual([
    ['sale', true],
    ['contract', true],
    ['member', true],
  ])
  expect(await beginNight({ database: api.database, clock: () => api.time.now })).toBe(false)
  expect(await club()).toEqual(beforehand)
})

test('compared first, members are answered before contracts and sales, and no group counts twice', async () => {
  expect((await post('merge/choose', { choice: 'compare', importIds: [] })).json.state).toBe('reading')
  await work()
  expect(await club()).toEqual(beforehand)
  const people = (await merge()) as ClubMerge
  expect([people.state, people.groups]).toEqual([
    'people',
    [{ key: 'peopleAlike', rows: 1, heads: 1, yen: null, answer: null }],
  ])
  const listed = (await api.get(`${path}/merge/rows?key=peopleAlike`, { token })).json
  expect(listed.list[0]).toMatchObject({ here: 'F202 佐藤 花子', there: 'P202 佐藤 花子' })
  // A night reads again and writes nothing.
  api.time.now = new Date('2026-11-22T18:00:00.000Z')
  token = await api.as({ role: 'all', isAdmin: true })
  expect(await beginNight({ database: api.database, clock: () => api.time.now })).toBe(true)
  await work()
  expect(await club()).toEqual(beforehand)

  await post('merge/answer', { stage: 'people', answers: [{ key: 'peopleAlike', answer: 'same' }] })
  await work()
  const facts = (await merge()) as ClubMerge
  expect(facts.state).toBe('facts')
  expect(facts.groups.map(({ key, rows, yen }) => [key, rows, yen])).toEqual([
    ['contractsTwo', 1, null],
    ['salesAlike', 1, 3300],
    ['salesHere', 1, 8800],
  ])
  // New members do not count before their contracts do.
  expect(await club()).toEqual({ ...beforehand, members: 4 })
  // Contracts that are kept are not read again.
  const due = sql`select count(*)::integer as n from provider_row where contracts_due`
  expect(await one(due)).toEqual({ n: 0 })
  // Nor does a night count while they wait.
  api.time.now = new Date('2026-11-23T18:00:00.000Z')
  token = await api.as({ role: 'all', isAdmin: true })
  expect(await beginNight({ database: api.database, clock: () => api.time.now })).toBe(true)
  await work()
  expect([(await merge())?.state, await club()]).toEqual(['facts', { ...beforehand, members: 4 }])
  const asked = provider.calls.length
  const missing = await post('merge/answer', { stage: 'facts', answers: [{ key: 'salesAlike', answer: 'same' }] })
  expect(missing.status).toBe(422)
  await post('merge/answer', {
    stage: 'facts',
    answers: answersOf(facts, { contractsTwo: 'theirs', salesAlike: 'same', salesHere: 'remove' }),
  })
  await work()
  expect((await merge())?.state).toBe('merged')
  // F303 is here alone, with a contract that nobody has there.
  expect(await club()).toEqual({ members: 4, contracts: 4, yen: 29700 })
  expect(await one(sql`select count(*)::integer as n from sale where from_file`)).toEqual({ n: 0 })
  const { past } = (await api.get(`${path}/runs`, { token })).json
  const [first] = past.filter(({ kind }: { kind: string }) => kind === 'night')
  expect([first.state, first.sentence]).toEqual(['done', null])
  expect(first.parts.find(({ resource }: { resource: string }) => resource === 'purchases').ourTotal).toBe(4)
  // What was kept is written without another call.
  expect(provider.calls.length).toBe(asked)
})

test('what was merged is taken back as a whole, to the last figure, and can be merged again', async () => {
  const before = await counted()
  await post('merge/choose', { choice: 'compare', importIds: [] })
  await work()
  await post('merge/answer', { stage: 'people', answers: [{ key: 'peopleAlike', answer: 'same' }] })
  await work()
  const facts = (await merge()) as ClubMerge
  const answers = answersOf(facts, { contractsTwo: 'until', salesAlike: 'same', salesHere: 'remove' })
  await post('merge/answer', { stage: 'facts', answers })
  await work()
  expect((await merge())?.revocableUntil).not.toBe(null)

  expect((await post('merge/take-back')).json.state).toBe('takingBack')
  await work()
  expect((await merge())?.state).toBe('open')
  expect(await club()).toEqual(beforehand)
  expect(await counted()).toEqual(before)

  await post('merge/choose', { choice: 'compare', importIds: [] })
  await work()
  expect((await merge())?.state).toBe('people')
})

test('imports are taken back first where that is chosen, and the club is the club system’s to the yen', async () => {
  const { imports: offered } = (await post('merge/sample')).json as ClubMerge
  const importIds = offered.map(({ id }) => id)
  expect((await post('merge/choose', { choice: 'undo', importIds })).json.state).toBe('undoing')
  await work()
  expect((await post('runs/start')).status).toBe(409)
  for (const id of importIds) await imports.runStep(id)
  await work()
  expect((await merge())?.state).toBe('undone')
  expect(await club()).toEqual({ members: 3, contracts: 3, yen: 29700 })
  expect(await one(sql`select count(*)::integer as n from member where last_synced_at is null`)).toEqual({ n: 0 })
})

/** Everything is answered as the same, and what only files have stays. */
async function mergeAsTheSame() {
  const same = {
    peopleAlike: 'same',
    contractsTwo: 'theirs',
    salesAlike: 'same',
    salesHere: 'keep',
    visitsAlike: 'same',
  }
  const seen: ClubMerge[] = []
  for (let stage = 0; stage < 2; stage += 1) {
    const now = (await merge()) as ClubMerge
    if (now.state !== 'people' && now.state !== 'facts') break
    seen.push(now)
    await post('merge/answer', { stage: now.state, answers: answersOf(now, same) })
    await work()
  }
  return seen
}
const nextNight = async (day: string) => {
  api.time.now = new Date(`${day}T18:00:00.000Z`)
  token = await api.as({ role: 'all', isAdmin: true })
  expect(await beginNight({ database: api.database, clock: () => api.time.now })).toBe(true)
  await work()
}

test('a sale of who has left is the one of the file, although the club system no longer says whose it is, and dues not paid there count when they are paid', async () => {
  const [, , ofHanako] = provider.world.purchases
  // F303 has left there, and their sale is still in the list.
  provider.world.purchases.push({ ...structuredClone(ofHanako as ProviderPurchase), id: '5', memberId: '303' })
  // The dues of F202, which the file has as sold, are not paid there.
  for (const line of ofHanako?.lines ?? []) line.category = 'membershipFee'
  Object.assign(ofHanako as ProviderPurchase, { settledAt: null, targetMonth: '2026-10-01', status: 'unpaid' })
  await post('merge/choose', { choice: 'compare', importIds: [] })
  await work()
  const facts = (await mergeAsTheSame()).at(-1)
  expect(facts?.groups.map(({ key, rows, yen }) => [key, rows, yen])).toEqual([
    ['contractsTwo', 1, null],
    ['salesAlike', 3, 20900],
  ])
  expect((await merge())?.state).toBe('merged')
  const sales = async () =>
    (
      await api.db.execute(sql`select m.member_no as who, s.status, (select sum(net)::integer from sale_line l where l.sale_id = s.id) as yen,
        tokyo_day(s.settled_at)::text as day, s.from_file as "ofFile" from sale s left join member m on m.id = s.member_id order by s.external_id`)
    ).rows
  const rows = [
    { who: 'N101', status: 'paid', yen: 8800, day: '2026-10-01', ofFile: false },
    { who: 'N101', status: 'paid', yen: 3300, day: '2026-10-13', ofFile: false },
    { who: 'P202', status: 'unpaid', yen: 8800, day: null, ofFile: false },
    { who: 'P404', status: 'paid', yen: 8800, day: '2026-10-01', ofFile: false },
    { who: 'F303', status: 'paid', yen: 8800, day: '2026-10-01', ofFile: false },
  ]
  expect(await sales()).toEqual(rows)
  Object.assign(ofHanako as ProviderPurchase, { settledAt: '2026-11-21T15:00:00.000+09:00', status: 'paid' })
  await nextNight('2026-11-22')
  expect(await sales()).toEqual(rows.map((row) => (row.day ? row : { ...row, status: 'paid', day: '2026-11-21' })))
  // What is paid back to who has left goes off once: on the sale's day while nobody has said when, then on its own.
  const { purchases } = provider.world
  const sold = purchases.find(({ id }) => id === '5') as ProviderPurchase
  const lines = sold.lines.map((line) => ({ ...line, net: -8800, quantity: -1 }))
  const back = { ...structuredClone(sold), id: '6', settledAt: '2026-11-22T15:00:00.000+09:00', lines }
  const ofWhoLeft = async () =>
    (await sales()).flatMap(({ who, yen, day }) => (who === 'F303' || Number(yen) < 0 ? [[who, yen, day]] : []))
  sold.status = 'refunded'
  await nextNight('2026-11-23')
  expect(await ofWhoLeft()).toEqual([
    ['F303', 8800, '2026-10-01'],
    ['F303', -8800, '2026-10-01'],
  ])
  purchases.push(back)
  await nextNight('2026-11-24')
  expect(await ofWhoLeft()).toEqual([
    ['F303', 8800, '2026-10-01'],
    [null, -8800, '2026-11-22'],
  ])
})

test('where some imports are taken back, what the others have left is compared, and nobody has two contracts', async () => {
  const { imports: offered } = (await post('merge/sample')).json as ClubMerge
  const importIds = offered.flatMap(({ id, kind }) => (kind === 'contract' ? [] : [id]))
  await post('merge/choose', { choice: 'undo', importIds })
  for (const id of importIds) await imports.runStep(id)
  await work()
  expect((await mergeAsTheSame()).map(({ groups }) => groups.map(({ key }) => key))).toEqual([
    ['peopleAlike'],
    ['contractsTwo'],
  ])
  expect((await merge())?.state).toBe('merged')
  // F303 is here alone, with the contract that was kept.
  expect(await club()).toEqual({ members: 4, contracts: 4, yen: 29700 })
})

test('once imports are taken back, nobody claims to know who left before the first run', async () => {
  const importIds = ((await post('merge/sample')).json as ClubMerge).imports.map(({ id }) => id)
  await post('merge/choose', { choice: 'undo', importIds })
  for (const id of importIds) await imports.runStep(id)
  await work()
  const stated = sql`select first_on::text as day from data_period where kind = 'leavers' and shop_id <> 0`
  expect(await one(stated)).toEqual({ day: '2026-11-21' })
})

test('a file after the first run says before it is written what of it the club system does not have', async () => {
  const importIds = ((await post('merge/sample')).json as ClubMerge).imports.map(({ id }) => id)
  await post('merge/choose', { choice: 'undo', importIds })
  for (const id of importIds) await imports.runStep(id)
  await work()
  const notesOf = async (kind: ImportKind, lines: string[]) =>
    (await imports.check(token, lines, { kind })).result?.notes?.filter((note) => note.startsWith('会員管理システム'))
  const head = '売上ID,会員番号,精算日時,合計金額,摘要,店舗'
  expect(
    await notesOf('sale', [
      head,
      '80001,N101,2026-10-01 10:00,8800,会費,新宿店',
      '80002,N101,2026-10-20 10:00,1100,物販,新宿店',
    ]),
  ).toEqual([
    '会員管理システムから取得している店舗に、提供元と一致しない売上1件（¥1,100）が加わります。提供元にある売上なら、二重に数えます。',
  ])
  expect(await notesOf('contract', ['会員番号,プラン,開始日', 'N101,プレミアム,2026-05-01'])).toEqual([
    '会員管理システムから取得している店舗に、提供元の契約がある会員1名の契約が加わり、契約中の基本契約が二つになります。',
  ])
  expect(await notesOf('member', ['会員番号,氏名,性別,店舗', 'Z9,別人 一,女,新宿店'])).toEqual([
    '会員管理システムから取得している店舗に、提供元にない会員1名が加わります。提供元にいる人のときは、ファイルの会員番号を提供元と同じにしてください。',
  ])
})

const health = '/api/admin/data-health'

/** Everything was answered as not the same, so that all of it is here twice; and a visit of N101. */
async function withDoubles() {
  await post('merge/choose', { choice: 'compare', importIds: [] })
  await work()
  await post('merge/answer', { stage: 'people', answers: [{ key: 'peopleAlike', answer: 'other' }] })
  await work()
  const facts = (await merge()) as ClubMerge
  const other = { contractsTwo: 'both', salesAlike: 'both', salesHere: 'keep' }
  await post('merge/answer', { stage: 'facts', answers: answersOf(facts, other) })
  await work()
  await api.db.execute(sql`insert into visit (member_id, shop_id, home_shop_id, entered_at, source, from_file, reservation_id)
    select id, shop_id, shop_id, entered_at::timestamptz, 'checkin', from_file, reservation_id from member
    cross join (values ('2026-11-02 10:00+09', true, null), ('2026-11-02 10:04+09', false, 1), ('2026-11-03 10:00+09', true, null))
      v (entered_at, from_file, reservation_id)
    where member_no = 'N101'`)
}
const doublesOf = async (check: DoubleCheck, who = token) =>
  (await api.get(`${health}/double/list?check=${check}`, { token: who })).json.list as HealthDouble[]
const linesOf = async (who = token) => {
  const { checks, explained, salesTwiceYen } = (await api.get(health, { token: who })).json as DataHealth
  const counts = Object.fromEntries(checks.map(({ check, count }) => [check, count]))
  const { doubles, peopleTwice, twoContracts, salesTwice, visitsTwice } = counts
  return { doubles, peopleTwice, explained, twoContracts, salesTwice, salesTwiceYen, visitsTwice }
}
const noDoubles = {
  ...{ doubles: 0, peopleTwice: 0, explained: { contracts: 0, sales: 0, yen: 0, visits: 0 } },
  ...{ twoContracts: 0, salesTwice: 0, salesTwiceYen: 0, visitsTwice: 0 },
}
/** What the job of the verb does. */
async function mergeDoubles(check: DoubleCheck, more: object = {}) {
  const { status, json } = await api.post(`${health}/double/merge`, {
    token,
    body: { check, contracts: 'until', ...more },
  })
  expect([status, json.message]).toEqual([200, undefined])
  await mergingDoubles({ database: api.database, clock: () => api.time.now })({ key: json.id })
  return json.id as string
}
async function takeBackDoubles(id: string) {
  expect((await api.post(`${health}/double/take-back`, { token, body: { id } })).status).toBe(200)
  await mergingDoubles({ database: api.database, clock: () => api.time.now })({ key: id })
}

test('after both have met, doubled people are found with what is doubled because of them, once, and other doubles beside them', async () => {
  await withDoubles()
  expect(await linesOf()).toEqual({
    ...{ doubles: 0, peopleTwice: 1, explained: { contracts: 1, sales: 1, yen: 8800, visits: 0 } },
    ...{ twoContracts: 0, salesTwice: 1, salesTwiceYen: 3300, visitsTwice: 1 },
  })
  expect(await doublesOf('peopleTwice')).toMatchObject([
    {
      here: 'F202 佐藤 花子',
      there: 'P202 佐藤 花子',
      explains: { contracts: 1, sales: 1, yen: 8800 },
      mayMerge: true,
    },
  ])
  expect(await doublesOf('salesTwice')).toMatchObject([
    { member: { memberNo: 'N101' }, here: '2026/10/12 ¥3,300 プロテイン', there: '2026/10/13 ¥3,300 プロテイン' },
  ])
  // A manager of another shop has none of them.
  const elsewhere = await api.makeShop({ name: '横浜店' })
  expect(await linesOf(await api.as({ role: 'level3', shops: [elsewhere] }))).toEqual(noDoubles)
  // Of whom staff have written something there, nobody is merged by a button.
  await api.db.execute(sql`update member set staff_note = '電話は夕方' where member_no = 'P202'`)
  expect(await doublesOf('peopleTwice')).toMatchObject([{ mayMerge: false }])
  const body = { check: 'peopleTwice', contracts: 'until' }
  const { status, json } = await api.post(`${health}/double/merge`, { token, body })
  expect([status, json.message]).toEqual([409, expect.stringContaining('スタッフの記録')])
})

test('doubled sales and visits become the club system’s, and are here again to the last figure after 元に戻す', async () => {
  await withDoubles()
  const before = await counted()
  const sales = await mergeDoubles('salesTwice')
  api.time.now = new Date(api.time.now.getTime() + 60_000)
  const visits = await mergeDoubles('visitsTwice', { ids: (await doublesOf('visitsTwice')).map(({ id }) => id) })
  expect(await linesOf()).toMatchObject({ salesTwice: 0, visitsTwice: 0, peopleTwice: 1 })
  expect(await one(sql`select count(*)::integer as n from visit`)).toEqual({ n: 2 })
  const { merges } = (await api.get(`${health}/double/merges`, { token })).json
  expect(merges).toMatchObject([
    { id: visits, check: 'visitsTwice', state: 'merged', rows: 1, yen: null },
    { id: sales, check: 'salesTwice', state: 'merged', rows: 1, yen: 3300 },
  ])
  await takeBackDoubles(visits)
  await takeBackDoubles(sales)
  expect(await counted()).toEqual(before)
  const log = await api.db.execute(sql`select action from audit_log where action like 'dataHealth%' order by seq`)
  expect(log.rows.map(({ action }) => action)).toEqual([
    ...['dataHealth.merge', 'dataHealth.merge', 'dataHealth.takeBack', 'dataHealth.takeBack'],
  ])
})

test('a doubled person becomes one, with contracts and sales once, and two again to the last figure', async () => {
  await withDoubles()
  const before = await counted()
  const id = await mergeDoubles('peopleTwice')
  expect(await linesOf()).toMatchObject({
    peopleTwice: 0,
    twoContracts: 0,
    explained: noDoubles.explained,
    salesTwice: 1,
  })
  expect(
    await one(sql`select m.external_id, (select count(*)::integer from contract where member_id = m.id and end_on is null) as running,
      (select count(*)::integer from sale where member_id = m.id) as sales
    from member m where member_no = 'P202'`),
  ).toEqual({ external_id: 202, running: 1, sales: 1 })
  expect(await one(sql`select count(*)::integer as n from member where member_no = 'F202'`)).toEqual({ n: 0 })
  await takeBackDoubles(id)
  expect(await counted()).toEqual(before)
})

test('of a doubled contract the file’s ends before the club system’s begins, unless it has been changed since', async () => {
  await withDoubles()
  await mergeDoubles('peopleTwice', { contracts: 'theirs' })
  await api.db.execute(sql`insert into contract (member_id, shop_id, plan_id, kind, contracted_on, start_on, monthly_fee, payment_method,
      payment_status, from_file)
    select c.member_id, c.shop_id, c.plan_id, c.kind, '2025-01-01', '2025-01-01', 8800, 'card', 'paid', true
    from contract c join member m on m.id = c.member_id where m.member_no = 'P202'`)
  const before = await counted()
  const ends = sql`select end_on::text from contract where from_file and start_on = '2025-01-01'`
  const id = await mergeDoubles('twoContracts')
  expect(await one(ends)).toEqual({ end_on: '2026-02-02' })
  await takeBackDoubles(id)
  expect([await one(ends), await counted()]).toEqual([{ end_on: null }, before])
  const again = await mergeDoubles('twoContracts')
  await api.db.execute(sql`update contract set end_on = '2025-12-31' where from_file and start_on = '2025-01-01'`)
  await takeBackDoubles(again)
  expect(await one(ends)).toEqual({ end_on: '2025-12-31' })
})

test('two equal sales of a file meet one of the club system: the other one stays, and equal ones of one source are none', async () => {
  await withDoubles()
  const copy = (
    number: string,
  ) => sql`insert into sale (shop_id, member_id, settled_at, method, status, from_file, external_id)
    select shop_id, member_id, settled_at, method, status, from_file, null from sale where external_id = ${Number(number)} returning id`
  for (const number of ['70002', '4']) {
    const made = await one(copy(number))
    await api.db.execute(sql`insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, tax, net)
      select ${made?.id}::integer, line_no, shop_id, product_id, quantity, unit_price, tax, net from sale_line
      where sale_id = (select id from sale where external_id = ${Number(number)})`)
  }
  expect(await linesOf()).toMatchObject({ salesTwice: 1, salesTwiceYen: 3300 })
  await mergeDoubles('salesTwice')
  expect(await linesOf()).toMatchObject({ salesTwice: 0 })
  expect(
    await one(sql`select count(*)::integer as n from sale s join sale_line l on l.sale_id = s.id where l.net = 3300`),
  ).toEqual({
    n: 2,
  })
})

test('what the club system brings of a person after a merge is its own after 元に戻す, and after 30 days nothing goes back', async () => {
  await withDoubles()
  const id = await mergeDoubles('peopleTwice')
  await api.db.execute(sql`insert into sale (shop_id, member_id, settled_at, method, status, external_id)
    select shop_id, id, '2026-11-20 10:00+09', 'card', 'paid', 77 from member where member_no = 'P202'`)
  await api.db.execute(sql`update member set tel = '09099990000' where member_no = 'P202'`)
  await takeBackDoubles(id)
  expect(
    await one(sql`select m.member_no, m.tel from sale s join member m on m.id = s.member_id where s.external_id = 77`),
  ).toEqual({
    ...{ member_no: 'P202', tel: '09099990000' },
  })
  const late = await mergeDoubles('salesTwice')
  api.time.now = new Date('2026-12-25T18:00:00.000Z')
  token = await api.as({ role: 'all', isAdmin: true })
  expect((await api.post(`${health}/double/take-back`, { token, body: { id: late } })).status).toBe(409)
})

test('what was read is taken back as a whole after doubles were merged, too', async () => {
  const before = await counted()
  await withDoubles()
  await api.db.execute(sql`delete from visit`)
  await mergeDoubles('peopleTwice')
  await mergeDoubles('salesTwice')
  await post('merge/take-back')
  await work()
  expect(await counted()).toEqual(before)
  expect((await api.get(`${health}/double/merges`, { token })).json.merges).toEqual([])
})
