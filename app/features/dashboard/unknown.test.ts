import { expect, test } from 'vitest'
import { period, reach } from './reports.fixture'
import { unknownKinds } from './unknown'

test('a period says which kinds of data it lacks, together where the reason is the same', () => {
  expect(unknownKinds(reach, period)).toEqual([])
  const later = { from: '2026-11-15', to: '2026-11-20' }
  expect(unknownKinds({ ...reach, visits: later, bookings: later, leads: null }, period)).toEqual([
    '来館・予約のデータは2026/11/15(日)からです。',
    '見学・体験のデータはありません。',
  ])
})
