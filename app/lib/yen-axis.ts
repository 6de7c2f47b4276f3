import { formatCount } from './format'

interface Axis {
  /** 円, 千円 or 万円. */
  unit: string
  /** Writes an amount in yen in that unit, rounded to a whole number. */
  format: (yen: number) => string
}

const steps = [
  { unit: '万円', of: 10_000, from: 1_000_000 },
  { unit: '千円', of: 1000, from: 10_000 },
]

/** The unit of a scale of money, by the largest amount in yen. */
export function yenAxis(amounts: readonly (number | null)[]): Axis {
  const largest = Math.max(0, ...amounts.map((amount) => Math.abs(amount ?? 0)))
  const step = steps.find(({ from }) => largest >= from)
  return step ? { unit: step.unit, format: (yen) => formatCount(yen / step.of) } : { unit: '円', format: formatCount }
}
