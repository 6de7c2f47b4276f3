import { expect, test } from 'vitest'
import { hoursText } from './hours'

const hours = [
  { dow: 1, open: '07:00', close: '26:30', closed: false },
  { dow: 2, open: '00:00', close: '00:00', closed: true },
]

test('opening hours past midnight are shown as the next day’s', () => {
  expect(hoursText(hours, 1)).toBe('7:00 〜 翌2:30')
})

test('a closed weekday is 休館; one missing in the club system is unknown', () => {
  expect(hoursText(hours, 2)).toBe('休館')
  expect(hoursText(hours, 3)).toBeUndefined()
})
