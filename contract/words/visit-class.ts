import type { VisitClass } from './member.ts'
import type { ValueOf } from './words.ts'

/** Default thresholds: days of a window, days of difference, and their share of the window before. */
export const usualThresholds = { windowDays: 28, minDiff: 2, ratio: 0.3 } as const

/** How long 休眠 members have not come. */
export const absences = { short: '89日まで', middle: '90〜179日', long: '180日以上' } as const
export type Absence = ValueOf<typeof absences>

/** Visit days in a window. */
export const visitBands = { '0': '0日', '1': '1〜3日', '4': '4〜7日', '8': '8〜11日', '12': '12日以上' } as const
export type VisitBand = ValueOf<typeof visitBands>

const oftenOf = (days: number, windowDays: number) => {
  const aWeek = Math.round((days * 70) / windowDays) / 10
  if (days === 0) return '来館なし'
  return aWeek >= 1 ? `週${aWeek}回` : `${windowDays}日に${days}回`
}

/** The reason of a class in words: 「週3回→週1回」, weeks to one decimal. */
export function visitReason(
  visitClass: VisitClass,
  { came, cameBefore, windowDays }: { came: number; cameBefore: number; windowDays: number },
): string {
  if (visitClass === 'new') return `入会から${windowDays * 2}日以内`
  if (visitClass === 'dormant') return `${windowDays * 2}日以上来館なし`
  return `${oftenOf(cameBefore, windowDays)}→${oftenOf(came, windowDays)}`
}
