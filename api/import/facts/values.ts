import type { Words } from '#contract/words/words.ts'
import { type Read, readDay, readText, readTime, splitMoment, zone } from '../values.ts'

// Cells of facts: moments, months, money, counts and words.

/** Days before this are mistakes: no club's facts are older. */
const first = '1950-01-01'
const last = '2100-12-31'

/** A day of a fact, which may lie ahead. */
export const readFactDay = (cell: string): Read<string> => readDay(cell, first, last)

/** A moment as the database writes it, to the second. */
export const inTokyo = (moment: Date): string =>
  `${new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`

/** The last day of what has an end; null: it has none, as `9999/12/31` says, or 期限なし. */
export function readEnd(cell: string): Read<string | null> {
  const { day } = splitMoment(cell)
  return /^9999/.test(day) || /^(無期限|期限なし)$/.test(day) ? { value: null } : readFactDay(cell)
}

/**
 * A moment in Tokyo, `2026-11-20T10:00:00+09:00`, as the database writes it: of a day with or without a time, which may be
 * of another zone (`2026-11-20T01:00:00Z`).
 */
export function readMoment(cell: string): Read<string> {
  const { day: dayText, rest } = splitMoment(cell)
  const day = readFactDay(dayText)
  if ('reason' in day) return day
  const [, offset] = zone.exec(rest) ?? []
  const digits = /^(\d{2})(\d{2})(\d{2})?$/.exec(rest)
  const read = digits
    ? readTime(digits.slice(1).filter(Boolean).join(':'))
    : readTime(rest === '' ? '0:00' : rest.replace(zone, ''))
  if ('reason' in read) return read
  if (offset === undefined) return { value: `${day.value}T${read.value}+09:00` }
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(offset) ?? []
  const from = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const moment = new Date(`${day.value}T${read.value}${from}`)
  if (Number.isNaN(moment.getTime())) return { reason: '時刻として読めません' }
  return { value: inTokyo(moment) }
}

/** The first day of a month: `2026/11`, `202611`, `2026年11月`, or any day of it. */
export function readMonth(cell: string): Read<string> {
  const text = cell.normalize('NFKC').replace(/\s/g, '')
  const [, year, month] = /^(\d{4})[-/.年]?(\d{1,2})月?(?:分)?$/.exec(text) ?? []
  if (year && month && Number(month) >= 1 && Number(month) <= 12)
    return { value: `${year}-${month.padStart(2, '0')}-01` }
  const day = readFactDay(cell)
  return 'value' in day ? { value: `${day.value.slice(0, 8)}01` } : { reason: '年月として読めません' }
}

/** Whole yen: `¥1,100`, `1100円`, `△500`, `(500)`. */
export function readYen(cell: string): Read<number> {
  const text = cell.normalize('NFKC').replace(/[\s,円¥\\]/g, '')
  const [, isMinus, digits, inBrackets] = /^([-−△▲]?)(\d{1,9})(?:\.0+)?$|^\((\d{1,9})\)$/.exec(text) ?? []
  if (inBrackets) return { value: -Number(inBrackets) }
  if (!digits) return { reason: '金額として読めません' }
  return { value: isMinus && Number(digits) !== 0 ? -Number(digits) : Number(digits) }
}

/** A number of things. */
export function readCount(cell: string): Read<number> {
  const text = cell.normalize('NFKC').replace(/[\s,枚回個点]/g, '')
  return /^-?\d{1,6}$/.test(text) ? { value: Number(text) } : { reason: '数として読めません' }
}

/** A value by one of its words, compared in half width. */
export const readWord =
  <Value extends string>(words: Readonly<Record<Value, readonly string[]>>) =>
  (cell: string): Read<Value> => {
    const text = cell.normalize('NFKC').replace(/\s/g, '')
    const found = (Object.keys(words) as Value[]).find((value) => words[value].includes(text))
    return found === undefined ? { reason: `「${text}」は分かりません` } : { value: found }
  }

/** A value of an enumeration by its label, or other words for it. */
export function readLabelled<W extends Words>(labels: W, more: Partial<Record<keyof W, readonly string[]>> = {}) {
  const all = Object.entries(labels).map(([value, label]) => [value, [label, ...(more[value] ?? [])]])
  return readWord(Object.fromEntries(all) as Record<keyof W & string, readonly string[]>)
}

/** The name of a plan, a product, a class. */
export const readLabel = (cell: string): Read<string> => readText(cell.normalize('NFKC').replace(/\s+/g, ' '), 100)
