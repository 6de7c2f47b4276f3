import { expect, test } from 'vitest'
import { dayEndOf, tokyoDayOf, toTokyoDateTime } from './time.ts'

test('a day ends at 23:59:59.999 in Tokyo, and a millisecond later it is the next', () => {
  const end = dayEndOf('2026-02-28')
  expect(toTokyoDateTime(end)).toBe('2026-02-28T23:59:59.999+09:00')
  expect(tokyoDayOf(end)).toBe('2026-02-28')
  expect(tokyoDayOf(new Date(end.getTime() + 1))).toBe('2026-03-01')
})
