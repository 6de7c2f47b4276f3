import { wholeMonth } from './cohort'

export interface TwelveMonths {
  /** In which they begin. */
  year: number
  fiscalStartMonth: number
}

/** The twelve whole months that end with the last one that is over on `to` (YYYY-MM-DD), as a year from its first month. */
export function closedYear(to: string): TwelveMonths {
  const [year, month] = to.split('-').map(Number) as [number, number]
  const isOver = wholeMonth(`${to.slice(0, 7)}-01`, to) !== null
  // The month in which the year after it would begin.
  const next = new Date(Date.UTC(year, isOver ? month : month - 1, 1))
  return { year: next.getUTCFullYear() - 1, fiscalStartMonth: next.getUTCMonth() + 1 }
}

/** `2025/11〜2026/10`. */
export function monthsOf({ year, fiscalStartMonth }: TwelveMonths): string {
  const name = (month: number) => {
    const date = new Date(Date.UTC(year, month - 1, 1))
    return `${date.getUTCFullYear()}/${String(date.getUTCMonth() + 1).padStart(2, '0')}`
  }
  return `${name(fiscalStartMonth)}〜${name(fiscalStartMonth + 11)}`
}
