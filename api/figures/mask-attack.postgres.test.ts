import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallestGroup } from '#contract/permissions.ts'
import type { PeriodReport } from '#contract/report.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { partnerOf } from '../../tests/support/partner.ts'
import { tell, times } from '../../tests/support/runs.ts'
import { addDays, monthOf } from './periods.ts'
import type { ContractFact, Facts, VisitFact } from './plain-count.ts'

// Attack on the reports of a trading partner, on one engine, because masking is not done in SQL. If two histories have
// identical answers, no sum, product, rate or adjacent period can distinguish them: each history gets two others in
// which every withheld count differs, and all answers must be identical.

const shops = [1, 2, 3]
const months = ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01']
const residents = 40
const members = 400

let club: Awaited<ReturnType<typeof openFacts>>
let partner: ReturnType<typeof partnerOf>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members })
  partner = partnerOf(club.db, shops.map(String))
})
afterAll(() => club.close())

/** Up to about twenty, ten and ten people per shop, joining over time, so that groups of every size occur. */
const resident = fc.record({
  shop: fc.constantFrom(1, 1, 1, 1, 2, 2, 3, 3),
  start: fc.integer({ min: 0, max: 120 }),
  length: fc.oneof(fc.integer({ min: 5, max: 120 }), fc.constant(null)),
  visits: fc.array(fc.record({ after: fc.integer({ min: 0, max: 60 }), shop: fc.constantFrom(0, 0, 0, 1, 3) }), {
    maxLength: 5,
  }),
})
const history = fc.record({
  people: fc.array(resident, { minLength: residents, maxLength: residents }),
  until: fc.integer({ min: 70, max: 155 }).map((at) => addDays('2025-11-01', at)),
})

type Resident = typeof resident extends fc.Arbitrary<infer One> ? One : never

function factsOf(people: readonly Resident[]) {
  const contracts: ContractFact[] = []
  const visits: VisitFact[] = []
  for (const [at, { shop, start, length, visits: days }] of people.entries()) {
    const from = addDays('2025-11-01', start)
    const to = length === null ? null : addDays(from, length)
    contracts.push({ member: at + 1, shop, from, to })
    for (const visit of days) {
      const day = addDays(from, visit.after)
      const home = to === null || day <= to ? shop : null
      visits.push({ member: at + 1, shop: visit.shop || shop, home, at: `${day}T12:00` })
    }
  }
  return { contracts, visits }
}

type Exact = Record<'closing' | 'visits' | 'unique', number>

/** How many more people are possible before a rounded count changes, or a small group is no longer small. */
const room = (count: number) =>
  count < smallestGroup
    ? (count && smallestGroup - 1) - count
    : Math.round(count / smallestGroup) * smallestGroup + 2 - count

/** How many more visitors who came once each are possible; with few visitors, their visits are withheld too. */
const roomForVisitors = ({ visits, unique }: Exact) =>
  unique < smallestGroup ? room(unique) : Math.min(room(unique), room(visits))

/** Other people in this shop and month that the rounded counts do not reveal; at least one in each movement. */
function unseen(shop: number, month: string, exact: Exact | null, draw: (most: number) => number, next: () => number) {
  const on = (day: number) => addDays(month, day - 1)
  const times = (count: number, make: () => void) => Array.from({ length: count }, make)
  const contracts: ContractFact[] = []
  const visits: VisitFact[] = []
  // Joins and leaves within the month.
  times(1 + draw(1), () => contracts.push({ member: next(), shop, from: on(5), to: on(20) }))
  // Joins and leaves within the month, with a transfer to another shop in between.
  times(1, () => {
    const member = next()
    contracts.push({ member, shop, from: on(5), to: on(12) })
    contracts.push({ member, shop: (shop % shops.length) + 1, from: on(13), to: on(20) })
  })
  // A member at the month's close, and at no other.
  times(draw(exact ? room(exact.closing) : 2), () =>
    contracts.push({ member: next(), shop, from: on(15), to: addDays(monthOf(...partsOf(month)).to, 10) }),
  )
  times(draw(exact ? roomForVisitors(exact) : 2), () => {
    const member = next()
    contracts.push({ member, shop, from: on(5), to: on(20) })
    visits.push({ member, shop, home: shop, at: `${on(12)}T12:00` })
  })
  return { contracts, visits }
}

const partsOf = (month: string) => month.split('-').map(Number).slice(0, 2) as [number, number]
const isOver = (month: string, until: string) => monthOf(...partsOf(month)).to <= until

async function exactly(shop: number, month: string): Promise<PeriodReport> {
  return (await club.month(...partsOf(month), [shop])).thisMonth
}
const exactOf = ({ members, visits }: PeriodReport): Exact => ({
  closing: members.closing ?? 0,
  visits: visits.count ?? 0,
  unique: visits.unique ?? 0,
})
const movementsOf = ({ members: { admissions, withdrawals, transferIn, transferOut } }: PeriodReport) => [
  admissions,
  withdrawals,
  transferIn,
  transferOut,
]

const histories = times(3, 20)

test(
  'no withheld count can be computed from all reports of a trading partner, however combined',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async ({ people, until }, random) => {
        const draw = (most: number) => random.next().value % (most + 1)
        let last = residents
        const next = () => ++last
        const cells = shops.flatMap((shop) => months.map((month) => ({ shop, month })))
        let facts: Required<Pick<Facts, 'contracts' | 'visits'>> = factsOf(people)
        let before: { answers: unknown[]; movements: (number | null)[] } | undefined
        for (const _ of ['as it was', 'with others', 'with others still']) {
          await club.happened(until, facts)
          const answers = await partner.everything([2025, 2026, 2027])
          const exact: PeriodReport[] = []
          for (const { shop, month } of cells) exact.push(await exactly(shop, month))
          const movements = exact.flatMap((report, at) =>
            isOver(cells[at]?.month ?? '', until) ? movementsOf(report) : [],
          )
          if (before) {
            expect(answers).toEqual(before.answers)
            // Each group has at least three possible sizes for the same answers.
            for (const [at, count] of movements.entries()) expect(count).toBeGreaterThan(before.movements[at] as number)
          }
          before = { answers, movements }
          const more = cells.map(({ shop, month }, at) =>
            unseen(shop, month, isOver(month, until) ? exactOf(exact[at] as PeriodReport) : null, draw, next),
          )
          facts = {
            contracts: [...facts.contracts, ...more.flatMap(({ contracts }) => contracts)],
            visits: [...facts.visits, ...more.flatMap(({ visits }) => visits)],
          }
        }
      }),
      { numRuns: histories, endOnFailure: true },
    )
    tell(`${histories} histories attacked for what is masked`)
  },
  times(120_000, 1_800_000),
)
