import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDerived, type ReconciledReport, reconciledReports } from '#contract/words/reconciliation.ts'
import { type Stub, type StubOptions, startStub } from '../../../stub/stub.ts'
import { emptyClub, openClub } from '../../../tests/support/club-system-rows.ts'
import { countLater } from '../../figures/count-later.ts'
import { addDays } from '../../figures/periods.ts'
import { readReportScope } from '../../figures/report-scope.ts'
import { demoSealing } from '../../lib/sealing.ts'
import { openHacomono } from '../../sync/hacomono/driver.ts'
import { readFigures } from '../../sync/reconcile/read-figures.ts'
import { performRun } from '../../sync/run.ts'
import { beginRun } from '../../sync/runs.ts'
import { reconcileMonth } from './reconcile.ts'

// The stub's own reports beside ours, after one run has read all of it.

const brandCode = 'karada'
const redirectUri = 'http://localhost:3000/other-settings/club-system/callback'
const begun = '2026-06-10T21:00:00+09:00'

let club: Awaited<ReturnType<typeof openClub>>
const time = { now: new Date(begun) }

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** A club of two studios, where nobody vanishes: everything can be read. */
async function startClub(options: StubOptions) {
  time.now = new Date(begun)
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    (${brandCode}, '101', '新宿', 'shop', 1, now()), (${brandCode}, '102', '渋谷', 'shop', 2, now())`)
  return startStub({
    ...{ members: 60, studios: 2, months: 2, clock: () => time.now.getTime(), perSecond: 1_000_000 },
    ...{ without: ['withdrawnVanish', 'firstSaleInOneLine'], ...options },
  })
}

async function read(stub: Stub) {
  const surroundings = { now: () => time.now, sleep: async () => {}, timeoutMs: 2000 }
  const driver = openHacomono({ clientId: 'client', clientSecret: 'secret', hosts: stub.hosts }, surroundings)
  const permission = { brandCode, code: stub.tokens.code(redirectUri), redirectUri }
  const { accessToken } = await driver.exchangeCode(permission)
  const { id } = await club.db.transaction((tx) =>
    beginRun(tx, { brandCode, kind: 'night', staffId: null, now: time.now }),
  )
  await performRun(
    {
      ...{ database: club.database, readRow: driver.readRow, sealing: demoSealing, clock: () => time.now },
      ask: (_, work) => work(driver.open({ brandCode, accessToken })),
      log: { failure: ({ error }) => expect(error).toBeUndefined() },
    },
    id,
  )
  await countLater(club.database)
}

const monthsBefore = 4
const dayOf = (at: Date) => new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
const firstOf = (day: string, before: number) => {
  let first = `${day.slice(0, 7)}-01`
  for (let n = 0; n < before; n += 1) first = `${addDays(first, -1).slice(0, 7)}-01`
  return first
}

/** The stub's files as somebody brings them now; of all studios or one. */
async function files(stub: Stub, studioId?: number) {
  const today = dayOf(time.now)
  const months = { from: firstOf(today, monthsBefore), to: today, ...(studioId && { studioId }) }
  const read = await Promise.all(
    (Object.keys(reconciledReports) as ReconciledReport[]).map((report) =>
      readFigures(Buffer.from(stub.figures(report, months)), today),
    ),
  )
  return read.flat().map((file) => ({ ...file, madeAt: time.now }))
}

async function reconciled(stub: Stub, shopId?: string) {
  const scope = await readReportScope(club.db, shopId === undefined ? 'all' : [shopId], { money: true })
  const all = await files(stub, shopId === undefined ? undefined : Number(shopId) + 100)
  const months = [...new Set(all.map(({ month }) => month))].sort()
  return Promise.all(
    months.map(async (month) => {
      const stored = all.filter((file) => file.month === month)
      return {
        month,
        ...(await reconcileMonth(club.db, month, {
          scope,
          theirShopIds: scope.shopIds,
          firstRunOn: '2026-06-10',
          stored,
        })),
      }
    }),
  )
}

type Month = Awaited<ReturnType<typeof reconciled>>[number]
const remainders = ({ month, figures }: Month) =>
  figures.flatMap(({ figure, theirs, recounted }) =>
    theirs === null || Math.abs(theirs - (recounted ?? 0)) < 0.00051 ? [] : [{ month, figure, theirs, recounted }],
  )

/** What is named and what remains by the club system's definition are the difference. */
function expectExact(months: readonly Month[]) {
  const compared = months.flatMap(({ month, figures }) =>
    figures.flatMap(({ figure, theirs, ours, recounted, differences }) => {
      if (isDerived(figure) || theirs === null || ours === null || recounted === null) return []
      const named = differences.reduce((sum, { amount }) => sum + amount, 0)
      return [{ month, figure, difference: theirs - ours, explained: named + (theirs - recounted) }]
    }),
  )
  expect(compared.length).toBeGreaterThan(0)
  expect(compared.filter(({ difference, explained }) => difference !== explained)).toEqual([])
}

type Event = readonly [verb: string, a: number, b: number, days: number]
const verbs = [
  ...['join', 'family', 'changePlan', 'fileWithdrawal', 'takeBackWithdrawal', 'suspend', 'resume', 'addOption'],
  ...['moveStudio', 'rejoin', 'book', 'cancel', 'buy', 'charge', 'settle', 'refund'],
  ...['refundUnsaid', 'refundPart', 'cancelSale', 'restoreSale', 'owe'],
] as const
const histories = fc.array(
  fc.tuple(fc.constantFrom(...verbs), fc.nat(10_000), fc.nat(10_000), fc.oneof(fc.constant(0), fc.nat(6))),
  { minLength: 20, maxLength: 60 },
)

const ofSale = ['settle', 'refund', 'refundUnsaid', 'refundPart', 'cancelSale', 'restoreSale', 'owe'] as const
const isOfSale = (verb: string): verb is (typeof ofSale)[number] => (ofSale as readonly string[]).includes(verb)

function happen({ world, life }: Stub, [verb, a, b]: Event) {
  const id = (rows: readonly { id: number }[], n: number) => rows[n % Math.max(1, rows.length)]?.id ?? 0
  const someone = id(world.members, a)
  const coming = world.studio_lessons.filter(({ start_at }) => start_at > dayOf(time.now))
  if (verb === 'join') return life.join({ studioId: id(world.studios, b), planId: 601 + (a % 3) })
  if (verb === 'family') return life.join({ headId: someone })
  if (verb === 'changePlan') return life.changePlan(someone, 601 + (b % 4))
  if (verb === 'addOption') return life.addOption(someone, 621 + (b % 2))
  if (verb === 'moveStudio') return life.moveStudio(someone, id(world.studios, b))
  if (verb === 'book') return life.book(b % 9 === 0 ? null : someone, id(coming, b))
  if (verb === 'cancel') return life.cancel(id(world.reservations, b))
  if (verb === 'buy') return life.buy(someone, id(world.tickets, b))
  if (isOfSale(verb)) return life[verb](id(world.purchases, b))
  return life[verb as 'rejoin'](someone)
}

test('whatever happened in a club that was read whole, nothing of its own figures is unexplained', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(1000), async (history, seed) => {
      const stub = await startClub({ seed })
      try {
        for (const event of history) {
          happen(stub, event)
          time.now = new Date(time.now.getTime() + event[3] * 86_400_000)
        }
        await read(stub)
        for (const shopId of [undefined, '1', '2']) {
          const months = await reconciled(stub, shopId)
          expect(months).toHaveLength(monthsBefore + 1)
          expect(months.flatMap(remainders)).toEqual([])
          expectExact(months)
        }
      } finally {
        await stub.close()
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 2), endOnFailure: process.env.RUNS !== undefined },
  )
})

test('who had left and vanished before the first run is a number without names, and the rest is still named', async () => {
  const stub = await startClub({ seed: 3, members: 120, without: ['firstSaleInOneLine'] })
  try {
    await read(stub)
    const months = await reconciled(stub)
    expectExact(months)
    const missing = months.flatMap(remainders)
    expect(missing.some(({ figure }) => figure === 'left')).toBe(true)
    expect(missing.filter(({ theirs, recounted }) => (theirs ?? 0) < (recounted ?? 0))).toEqual([])
  } finally {
    await stub.close()
  }
})

test('dues in a first sale of one line cannot be told from the rest: the sales are counted', async () => {
  const stub = await startClub({ seed: 4, months: 3, without: ['withdrawnVanish'] })
  time.now = new Date('2026-06-10T21:00:00+09:00')
  try {
    const joined = stub.life.join({ studioId: 101 })
    expect(joined).not.toBeNull()
    await read(stub)
    const [june] = (await reconciled(stub)).slice(-1)
    expect(june?.oneLined).toEqual({ sales: 1, amount: 15_400 })
    expect(june && remainders(june).map(({ figure }) => figure)).toEqual([
      'planSalesCount',
      'planSales',
      'planSalesPerMember',
    ])
    expect(june && remainders(june).find(({ figure }) => figure === 'planSales')).toMatchObject({
      theirs: 13_200,
      recounted: 0,
    })
  } finally {
    await stub.close()
  }
})
