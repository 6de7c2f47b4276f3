import { expect, test } from 'vitest'
import type { Reach } from './report-head.ts'
import { firstYearsNote, unknownDays } from './unknown-days.ts'

const all = { from: '2026-11-01', to: '2026-11-20' }
const reach: Reach = {
  ...{ contracts: all, leavers: all, visits: all, bookings: all, leads: all, sales: all, bills: all },
  ...{ missing: [], lessonsOnly: false, counting: [] },
}

test('a period says which days of which data it lacks, together where the reason is the same', () => {
  expect(unknownDays(reach, all)).toEqual([])
  const later = { from: '2026-11-15', to: '2026-11-20' }
  expect(
    unknownDays(
      { ...reach, visits: later, bookings: later, leads: null, bills: { from: '2025-01-01', to: '2026-10-31' } },
      all,
    ),
  ).toEqual([
    '来館・予約のデータは2026/11/15からです（2026/11/01〜2026/11/14は分かりません）。',
    '会費の請求のデータは2026/10/31までです（2026/11/01〜2026/11/20は分かりません）。',
    '見学・体験のデータはありません。',
  ])
  expect(unknownDays({ ...reach, visits: later }, all, ['contracts'])).toEqual([])
})

test('1年LTV of a part of its months says whose it is', () => {
  expect(firstYearsNote({ from: '2025-11-01', to: '2025-11-30', isWhole: false })).toBe('2025年11月の入会だけ')
  expect(firstYearsNote({ from: '2025-09-01', to: '2025-11-30', isWhole: false })).toBe(
    '2025年9月〜2025年11月の入会だけ',
  )
  expect(firstYearsNote({ from: '2024-12-01', to: '2025-11-30', isWhole: true })).toBeNull()
})
