// Times as the provider has them: text of Tokyo without an offset. Text of one form compares as its times do.

const tokyoMs = 9 * 3_600_000
const dayMs = 86_400_000

/** `yyyy-MM-dd HH:mm:ss.fff` */
export const textOf = (ms: number) => new Date(ms + tokyoMs).toISOString().slice(0, 23).replace('T', ' ')

export const dayOf = (text: string) => text.slice(0, 10)

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The first day of the month that is so many months later. */
export function monthAfter(day: string, months = 1): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
}

/** The day a year later. */
export const yearAfter = (day: string) => addDays(`${Number(day.slice(0, 4)) + 1}${day.slice(4)}`, 0)

export const lastDayOfMonth = (day: string) => addDays(monthAfter(day), -1)

/** The later of two days, and the earlier. */
export const later = (a: string, b: string) => [a, b].toSorted()[1] as string
export const earlier = (a: string, b: string) => [a, b].toSorted()[0] as string

/** YYYYMM */
export const monthOf = (day: string) => day.slice(0, 7).replace('-', '')
