import { describe, expect, test } from 'vitest'
import { dayInWords, pastDay } from './day-words'

const today = '2026-11-25'

describe('a day as staff write it', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['2025年3月1日', '2025-03-01'],
    ['11/20', '2026-11-20'],
    ['１１／２０', '2026-11-20'],
    ['11月20日', '2026-11-20'],
    ['１１月２０日', '2026-11-20'],
    [' 11 月 20 日 ', '2026-11-20'],
    ['20日', '2026-11-20'],
    ['20日の日報', '2026-11-20'],
    ['昨日の日報', '2026-11-24'],
    ['今日', '2026-11-25'],
    ['きょう', '2026-11-25'],
    ['本日', '2026-11-25'],
    ['昨日', '2026-11-24'],
    ['きのう', '2026-11-24'],
    ['キノウ', '2026-11-24'],
    ['おととい', '2026-11-23'],
  ])('%s is %s', (text, day) => {
    expect(pastDay(text, today)).toBe(day)
  })

  test.each([
    ['today itself is not over', '11/25', '2026-11-25'],
    ['tomorrow’s date is last year’s', '11/26', '2025-11-26'],
    ['a day of the month that is to come is last month’s', '26日', '2026-10-26'],
    ['last month may have no such day', '31日', '2026-10-31'],
    ['29 February is that of the last leap year', '2/29', '2024-02-29'],
  ])('the most recent matching day: %s', (_, text, day) => {
    expect(pastDay(text, today)).toBe(day)
  })

  test('over the turn of a year', () => {
    expect(pastDay('31日', '2027-01-05')).toBe('2026-12-31')
    expect(pastDay('30日', '2027-03-01')).toBe('2027-01-30')
    expect(pastDay('きのう', '2027-01-01')).toBe('2026-12-31')
    expect(pastDay('2/29', '2104-02-01')).toBe('2096-02-29')
  })

  test.each(['', '日報', '20', '1120', '0', '2/30', '13/1', '32日', '0日', '2026-11-26', '2026-02-30', '1999-12-31'])(
    '「%s」 is no day',
    (text) => {
      expect(pastDay(text, today)).toBeUndefined()
    },
  )

  test('the default day is today in Tokyo', () => {
    expect(pastDay('今日')).toMatch(/^20\d\d-\d\d-\d\d$/)
  })
})

test('a day has its weekday, and its year if it is not the current one', () => {
  expect(dayInWords('2026-11-20', today)).toBe('11月20日（金）')
  expect(dayInWords('2025-12-31', today)).toBe('2025年12月31日（水）')
})
