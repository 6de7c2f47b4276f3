import { expect, test } from 'vitest'
import { daysOf, reportWeek } from './year-calendar'

test('a month has each day once, starting under its weekday', () => {
  for (const month of ['2024-02', '2026-02', '2026-06', '2026-11', '2027-01']) {
    const { before, days } = daysOf(month)
    expect(days.length).toBe(new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate())
    expect(days).toEqual([...new Set(days)].sort())
    expect(reportWeek[before]).toBe(new Date(`${days.at(0)}T00:00:00Z`).getUTCDay())
    expect([days.at(0)?.slice(0, 7), days.at(-1)?.slice(0, 7)]).toEqual([month, month])
  }
})
