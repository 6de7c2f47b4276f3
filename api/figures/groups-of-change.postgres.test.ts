import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WhyFigure, whyFigures } from '#contract/words/why.ts'
import { valuesOf } from '#contract/words/words.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { dayStartHours, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { explainChange, readGroups } from './groups-of-change.ts'
import { addDays, type Period } from './periods.ts'
import { PlainCount } from './plain-count.ts'

// The parts of a change over random histories, against a plain count over the facts.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
  // Two people of one age, one of another, one whose birthday nobody knows.
  await club.db.execute(sql`update member set join_route = case when id < 3 then 'web' end,
    birthday = case when id < 3 then date '1981-02-10' when id = 3 then date '2001-07-01' end`)
})
afterAll(() => club.close())

const ages = { '20': [3], '40': [1, 2], '0': [4] }

/** Any days, of a week or a month, whether they are those of a month or not. */
const days = fc
  .record({ at: fc.integer({ min: -10, max: 60 }), length: fc.constantFrom(0, 6, 27, 30) })
  .map(({ at, length }): Period => {
    const from = addDays('2026-01-01', at)
    return { from, to: addDays(from, length) }
  })

function counted(plain: PlainCount, figure: WhyFigure, set: readonly number[], period: Period): number | null {
  const { members, visits, sales } = plain.period(set, period)
  if (figure === 'visits') return visits.count
  if (figure === 'sales') return sales?.net ?? 0
  if (figure === 'otherSales') return (sales?.net ?? 0) - (sales?.byCategory.membershipFee ?? 0)
  if (figure !== 'fees') return members[figure]
  const there = Array.from({ length: people }, (_, at) => plain.atClose(at + 1, period.to))
  return there.reduce((sum, one) => sum + (one && set.includes(one.shop) ? (one.fee ?? 8000) : 0), 0)
}

test('in every dimension the parts of a change add up to it, in whole people and yen', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom([1], [3], [1, 3], shops),
      days,
      days,
      fc.constantFrom(...valuesOf(whyFigures)),
      async ({ until, facts }, set, before, after, figure) => {
        const data = addDays(until, 60)
        await club.happened(data, facts)
        const plain = new PlainCount(facts, data, plainClub)
        const why = await club.seen(set, (scoped, { shopIds }) =>
          explainChange(scoped, shopIds, figure, { before, after }),
        )
        const change = (counted(plain, figure, set, after) ?? 0) - (counted(plain, figure, set, before) ?? 0)
        expect([why.before, why.after].map(rounded)).toEqual(
          [before, after].map((one) => rounded(counted(plain, figure, set, one))),
        )
        for (const { dimension, parts } of why.dimensions) {
          const sum = (of: 'mix' | 'rate' | 'total') => parts.reduce((total, part) => total + part[of], 0)
          expect(sum('total'), dimension).toBeCloseTo(change, 9)
          expect(sum('mix') + sum('rate'), dimension).toBeCloseTo(change, 9)
          if (figure === 'churnRate') continue
          for (const part of parts) {
            expect([part.mix, part.rate].every(Number.isInteger)).toBe(true)
            expect(part.total).toBe(part.after.value - part.before.value)
          }
        }
      },
    ),
    runs(10),
  )
})

test('each group has its own people: by shop and by age as a plain count of them alone', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom([1], [1, 3], shops),
      days,
      fc.constantFrom('admissions' as const, 'withdrawals' as const, 'closing' as const, 'netGrowth' as const),
      async ({ until, facts }, set, period, figure) => {
        const data = addDays(until, 60)
        await club.happened(data, facts)
        const rows = await club.seen(set, (scoped, { shopIds }) => readGroups(scoped, shopIds, figure, period))
        const countOf = (dimension: string, key: string) =>
          rows.find((row) => row.dimension === dimension && row.key === key)?.value ?? 0
        for (const [age, members] of Object.entries(ages)) {
          const plain = new PlainCount(facts, data, { ...plainClub, people: members })
          expect(countOf('ageBand', age)).toBe(plain.period(set, period).members[figure])
        }
        if (figure === 'netGrowth') return
        const plain = new PlainCount(facts, data, plainClub)
        for (const one of set) {
          expect(countOf('shop', String(one))).toBe(plain.period([one], period).members[figure])
        }
      },
    ),
    runs(10),
  )
})

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1e9) / 1e9)
