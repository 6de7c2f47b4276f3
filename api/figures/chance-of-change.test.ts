import { expect, test } from 'vitest'
import { isWithinChance, opensWith } from './chance-of-change.ts'
import { decompose } from './decomposition.ts'

const side = (value: number, people: number) => ({ value, people })
const change = (before: [number, number], after: [number, number]) => ({
  before: side(...before),
  after: side(...after),
})

test('four leavers instead of two of 80 members are chance, thirty instead of ten of 400 are not', () => {
  expect(isWithinChance('churnRate', change([2, 80], [4, 80]))).toBe(true)
  expect(isWithinChance('churnRate', change([10, 400], [30, 400]))).toBe(false)
})

test('of a group that had no members before nothing is said', () => {
  expect(isWithinChance('withdrawals', change([0, 0], [30, 300]))).toBeNull()
  expect(isWithinChance('churnRate', change([2, 1], [30, 300]))).toBeNull()
})

test('of many groups one that stands out a little is still chance', () => {
  const one = change([12, 400], [26, 400])
  expect(isWithinChance('churnRate', one)).toBe(false)
  expect(isWithinChance('churnRate', one, 8)).toBe(true)
})

test('joiners are compared by their number, and money and visits are not judged', () => {
  expect(isWithinChance('admissions', change([20, 0], [26, 0]))).toBe(true)
  expect(isWithinChance('admissions', change([20, 0], [60, 0]))).toBe(false)
  expect(isWithinChance('sales', change([1_000_000, 400], [2_000_000, 400]))).toBeNull()
})

const parts = (...groups: [string, ReturnType<typeof change>][]) =>
  decompose(
    groups.map(([key, one]) => ({ key, label: key, ...one })),
    'share',
  )

test('what explains the most is shown first, but プラン where nothing is beyond chance', () => {
  const ages = (young: number) => parts(['20', change([5, 200], [young, 200])], ['40', change([5, 200], [5, 200])])
  const plans = parts(['full', change([5, 200], [7, 200])], ['day', change([5, 200], [6, 200])])
  const shown = (young: number) =>
    opensWith('churnRate', [
      { dimension: 'ageBand', parts: ages(young) },
      { dimension: 'plan', parts: plans },
    ])
  expect(shown(40)).toBe('ageBand')
  expect(shown(8)).toBe('plan')
})
