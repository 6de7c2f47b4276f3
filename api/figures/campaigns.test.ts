import { expect, test } from 'vitest'
import { type Pair, paidBackOf, pairsOf, returnOf, usualAdmissions } from './campaigns.ts'
import { normal, randomOf } from './simulated-club.ts'

// What is said about a campaign's months, on shops whose joiners are dealt by chance.

const random = randomOf(72)

/** A count with this mean whose variance is `dispersion` times it. */
const dealt = (mean: number, dispersion: number) =>
  Math.max(0, Math.round(mean + Math.sqrt(mean * dispersion) * normal(random)))

/** Twelve months and the year before, with the field's season and growth of its own; `lift`: times so many in its months. */
function year(size: number, own: ReadonlySet<number>, lift = 1) {
  const growth = 0.8 + 0.5 * random()
  const dispersion = 1 + 3 * random()
  const pairs = Array.from({ length: 12 }, (_, at): Pair => {
    const mean = size * (1 + 0.4 * Math.sin(at))
    return {
      month: `2026-${String(at + 1).padStart(2, '0')}-01`,
      admissions: dealt(mean * growth * (own.has(at) ? lift : 1), dispersion),
      before: dealt(mean, dispersion),
    }
  })
  return { own: pairs.filter((_, at) => own.has(at)), others: pairs.filter((_, at) => !own.has(at)) }
}

/** In how many of 4,000 years a campaign of these months is said to have changed 入会. */
function shareSaidToWork(size: number, months: number, lift?: number) {
  let count = 0
  for (let run = 0; run < 4_000; run += 1) {
    const first = Math.floor(random() * (13 - months))
    const { own, others } = year(size, new Set(Array.from({ length: months }, (_, at) => first + at)), lift)
    const { low, high } = usualAdmissions(own, others, 1)
    const joined = own.reduce((sum, { admissions }) => sum + admissions, 0)
    if (low !== null && high !== null && (joined < low || joined > high)) count += 1
  }
  return count / 4_000
}

test.each([
  [12, 1],
  [12, 3],
  [120, 1],
  [120, 6],
])(
  'of %i joiners a month, a campaign of %i months that does nothing is said to work in at most 5 of 100 years',
  (size, months) => {
    expect(shareSaidToWork(size, months)).toBeLessThanOrEqual(0.05)
  },
)

test('half as many again in three months are found in three of four years of a large shop', () => {
  expect(shareSaidToWork(120, 3, 1.5)).toBeGreaterThan(0.75)
})

test('without six other months there is nothing to compare with', () => {
  const { own, others } = year(50, new Set([0, 1, 2, 3, 4, 5, 6]))
  expect(usualAdmissions(own, others, 1)).toEqual({ low: null, high: null })
})

test('a cost is paid back by who stays, and LTV ÷ 獲得コスト has the range of both', () => {
  expect(paidBackOf(9_000, { perMonth: 5_000, survival: [1, 0.8, 0.6] })).toEqual({ payback: 2, isUnrecovered: false })
  expect(returnOf({ value: 60_000, low: 50_000, high: 75_000 }, 10_000, 100).value).toBe(6)
  const wide = returnOf({ value: 60_000, low: 50_000, high: 75_000 }, 10_000, 4)
  const narrow = returnOf({ value: 60_000, low: 50_000, high: 75_000 }, 10_000, 400)
  expect((wide.low ?? 9) < (narrow.low ?? 0) && (wide.high ?? 0) > (narrow.high ?? 9)).toBe(true)
})

test('a shop that opened since is in neither year, nor is one that does not know a month', () => {
  const known = ['2025-04-01', '2026-04-01'].flatMap((month, at) => [
    { shopId: '1', month, admissions: 40 + at },
    { shopId: '2', month, admissions: 80 * at },
    { shopId: '3', month, admissions: at === 0 ? null : 9 },
  ])
  const openedOn: Record<string, string> = { 1: '2020-01-01', 2: '2026-04-01', 3: '2020-01-01' }
  const wasOpen = (shop: string, from: string) => (openedOn[shop] ?? '') <= from
  expect(pairsOf(known, ['2026-04-01'], wasOpen)).toEqual([{ month: '2026-04-01', admissions: 41, before: 40 }])
})
