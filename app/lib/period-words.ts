import { addMonths, formatMonth, lastDayOf, monthParts, shortDay, todayInTokyo } from './dates'

interface Days {
  /** YYYY-MM-DD */
  from: string
  /** Included. */
  to: string
}

/** `2026年11月29日` for 2026-11-29. */
const dayInWords = (day: string) => `${formatMonth(day)}${Number(day.slice(8))}日`

/** `end` without what it has in common with the start of the period. */
function shortened(start: string, end: string, words: (day: string) => string) {
  const common = start.slice(0, 7) === end.slice(0, 7) ? 7 : start.slice(0, 4) === end.slice(0, 4) ? 4 : 0
  return common === 0 ? words(end) : words(end).slice(words(end).indexOf(common === 7 ? '月' : '年') + 1)
}

/**
 * A period in words: whole months as 「2026年10月」 and 「2025年11月〜2026年10月の12か月」, others by their days,
 * 「2026年11月1日〜29日」.
 */
export function periodInWords({ from, to }: Days): string {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  if (!from.endsWith('-01') || to !== lastDayOf(last)) {
    return from === to ? dayInWords(from) : `${dayInWords(from)}〜${shortened(from, to, dayInWords)}`
  }
  if (first === last) return formatMonth(last)
  return `${formatMonth(first)}〜${shortened(first, last, formatMonth)}の${monthsBetween(first, last)}か月`
}

function monthsBetween(first: string, last: string) {
  const count = ({ year, month }: ReturnType<typeof monthParts>) => year * 12 + month
  return count(monthParts(addMonths(last, 1))) - count(monthParts(first))
}

/** 確定, or 速報 with the day that its data reach in Asia/Tokyo: 「速報・11/29時点」. */
export function stateInWords({ isProvisional, dataAsOf }: { isProvisional: boolean; dataAsOf: string | null }): string {
  if (!isProvisional) return '確定'
  if (dataAsOf === null) return '速報'
  return `速報・${shortDay(todayInTokyo(new Date(dataAsOf)))}時点`
}
