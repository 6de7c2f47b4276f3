import { expect, test } from 'vitest'
import { conditionText } from './audit-conditions.ts'

test.each([
  ['from', '2026-11-01', '2026/11/01'],
  ['month', '2026-11', '2026/11'],
  ['dow', '3', '水曜'],
  ['hour', '13', '13時'],
  ['months', '12', '12か月'],
  ['grossMargin', '0.6', '60%'],
  ['ratio', '0.3', '30%'],
  ['unpaid', 'true', 'あり'],
  ['planCode', 'night-2', 'night-2'],
])('in the log the condition %s of %s reads %s', (key, value, text) => {
  expect(conditionText(key, value)).toBe(text)
})
