import { expect, test } from 'vitest'
import type { ShownEvent } from '#contract/club-event.ts'
import { eventShops, marksOn } from './marks'

const event = (from: string, to: string | null = null): ShownEvent => ({
  ...{ key: from, kind: 'closure', source: 'shop', title: '休館日', from, to, recordId: null },
  ...{ shopNames: ['新宿店'], shops: 1 },
})

test('events stand at the point of their first day, numbered as in the list', () => {
  const events = [event('2026-10-30', '2026-11-02'), event('2026-11-03'), event('2026-11-03'), event('2026-11-30')]
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-30']
  expect(marksOn(days, 'day', events).map(({ key, first, last }) => [key, first, last])).toEqual([
    ['2026-11-01', 1, 1],
    ['2026-11-03', 2, 3],
    ['2026-11-30', 4, 4],
  ])
})

test('a month has its events, whichever day its point is named by', () => {
  const events = [event('2026-10-01'), event('2026-11-30')]
  expect(marksOn(['2026-10-31', '2026-11-27'], 'month', events).map(({ key }) => key)).toEqual([
    '2026-10-31',
    '2026-11-27',
  ])
})

test('an axis without points has no marks', () => {
  expect(marksOn([], 'day', [event('2026-11-03')])).toEqual([])
})

test('many shops are one name and a number', () => {
  expect(eventShops({ shops: 0, shopNames: [] })).toBe('全店舗')
  expect(eventShops({ shops: 2, shopNames: ['新宿店', '渋谷店'] })).toBe('新宿店、渋谷店')
  expect(eventShops({ shops: 12, shopNames: ['新宿店', '渋谷店', '池袋店'] })).toBe('新宿店ほか11店舗')
})
