import { wholeMonth } from './cohort'

export interface TwelveMonths {
  /** The year in which they begin. */
  year: number
  fiscalStartMonth: number
}

/** The last twelve complete months on `to` (YYYY-MM-DD), as a year starting with the first of them. */
export function closedYear(to: string): TwelveMonths {
  const [year, month] = to.split('-').map(Number) as [number, number]
  const isOver = wholeMonth(`${to.slice(0, 7)}-01`, to) !== null
  // The month after the last one.
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
