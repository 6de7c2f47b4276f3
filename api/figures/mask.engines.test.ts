import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PeriodReport } from '#contract/report.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { partnerOf } from '../../tests/support/partner.ts'
import type { ContractFact, VisitFact } from './plain-count.ts'

// The figures disclosed to a trading partner (level1): a few rounded ones of closed months.

let club: Awaited<ReturnType<typeof openFacts>>
let partner: ReturnType<typeof partnerOf>
beforeAll(async () => {
  club = await openFacts({ shops: 3, members: 60 })
  partner = partnerOf(club.db, ['1', '2', '3'])
})
afterAll(() => club.close())

let joined = 0
beforeEach(() => {
  joined = 0
})
/** New members of a shop. */
const members = (count: number, shop: number, from = '2026-01-10', to: string | null = null): ContractFact[] =>
  Array.from({ length: count }, () => ({ member: ++joined, shop, from, to }))
/** Each of them visits once on each day, at noon. */
const visitsOf = (contracts: readonly ContractFact[], ...days: string[]): VisitFact[] =>
  contracts.flatMap(({ member, shop }) => days.map((day) => ({ member, shop, home: shop, at: `${day}T12:00` })))

const disclosed = ({ members: { closing }, visits: { count, unique } }: PeriodReport) => [closing, count, unique]

/** Paths of the numbers in an answer, without list indexes. */
function numbersOf(value: unknown, path = ''): [path: string, number: number][] {
  if (typeof value === 'number') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    numbersOf(one, Array.isArray(value) ? path : path ? `${path}.${key}` : key),
  )
}

describe('the list', () => {
  const dates =
    /^(requestInfo\.(year|month|fiscalStartMonth)|dailyReports\.dow|(monthly|prevYearMonthly)Reports\.(year|month))$/
  const figures = /^([a-zA-Z]+Reports?\.(members\.closing|visits\.(count|unique))|shops\.(closing|visits))$/

  test('covers every number of every answer, so a new one in the contract is withheld', async () => {
    const contracts = [...members(20, 1, '2025-12-10'), ...members(12, 2), ...members(9, 3, '2026-01-05', '2026-02-10')]
    const visits = visitsOf(contracts, '2026-01-15', '2026-01-16', '2026-02-05')
    const classes = [
      { shop: 1, at: '2026-01-20T10:00', capacity: 20, bookings: Array(9).fill({ status: 'completed' }) },
    ]
    const leads = members(7, 1, '2026-01-25').map(({ member }) => ({
      shop: 1,
      kind: 'trial' as const,
      at: '2026-01-24T18:00',
      member,
    }))
    await club.happened('2026-03-20', { contracts, visits, classes, leads })
    const found = new Set<string>()
    for (const answer of await partner.everything([2026])) {
      for (const [path, number] of numbersOf(answer)) {
        if (dates.test(path)) continue
        expect(path).toMatch(figures)
        expect(number % 5).toBe(0)
        if (number > 0) found.add(path.split('.').slice(-2).join('.'))
      }
    }
    expect([...found].sort()).toEqual([
      'members.closing',
      'shops.closing',
      'shops.visits',
      'visits.count',
      'visits.unique',
    ])
  })
})

