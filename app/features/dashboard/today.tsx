import { useIsFetching } from '@tanstack/react-query'
import { useCan } from '~/auth/session'
import { Unloaded } from '~/components/lazy-part'
import { Block } from '~/components/report/report-states'
import { keyOf } from '~/data/query'
import { idle } from '~/lib/idle'
import { useLoaded } from '~/lib/use-loaded'
import { useIsPartner } from './partner'

// Reserves the usual height, so that nothing below shifts: up to twelve lines for approvers, four for trainers.
const roomForMany =
  'mb-4 min-h-[230px] @min-[560px]:min-h-[186px] @min-[860px]:min-h-[204px] @min-[1400px]:min-h-[166px] print:hidden'
const roomForFew = 'mb-4 min-h-[230px] @min-[560px]:min-h-[142px] @min-[1400px]:min-h-[98px] print:hidden'

/** 今日の対応 above the month's figures; not for trading partners. */
export function Today({ shop }: { shop: string | undefined }) {
  const isPartner = useIsPartner()
  const room = useCan()('dailyReport.approve') ? roomForMany : roomForFew
  // After the month's figures, so that the API computes one after the other.
  const isMonthThere = useIsFetching({ queryKey: keyOf('report.monthlyStats') }) === 0
  const { found: Lines, hasFailed, retry } = useLoaded(loadLines, isMonthThere)
  if (isPartner) return null
  if (Lines) return <Lines shop={shop} className={room} />
  return hasFailed ? <Unloaded onRetry={retry} className={room} /> : <Block className={room} />
}

const loadLines = () => idle().then(async () => (await import('./today.lazy')).TodayLines)
