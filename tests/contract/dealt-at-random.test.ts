import { expect, test } from 'vitest'
import { isBeyondChance, pairsAmong } from '#contract/chance.ts'
import type { ComparedShop, Share } from '#contract/report-shops.ts'
import { independentOf } from '../../api/figures/by-person.ts'
import { predictedRange } from '../../api/figures/ltv-ranges.ts'
import { shareOf, unknown } from '../../api/figures/shop-comparison.ts'
import { randomOf } from '../../api/figures/simulated-club.ts'
import { type RateKey, rankOf, rateKeys } from '../../app/features/statistics/shops/rates.ts'

// 店舗比較 and LTV on shops and groups that are dealt at random: they are all the same, so what is ranked is chance.

const random = randomOf(69)
const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
const happens = (times: number, probability: number) => {
  let count = 0
  for (let time = 0; time < times; time += 1) if (random() < probability) count += 1
  return count
}

/** Twelve months of 稼働 members who come seldom, mostly or always, each in their own way. */
function visitsOf(members: number, shift = 0): Share {
  const sums = { count: 0, of: 0, cc: 0, mc: 0, mm: 0 }
  for (let member = 0; member < members; member += 1) {
    const months = random() < 0.5 ? 12 : between(1, 12)
    const came = happens(months, Math.min(1, random() ** 0.4 + shift))
    sums.count += came
    sums.of += months
    sums.cc += came * came
    sums.mc += months * came
    sums.mm += months * months
  }
  return shareOf(sums.count, sums.of, independentOf(sums.count, sums.of, sums))
}

const dealt: Record<RateKey, (members: number) => Share> = {
  churn: (members) => shareOf(happens(12 * members, 0.04), 12 * members),
  admission: (members) => shareOf(happens(12 * members, 0.05), 12 * members),
  early: (members) => shareOf(happens(Math.ceil(members / 3), 0.2), Math.ceil(members / 3)),
  trial: (members) => shareOf(happens(Math.ceil(members / 5), 0.55), Math.ceil(members / 5)),
  visit: (members) => visitsOf(members),
}

/** Of small and large clubs. */
const sizeOf = () => Math.round(60 * 10 ** random())
const compared = (key: RateKey, share: Share) =>
  ({
    ...{ shopId: '1', shopName: '新宿店', closing: null },
    ...{ churn: unknown, admission: unknown, early: unknown, trial: unknown, visit: unknown, [key]: share },
  }) as ComparedShop
const isRanked = (key: RateKey, shares: readonly Share[]) => {
  const shops = shares.map((share) => compared(key, share))
  return shops.some((shop) => rankOf(shop, shops, key, shops.length) !== null)
}

const deals = 600

for (const key of rateKeys) {
  test.each([2, 6, 8])(`equal shops are ranked by ${key} in at most 5 of 100 deals, of %d shops`, (shops) => {
    let ranked = 0
    for (let deal = 0; deal < deals; deal += 1) {
      if (
        isRanked(
          key,
          Array.from({ length: shops }, () => dealt[key](sizeOf())),
        )
      )
        ranked += 1
    }
    expect(ranked / deals).toBeLessThanOrEqual(0.05)
  })
}

test('two shops of 600 whose members come in 8 of 100 months more are ranked in most deals', () => {
  let ranked = 0
  for (let deal = 0; deal < 100; deal += 1) if (isRanked('visit', [visitsOf(600), visitsOf(600, 0.08)])) ranked += 1
  expect(ranked).toBeGreaterThan(80)
})

// 予測LTV: sales ÷ those who left, by groups of one club that are all the same.
const groupOf = (members: number) => {
  const withdrawals = happens(12 * members, 0.04)
  const predicted = withdrawals === 0 ? null : (12 * members * 7_000) / withdrawals
  return { value: predicted, ...predictedRange(predicted, withdrawals) }
}

test.each([2, 6])('a reason is given for equal groups’ LTV in at most 5 of 100 deals, of %d groups', (groups) => {
  let explained = 0
  for (let deal = 0; deal < deals; deal += 1) {
    const dealtGroups = Array.from({ length: groups }, () => groupOf(sizeOf()))
    if (dealtGroups.some((one) => dealtGroups.some((other) => isBeyondChance(one, other, pairsAmong(groups)))))
      explained += 1
  }
  expect(explained / deals).toBeLessThanOrEqual(0.05)
})

test('the range of 予測LTV has the true value in 93 to 98 of 100 groups of 65 members', () => {
  const hits = Array.from({ length: 2_000 }, () => groupOf(65)).filter(
    ({ low, high }) => low !== null && high !== null && low <= 7_000 / 0.04 && 7_000 / 0.04 <= high,
  )
  expect(hits.length / 2_000).toBeGreaterThan(0.93)
  expect(hits.length / 2_000).toBeLessThan(0.98)
})
