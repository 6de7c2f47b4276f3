import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PeriodReport } from '#contract/report.ts'
import {
  type MemberFigure,
  memberFigures,
  retentionFigures,
  type SaleFigure,
  saleFigures,
  scheduledFigures,
} from '#contract/words/drill-down.ts'
import { allPages } from '../../../tests/support/drill-down-pages.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import { runs } from '../../../tests/support/runs.ts'
import { addDays } from '../periods.ts'
import type { BillFact, ContractFact, Facts, SaleFact, VisitFact } from '../plain-count.ts'
import { type FigureInput, memberRows } from './members.ts'
import { countedPeriod, type PeriodInput, scheduledPeriod } from './period.ts'
import { saleRows } from './sales.ts'
import { visitRows } from './visits.ts'

// For any history the rows behind members, visits and sales add up to the report. Bookings, classes and leads are in
// desk.test.ts.

const shops = [1, 2, 3]
const people = 5

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours: [0, 0, 5] })
})
afterAll(() => club.close())

const nothing = { rows: [], total: 0, figure: 0, guests: 0 }

/** All pages of a figure, with exactly these shops in scope. */
async function membersOf(figure: FigureInput, period: PeriodInput, set: readonly number[], days = countedPeriod) {
  const found = await allPages(club.database, {
    period,
    set,
    days,
    limit: 3,
    read: (scoped, shopIds, days, page) => memberRows(scoped, shopIds, figure, days, page),
  })
  return found ?? nothing
}

async function salesOf(what: Parameters<typeof saleRows>[2], period: PeriodInput, set: readonly number[]) {
  const found = await allPages(club.database, {
    period,
    set,
    days: countedPeriod,
    read: (scoped, shopIds, days, page, dataDate) => saleRows(scoped, shopIds, what, days, page, dataDate),
  })
  return found ?? nothing
}

async function visitsOf(time: Parameters<typeof visitRows>[2], period: PeriodInput, set: readonly number[]) {
  const found = await allPages(club.database, {
    period,
    set,
    days: countedPeriod,
    limit: 5,
    read: (scoped, shopIds, days, page) => visitRows(scoped, shopIds, time, days, page),
  })
  expect(found?.rows.length).toBe(found?.total)
  return found?.figure
}

/** Figures of the days that are counted. */
const ofOtherDays = [...scheduledFigures, ...retentionFigures, 'knownWithdrawals'] as const satisfies MemberFigure[]
type CountedFigure = Exclude<MemberFigure, (typeof ofOtherDays)[number]>
const countedFigures = memberFigures.filter(
  (figure): figure is CountedFigure => !ofOtherDays.some((other) => other === figure),
)

const reported: Record<CountedFigure, (report: PeriodReport) => number | null> = {
  openingMembers: ({ members }) => members.opening,
  admissions: ({ members }) => members.admissions,
  readmissions: ({ members }) => members.readmissions,
  transferIn: ({ members }) => members.transferIn,
  withdrawals: ({ members }) => members.withdrawals,
  transferOut: ({ members }) => members.transferOut,
  netGrowth: ({ members }) => members.netGrowth,
  withdrawalRequests: ({ members }) => members.withdrawalRequests,
  closingMembers: ({ members }) => members.closing,
  suspendedMembers: ({ members }) => members.suspended,
  operatingMembers: ({ members }) => members.operating,
  visitCount: ({ visits }) => visits.count,
  visitDays: ({ visits }) => visits.days,
  uniqueVisitors: ({ visits }) => visits.unique,
  zeroVisitors: ({ visits }) => visits.zeroVisitors,
}
const reportedSales: Record<SaleFigure, (report: PeriodReport) => number | null | undefined> = {
  netSales: ({ sales }) => sales?.net,
  gross: ({ sales }) => sales?.gross,
  refund: ({ sales }) => sales?.refund,
  unpaid: ({ sales }) => sales?.unpaid,
}

const firstDay = '2026-01-01'
const day = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((at) => addDays(firstDay, at)),
  fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'),
)
const shopNumber = fc.constantFrom(...shops)
const memberNumber = fc.integer({ min: 1, max: people })

