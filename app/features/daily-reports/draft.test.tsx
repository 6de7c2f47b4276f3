import { afterEach, expect, test } from 'vitest'
import { clockOf } from './clock-of'
import { readKept } from './draft'

afterEach(() => localStorage.clear())

test('a report kept by an older release, where the user’s id was `memberId`, still names the member of its incident', () => {
  const incident = { time: '10:00', place: null, memberId: '12', what: null, action: null }
  const kept = { values: { incident, goodPoints: '朝のヨガ' }, base: { incident: null }, version: 1 }
  localStorage.setItem('karada.draft.dailyReport.1.2026-11-20', JSON.stringify(kept))
  const read = readKept('1.2026-11-20')
  expect(read?.values.incident).toEqual({ time: '10:00', place: null, userId: '12', what: null, action: null })
  expect(read?.values.goodPoints).toBe('朝のヨガ')
  expect(read?.base.incident).toBeNull()
})

test.each([
  ['1050', '10:50'],
  ['１０５０', '10:50'],
  ['10時50分', '10:50'],
  ['2630', '26:30'],
  ['105', '105'],
])('a time typed as %s is %s', (typed, clock) => expect(clockOf(typed)).toBe(clock))

test.each([
  ['930', '09:30'],
  ['9:30', '09:30'],
  ['10', '10'],
])('a time left as %s is %s', (typed, clock) => expect(clockOf(typed, true)).toBe(clock))
