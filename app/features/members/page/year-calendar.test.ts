import { expect, test } from 'vitest'
import { weeksOf } from './year-calendar'

test('a month has each of its days once, under its weekday, Monday first', () => {
  for (const month of ['2024-02', '2026-02', '2026-06', '2026-11', '2027-01']) {
    const weeks = weeksOf(month)
    const days = weeks.flat().filter((day) => day !== null)
    expect(days).toEqual([...new Set(days)].sort())
    expect(days.at(0)).toBe(`${month}-01`)
    expect(days.length).toBe(new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate())
    for (const week of weeks) {
      week.forEach((day, place) => {
        if (day) expect(new Date(`${day}T00:00:00Z`).getUTCDay(), day).toBe((place + 1) % 7)
      })
    }
  }
})
