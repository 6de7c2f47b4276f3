import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCan } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { keyOf } from '~/data/query'
import { idle } from '~/lib/idle'
import { cn } from '~/lib/utils'
import { useIsPartner } from './partner'
import { Block } from './report-states'

type Lines = typeof import('./today.lazy').TodayLines

// Reserves the maximum height, so that nothing below shifts: up to ten lines for approvers, four for trainers.
const roomForMany = 'mb-4 min-h-[230px] @min-[560px]:min-h-[186px] @min-[1400px]:min-h-[142px] print:hidden'
const roomForFew = 'mb-4 min-h-[230px] @min-[560px]:min-h-[142px] @min-[1400px]:min-h-[98px] print:hidden'

/** 今日の対応 above the month's figures; not for trading partners. */
export function Today({ shop }: { shop: string | undefined }) {
  const isPartner = useIsPartner()
  const room = useCan()('dailyReport.approve') ? roomForMany : roomForFew
  const { Lines, hasFailed, load } = useLines()
  if (isPartner) return null
  if (Lines) return <Lines shop={shop} className={room} />
  if (!hasFailed) return <Block className={room} />
  return (
    <div role="alert" className={cn('flex items-center gap-3 rounded-lg border bg-card px-5 text-sm text-bad', room)}>
      今日の対応を表示できませんでした。
      <Button variant="outline" onClick={load}>
        再試行
      </Button>
    </div>
  )
}

/** The lines, loaded after the month's figures, so that the API computes one after the other. */
function useLines() {
  const isMonthThere = useIsFetching({ queryKey: keyOf('report.monthlyStats') }) === 0
  const [Lines, setLines] = useState<Lines>()
  const [hasFailed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    import('./today.lazy').then(
      (module) => setLines(() => module.TodayLines),
      () => setFailed(true),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the month is there
  useEffect(() => {
    if (isMonthThere && !Lines) void idle().then(load)
  }, [isMonthThere])
  return { Lines, hasFailed, load }
}
