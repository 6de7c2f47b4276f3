import { expect, test } from 'vitest'
import { lengthText, periodText } from './texts'

test('minutes are formatted as hours and minutes', () => {
  expect([0, 45, 60, 80, 67_080].map(lengthText)).toEqual(['0分', '45分', '1時間', '1時間20分', '1,118時間'])
})

test('a period of one day is that day', () => {
  expect(periodText('2026-11-25', '2026-11-25')).toBe('2026/11/25(水)')
  expect(periodText('2026-11-01', '2026-11-28')).toBe('2026/11/01(日)〜2026/11/28(土)')
})
