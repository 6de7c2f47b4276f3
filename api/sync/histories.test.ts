import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stub, startStub } from '../../stub/stub.ts'
import { countedFigures, emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { dying } from '../../tests/support/failing-database.ts'
import { countLater } from '../figures/count-later.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import { demoSealing } from '../lib/sealing.ts'
import { openHacomono } from './hacomono/driver.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun } from './runs.ts'

// The whole way, over a club that lives: what happens at the provider, what goes wrong there, and our own deaths.

const brandCode = 'karada'
const redirectUri = 'http://localhost:3000/other-settings/club-system/callback'
const dayMs = 86_400_000

let club: Awaited<ReturnType<typeof openClub>>
const time = { now: new Date('2026-06-10T02:00:00+09:00') }
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

async function empty() {
  await emptyClub(club)
  // The third studio is left out.
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    (${brandCode}, '101', '新宿', 'shop', 1, now()), (${brandCode}, '102', '渋谷', 'shop', 2, now()), (${brandCode}, '103', '池袋', 'leftOut', null, now())`)
}

/** A verb of the stub with numbers that choose whom and what. */
type Event = readonly [verb: string, a: number, b: number]
interface Night {
  events: readonly Event[]
  fault: Parameters<Stub['faults']['on']>[0] | null
  times: number
  /** The transaction at which our process dies; 0: it lives. */
  dies: number
}

const verbs = [
  ...['join', 'changeMember', 'changePlan', 'fileWithdrawal', 'takeBackWithdrawal', 'suspend', 'resume', 'addOption'],
  ...['moveStudio', 'erase', 'rejoin', 'addLesson', 'cancelLesson', 'book', 'promote', 'attend', 'complete', 'miss'],
  ...['cancel', 'buy', 'useTicket', 'charge', 'settle', 'failPayment', 'owe', 'refund'],
  ...['refundUnsaid', 'refundPart', 'cancelSale', 'restoreSale'],
] as const
const faults = [
  ...(['http429', 'http500', 'timeout', 'halfPage', 'htmlWith200', 'totalChanges', 'idMoves', 'rowReplaced'] as const),
  ...(['clockAhead7min', 'screenWith404'] as const),
]
const nights = fc.array(
  fc.record<Night>({
    events: fc.array(fc.tuple(fc.constantFrom(...verbs), fc.nat(10_000), fc.nat(10_000)), { maxLength: 25 }),
    fault: fc.option(fc.constantFrom(...faults), { freq: 2 }),
    times: fc.integer({ min: 1, max: 4 }),
    dies: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })),
  }),
  { minLength: 1, maxLength: 5 },
)

function happen({ world, life }: Stub, [verb, a, b]: Event) {
  const id = (rows: readonly { id: number }[], n: number) => rows[n % Math.max(1, rows.length)]?.id ?? 0
  const [someone, booking, sale] = [id(world.members, a), id(world.reservations, a), id(world.purchases, a)]
  const byMember = { fileWithdrawal: 1, takeBackWithdrawal: 1, suspend: 1, resume: 1, erase: 1, rejoin: 1, charge: 1 }
  const byBooking = { promote: 1, attend: 1, complete: 1, miss: 1, cancel: 1 }
  const bySale = {
    ...{ settle: 1, failPayment: 1, owe: 1, refund: 1, refundUnsaid: 1, refundPart: 1, cancelSale: 1, restoreSale: 1 },
  }
  if (verb in byMember) return life[verb as keyof typeof byMember](someone)
  if (verb in byBooking) return life[verb as keyof typeof byBooking](booking)
  if (verb in bySale) return life[verb as keyof typeof bySale](sale)
  switch (verb) {
    case 'join':
      return life.join({ studioId: id(world.studios, b), planId: 601 + (a % 3) })
    case 'changeMember':
      return life.changeMember(someone, { name: `改名 ${b}`, tel: `0300${String(b).padStart(6, '0')}` })
    case 'changePlan':
      return life.changePlan(someone, 601 + (b % 4))
    case 'addOption':
      return life.addOption(someone, 600 + (b % 9))
    case 'moveStudio':
      return life.moveStudio(someone, id(world.studios, b))
    case 'addLesson': {
      const startAt = new Date(time.now.getTime() + 9 * 3_600_000 + (b % 9) * dayMs + 12 * 3_600_000)
      return life.addLesson({
        ...{ roomId: id(world.studio_rooms, a), programId: id(world.programs, b) },
        startAt: startAt.toISOString().slice(0, 23).replace('T', ' '),
      })
    }
    case 'cancelLesson':
      return a % 4 === 0 && life.cancelLesson(id(world.studio_lessons, b))
    case 'book':
      return life.book(b % 9 === 0 ? null : someone, id(world.studio_lessons, b))
    case 'buy':
      return life.buy(someone, id(world.tickets, b))
  }
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  return life.useTicket(id(world.member_tickets, a))
}

async function lived(history: readonly Night[], seed: number): Promise<Stub> {
  time.now = new Date('2026-06-10T02:00:00+09:00')
  await empty()
  const stub = await startStub({
    ...{ members: 40, studios: 3, months: 1, seed, clock: () => time.now.getTime(), perSecond: 1_000_000 },
  })
  const wait = async (ms: number) => {
    time.now = new Date(time.now.getTime() + ms)
  }
  const driver = openHacomono(
    { clientId: 'client', clientSecret: 'secret', hosts: stub.hosts },
    { now: () => time.now, sleep: wait, timeoutMs: 200 },
  )
  const permission = () => driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
  const night = async ({ fault, times, dies }: Omit<Night, 'events'>) => {
    const { accessToken } = await permission()
    const syncing: Syncing = {
      ...{ database: club.database, readRow: driver.readRow, sealing: demoSealing, clock: () => time.now },
      ask: (_, work) => work(driver.open({ brandCode, accessToken })),
      log: { failure: ({ error }) => void (/killed/.test(String(error)) || unexpected.push(error)) },
    }
    if (fault) stub.faults.on(fault, times)
    const begun = { brandCode, kind: 'night', staffId: null, now: time.now } as const
    const { id } = await club.db.transaction((tx) => beginRun(tx, begun))
    if (dies > 0) {
      await performRun({ ...syncing, database: dying(club.database, dies) }, id).catch((error) => {
        expect(String(error)).toContain('killed')
      })
      // Another process takes it up once the first one is known to be dead.
      await wait(10 * 60_000)
    }
    await performRun(syncing, id)
    if (fault) stub.faults.off(fault)
    const [run] = await rowsOf(sql`select state from sync_run where id = ${Number(id)}`)
    expect(['done', 'partial', 'failed']).toContain(run?.state)
    return run?.state
  }
  for (const { events, ...goesWrong } of history) {
    for (const event of events) happen(stub, event)
    await night(goesWrong)
    time.now = new Date(time.now.getTime() + dayMs)
  }
  // A week in which nothing happens: everybody's contracts have been read again.
  for (let quiet = 0; quiet < 8; quiet += 1) {
    expect(await night({ fault: null, times: 0, dies: 0 })).toBe('done')
    if (quiet < 7) time.now = new Date(time.now.getTime() + dayMs)
  }
  return stub
}
let unexpected: unknown[] = []

const shopOf: Record<number, number | undefined> = { 101: 1, 102: 2 }
const kindOf: Record<string, string | undefined> = { 休会: 'suspension', オプション: 'option' }
const bookingStates: Record<string, string> = {
  ...{ 予約済: 'booked', キャンセル待ち: 'waitlisted', チェックイン: 'checkedIn', 受講済: 'completed' },
  ...{ キャンセル: 'cancelled', 直前キャンセル: 'lateCancelled', 無断キャンセル: 'noShow' },
}
const saleStates: Record<string, string> = {
  ...{ 精算済: 'paid', 一部返金: 'paid', 未払い: 'unpaid', 未収: 'unpaid', 決済エラー: 'error' },
  ...{ 返金済: 'refunded', 取消: 'cancelled' },
}

/** What the club system has today and a run can see of it, in our words; `numbers`: whom we know, by 会員番号. */
function theirs({ world }: Stub, numbers: ReadonlyMap<string, number>) {
  const here = new Set(numbers.values())
  const today = new Date(time.now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  const inDays = (days: number) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)
  const isRest = (type: unknown) => type === 'オプション'
  const hasLeft = (id: number) => {
    const own = world.plans.filter((one) => one.member_id === id && !isRest(one.plan.type))
    return own.length > 0 && own.every(({ end_on }) => end_on !== null && end_on < today)
  }
  const firstOf = (number: string) => world.members.find(({ member_no }) => member_no === number)?.id
  const members = world.members.filter(
    (one) =>
      one._erased !== true &&
      !(one.cancel_requested_at !== null && hasLeft(one.id)) &&
      shopOf[one.studio_id] &&
      // The faults that change a list copy a row, with its number, which is one person's here.
      (numbers.get(String(one.member_no)) ?? firstOf(String(one.member_no))) === one.id,
  )
  const ids = new Set(members.map(({ id }) => id))
  // What somebody of a studio that is left out does elsewhere has nobody to belong to.
  const isKnown = (id: number | null) => id === null || here.has(id)
  const between = (text: string, from: number, to: number) =>
    text.slice(0, 10) >= inDays(from) && text.slice(0, 10) <= inDays(to)
  return {
    members: members.map(({ id, studio_id, name }) => ({
      ...{ id, shop: shopOf[studio_id], name: String(name).replace(/[ 　]/, '') },
    })),
    contracts: world.plans
      .filter((one) => ids.has(one.member_id) && shopOf[one.studio_id])
      .map(({ id, member_id, studio_id, plan, start_on, end_on }) => ({
        ...{ id, member: member_id, shop: shopOf[studio_id], start_on, end_on },
        ...{ kind: kindOf[plan.type] ?? 'regular', fee: plan.price },
      })),
    tickets: world.member_tickets
      .filter((one) => ids.has(one.member_id) && shopOf[Number(one.studio_id)])
      .map(({ id, count, used_count }) => ({ id, granted: count, used: used_count })),
    bookings: world.reservations
      .filter((one) => between(one.start_at, -7, 90) && shopOf[one.studio_id] && isKnown(one.member_id))
      .map(({ id, status }) => ({ id, status: bookingStates[status] })),
    sales: world.purchases
      .filter(
        (one) => between(one.settled_at ?? one.charged_at, -60, 0) && shopOf[one.studio_id] && isKnown(one.member_id),
      )
      .map(({ id, status, details }) => ({
        ...{ id, status: saleStates[status], net: details.reduce((sum, { total_amount }) => sum + total_amount, 0) },
      })),
  }
}

/** The same of ours, of the records that they still have. */
async function ours(of: ReturnType<typeof theirs>) {
  const named = (rows: readonly { id: number }[]) => sql.param(rows.map(({ id }) => id))
  return {
    members: await rowsOf(sql`select external_id as id, shop_id as shop, last_name || first_name as name from member
      where external_id = any (${named(of.members)}::integer[]) order by 1`),
    contracts: await rowsOf(sql`
      select c.external_id as id, m.external_id as member, c.shop_id as shop, c.start_on::text, c.end_on::text, c.kind, c.monthly_fee as fee
      from contract c join member m on m.id = c.member_id
      where m.external_id = any (${named(of.members)}::integer[]) order by 1`),
    tickets: await rowsOf(sql`select t.external_id as id, t.granted_num as granted, t.used_num as used
      from member_ticket t join member m on m.id = t.member_id
      where m.external_id = any (${named(of.members)}::integer[]) order by 1`),
    bookings: await rowsOf(sql`select external_id as id, status from reservation
      where external_id = any (${named(of.bookings)}::integer[]) order by 1`),
    sales:
      await rowsOf(sql`select s.external_id as id, s.status, (select sum(l.net)::integer from sale_line l where l.sale_id = s.id) as net
      from sale s where s.external_id = any (${named(of.sales)}::integer[]) order by 1`),
  }
}

const sorted = (of: ReturnType<typeof theirs>) =>
  Object.fromEntries(Object.entries(of).map(([name, rows]) => [name, rows.toSorted((a, b) => a.id - b.id)]))

test('whatever happens there and goes wrong, in the end our tables are theirs, nobody has left who is there, and figures are those of a recount', async () => {
  await fc.assert(
    fc.asyncProperty(nights, fc.nat(1000), async (history, seed) => {
      unexpected = []
      const stub = await lived(history, seed)
      try {
        expect(unexpected).toEqual([])
        const here = await rowsOf(
          sql`select external_id as id, member_no as number from member where external_id is not null`,
        )
        const said = theirs(stub, new Map(here.map(({ id, number }) => [String(number), Number(id)])))
        expect(await ours(said)).toEqual(sorted(said))
        // Who is no longer there has left on a day that we know, or waits for a person, or was never to be seen here.
        const open = await rowsOf(sql`
          select m.external_id as id from member m
          where not m.external_id = any (${sql.param(said.members.map(({ id }) => id))}::integer[]) and m.contract_status <> 'cancel'
            and exists (select from contract c where c.member_id = m.id and c.kind <> 'option')
            and exists (select from contract c where c.member_id = m.id and c.end_on is null)
            and not exists (select from missing_member x where x.member_id = m.id and x.state = 'waiting'
              and (x.confirmed_at is not null or x.kind = 'moved'))`)
        expect(open).toEqual([])
        await countLater(club.database)
        const counted = await countedFigures(club.database)
        await club.db.transaction(async (tx) => {
          await tx.execute(sql`set local app.bulk = 'on'`)
          await rebuildEverything(tx)
        })
        expect(counted).toEqual(await countedFigures(club.database))
      } finally {
        await stub.close()
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 2), endOnFailure: process.env.RUNS !== undefined },
  )
})