/** Contracts that mostly follow each other without a gap: changes of plan and shop, and occasionally a gap. */
const contracts: fc.Arbitrary<ContractFact[]> = fc
  .record({
    member: memberNumber,
    start: day,
    parts: fc.array(
      fc.record({
        shop: shopNumber,
        kind: fc.constantFrom('regular' as const, 'regular' as const, 'suspension' as const),
        length: fc.integer({ min: 0, max: 30 }),
        gap: fc.constantFrom(1, 1, 1, 2, 10),
        cancelOn: fc.option(day, { nil: undefined }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ member, start, parts }) => {
    let from = start
    return parts.map(({ gap, length, cancelOn, ...part }): ContractFact => {
      const to = addDays(from, length)
      const fact = { ...part, member, from, to, ...(cancelOn && { cancelRequestedOn: cancelOn }) }
      from = addDays(to, gap)
      return fact
    })
  })

const visitTimes = ['00:30', '04:50', '10:00', '10:40', '23:50'] as const
const visit: fc.Arbitrary<VisitFact> = fc
  .record({
    member: fc.option(memberNumber, { nil: null, freq: 6 }),
    shop: shopNumber,
    home: fc.option(shopNumber, { nil: null, freq: 6 }),
    date: day,
    time: fc.constantFrom(...visitTimes),
  })
  .map(({ member, shop, home, date, time }) => ({ member, shop, home: member && home, at: `${date}T${time}` }))

const sale: fc.Arbitrary<SaleFact> = fc.record({
  shop: shopNumber,
  at: fc.tuple(day, fc.constantFrom('00:00', '12:00', '23:59')).map(([date, time]) => `${date}T${time}`),
  status: fc.constantFrom('paid' as const, 'paid' as const, 'refunded' as const, 'unpaid' as const, 'error' as const),
  refundOf: fc.constantFrom(undefined, undefined, 999),
  lines: fc.array(
    fc.record({
      category: fc.constantFrom('membershipFee' as const, 'product' as const),
      net: fc.integer({ min: -5000, max: 20000 }),
      tax: fc.constant(0),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

const bill: fc.Arbitrary<BillFact> = fc
  .record({
    shop: shopNumber,
    month: fc.constantFrom('2026-01', '2026-02', '2026-03'),
    run: fc.constantFrom('20', '27'),
    amount: fc.integer({ min: 1, max: 9000 }),
    status: fc.constantFrom('pending' as const, 'paid' as const, 'unpaid' as const, 'error' as const),
  })
  .map(({ month, run, ...rest }) => ({ ...rest, month: `${month}-01`, dueOn: `${month}-${run}` }))

const history = fc.record({
  until: fc.integer({ min: 25, max: 85 }).map((at) => addDays(firstDay, at)),
  facts: fc
    .record({
      contracts: fc.array(contracts, { maxLength: 5 }).map((chains) => chains.flat()),
      visits: fc.array(visit, { maxLength: 15 }),
      sales: fc.array(sale, { maxLength: 6 }),
      bills: fc.array(bill, { maxLength: 5 }),
    })
    .map((facts): Facts => facts),
})

const sets = [[1], [2], [3], [1, 3], [2, 3], shops]

const asMonth = fc.integer({ min: 1, max: 3 })

test('the rows of every figure of a month add up to the report, for any set of shops', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom(...sets), asMonth, async ({ until, facts }, set, month) => {
      await club.happened(until, facts)
      const period = { year: 2026, month }
      const { thisMonth } = await club.month(2026, month, set)
      for (const figure of countedFigures) {
        const found = await membersOf({ figure }, period, set)
        expect([figure, found.figure]).toEqual([figure, reported[figure](thisMonth) ?? 0])
        expect([figure, sumOf(figure, found)]).toEqual([figure, found.figure])
        expect(found.rows.length).toBe(found.total)
        expect(found.rows.every(({ memberNo }) => /^M\d$/.test(memberNo))).toBe(true)
      }
      for (const figure of saleFigures) {
        const found = await salesOf({ figure }, period, set)
        const sum = found.rows.reduce((total, { amount }) => total + amount, 0)
        expect([figure, found.figure]).toEqual([figure, reportedSales[figure](thisMonth) ?? 0])
        expect([figure, figure === 'refund' ? 0 - sum : sum]).toEqual([figure, found.figure])
        expect(found.rows.length).toBe(found.total)
      }
      for (const category of ['membershipFee', 'product', 'ticket'] as const) {
        const { figure } = await salesOf({ figure: 'netSales', category }, period, set)
        expect(figure).toBe(thisMonth.sales?.byCategory[category] ?? 0)
      }
    }),
    runs(20),
  )
}, 120_000)

test('the rows of 予定, 継続率 and of the visits by weekday and hour add up too', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom(...sets),
      asMonth,
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(...visitTimes),
      async ({ until, facts }, set, month, dow, time) => {
        await club.happened(until, facts)
        const period = { year: 2026, month }
        const { scheduled, retention, visitHours, thisMonth } = await club.month(2026, month, set)
        const ahead = async (figure: MemberFigure) => {
          const found = await membersOf({ figure }, period, set, scheduledPeriod)
          expect(found.rows.length).toBe(found.figure)
          return found.figure
        }
        expect({
          admissions: await ahead('scheduledAdmissions'),
          withdrawals: await ahead('scheduledWithdrawals'),
          suspensions: await ahead('scheduledSuspensions'),
        }).toEqual(scheduled)
        for (const { months, joined, kept } of retention) {
          const cohort = (figure: MemberFigure) => membersOf({ figure, months }, period, set)
          // Null: nothing is known of those days, and there are no rows.
          expect([months, (await cohort('retentionJoined')).figure]).toEqual([months, joined ?? 0])
          expect([months, (await cohort('retentionKept')).figure]).toEqual([months, kept ?? 0])
          expect([months, (await cohort('retentionLost')).figure]).toEqual([months, (joined ?? 0) - (kept ?? 0)])
        }
        const hour = Number(time.slice(0, 2))
        expect((await visitsOf({ dow, hour }, period, set)) ?? 0).toBe(visitHours?.[dow]?.[hour])
        expect((await visitsOf({}, period, set)) ?? null).toBe(thisMonth.visits.count)
      },
    ),
    runs(20),
  )
}, 120_000)

test('the rows of the figures of a single day add up too', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom(...sets),
      fc.integer({ min: 0, max: 58 }),
      async ({ until, facts }, set, at) => {
        await club.happened(until, facts)
        const date = addDays(firstDay, at)
        const [year, month, day] = date.split('-').map(Number) as [number, number, number]
        const period = { year, month, day }
        const daily = (await club.month(year, month, set)).daily.find((one) => one.date === date)
        const members = async (figure: MemberFigure) => {
          const found = await membersOf({ figure, day }, period, set)
          expect([figure, sumOf(figure, found)]).toEqual([figure, found.figure])
          return found.figure
        }
        expect({
          admissions: await members('admissions'),
          transferIn: await members('transferIn'),
          withdrawals: await members('withdrawals'),
          transferOut: await members('transferOut'),
          closing: await members('closingMembers'),
          unique: await members('uniqueVisitors'),
          visits: (await visitsOf({}, period, set)) ?? 0,
          sales: (await salesOf({ figure: 'netSales' }, period, set)).figure,
        }).toEqual({
          admissions: daily?.admissions ?? 0,
          transferIn: daily?.transferIn ?? 0,
          withdrawals: daily?.withdrawals ?? 0,
          transferOut: daily?.transferOut ?? 0,
          closing: daily?.closing ?? 0,
          unique: daily?.unique ?? 0,
          visits: daily?.visits ?? 0,
          sales: daily?.sales ?? 0,
        })
      },
    ),
    runs(30),
  )
}, 120_000)

