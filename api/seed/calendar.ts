/** Calendar days as whole numbers (days since 1970-01-01), so that months and gaps are plain arithmetic. */
export type Day = number

export const toDay = (iso: string): Day => Date.parse(`${iso}T00:00:00Z`) / 86_400_000

/** A large chain asks for some ten thousand days some ten million times. */
const isoOf = new Map<Day, string>()

export function toIso(day: Day): string {
  const known = isoOf.get(day)
  if (known !== undefined) return known
  const iso = new Date(day * 86_400_000).toISOString().slice(0, 10)
  isoOf.set(day, iso)
  return iso
}

export const year = (day: Day): number => Number(toIso(day).slice(0, 4))

/** 1–12. */
export const month = (day: Day): number => Number(toIso(day).slice(5, 7))

export const dayOfMonth = (day: Day): number => Number(toIso(day).slice(8, 10))

/** The first day of the month that is `months` after the month of `day`. */
export const firstOfMonth = (day: Day, months = 0): Day => Date.UTC(year(day), month(day) - 1 + months, 1) / 86_400_000

export const lastOfMonth = (day: Day): Day => firstOfMonth(day, 1) - 1

/** Yesterday in Asia/Tokyo. */
export const yesterdayInTokyo = (now: Date): string =>
  toIso(Math.floor((now.getTime() + 9 * 3_600_000) / 86_400_000) - 1)
