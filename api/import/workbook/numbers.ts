// Numbers of cells as they are shown: a day, a time, a moment or a number, by the format of the cell (ECMA-376, 18.8.30).

/** What a format shows of a number. */
export interface Shows {
  day: boolean
  time: boolean
}

const nothing: Shows = { day: false, time: false }
const day: Shows = { day: true, time: false }
const time: Shows = { day: false, time: true }

/** Formats that a workbook need not spell out; from 27 on those of Japanese spreadsheets. */
const builtIn = new Map<number, Shows>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, day] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 45, 46, 47].map((id) => [id, time] as const),
  [22, { day: true, time: true }],
])

/** By the number of a format and, where the workbook spells it out, its code: `[$-411]ge.m.d` shows a day. */
export function shownBy(id: number, code: string | undefined): Shows {
  if (code === undefined) return builtIn.get(id) ?? nothing
  const [first = ''] = code.split(';')
  const letters = first
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/General|G\/標準|E[+-]/gi, '')
    .toLowerCase()
  const hasTime = /[hs]/.test(letters) || /\[m+\]/.test(letters)
  return { day: /[yged]|aaa/.test(letters) || (!hasTime && letters.includes('m')), time: hasTime }
}

const second = 1 / 86_400

/**
 * The text of a number as it is stored: a day as YYYY-MM-DD, with its time where it has one, a time as HH:MM:SS, hours
 * beyond 24 included; other numbers in digits, those beyond 2^53 as they are. `since1904`: days count from 1904-01-01.
 */
export function textOfNumber(stored: string, shows: Shows, since1904: boolean): string {
  const number = Number(stored)
  if (!Number.isFinite(number)) return stored
  if (!shows.day && !shows.time)
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? stored : String(number)
  const seconds = Math.round(number / second)
  const days = Math.floor(seconds / 86_400)
  const ofDay = timeOf(seconds - days * 86_400)
  if (number < 0 || days > 2_958_465) return String(number)
  if (shows.time && (days === 0 || (!shows.day && isLength(days)))) return timeOf(seconds)
  if (days === 0 && !since1904) return '1900-01-00'
  const text = dayOf(days, since1904)
  return shows.time || seconds % 86_400 !== 0 ? `${text} ${ofDay}` : text
}

/** More hours than a day has, as of a timetable: no day is that early. */
const isLength = (days: number) => days < 30

const two = (number: number) => String(number).padStart(2, '0')
const timeOf = (seconds: number) =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

/** Spreadsheets have a 29 February 1900, which never was: days before it are one later than they count. */
function dayOf(days: number, since1904: boolean): string {
  const first = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  return new Date(first + days * 86_400_000).toISOString().slice(0, 10)
}
