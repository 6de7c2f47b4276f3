import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PeriodReport } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import { keyOf } from '~/data/query'
import { UnknownDays } from '~/frame/report/unknown-days'
import { UnreadSales } from '~/frame/report/unread-sales'

/** Which data of the period are missing; nothing where all are there. */
export function Unknown({ stats: { reach }, report }: { stats: { reach: Reach }; report: PeriodReport }) {
  return (
    <>
      <Counting reach={reach} />
      <UnreadSales reach={reach} period={report} />
      {reach.lessonsOnly && (
        <p className={note}>
          来館はレッスンの来館のみです。入館の記録がないため、来館率や来なくなった会員は分かりません。
        </p>
      )}
      <UnknownDays reach={reach} period={report} />
    </>
  )
}

const note = 'figures rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground'
const refetchedEvery = 5_000

/** How many months are still to be counted after an import; nothing when all are. Refetches the reports until then. */
export function Counting({ reach: { counting } }: { reach: Reach }) {
  const queryClient = useQueryClient()
  const isCounting = counting.length > 0
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => {
      void queryClient.invalidateQueries({ queryKey: keyOf('report'), refetchType: 'active' })
    }, refetchedEvery)
    return () => clearInterval(timer)
  }, [isCounting, queryClient])
  if (!isCounting) return null
  return (
    <p className={note}>
      集計中: あと{counting.length}か月（新しい月から数えています）。数え終わるまで、その月の数値は「–」です。
    </p>
  )
}
