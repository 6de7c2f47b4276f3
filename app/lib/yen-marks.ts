import { formatCount, formatDecimal } from './format'

const yenOf: Record<string, number> = { 千円: 1000, 万円: 10_000 }

/**
 * Writes the marks of a scale of money in a unit of `yenAxis`: halves of a unit are kept, because equal steps would look
 * unequal when rounded. A count in any other unit.
 */
export const markIn = (unit: string) => (yen: number) => {
  const of = yenOf[unit] ?? 1
  return yen % of === 0 ? formatCount(yen / of) : formatDecimal(yen / of)
}
