import type { BusinessHours } from '#contract/shop.ts'

/** `翌2:00` for 26:00. */
function timeText(time: string): string {
  const [hours = 0, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3)]
  return hours >= 24 ? `翌${hours - 24}:${minutes}` : `${hours}:${minutes}`
}

/** `7:00 〜 23:00`, 休館; undefined if unknown. */
export function hoursText(hours: readonly BusinessHours[], dow: number): string | undefined {
  const day = hours.find((one) => one.dow === dow)
  if (!day) return undefined
  return day.closed ? '休館' : `${timeText(day.open)} 〜 ${timeText(day.close)}`
}

/** Weekdays from Monday on. */
export const week = [1, 2, 3, 4, 5, 6, 0] as const
