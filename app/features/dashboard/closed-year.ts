import { wholeMonth } from './cohort'

/** The twelve whole months that end with the last one that is over on `to` (YYYY-MM-DD), as a year from its first month. */
export function closedYear(to: string): { year: number; fiscalStartMonth: number } {
  const [year, month] = to.split('-').map(Number) as [number, number]
  const isOver = wholeMonth(`${to.slice(0, 7)}-01`, to) !== null
  // The month in which the year after it would begin.
  const next = new Date(Date.UTC(year, isOver ? month : month - 1, 1))
  return { year: next.getUTCFullYear() - 1, fiscalStartMonth: next.getUTCMonth() + 1 }
}
