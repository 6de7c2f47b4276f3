import { toKatakana } from '#contract/kana.ts'
import { addDays, dayOfWeek, todayInTokyo, weekdayName } from './dates'

/** Days by their names, as days before today. */
const named = new Map([
  ['今日', 0],
  ['本日', 0],
  ['キョウ', 0],
  ['昨日', 1],
  ['キノウ', 1],
  ['一昨日', 2],
  ['オトトイ', 2],
])

/** How many years back to look for a day: 29 February can be missing for seven years. */
const mostYears = 9

/** YYYY-MM-DD; undefined for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}

/**
 * The calendar day in Asia/Tokyo that staff mean by `2026-11-20`, `11/20`, `11月20日`, `20日`, `今日` or `きのう`, in digits
 * of either width, with or without 「の日報」 behind it: the last one that is not after `today`. Undefined of any other text,
 * and of a day to come.
 */
export function pastDay(text: string, today = todayInTokyo()): string | undefined {
  const words = text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/の?日報$/, '')
  const distance = named.get(toKatakana(words))
  if (distance !== undefined) return addDays(today, -distance)

  const isPast = (date: string | undefined) => date !== undefined && date >= '2000-01-01' && date <= today
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number)
  const [, year, month, day] = /^(?:(\d{4})[-/年])?(\d{1,2})[-/月](\d{1,2})日?$/.exec(words) ?? []
  if (year) return [dayOf(Number(year), Number(month), Number(day))].find(isPast)
  if (month) {
    const years = Array.from({ length: mostYears }, (_, back) => thisYear - back)
    return years.map((one) => dayOf(one, Number(month), Number(day))).find(isPast)
  }
  const [, dayOfMonth] = /^(\d{1,2})日$/.exec(words) ?? []
  if (!dayOfMonth) return undefined
  // One of two consecutive months has 31 days, and one of three has at least 29.
  return [0, 1, 2].map((back) => dayOf(...monthsBack(thisYear, thisMonth, back), Number(dayOfMonth))).find(isPast)
}

function monthsBack(year: number, month: number, back: number): [year: number, month: number] {
  const count = year * 12 + month - 1 - back
  return [Math.floor(count / 12), (count % 12) + 1]
}

/** `11月20日（金）` for 2026-11-20, with its year where that is another than today's. */
export function dayInWords(date: string, today = todayInTokyo()): string {
  const [year, month, day] = date.split('-').map(Number)
  const weekday = weekdayName(dayOfWeek(date))
  return `${date.slice(0, 4) === today.slice(0, 4) ? '' : `${year}年`}${month}月${day}日（${weekday}）`
}
