const tokyoOffset = 9 * 60 * 60 * 1000

/** ISO 8601 with +09:00, to the millisecond: the wire format of instants. */
export const toTokyoDateTime = (instant: Date) =>
  new Date(instant.getTime() + tokyoOffset).toISOString().replace('Z', '+09:00')

/** The calendar day in Tokyo, YYYY-MM-DD. */
export const tokyoDayOf = (instant: Date) => toTokyoDateTime(instant).slice(0, 10)

/** `6月8日` of a day YYYY-MM-DD. */
export const monthAndDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`

/** The last millisecond of a calendar day in Tokyo. */
export const dayEndOf = (day: string) => new Date(`${day}T23:59:59.999+09:00`)

/** YYYYMMDD_HHmm in Tokyo, for file names. */
export const tokyoFileStamp = (instant: Date) =>
  toTokyoDateTime(instant).slice(0, 16).replace('T', '_').replaceAll(/[-:]/g, '')
