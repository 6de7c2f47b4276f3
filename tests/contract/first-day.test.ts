import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ClubMerge } from '#contract/club-merge.ts'
import type { SyncRuns } from '#contract/club-sync.ts'
import type { MonthlyStats } from '#contract/report.ts'
import type { MergeGroupKey } from '#contract/words/club-merge.ts'
import { inScope } from '../../api/db/scope.ts'
import { countLater } from '../../api/figures/count-later.ts'
import { createLog } from '../../api/process/log.ts'
import { connect } from '../../api/sync/connection.ts'
import { openHacomono } from '../../api/sync/hacomono/driver.ts'
import { beginMerge, beginNight, syncingWith } from '../../api/sync/keep-syncing.ts'
import { performRun } from '../../api/sync/run.ts'
import { waitingRun } from '../../api/sync/runs.ts'
import { startStub } from '../../stub/stub.ts'
import { addDays } from '../../stub/time.ts'
import { startApi } from '../support/api.ts'
import { createLife, filesOf, firstDayClub, seedFromFiles, shopNames } from '../support/first-day.ts'
import { importsOf } from '../support/imports.ts'
import { tell, times } from '../support/runs.ts'

// The documented first day: a club's files first, its club system after them, by each answer that a person may give, and
// then nights. Nothing is there twice, each month is the one that the club system counts, and nothing is locked.

const path = '/api/admin/club-system'
const firstOn = '2026-11-29'
const nights = times(1, 40)

const open: { close(): Promise<unknown> }[] = []
afterAll(async () => {
  for (const one of open.reverse()) await one.close()
})

/** Files imported, the club system connected and its studios answered. */
async function openClub() {
  const time = { now: new Date(`${firstOn}T09:00:00+09:00`) }
  const stub = await startStub({ members: 0, studios: 2, perSecond: 1_000_000, clock: () => time.now.getTime() })
  const settings = { clientId: 'karada-desk', clientSecret: 'stub', hosts: stub.hosts }
  const driver = openHacomono(settings, { now: () => time.now, sleep: async () => {} })
  const api = await startApi({ driver, rates: { ofRows: 1_000_000 } })
  open.push(stub, api)
  const at = (day: string, clock: string) => {
    time.now = new Date(`${day}T${clock}+09:00`)
    api.time.now = time.now
  }
  at(firstOn, '09:00:00')
  const files = firstDayClub(firstOn, times(14, 60))
  seedFromFiles(stub, files)
  const person = await api.makeStaff({ role: 'all', isAdmin: true })
  const signedIn = async () => ({ token: await api.signIn(person) })
  const { token } = await signedIn()
  const shops: string[] = []
  for (const name of shopNames) shops.push(await api.makeShop({ name }))
  const imports = importsOf(api)
  for (const { kind, lines, answers } of filesOf(files)) {
    const { state, result } = await imports.write(token, lines, { kind, ...answers })
    expect([kind, state, result?.counts.created, result?.faults]).toEqual([kind, 'written', lines.length - 1, []])
  }
  const redirectUri = 'https://desk.example.jp/callback'
  const tokens = await driver.exchangeCode({ brandCode: 'karada', redirectUri, code: stub.tokens.code(redirectUri) })
  await inScope(api.database, { shops: 'all' }, 'write', (scoped) =>
    connect(scoped, { sealing: api.sealing }, { brandCode: 'karada', tokens, staffId: person.staffId, now: time.now }),
  )
  const studios = shops.map((shopId, n) => ({ id: String(101 + n), choice: 'shop', shopId, shop: null }))
  expect((await api.put(`${path}/mapping`, { token, body: { studios, instructors: [] } })).status).toBe(200)

  const logged: string[] = []
  const log = createLog('error', { write: (line: string) => void logged.push(line) })
  const keeping = { database: api.database, sealing: api.sealing, clock: () => time.now, log, driver }
  const { db } = api
  const rowsOf = async (query: ReturnType<typeof sql>) => (await db.execute<Record<string, unknown>>(query)).rows
  const get = async <T>(address: string) => (await api.get(`/api/admin/${address}`, await signedIn())).json as T
  const post = async (step: string, body: object = {}) => {
    const { status, json } = await api.post(`${path}/${step}`, { ...(await signedIn()), body })
    expect([step, status]).toEqual([step, 200])
    return json
  }
  /** What the process does in the background, until nothing is due. */
  async function work() {
    for (let turn = 0; turn < 10; turn += 1) {
      await beginMerge(keeping)
      const run = await waitingRun(db, time.now)
      if (!run) return
      await performRun(syncingWith(keeping), run)
    }
    throw new Error('There is always something to do')
  }
  const live = createLife(stub, at)
  let today = firstOn
  /** A day there and the night after it; whether a run has begun. */
  async function night() {
    live(today)
    today = addDays(today, 1)
    at(today, '02:10:00')
    const hasBegun = await beginNight(keeping)
    await work()
    return hasBegun
  }
  return { api, stub, imports, logged, rowsOf, get, post, work, night, day: () => today }
}
type Club = Awaited<ReturnType<typeof openClub>>

const answers: Readonly<Record<MergeGroupKey, string>> = {
  ...{ peopleAlike: 'same', contractsTwo: 'theirs', ticketsAlike: 'same', bookingsAlike: 'same', bookingsHere: 'keep' },
  ...{ salesAlike: 'same', salesHere: 'keep', visitsAlike: 'same' },
}

/** Answers what a comparison asks; which groups there were. */
async function answerGroups({ get, post, work }: Club): Promise<MergeGroupKey[]> {
  const seen: MergeGroupKey[] = []
  for (;;) {
    const { state, groups } = (await get('club-system/merge')) as ClubMerge
    if (state !== 'people' && state !== 'facts') return seen
    const keys = groups.map(({ key }) => key)
    seen.push(...keys)
    await post('merge/answer', { stage: state, answers: keys.map((key) => ({ key, answer: answers[key] })) })
    await work()
  }
}

