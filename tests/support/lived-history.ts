import { sql } from 'drizzle-orm'
import type { ClubMerge } from '#contract/club-merge.ts'
import type { ImportKind } from '#contract/words/import.ts'
import { connect } from '../../api/sync/connection.ts'
import type { ClubSystemDriver } from '../../api/sync/driver.ts'
import { followDecisions } from '../../api/sync/follow-decisions.ts'
import { openHacomono } from '../../api/sync/hacomono/driver.ts'
import { beginMerge, beginNight, type Keeping, syncingWith } from '../../api/sync/keep-syncing.ts'
import { performRun, type Syncing } from '../../api/sync/run.ts'
import { beginRun, waitingRun } from '../../api/sync/runs.ts'
import { type Stub, startStub } from '../../stub/stub.ts'
import { startApi } from './api.ts'
import { type Event, type History, happen, type Night, ownWords } from './club-history.ts'
import { dying } from './failing-database.ts'
import { factsThere } from './history-facts.ts'
import { createFiling, type FileFact } from './history-files.ts'
import { importsOf } from './imports.ts'

// A history, lived through: a club at the stub, our API with its verbs, runs by processes that die or are passed.

export const brandCode = 'karada'
const redirectUri = 'http://localhost:3000/other-settings/club-system/callback'
const dayMs = 86_400_000
const path = '/api/admin/club-system'

export interface Lived {
  stub: Stub
  today: string
  /** By the studio's number: the shop's, or what was answered. */
  studios: Map<number, number | 'leftOut' | 'unanswered'>
  words: Map<string, string>
  facts: FileFact[]
  /** Telephone numbers that files have set over the provider's, by 会員番号. */
  chosen: Map<string, { tel: string; importId: string }[]>
  aside: Set<string>
  /** By 会員番号 of a file, the provider's of the same person. */
  others: Map<string, string>
  /** 会員番号 of everybody who ever was at the provider. */
  numbers: Map<number, string>
  /** What each of the provider's rows was a fact of, by kind and number: rows change, and go. */
  once: Map<string, Set<string>>
  /** What has happened, by kind. */
  happened: Map<string, number>
  unexpected: unknown[]
}

