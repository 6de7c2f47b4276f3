import { expect, test } from 'vitest'
import { type Block, hoursOf, lanesOf, linesOf } from './blocks'

const span = (from: string, to: string) => ({
  startAt: `2026-11-23T${from}:00.000+09:00`,
  endAt: `2026-11-23T${to}:00.000+09:00`,
})
const block = (room: string, from = '10:00', to = '11:00') => ({ ...span(from, to), room }) as Block

test('overlapping blocks are side by side, and the next one has full width again', () => {
  const [a, b, c, d] = [span('10:00', '11:00'), span('10:30', '11:30'), span('11:00', '12:00'), span('12:00', '13:00')]
  const lanes = lanesOf([a, b, c, d])
  expect(lanes.get(a)).toEqual({ lane: 0, of: 2 })
  expect(lanes.get(b)).toEqual({ lane: 1, of: 2 })
  // Starts when the first one ends, so it reuses its lane.
  expect(lanes.get(c)).toEqual({ lane: 0, of: 2 })
  expect(lanes.get(d)).toEqual({ lane: 0, of: 1 })
})

test('three overlapping blocks get three lanes', () => {
  const all = [span('10:00', '11:00'), span('10:00', '11:00'), span('10:00', '11:00')]
  expect(all.map((one) => lanesOf(all).get(one)).map((place) => [place?.lane, place?.of])).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ])
})

test('rooms are in order, with blocks without a room at the end', () => {
  expect(linesOf([block('ルームなし'), block('スタジオB'), block('スタジオA'), block('スタジオB')], 'room')).toEqual([
    'スタジオA',
    'スタジオB',
    'ルームなし',
  ])
})

test('the hours include early and late classes, also past midnight', () => {
  expect(hoursOf('2026-11-23', [])).toEqual({ first: 9, last: 21 })
  const late = { ...block('A', '23:30'), endAt: '2026-11-24T00:30:00.000+09:00' } as Block
  expect(hoursOf('2026-11-23', [block('A', '06:30', '07:15'), late])).toEqual({ first: 6, last: 25 })
})
