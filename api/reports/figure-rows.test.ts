import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MemberFigure, memberFigures, type SaleFigure, saleFigures } from '#contract/figure-rows.ts'
import type { PeriodReport } from '#contract/report.ts'
import {
  type BillFact,
  type ContractFact,
  type Facts,
  openFacts,
  type SaleFact,
  type VisitFact,
} from '../../tests/support/facts.ts'
import { inScope } from '../db/scope.ts'
import { memberRows } from './figure-members.ts'
import { type AskedPeriod, countedPeriod } from './figure-rows.ts'
import { saleRows } from './figure-sales.ts'
import { readHead } from './head.ts'
import { addDays } from './periods.ts'

const shops = [1, 2, 3]
const people = 5
const january: AskedPeriod = { year: 2026, month: 1, fiscalStartMonth: 1 }

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours: [0, 0, 5] })
})
afterAll(() => club.close())

/** All pages of a figure, as somebody sees them who has exactly these shops. */
async function membersOf(figure: MemberFigure, asked: AskedPeriod, set: readonly number[] = shops, limit = 3) {
  return inScope(club.database, set.map(String), 'read', async (scoped) => {
    const { shopIds, dataDate } = await readHead(scoped, set.map(String))
    const period = countedPeriod(asked, dataDate)
    if (!period) return { rows: [], total: 0, figure: 0, guests: 0 }
    const all = await memberRows(scoped, shopIds, figure, period, { offset: 0, limit })
    for (let offset = limit; offset < all.total; offset += limit) {
      all.rows.push(...(await memberRows(scoped, shopIds, figure, period, { offset, limit })).rows)
    }
    return all
  })
}

async function salesOf(
  what: Parameters<typeof saleRows>[2],
  asked: AskedPeriod,
  set: readonly number[] = shops,
  limit = 2,
) {
  return inScope(club.database, set.map(String), 'read', async (scoped) => {
    const { shopIds, dataDate } = await readHead(scoped, set.map(String))
    const period = countedPeriod(asked, dataDate)
    if (!period || !dataDate) return { rows: [], total: 0, figure: 0 }
    const all = await saleRows(scoped, shopIds, what, period, { offset: 0, limit }, dataDate)
    for (let offset = limit; offset < all.total; offset += limit) {
      all.rows.push(...(await saleRows(scoped, shopIds, what, period, { offset, limit }, dataDate)).rows)
    }
    return all
  })
}

/** The movements of a figure: who, when, from or to where. */
const told = async (...asked: Parameters<typeof membersOf>) =>
  (await membersOf(...asked)).rows.map(({ memberNo, date, shopName, otherShopName }) =>
    [memberNo, date, shopName, otherShopName].filter((word) => word !== null).join(' '),
  )

