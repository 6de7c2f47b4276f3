import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'

/** `1時間20分` for 80 minutes, `45分` for 45. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}分`
  return `${formatCount(hours)}時間${rest === 0 ? '' : `${rest}分`}`
}

/** `2026/11/01(日)〜2026/11/28(土)`. */
export const periodText = (from: string, to: string) =>
  from === to ? formatDate(from) : `${formatDate(from)}〜${formatDate(to)}`