describe('a month', () => {
  test.each([
    [0, 0],
    [1, null],
    [4, null],
    [5, 5],
    [7, 5],
    [8, 10],
    [12, 10],
    [13, 15],
  ])('with %i members, each with one visit, is disclosed as %s', async (people, round) => {
    // Somebody is known in another shop.
    const contracts = [...members(people, 1), ...members(9, 2)]
    await club.happened('2026-02-28', { contracts, visits: visitsOf(contracts, '2026-01-15') })
    expect(disclosed((await partner.month(2026, 1, '1')).thisMonthReport)).toEqual([round, round, round])
  })

  test('with many visits by few people discloses none of them', async () => {
    const contracts = members(12, 1)
    const often = visitsOf(contracts.slice(0, 4), '2026-01-15', '2026-01-16', '2026-01-17', '2026-01-18')
    const guests = Array.from({ length: 9 }, () => ({ member: null, shop: 2, home: null, at: '2026-01-15T12:00' }))
    await club.happened('2026-02-28', { contracts, visits: [...often, ...guests] })
    expect(disclosed((await partner.month(2026, 1, '1')).thisMonthReport)).toEqual([10, null, null])
    expect(disclosed((await partner.month(2026, 1, '2')).thisMonthReport)).toEqual([0, null, 0])
  })

  test('of several shops is the sum of the disclosed figures of each, not a count of its own', async () => {
    const contracts = [...members(12, 1), ...members(12, 2)]
    await club.happened('2026-02-28', { contracts, visits: visitsOf(contracts, '2026-01-15') })
    expect(disclosed((await partner.month(2026, 1)).thisMonthReport)).toEqual([20, 20, null])
  })

  test('of several shops discloses nothing where one of them has a small group', async () => {
    const contracts = [...members(30, 1), ...members(3, 2)]
    await club.happened('2026-02-28', { contracts, visits: visitsOf(contracts, '2026-01-15') })
    expect(disclosed((await partner.month(2026, 1)).thisMonthReport)).toEqual([null, null, null])
    const { shops } = await partner.shops(2026, 1)
    expect(shops.map(({ closing, visits }) => [closing, visits])).toEqual([
      [30, 30],
      [null, null],
      [0, 0],
    ])
  })

  test('is disclosed when it is over: an open or future one has no figure', async () => {
    const contracts = members(30, 1)
    const facts = { contracts, visits: visitsOf(contracts, '2026-01-15') }
    for (const [until, figures] of [
      ['2026-01-30', [null, null, null]],
      ['2026-01-31', [30, 30, 30]],
    ] as const) {
      await club.happened(until, facts)
      const open = await partner.month(2026, 1, '1')
      expect([disclosed(open.thisMonthReport), open.isProvisional]).toEqual([figures, figures[0] === null])
      expect(disclosed((await partner.month(2026, 2, '1')).thisMonthReport)).toEqual([null, null, null])
    }
  })
})

describe('a year', () => {
  test('is the sum of its closed months, without people, who cannot be added up', async () => {
    const contracts = [...members(12, 1), ...members(5, 1, '2026-03-01')]
    const visits = visitsOf(contracts.slice(0, 12), '2026-01-15', '2026-02-15', '2026-03-15')
    await club.happened('2026-03-20', { contracts, visits })
    const { thisYearReport, monthlyReports } = await partner.year(2026, '1')
    expect(monthlyReports.slice(0, 3).map(disclosed)).toEqual([
      [10, 10, 10],
      [10, 10, 10],
      [null, null, null],
    ])
    expect(disclosed(thisYearReport)).toEqual([10, 20, null])
    expect([thisYearReport.from, thisYearReport.to]).toEqual(['2026-01-01', '2026-02-28'])
  })

  test('discloses no visits where those of one month are withheld', async () => {
    const contracts = members(12, 1)
    const visits = [...visitsOf(contracts, '2026-01-15'), ...visitsOf(contracts.slice(0, 2), '2026-02-15')]
    await club.happened('2026-03-31', { contracts, visits })
    expect(disclosed((await partner.year(2026, '1')).thisYearReport)).toEqual([10, null, null])
  })

  test('without a closed month discloses nothing', async () => {
    await club.happened('2026-01-20', { contracts: members(12, 1) })
    expect(disclosed((await partner.year(2026, '1')).thisYearReport)).toEqual([null, null, null])
  })
})

test('one, two, three and four visitors give the same answers to every request', async () => {
  const answers: unknown[] = []
  const others = [...members(30, 1), ...members(9, 2)]
  for (const people of [1, 2, 3, 4]) {
    joined = others.length
    const contracts = [...others, ...members(people, 3)]
    await club.happened('2026-03-20', { contracts, visits: visitsOf(contracts, '2026-01-15', '2026-02-03') })
    answers.push(await partner.everything([2026]))
  }
  for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0])
})
