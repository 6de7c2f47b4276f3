import { useCallback } from 'react'
import type { Scope } from '#contract/permissions.ts'
import { type LogKind, logKinds, rightOf } from '#contract/words/daily-log.ts'
import { valuesOf } from '#contract/words/words.ts'
import { useReach } from '~/auth/session'
import { formatDate } from '~/lib/dates'
import type { Day } from './queries'

type Who = Day['member']

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ lastName, firstName }: Pick<Who, 'lastName' | 'firstName'>) => `${lastName}\u3000${firstName}`
export const kanaOf = ({ lastNameKana, firstNameKana }: Who) =>
  [lastNameKana, firstNameKana].filter(Boolean).join('\u3000')

/** `2026/11/01(日) 〜 2026/11/30(月)`. */
export const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDate(from) : `${formatDate(from)} 〜 ${formatDate(to)}`

/** What a permission discloses of a log: single days, weekly counts of shops, or both. */
export const sightOf = (reach: Scope | undefined) => ({
  days: reach === 'all' || reach === 'shops' || reach === 'assigned',
  weeks: reach === 'all' || reach === 'shops' || reach === 'aggregate',
})
export type LogSight = ReturnType<typeof sightOf>

/** The logs that the user may see, in tab order. */
export function useKinds(): (wanted: (sight: LogSight) => boolean) => LogKind[] {
  const reach = useReach()
  return useCallback((wanted) => valuesOf(logKinds).filter((kind) => wanted(sightOf(reach(rightOf[kind])))), [reach])
}