const reported: Record<MemberFigure, (report: PeriodReport) => number | null> = {
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
const reportedSales: Record<SaleFigure, (report: PeriodReport) => number | undefined> = {
  netSales: ({ sales }) => sales?.net,
  gross: ({ sales }) => sales?.gross,
  refund: ({ sales }) => sales?.refund,
  unpaid: ({ sales }) => sales?.unpaid,
}

describe('by hand', () => {
  test('a transfer is told with the other shop, and between two of the asked shops there is none', async () => {
    await club.happened('2026-01-31', {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-09' },
        { member: 1, shop: 2, from: '2026-01-10' },
      ],
    })
    expect(await told('transferOut', january, [1])).toEqual(['M1 2026-01-10 店舗1'])
    expect(await told('transferIn', january, [2])).toEqual(['M1 2026-01-10 店舗2'])
    expect(await told('transferIn', january, [1, 2])).toEqual([])
    expect(await told('transferOut', january, [1, 2])).toEqual([])
    expect(await told('openingMembers', january, [1])).toEqual(['M1 店舗1'])
    expect(await told('closingMembers', january, [1])).toEqual([])
    expect(await told('closingMembers', january, [1, 2])).toEqual(['M1 店舗2'])
  })

  test('退会申請 tells who asked to leave and when, also where another shop’s contract covers them all the time', async () => {
    await club.happened('2026-01-31', {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-03-31', cancelRequestedOn: '2026-01-15' },
        { member: 1, shop: 1, from: '2025-12-01', kind: 'option', cancelRequestedOn: '2026-01-16' },
        { member: 2, shop: 1, from: '2026-01-05', to: '2026-01-31', cancelRequestedOn: '2026-01-10' },
        { member: 2, shop: 2, from: '2026-01-05', fee: 9000 },
      ],
    })
    expect(await told('withdrawalRequests', january, [1])).toEqual(['M2 2026-01-10 店舗1', 'M1 2026-01-15 店舗1'])
    expect(await told('withdrawalRequests', january, [2])).toEqual([])
  })

  test('who left twice in a month is there twice, and the second coming is a 復会', async () => {
    await club.happened('2026-01-31', {
      contracts: [
        { member: 2, shop: 1, from: '2025-06-01', to: '2026-01-10' },
        { member: 2, shop: 1, from: '2026-01-20', to: '2026-01-31' },
        { member: 3, shop: 1, from: '2026-01-20' },
      ],
    })
    expect(await told('withdrawals', january)).toEqual(['M2 2026-01-10 店舗1', 'M2 2026-01-31 店舗1'])
    expect(await told('admissions', january)).toEqual(['M2 2026-01-20 店舗1', 'M3 2026-01-20 店舗1'])
    expect(await told('readmissions', january)).toEqual(['M2 2026-01-20 店舗1'])
    expect(await told('closingMembers', january)).toEqual(['M3 店舗1'])
  })

  test('純増減 tells who came and who went, each on their day', async () => {
    await club.happened('2026-01-31', {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-09' },
        { member: 1, shop: 2, from: '2026-01-10' },
        { member: 2, shop: 1, from: '2026-01-05', to: '2026-01-05' },
        { member: 3, shop: 2, from: '2025-12-01', to: '2026-01-14' },
        { member: 3, shop: 1, from: '2026-01-15' },
        { member: 4, shop: 1, from: '2026-01-20' },
      ],
    })
    const growth = async (set: number[]) => {
      const { figure, rows } = await membersOf('netGrowth', january, set)
      return [
        figure,
        ...rows.map(({ memberNo, date, movement, otherShopName }) => [memberNo, date, movement, otherShopName]),
      ]
    }
    expect(await growth([1, 2])).toEqual([
      1,
      ['M2', '2026-01-05', 'admission', null],
      ['M2', '2026-01-05', 'withdrawal', null],
      ['M4', '2026-01-20', 'admission', null],
    ])
    expect(await growth([1])).toEqual([
      1,
      ['M2', '2026-01-05', 'admission', null],
      ['M2', '2026-01-05', 'withdrawal', null],
      ['M1', '2026-01-10', 'transferOut', null],
      ['M3', '2026-01-15', 'transferIn', null],
      ['M4', '2026-01-20', 'admission', null],
    ])
  })

  test('a visitor is one row over all shops, and guests make up the rest of the visits', async () => {
    await club.happened('2026-01-31', {
      contracts: [{ member: 1, shop: 1, from: '2025-12-01' }],
      visits: [
        { member: 1, shop: 1, home: 1, at: '2026-01-05T10:00' },
        { member: 1, shop: 1, home: 1, at: '2026-01-05T18:00' },
        { member: 1, shop: 2, home: 1, at: '2026-01-06T10:00' },
        { member: 4, shop: 2, home: null, at: '2026-01-07T10:00' },
        { member: null, shop: 2, home: null, at: '2026-01-07T10:00' },
        { member: null, shop: 2, home: null, at: '2026-01-07T11:00' },
      ],
    })
    const all = await membersOf('visitCount', january)
    expect(all).toMatchObject({ total: 1, figure: 6, guests: 3 })
    expect(all.rows).toMatchObject([{ memberNo: 'M1', shopName: '店舗1・店舗2', visitDays: 2, visits: 3 }])
    expect(await membersOf('visitDays', january)).toMatchObject({ total: 1, figure: 2, guests: 0 })
    const elsewhere = await membersOf('visitCount', january, [2])
    expect(elsewhere).toMatchObject({ figure: 4, guests: 3, rows: [{ memberNo: 'M1', lastName: '会員', visits: 1 }] })
  })

  test('who was 稼働 on one day only and did not come is a 未来館者, once', async () => {
    await club.happened('2026-01-31', {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-01' },
        { member: 1, shop: 1, from: '2026-01-02', kind: 'suspension' },
        { member: 2, shop: 1, from: '2025-12-01', kind: 'suspension' },
        { member: 3, shop: 1, from: '2025-12-01' },
        { member: 4, shop: 1, from: '2025-12-01', to: '2026-01-15' },
        { member: 4, shop: 2, from: '2026-01-16' },
      ],
      visits: [{ member: 3, shop: 2, home: 1, at: '2026-01-05T10:00' }],
    })
    expect(await told('zeroVisitors', january)).toEqual(['M1 店舗1', 'M4 店舗2'])
    expect(await told('suspendedMembers', january)).toEqual(['M1 店舗1', 'M2 店舗1'])
  })

  test('a refund is told as it is, and its figure is the amount that the report takes off', async () => {
    await club.happened('2026-01-31', {
      sales: [
        { shop: 1, at: '2026-01-05T10:00', lines: [{ category: 'product', net: 1100, tax: 100 }] },
        { shop: 1, at: '2026-01-06T10:00', refundOf: 1, lines: [{ category: 'product', net: -1100, tax: -100 }] },
        { shop: 1, at: '2026-01-06T11:00', lines: [{ category: 'ticket', net: 3300, tax: 300 }] },
        { shop: 1, at: '2026-01-06T12:00', status: 'unpaid', lines: [{ category: 'ticket', net: 3300, tax: 300 }] },
      ],
    })
    expect(await salesOf({ figure: 'refund' }, january)).toMatchObject({ figure: 1100, rows: [{ amount: -1100 }] })
    expect(await salesOf({ figure: 'gross' }, january)).toMatchObject({ figure: 4400, total: 2 })
    const net = await salesOf({ figure: 'netSales' }, january)
    expect(net.figure).toBe(3300)
    expect(net.rows.map(({ date, category, amount }) => [date, category, amount])).toEqual([
      ['2026-01-05', 'product', 1100],
      ['2026-01-06', 'product', -1100],
      ['2026-01-06', 'ticket', 3300],
    ])
    expect(await salesOf({ figure: 'netSales', category: 'product' }, january)).toMatchObject({ figure: 0, total: 2 })
  })

  test('a bill is unpaid from the day of its run until the money is in', async () => {
    const bill = { shop: 1, month: '2026-01-01', amount: 8000 }
    await club.happened('2026-01-20', {
      bills: [
        { ...bill, dueOn: '2026-01-20', status: 'paid' },
        { ...bill, dueOn: '2026-01-20', status: 'error' },
        { ...bill, dueOn: '2026-01-27', status: 'pending' },
      ],
    })
    const { rows, figure } = await salesOf({ figure: 'unpaid' }, january)
    expect(figure).toBe(8000)
    expect(rows).toMatchObject([
      { date: '2026-01-20', memberNo: 'M1', productName: '2026年1月分 会費', quantity: 1, amount: 8000 },
    ])
  })

  test('a year begins with its month, and a period ahead has nobody', async () => {
    await club.happened('2026-05-31', {
      contracts: [
        { member: 1, shop: 1, from: '2026-03-31' },
        { member: 2, shop: 1, from: '2026-04-01' },
      ],
    })
    const year = (year: number, fiscalStartMonth: number) => told('admissions', { year, fiscalStartMonth })
    expect(await year(2026, 1)).toEqual(['M1 2026-03-31 店舗1', 'M2 2026-04-01 店舗1'])
    expect(await year(2026, 4)).toEqual(['M2 2026-04-01 店舗1'])
    expect(await year(2025, 4)).toEqual(['M1 2026-03-31 店舗1'])
    expect(await year(2027, 1)).toEqual([])
  })
})