/** What is there twice, beside the club system where that has it so; and what a person's choice would have locked. */
async function doubles({ stub: { world }, rowsOf }: Club) {
  const pairs = <T extends { member_id: number | null }>(rows: readonly T[], isPair: (one: T, other: T) => boolean) =>
    [...Map.groupBy(rows, ({ member_id }) => member_id).values()]
      .map((of) => of.flatMap((one, n) => of.slice(n + 1).filter((other) => isPair(one, other))).length)
      .reduce((sum, count) => sum + count, 0)
  const theirs = {
    contracts: pairs(
      world.plans.filter(({ plan }) => plan.type !== 'オプション'),
      (one, other) => one.start_on <= (other.end_on ?? '9999') && other.start_on <= (one.end_on ?? '9999'),
    ),
  }
  const [found] = await rowsOf(sql`select
    (select count(*)::integer from (select from member group by last_name, first_name, birthday having count(*) > 1) t) as people,
    (select count(*)::integer from contract a join contract b on a.member_id = b.member_id and a.id < b.id
      and a.kind <> 'option' and b.kind <> 'option' and a.start_on <= coalesce(b.end_on, 'infinity')
      and b.start_on <= coalesce(a.end_on, 'infinity')) - ${theirs.contracts}::integer as contracts,
    (select count(*)::integer from visit a join visit b on a.member_id = b.member_id and a.id < b.id
      and abs(extract(epoch from a.entered_at - b.entered_at)) < 900) as visits,
    (select count(*)::integer from sale where from_file) as "salesOfFiles",
    (select count(*)::integer from contract c join member m on m.id = c.member_id and m.last_synced_at is not null
      where c.from_file) as "contractsOfFiles",
    (select count(*)::integer from member where provider_values is not null)
      + (select count(*)::integer from contract where provider_values is not null)
      + (select count(*)::integer from sale where provider_values is not null)
      + (select count(*)::integer from reservation where provider_values is not null) as locked`)
  return found
}
const none = { people: 0, contracts: 0, visits: 0, salesOfFiles: 0, contractsOfFiles: 0, locked: 0 }

/** 在籍, 入会, 退会 and 売上 of each month, as the reports have them and as the club system counts its own rows. */
async function monthsOf({ api, stub, get, day }: Club) {
  await countLater(api.database)
  const read = (name: 'MA002' | 'PA002') =>
    parse(stub.figures(name, { from: '2026-08-01', to: day() }).replace(/^\uFEFF/, ''), { columns: true }) as Record<
      string,
      string
    >[]
  const sales = read('PA002')
  const theirs = read('MA002').map((row, n) => ({
    ...{ month: row.対象年月 ?? '', closing: Number(row.プラン契約者数), joined: Number(row.プラン新規入会数) },
    ...{ left: Number(row.退会数), net: Number(sales[n]?.['[売上] 合計']) },
  }))
  const ours: typeof theirs = []
  for (const { month } of theirs) {
    const of = `year=${month.slice(0, 4)}&month=${Number(month.slice(4))}`
    const { members, sales: sold } = (await get<MonthlyStats>(`report/monthly-stats?${of}`)).thisMonthReport
    ours.push({
      ...{ month, closing: members.closing as number, joined: members.admissions as number },
      ...{ left: members.withdrawals as number, net: sold?.net as number },
    })
  }
  return { ours, theirs }
}

async function expectOneClub(club: Club) {
  expect(await doubles(club)).toEqual(none)
  const { ours, theirs } = await monthsOf(club)
  expect(ours).toEqual(theirs)
}

async function liveOn(club: Club, answer: string) {
  for (let n = 0; n < nights; n += 1) expect(await club.night()).toBe(true)
  await expectOneClub(club)
  const { past } = await club.get<SyncRuns>('club-system/runs')
  expect([past[0]?.kind, past[0]?.state, club.logged]).toEqual(['night', 'done', []])
  tell(`First day, ${answer}, ${nights} nights: nothing twice, each month equal, nothing locked`)
}

test('compared and answered in groups, nothing is there twice, and each month is the club system’s through the nights', async () => {
  const club = await openClub()
  await club.post('merge/choose', { choice: 'compare', importIds: [] })
  await club.work()
  expect(await answerGroups(club)).toEqual(['peopleAlike', 'contractsTwo', 'visitsAlike', 'salesAlike'])
  await expectOneClub(club)
  await liveOn(club, 'compared')
})

test('the imports that are offered are taken back, what stays of files is compared, and the club is one', async () => {
  const club = await openClub()
  const { imports } = await club.get<ClubMerge>('club-system/merge')
  const chosen = imports.filter(({ isCovered }) => isCovered)
  expect(chosen.map(({ kind }) => kind)).toEqual(['sale', 'member'])
  await club.post('merge/choose', { choice: 'undo', importIds: chosen.map(({ id }) => id) })
  for (const { id } of chosen) await club.imports.runStep(id)
  await club.work()
  expect(await answerGroups(club)).toEqual(['peopleAlike', 'contractsTwo', 'visitsAlike'])
  await liveOn(club, 'taken back')
})

test('nothing begins while nobody has chosen, and what is chosen a week later makes one club, too', async () => {
  const club = await openClub()
  for (let n = 0; n < times(1, 7); n += 1) expect(await club.night()).toBe(false)
  expect(await club.rowsOf(sql`select id from sync_run`)).toEqual([])
  await club.post('merge/choose', { choice: 'compare', importIds: [] })
  await club.work()
  await answerGroups(club)
  await liveOn(club, 'chosen later')
})