export async function openHistories() {
  let current: ClubSystemDriver | null = null
  // Each history has a club of its own at another address.
  const driver = new Proxy({} as ClubSystemDriver, { get: (_, name) => current && Reflect.get(current, name) })
  const api = await startApi({ driver, rates: { ofRows: 100_000 } })
  const { db, time } = api
  const shops: string[] = []
  for (const name of ['新宿店', '渋谷店', '池袋店']) shops.push(await api.makeShop({ name }))
  const person = await api.makeStaff({ role: 'all', isAdmin: true })
  for (const table of ['user_account', 'member', 'product', 'shop_plan']) {
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`)
  }
  const imports = importsOf(api)
  const rowsOf = async (query: ReturnType<typeof sql>) => (await db.execute<Record<string, unknown>>(query)).rows

  const post = async (to: string, body: object = {}) =>
    (await api.post(`${path}/${to}`, { token: await api.signIn(person), body })) as { status: number; json: unknown }
  const get = async (to: string) => (await api.get(`${path}/${to}`, { token: await api.signIn(person) })).json

  async function empty() {
    await db.execute(sql`truncate member, member_ticket, import_file, import_mapping, shop_plan, ticket, club_connection, club_studio, club_instructor,
      club_merge, merge_pair, merge_row, sync_run, provider_row, missing_member, unknown_word, club_inbox, unread_row_aside,
      data_state, data_period, member_list, membership_interval, contract, visit, sale, sale_line, billing, slot, reservation, lead,
      member_visit_month, rollup_later, sales_later, member_later, shop_day, shop_month, shop_month_people, shop_visit_hour,
      shop_day_sales, shop_month_sales, shop_billing, shop_overdue, shop_month_group, shop_cohort, shop_cohort_sales, shop_leaver,
      shop_month_move, shop_month_joined_fees, shop_day_sales_by, shop_month_sales_by, shop_day_product, shop_month_product, member_move,
      shop_visit_class, shop_month_class, visit_class_due, step_attempt cascade`)
    await db.execute(sql`delete from user_account where type = 'member'`)
    await db.execute(sql`delete from product where external_id is null`)
  }

  async function live(history: History, seed: number): Promise<Lived> {
    time.now = new Date('2026-06-10T02:00:00+09:00')
    await empty()
    const stub = await startStub({
      ...{ members: 10, studios: 3, months: 1, seed, clock: () => time.now.getTime(), perSecond: 1_000_000 },
    })
    thin(stub)
    const lived: Lived = {
      ...{ stub, today: '', words: new Map(), facts: [], chosen: new Map(), aside: new Set(), numbers: new Map() },
      ...{ once: new Map(), others: new Map() },
      studios: new Map<number, number | 'leftOut' | 'unanswered'>([
        [101, Number(shops[0])],
        [102, Number(shops[1])],
        [103, history.third],
      ]),
      ...{ happened: new Map(), unexpected: [] },
    }
    const count = (what: string) => lived.happened.set(what, (lived.happened.get(what) ?? 0) + 1)
    const wait = async (ms: number) => {
      time.now = new Date(time.now.getTime() + ms)
    }
    current = openHacomono(
      { clientId: 'client', clientSecret: 'secret', hosts: stub.hosts },
      { now: () => time.now, sleep: wait, timeoutMs: 200 },
    )
    const tokens = await driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
    await db.transaction((tx) =>
      connect(tx as never, api, { brandCode, tokens, staffId: person.staffId, now: time.now }),
    )
    await db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
      (${brandCode}, '101', '新宿店', 'shop', ${Number(shops[0])}, now()), (${brandCode}, '102', '渋谷店', 'shop', ${Number(shops[1])}, now())`)
    if (history.third === 'leftOut') {
      await db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
        values (${brandCode}, '103', '池袋店', 'leftOut', null, now())`)
    }
    const keeping: Keeping = {
      ...{ database: api.database, driver, sealing: api.sealing, clock: () => time.now },
      log: {
        event: () => {},
        failure: ({ error }) => void (/killed/.test(String(error)) || lived.unexpected.push(error)),
      },
    }
    const { note, takeBack, ...filesOf } = filing(lived)

    /** Works on a run, by a process of which something becomes, until it is over. */
    async function perform(run: string, { process, at }: Pick<Night, 'process' | 'at'>) {
      const { accessToken } = await driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
      // Tokens that end are tests of their own.
      const syncing: Syncing = {
        ...syncingWith(keeping),
        ask: (_, work) => work(driver.open({ brandCode, accessToken })),
      }
      if (process === 'dies') {
        const isDead = await performRun({ ...syncing, database: dying(api.database, at) }, run).then(
          () => false,
          (error) => /killed/.test(String(error)) || Promise.reject(error),
        )
        if (isDead) count('aProcessDies')
        // Another process takes it up once the first one is known to be dead.
        await wait(10 * 60_000)
      }
      if (process === 'isPassed') {
        // It sleeps so long that another one takes the run over and ends it; then it wakes up.
        let calls = 0
        const ask: typeof syncing.ask = async (of, work) => {
          calls += 1
          if (calls === at) {
            await wait(10 * 60_000)
            await performRun(syncing, run)
            count('aProcessIsPassed')
          }
          return syncing.ask(of, work)
        }
        await performRun({ ...syncing, ask }, run)
      }
      if (process === 'isDoubled') {
        const again = { brandCode, kind: 'manual', staffId: null, now: time.now } as const
        const begun = await Promise.all([again, again].map((one) => db.transaction((tx) => beginRun(tx, one))))
        if (begun.some(({ id }) => id !== run)) throw new Error('Two runs of one club at once')
        await Promise.all([performRun(syncing, run), performRun(syncing, run)])
        count('twoProcessesAtOnce')
      }
      await performRun(syncing, run)
    }
    const healthy = { process: 'lives', at: 0 } as const
    /** What the background does, until nothing is due; the first run by the given process. */
    async function work(by: Pick<Night, 'process' | 'at'> = healthy) {
      let process = by
      for (let turn = 0; turn < 10; turn += 1) {
        await beginMerge(keeping)
        const run = await waitingRun(db, time.now)
        if (!run) return
        await perform(run, process)
        process = healthy
      }
      throw new Error('There is always something to do')
    }
    const readMerge = async () => (await get('merge')) as ClubMerge | null

    async function choose() {
      const merge = await readMerge()
      if (merge?.state !== 'open') return
      const ids = history.choice === 'undo' ? merge.imports.map(({ id }) => id) : []
      const choice = ids.length > 0 ? 'undo' : 'compare'
      count(choice === 'undo' ? 'takesImportsBackFirst' : 'comparesFirst')
      const { status, json } = await post('merge/choose', { choice, importIds: ids })
      if (status !== 200) throw new Error(`choose ${JSON.stringify(json)}`)
      for (const id of ids) {
        await imports.runStep(id)
        takeBack(id)
      }
    }
    async function answerMerge(a: number): Promise<boolean> {
      const merge = await readMerge()
      if (merge?.state !== 'people' && merge?.state !== 'facts') return false
      const removes = a % 2 === 0
      const said: Record<string, string> = {
        ...{ peopleAlike: 'same', contractsTwo: 'theirs', ticketsAlike: 'same', bookingsAlike: 'same' },
        ...{ salesAlike: 'same', visitsAlike: 'both' },
        ...{ salesHere: removes ? 'remove' : 'keep', bookingsHere: removes ? 'remove' : 'keep' },
      }
      const removed = merge.groups.filter(({ key }) => said[key] === 'remove').map(({ key }) => key)
      const answers = merge.groups.map(({ key }) => ({ key, answer: said[key] ?? '' }))
      const { status, json } = await post('merge/answer', { stage: merge.state, answers })
      if (status !== 200) throw new Error(`answer ${JSON.stringify(json)}`)
      count(merge.state === 'people' ? 'answersPeople' : 'answersFacts')
      filesOf.removed(removed)
      await work()
      return true
    }
    function look() {
      for (const { id, member_no } of stub.world.members) if (member_no) lived.numbers.set(id, String(member_no))
      for (const [row, fact] of factsThere(stub, lived.numbers)) {
        lived.once.set(row, (lived.once.get(row) ?? new Set()).add(fact))
      }
    }
    /** A run of everything, by the clock or, the first one, by a person. */
    async function night({ fault, times, ...by }: Pick<Night, 'fault' | 'times' | 'process' | 'at'>) {
      look()
      if (fault) stub.faults.on(fault, times)
      const [any] = await rowsOf(sql`select 1 as one from sync_run where kind in ('manual', 'night') limit 1`)
      if (!any) {
        const { status } = await post('runs/start')
        if (status === 409) await choose()
      } else if ((await readMerge())?.state === 'open') await choose()
      if (!(await beginNight(keeping)) && !(await waitingRun(db, time.now))) {
        const refused = await get('runs')
        if (!refused.refusal && any) {
          await db.transaction((tx) => beginRun(tx, { brandCode, kind: 'manual', staffId: null, now: time.now }))
        }
      }
      await work(by)
      if (fault) stub.faults.off(fault)
    }

    const write = async (kind: ImportKind, lines: readonly string[], more: object = {}) => {
      if (lines.length < 2) return null
      const token = await api.signIn(person)
      const checked = await imports.check(token, lines, { kind, ...more })
      if (checked.state !== 'checked') return null
      const { status } = await imports.post(token, checked.id, 'write')
      if (status !== 200) return null
      await imports.runStep(checked.id)
      const { state } = await imports.read(token, checked.id)
      return state === 'written' ? checked.id : null
    }
    const membersHere = async () =>
      (await rowsOf(sql`select m.member_no as no, s.name as shop from member m join shop s on s.id = m.shop_id
        where m.contract_status <> 'cancel' or m.last_synced_at is null order by m.id`)) as {
        no: string
        shop: string
      }[]

    async function say([what, a, b]: Event): Promise<void> {
      const done = await said(what, a, b)
      if (done) count(what)
    }
    async function said(what: string, a: number, b: number): Promise<boolean> {
      const hasRun = (await rowsOf(sql`select 1 as one from sync_run limit 1`)).length > 0
      switch (what) {
        case 'answerMerge':
          return answerMerge(a)
        case 'takeBackMerge': {
          if ((await readMerge())?.state !== 'merged') return false
          const { status } = await post('merge/take-back')
          if (status !== 200) return false
          filesOf.restored()
          await work()
          return true
        }
        case 'answerStudio': {
          const [before, isShop] = [lived.studios.get(103), a % 3 > 0]
          if (typeof before === 'number' || (before === 'leftOut' && !isShop)) return false
          const studios = [
            { id: '103', choice: isShop ? 'shop' : 'leftOut', shopId: isShop ? shops[2] : null, shop: null },
          ]
          const answer = await api.call('PUT', `${path}/mapping`, {
            ...{ token: await api.signIn(person), body: { studios, instructors: [] } },
          })
          if (answer.status !== 200) throw new Error(`mapping ${answer.text}`)
          lived.studios.set(103, isShop ? Number(shops[2]) : 'leftOut')
          count(`${before}StudioAnswered`)
          return true
        }
        case 'answerWord': {
          const { field, word, answer } = ownWords[a % ownWords.length] as (typeof ownWords)[number]
          const [known] = await rowsOf(
            sql`select 1 as one from unknown_word where field = ${field} and word = ${word} and answer is null`,
          )
          if (!known) return false
          const { status } = await post('words', { field, word, answer })
          if (status !== 200) return false
          lived.words.set(word, answer)
          return true
        }
        case 'setAside': {
          const { list } = (await get('unread/list?state=open&limit=100')) as { list: { id: string }[] }
          const row = list[a % Math.max(1, list.length)]
          if (!row) return false
          const { status } = await post('unread/aside', { id: row.id, reason: '先方で修正待ち' })
          if (status !== 200) return false
          lived.aside.add(row.id)
          return true
        }
        case 'decideMissing': {
          const list = 'missing-member/list?state=waiting&limit=100'
          const waiting = ((await get(list)) as { list: { id: string; confirmedAt: unknown; kind: string }[] }).list
          const one = waiting[b % Math.max(1, waiting.length)]
          if (!one) return false
          const decision = a % 3 === 0 ? 'keep' : 'close'
          const { status } = await post('missing-member/decide', { ids: [one.id], from: 'waiting', decision })
          if (status !== 200) return false
          while (await followDecisions(syncingWith(keeping)));
          count(`${decision}s${one.kind}`)
          return true
        }
        case 'undoImport': {
          const written = await rowsOf(sql`select id::text from import_file where state = 'written' order by id`)
          const one = written[a % Math.max(1, written.length)]
          if (!one) return false
          const { state } = await imports.undo(await api.signIn(person), String(one.id))
          if (state === 'undone') takeBack(String(one.id))
          return state === 'undone'
        }
        case 'chooseTel': {
          const [row] =
            await rowsOf(sql`select member_no as no, concat_ws(' ', last_name, first_name) as name from member where last_synced_at is not null and contract_status <> 'cancel'
            order by id offset ${a % 8} limit 1`)
          if (!row) return false
          const tel = `0399${String(100_000 + b).slice(-6)}`
          const id = await write('member', ['会員番号,氏名,電話番号', `${row.no},${row.name},${tel}`], {
            overwrite: true,
          })
          const [kept] = await rowsOf(sql`select provider_values ? 'tel' as is from member where member_no = ${row.no}`)
          if (id && kept?.is)
            lived.chosen.set(String(row.no), [...(lived.chosen.get(String(row.no)) ?? []), { tel, importId: id }])
          return id !== null
        }
      }
      const file = filesOf.file(what, a, b, { members: await membersHere(), hasRun })
      if (!file) return false
      const id = await write(file.kind, file.lines, file.more)
      if (id) await note(id, file.facts)
      if (id) filesOf.wrote(what)
      if (id && !hasRun) count('fileBeforeTheFirstRun')
      if (id && hasRun) count('fileAfterTheFirstRun')
      return id !== null
    }

    look()
    for (const event of history.files) await say(event)
    for (const { events, said: theirs, ...by } of history.nights) {
      for (const event of events) if (happen(stub, event, time.now)) count(event[0])
      await night(by)
      if (by.fault) count(by.fault)
      for (const event of theirs) await say(event)
      time.now = new Date(time.now.getTime() + dayMs)
    }
    // Days on which nothing happens: what waits is answered, and everybody's contracts are read again.
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await db.execute(sql`update provider_row set contracts_due = true, tickets_due = true where resource = 'members'`)
      await night({ fault: null, times: 0, ...healthy })
      for (let stage = 0; stage < 2; stage += 1) await answerMerge(1)
      if (quiet < 1) time.now = new Date(time.now.getTime() + dayMs)
    }
    lived.today = new Date(time.now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
    return lived

    function filing(of: Lived) {
      return createFiling(
        of,
        stub,
        () => new Date(time.now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10),
        rowsOf,
      )
    }
  }
  return { api, live, shops, get, rowsOf, close: () => api.close() }
}

/** Fewer lessons and bookings, so that a history is short. */
function thin({ world }: Stub) {
  world.studio_lessons = world.studio_lessons.filter((_, at) => at % 9 === 0)
  const lessons = new Set(world.studio_lessons.map(({ id }) => id))
  world.reservations = world.reservations.filter((row) => lessons.has(Number(row.studio_lesson_id)))
}
