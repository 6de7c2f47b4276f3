import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { cohortLtv, predictedLtv, tenureOf } from './lifetime.ts'

// What a membership lasts and brings: docs/domain.md, "Lifetime".

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

describe('of a year', () => {
  let club: Awaited<ReturnType<typeof openFacts>>
  beforeAll(async () => {
    club = await openFacts({ shops: 2, members: 600 })
  })
  afterAll(() => club.close())

  const many = (count: number, from: number) => Array.from({ length: count }, (_, at) => from + at)
  const month = (number: number) => `2026-${String(number).padStart(2, '0')}`
  const fees = (net: number) => [{ category: 'membershipFee' as const, net, tax: 0 }]

  test('of 400 members 9 leave a month, each replaced, bring 7,000 円: 予測LTV 311,111 円, 44.4 months', async () => {
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
      sales: months.map((number) => ({ shop: 1, at: `${month(number)}-20T12:00`, lines: fees(2_800_000) })),
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
      predictedLtv: null,
      cohortLtv: null,
    })
  })

  test('of the first year count the months that began with a membership, the last of a short month for the 31st', async () => {
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
      sales: [{ shop: 1, at: '2026-05-20T12:00', lines: fees(60_000) }],
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

  test('is of whole months: while a month is open, of the twelve before it', async () => {
    await club.happened('2026-11-20', {
      contracts: [
        { member: 1, shop: 1, from: '2025-01-01' },
        { member: 2, shop: 1, from: '2025-01-01', to: '2026-11-15' },
        { member: 3, shop: 1, from: '2025-01-01', to: '2026-10-31' },
      ],
    })
    // 3 at the beginning of each of twelve months, one of them gone.
    expect((await club.year(2026)).lifetime.churnRate).toBeCloseTo(1 / 36, 12)
  })
})
