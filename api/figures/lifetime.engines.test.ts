import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { cohortLtv, predictedLtv, tenureOf } from './lifetime.ts'
import { monthOf } from './periods.ts'
import { PlainCount } from './plain-count.ts'
import { noStay, stayOf, wholeMonths } from './stay.ts'

// Duration and value of a membership: docs/domain.md, "Lifetime".

/** Sales are known since before the twelve months. */
const soldBefore = {
  shop: 1,
  at: '2025-12-20T12:00',
  lines: [{ category: 'membershipFee' as const, net: 500, tax: 45 }],
}

describe('the formulas', () => {
  test('560 months of 66 who joined, at 7,000 円 a month, are 59,394 円', () => {
    expect(Math.round(cohortLtv({ joined: 66, months: 560 }, 7000) as number)).toBe(59_394)
  })

  test('89 a month of which 75 % are margin, at a churn of 5 %, are 1,335 in 20.0 months', () => {
    expect(predictedLtv(89 * 0.75, 0.05)).toBeCloseTo(1335, 9)
    expect(tenureOf(0.05)).toBe(20)
  })

  test('7,000 円 at 2.25 % are 311,111 円', () => {
    expect(Math.round(predictedLtv(7000, 0.0225) as number)).toBe(311_111)
  })

  test('without withdrawals or admissions there is no figure', () => {
    expect([tenureOf(0), tenureOf(null), predictedLtv(7000, 0), predictedLtv(null, 0.05)]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(cohortLtv({ joined: 0, months: 0 }, 7000)).toBeNull()
  })
})

describe('how long people stay', () => {
  test.each([
    ['2024-08-20', '2026-11-10', 26],
    ['2025-01-31', '2026-01-30', 12],
    ['2025-01-31', '2025-02-28', 1],
    ['2025-01-31', '2025-02-27', 0],
    ['2025-03-10', '2025-03-10', 0],
    ['2025-01-01', '2025-12-31', 12],
  ])('from %s to %s are %i whole months', (from, to, months) => {
    expect(wholeMonths(from, to)).toBe(months)
  })

  test('mean and median are of people, not of joining days', () => {
    const of = (to: string, members: number) => ({ from: '2025-01-01', to, members })
    expect(stayOf([of('2025-10-31', 1), of('2025-01-31', 3)])).toEqual({ members: 4, mean: 13 / 4, median: 1 })
    expect(stayOf([of('2025-02-28', 2), of('2025-04-30', 2)])).toEqual({ members: 4, mean: 3, median: 3 })
    expect(stayOf([])).toEqual({ members: 0, mean: null, median: null })
  })
})

describe('of a year', () => {
  let club: Awaited<ReturnType<typeof openFacts>>
  beforeAll(async () => {
    club = await openFacts({ shops: 2, members: 600 })
  })
  afterAll(() => club.close())

  const many = (count: number, from: number) => Array.from({ length: count }, (_, at) => from + at)
  const month = (number: number) => `2026-${String(number).padStart(2, '0')}`
  const fees = (net: number) => [{ category: 'membershipFee' as const, net, tax: 0 }]

  test('of 400 members 9 leave a month and are replaced, at 7,000 円: 予測LTV 311,111 円, 44.4 months', async () => {
    const lastDay = (number: number) => new Date(Date.UTC(2026, number, 0)).toISOString().slice(0, 10)
    const months = many(12, 1)
    await club.happened('2026-12-31', {
      contracts: [
        ...many(292, 1).map((member) => ({ member, shop: 1, from: '2024-01-01' })),
        ...months.flatMap((number) => [
          ...many(9, 284 + number * 9).map((member) => ({
            member,
            shop: 1,
            from: '2024-01-01',
            to: lastDay(number),
          })),
          ...many(9, 400 + number * 9 - 8).map((member) => ({ member, shop: 1, from: lastDay(number) })),
        ]),
      ],
      // From the first day on: of twelve months, one of which is known in part, nothing is said.
      sales: months.map((number) => ({ shop: 1, at: `${month(number)}-01T12:00`, lines: fees(2_800_000) })),
    })
    const { lifetime, thisYear } = await club.year(2026)
    expect(thisYear.members).toMatchObject({ opening: 400, withdrawals: 108, closing: 400 })
    expect(lifetime.churnRate).toBeCloseTo(0.0225, 12)
    expect(lifetime.tenureMonths).toBeCloseTo(44.44, 2)
    expect(Math.round(lifetime.predictedLtv as number)).toBe(311_111)
    expect(lifetime.cohortLtv).toBeNull()
    expect((await club.year(2026, 1, [2])).lifetime).toEqual({
      churnRate: null,
      tenureMonths: null,
      stayOfLeavers: noStay,
      stayOfMembers: noStay,
      predictedLtv: null,
      cohortLtv: null,
      firstYears: null,
    })
  })

  test('of the first year, months that started with a membership count, for the 31st from the last day of a short month', async () => {
    const joiner = (member: number, from: string, to: string | null) => ({ member, shop: 1, from, to })
    await club.happened('2026-12-31', {
      contracts: [
        { member: 100, shop: 1, from: '2024-01-01' },
        { member: 101, shop: 1, from: '2024-01-01', to: '2026-06-30' },
        joiner(1, '2025-01-05', null),
        joiner(2, '2025-01-05', '2025-04-30'),
        joiner(3, '2025-01-31', '2025-02-28'),
        joiner(4, '2025-01-31', '2025-03-01'),
        joiner(5, '2025-03-10', '2025-03-10'),
        joiner(6, '2025-12-31', '2026-12-30'),
        joiner(7, '2026-01-01', null),
        joiner(8, '2024-12-31', null),
      ],
      sales: [soldBefore, { shop: 1, at: '2026-05-20T12:00', lines: fees(60_000) }],
    })
    const { lifetime, months } = await club.year(2026)
    // 1: 12 months, 2: 4, 3: 1 (gone at the close of 2/28), 4: 2, 5: 0, 6: 12.
    const memberMonths = 12 + 4 + 1 + 2 + 0 + 12
    const operating = months.reduce(
      (sum, { members }) => sum + ((members.opening ?? 0) + (members.closing ?? 0)) / 2,
      0,
    )
    expect(lifetime.cohortLtv).toBeCloseTo((memberMonths / 6) * (60_000 / operating), 6)
  })

  test('uses whole months: while a month is open, the twelve before it', async () => {
    await club.happened('2026-11-20', {
      contracts: [
        { member: 1, shop: 1, from: '2025-01-01' },
        { member: 2, shop: 1, from: '2025-01-01', to: '2026-11-15' },
        { member: 3, shop: 1, from: '2025-01-01', to: '2026-10-31' },
      ],
    })
    // 3 at the start of each of twelve months, one of them leaves.
    expect((await club.year(2026)).lifetime.churnRate).toBeCloseTo(1 / 36, 12)
  })

  test('1 ÷ churn is an estimate: leavers stayed shorter, and members have not stayed that long yet', async () => {
    const until = '2026-11-20'
    const lastDay = (at: number) => new Date(Date.UTC(2025, 11 + at, 0)).toISOString().slice(0, 10)
    const contracts = [
      // 38 who stay, one of them rejoined, and two who leave in each of the twelve closed months.
      ...many(37, 1).map((member) => ({ member, shop: 1 + (member % 2), from: `2025-0${1 + (member % 5)}-15` })),
      { member: 38, shop: 1, from: '2025-01-31', to: '2025-06-30' },
      { member: 38, shop: 1, from: '2025-08-01' },
      ...many(12, 0).flatMap((at) => [
        { member: 40 + at, shop: 1, from: '2025-03-01', to: lastDay(at) },
        { member: 60 + at, shop: 1, from: '2025-05-31', to: '2025-09-30' },
        // The rest of the membership was in the other shop.
        { member: 60 + at, shop: 2, from: '2025-10-01', to: lastDay(at) },
      ]),
      // Left before the twelve months, and in the current one.
      { member: 80, shop: 1, from: '2025-01-01', to: '2025-10-31' },
      { member: 81, shop: 1, from: '2025-02-01', to: until },
    ]
    await club.happened(until, { contracts })
    const plain = new PlainCount({ contracts }, until, { people: 81, dayStartHours: [0, 0] })
    const twelve = { from: '2025-11-01', to: '2026-10-31' }
    for (const set of [[1], [2], [1, 2]]) {
      const { lifetime, annualChurn } = await club.year(2026, 1, set)
      const { stayOfLeavers, stayOfMembers } = plain.stays(set, twelve)
      expect(lifetime).toMatchObject({ stayOfLeavers, stayOfMembers })
      expect(annualChurn).toMatchObject(twelve)
    }
    const { lifetime } = await club.year(2026, 1)
    expect(lifetime.stayOfLeavers.members).toBe(24)
    expect(lifetime.stayOfLeavers.mean).toBeLessThan(lifetime.tenureMonths as number)
    expect(lifetime.stayOfMembers.members).toBe(39)
  })

  test('予測LTV uses one population: members on 休会 are in the denominator of both sales and churn', async () => {
    await club.happened('2026-12-31', {
      contracts: [
        ...many(60, 1).map((member) => ({ member, shop: 1, from: '2024-01-01' })),
        ...many(36, 101).map((member) => ({ member, shop: 1, from: '2024-01-01', kind: 'suspension' as const })),
        ...many(4, 201).map((member) => ({ member, shop: 1, from: '2024-01-01', to: '2026-12-31' })),
      ],
      sales: [soldBefore, { shop: 1, at: '2026-05-20T12:00', lines: fees(1_200_000) }],
    })
    // 1,000 円 per member and month at 4 ÷ 1,200; by 稼働会員 it would be half as much again.
    expect((await club.year(2026)).lifetime.predictedLtv).toBeCloseTo(300_000, 6)
  })
})

describe('年間退会率', () => {
  let club: Awaited<ReturnType<typeof openFacts>>
  beforeAll(async () => {
    club = await openFacts({ shops: 1, members: 200 })
  })
  afterAll(() => club.close())

  /**
   * 100 members from 2024 on; `perMonth` leave at the end of each month from `first` on, and are replaced one by one.
   */
  const facts = (perMonth: number) => {
    const contracts = Array.from({ length: 100 }, (_, at) => ({ member: at + 1, shop: 1, from: '2024-01-01' }))
    const months = Array.from({ length: 22 }, (_, at) => new Date(Date.UTC(2025, at + 1, 0)).toISOString().slice(0, 10))
    return contracts.map((one, at) => {
      const to = months[Math.floor(at / perMonth)]
      return to ? { ...one, to } : one
    })
  }
  const monthsFrom = (year: number, month: number) => Array.from({ length: 12 }, (_, at) => monthOf(year, month + at))

  test('for a year in progress covers the twelve closed months, by both definitions, never a part of a year', async () => {
    const contracts = [...facts(3), { member: 150, shop: 1, from: '2024-01-01', to: '2026-11-10' }]
    await club.happened('2026-11-20', { contracts })
    const plain = new PlainCount({ contracts }, '2026-11-20', { people: 200, dayStartHours: [0] })
    const { annualChurn, thisYear } = await club.year(2026)
    const { from, to, before, ...churn } = annualChurn
    expect([from, to]).toEqual(['2025-11-01', '2026-10-31'])
    // 36 of 71 at the start; the mean of the months is lower, so its rate is higher.
    expect(churn.ofOpening).toBeCloseTo(36 / 71, 12)
    expect(churn.ofAverage).toBeCloseTo(36 / 53, 12)
    expect(churn).toEqual(plain.annualChurn([1], monthsFrom(2025, 11)))
    expect(before).toEqual(plain.annualChurn([1], monthsFrom(2024, 11)))
    // The total so far is still reported for the year.
    expect(thisYear.members.withdrawals).toBe(31)
    // The 年度 in progress has the same twelve months.
    expect((await club.year(2026, 4)).annualChurn).toEqual(annualChurn)
  })

  test('for a past year covers that year; a future one has none', async () => {
    const contracts = facts(3)
    await club.happened('2026-11-20', { contracts })
    const { annualChurn } = await club.year(2025)
    expect(annualChurn).toMatchObject({ from: '2025-01-01', to: '2025-12-31' })
    expect(annualChurn.ofOpening).toBeCloseTo(0.36, 12)
    const ahead = await club.year(2027)
    expect(ahead.annualChurn).toMatchObject({ ofAverage: null, ofOpening: null })
    expect(ahead.thisYear.sales).toBeNull()
    expect(ahead.months.every(({ sales, members }) => sales === null && members.closing === null)).toBe(true)
  })
})

describe('figures per member of a year in progress', () => {
  let club: Awaited<ReturnType<typeof openFacts>>
  beforeAll(async () => {
    club = await openFacts({ shops: 1, members: 4 })
  })
  afterAll(() => club.close())

  test('exclude the current month: 8,000 円 a month, of which November has nothing yet', async () => {
    const month = (number: number) => `2026-${String(number).padStart(2, '0')}`
    const closed = Array.from({ length: 10 }, (_, at) => month(at + 1))
    await club.happened('2026-11-10', {
      contracts: [{ member: 1, shop: 1, from: '2025-12-01' }],
      sales: closed.map((one) => ({
        shop: 1,
        at: `${one}-20T12:00`,
        lines: [{ category: 'membershipFee' as const, net: 8000, tax: 727 }],
      })),
      bills: closed.map((one) => ({
        shop: 1,
        month: `${one}-01`,
        dueOn: `${one}-20`,
        amount: 8000,
        status: 'paid' as const,
      })),
      visits: [...closed, month(11)].map((one) => ({ member: 1, shop: 1, home: 1, at: `${one}-05T10:00` })),
    })
    const { thisYear, months } = await club.year(2026)
    expect(thisYear.sales).toMatchObject({ net: 80_000, arpu: 8000, duesPerMember: 8000 })
    expect(thisYear.visits).toMatchObject({ days: 11, perMember: 1, perVisitor: 1 })
    expect(months[10]?.sales).toMatchObject({ net: 0, arpu: 0 })
    expect(months[11]?.sales).toBeNull()
  })

  test('are null during the first month of the year', async () => {
    await club.happened('2026-01-20', { contracts: [{ member: 1, shop: 1, from: '2025-12-01' }] })
    const { thisYear } = await club.year(2026)
    expect(thisYear.sales).toMatchObject({ net: 0, arpu: null, duesPerMember: null })
    expect(thisYear.visits.perMember).toBeNull()
  })
})
