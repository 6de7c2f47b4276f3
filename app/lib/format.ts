/** What stands where a value is not known, does not apply or is empty. */
export const none = '–'

/** Groups by threes. Intl.NumberFormat gives the same text and costs 50 ms of a slow machine's start. */
function grouped(value: number, decimals: number): string {
  const [whole = '0', fraction] = value.toFixed(decimals).split('.')
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`
}

const isZero = (value: number, decimals: number) => Number(Math.abs(value).toFixed(decimals)) === 0

function signed(value: number, decimals: number, prefix = ''): string {
  const sign = value < 0 && !isZero(value, decimals) ? '▲' : ''
  return `${sign}${prefix}${grouped(Math.abs(value), decimals)}`
}

type Figure = number | null | undefined

/** A count or any whole number: `1,234`, `▲18`, `–` where there is none. Rounded half away from zero. */
export const formatCount = (value: Figure) => (value == null ? none : signed(value, 0))

/** Tickets as tables and cards show them: `1,234枚`, `–` where there is none. Rounded half away from zero. */
export const formatSheets = (value: Figure) => (value == null ? none : `${formatCount(value)}枚`)

/** Yen as tables and cards show it: `¥8,351`, `▲¥1,200`, `–`. Rounded to whole yen. */
export const formatYen = (value: Figure) => (value == null ? none : signed(value, 0, '¥'))

/** A plain number with one decimal, or with `decimals` of them: `6.4`, `–`. */
export const formatDecimal = (value: Figure, decimals = 1) => (value == null ? none : signed(value, decimals))

/** A number with two decimals, as measured: `36.55`, `–`. */
export const formatTwoDecimals = (value: Figure) => formatDecimal(value, 2)

/** A rate of 0–1 as a percentage with one decimal: 0.012 is `1.2%`, `–` where the denominator was 0. */
export const formatPercent = (rate: Figure) => (rate == null ? none : `${signed(rate * 100, 1)}%`)

/** A rate of 0–1 in whole percent, for axes and small cells: 0.456 is `46%`. */
export const wholePercent = (rate: number) => `${Math.round(rate * 100)}%`

interface Ends {
  low: Figure
  high: Figure
}

/** The ends of an interval, each as `format` writes it: `1.2%〜3.4%`, `–` where one is not known. */
export const formatRange = ({ low, high }: Ends, format: (value: number) => string) =>
  low == null || high == null ? none : `${format(low)}〜${format(high)}`

/** A length in seconds as a player shows it: 605 is `10:05`, 3725 is `1:02:05`. */
export function formatLength(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`
}

/** A difference, always with its sign: `+18`, `▲18`, `±0`. `decimals` is 0 or 1; `prefix` stands before the digits (`¥`). */
export function formatDifference(value: Figure, decimals = 0, prefix = ''): string {
  if (value == null) return none
  if (isZero(value, decimals)) return `±${prefix}${grouped(0, decimals)}`
  return value > 0 ? `+${signed(value, decimals, prefix)}` : signed(value, decimals, prefix)
}

/** What a figure changed by; null where one of the two is not known. */
export const changeOf = (now: Figure, before: Figure) => (now == null || before == null ? null : now - before)

const directions: Record<string, string> = { '+': '増加', '▲': '減少' }

/** A difference as it is heard, of what `formatDifference` wrote and its unit: 増加 18名, 減少 1,200円, 増減なし. */
export function spokenDifference(text: string, unit: string): string {
  const direction = directions[text.slice(0, 1)]
  return direction ? `${direction} ${text.slice(1).replace('¥', '')}${unit}` : '増減なし'
}