test('the rows of every figure of a year add up to the yearly report, whatever its first month', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom(...sets),
      fc.constantFrom([2026, 1], [2026, 2], [2025, 4], [2026, 4]),
      async ({ until, facts }, set, [year = 0, fiscalStartMonth = 0]) => {
        await club.happened(until, facts)
        const { thisYear } = await club.year(year, fiscalStartMonth, set)
        const period = { year, fiscalStartMonth }
        for (const figure of countedFigures) {
          const found = await membersOf({ figure }, period, set)
          expect([figure, found.figure]).toEqual([figure, reported[figure](thisYear) ?? 0])
          expect([figure, sumOf(figure, found)]).toEqual([figure, found.figure])
        }
        for (const figure of saleFigures) {
          const found = await salesOf({ figure }, period, set)
          expect([figure, found.figure]).toEqual([figure, reportedSales[figure](thisYear) ?? 0])
          expect(found.rows.length).toBe(found.total)
        }
      },
    ),
    runs(15),
  )
}, 120_000)

function sumOf(figure: MemberFigure, { rows, guests }: Awaited<ReturnType<typeof membersOf>>): number {
  if (figure === 'visitCount') return rows.reduce((sum, { visits }) => sum + (visits ?? 0), 0) + guests
  if (figure === 'visitDays') return rows.reduce((sum, { visitDays }) => sum + (visitDays ?? 0), 0)
  if (figure === 'netGrowth') {
    const cameIn = rows.filter(({ movement }) => movement === 'admission' || movement === 'transferIn').length
    return cameIn - (rows.length - cameIn)
  }
  return rows.length
}