const firstDay = '2026-01-01'
const day = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((at) => addDays(firstDay, at)),
  fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'),
)
const shopNumber = fc.constantFrom(...shops)
const memberNumber = fc.integer({ min: 1, max: people })

/** Contracts that mostly follow each other to the day: changes of plan and shop, and now and then a gap. */
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
        asked: fc.option(day, { nil: undefined }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ member, start, parts }) => {
    let from = start
    return parts.map(({ gap, length, asked, ...part }): ContractFact => {
      const to = addDays(from, length)
      const fact = { ...part, member, from, to, ...(asked && { cancelRequestedOn: asked }) }
      from = addDays(to, gap)
      return fact
    })
  })

const visit: fc.Arbitrary<VisitFact> = fc
  .record({
    member: fc.option(memberNumber, { nil: null, freq: 6 }),
    shop: shopNumber,
    home: fc.option(shopNumber, { nil: null, freq: 6 }),
    date: day,
    time: fc.constantFrom('00:30', '04:50', '10:00', '10:40', '23:50'),
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

describe('for any history', { timeout: 120_000 }, () => {
  test('the rows of every figure of a month add up to what the report tells, for any set of shops', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.integer({ min: 1, max: 3 }),
        async ({ until, facts }, set, month) => {
          await club.happened(until, facts)
          const asked = { year: 2026, month, fiscalStartMonth: 1 }
          const { thisMonth } = await club.month(2026, month, set)
          for (const figure of memberFigures) {
            const found = await membersOf(figure, asked, set)
            expect([figure, found.figure]).toEqual([figure, reported[figure](thisMonth) ?? 0])
            expect([figure, sumOf(figure, found)]).toEqual([figure, found.figure])
            expect(found.rows.length).toBe(found.total)
            expect(found.rows.every(({ memberNo }) => /^M\d$/.test(memberNo))).toBe(true)
          }
          for (const figure of saleFigures) {
            const found = await salesOf({ figure }, asked, set)
            const sum = found.rows.reduce((total, { amount }) => total + amount, 0)
            expect([figure, found.figure]).toEqual([figure, reportedSales[figure](thisMonth)])
            expect([figure, figure === 'refund' ? 0 - sum : sum]).toEqual([figure, found.figure])
            expect(found.rows.length).toBe(found.total)
          }
          for (const category of ['membershipFee', 'product', 'ticket'] as const) {
            const { figure } = await salesOf({ figure: 'netSales', category }, asked, set)
            expect(figure).toBe(thisMonth.sales?.byCategory[category])
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('and those of a year, wherever it begins, to what the yearly report tells', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.constantFrom([2026, 1], [2026, 2], [2025, 4], [2026, 4]),
        async ({ until, facts }, set, [year = 0, fiscalStartMonth = 0]) => {
          await club.happened(until, facts)
          const { thisYear } = await club.year(year, fiscalStartMonth, set)
          const asked = { year, fiscalStartMonth }
          for (const figure of memberFigures) {
            const found = await membersOf(figure, asked, set)
            expect([figure, found.figure]).toEqual([figure, reported[figure](thisYear) ?? 0])
            expect([figure, sumOf(figure, found)]).toEqual([figure, found.figure])
          }
          for (const figure of saleFigures) {
            const found = await salesOf({ figure }, asked, set)
            expect([figure, found.figure]).toEqual([figure, reportedSales[figure](thisYear) ?? 0])
            expect(found.rows.length).toBe(found.total)
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})

function sumOf(figure: MemberFigure, { rows, guests }: Awaited<ReturnType<typeof membersOf>>): number {
  if (figure === 'visitCount') return rows.reduce((sum, { visits }) => sum + (visits ?? 0), 0) + guests
  if (figure === 'visitDays') return rows.reduce((sum, { visitDays }) => sum + (visitDays ?? 0), 0)
  if (figure === 'netGrowth') {
    const cameIn = rows.filter(({ movement }) => movement === 'admission' || movement === 'transferIn').length
    return cameIn - (rows.length - cameIn)
  }
  return rows.length
}
