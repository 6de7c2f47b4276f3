import { useDeferredValue, useState } from 'react'
import type { MonthlyStats } from '#contract/report.ts'
import { cn } from '~/lib/utils'
import { DailyTable } from './daily-table'
import { MoreBlocks, tall, twoOfThree, underChart, wide } from './month-blocks'
import { MembersPanel, SalesBreakdown, SalesPanel, ScheduledPanel, VisitsPanel } from './panels'
import { LeadsPanel, ReservationsPanel } from './reservations-panel'
import { RetentionPanel } from './retention-panel'
import { rowsBehind } from './rows-behind'
import { ShopComparison } from './shop-comparison'
import { TargetPanel } from './target-panel'
import { VisitHoursPanel } from './visit-hours-panel'

interface MorePanelsProps {
  stats: MonthlyStats
  period: string
  /** Several shops are shown as one. */
  isOfManyShops: boolean
  monthInUrl: string | undefined
}

/** What stands beside the chart and below it. */
function MorePanels(props: MorePanelsProps) {
  const { stats, period } = props
  const { sales } = stats.thisMonthReport
  const isOpen = stats.prevMonthToSameDay !== null
  const [exTax, setExTax] = useState(false)
  // What is read first is drawn first.
  const isWhole = useDeferredValue(true, false)
  return (
    <>
      <div className={cn('grid grid-cols-[minmax(0,1fr)]', isOpen && tall)}>
        <MembersPanel stats={stats} period={period} />
      </div>
      <VisitsPanel stats={stats} />
      <SalesPanel stats={stats} exTax={exTax} onExTaxChange={setExTax} />
      {sales && <SalesBreakdown stats={stats} exTax={exTax} />}
      {isOpen && <ScheduledPanel scheduled={stats.scheduled} className={cn('col-span-full', underChart)} />}
      {isWhole ? <LowerPanels {...props} /> : <MoreBlocks isOpen={isOpen} />}
    </>
  )
}

/** What is read below the first screen. */
function LowerPanels({ stats, period, isOfManyShops, monthInUrl }: MorePanelsProps) {
  const { year, month } = stats.requestInfo
  const isOpen = stats.prevMonthToSameDay !== null
  // Without money there are two panels less above: these fill the rows.
  const isShort = !stats.thisMonthReport.sales
  return (
    <>
      {/* While the month runs they stand beside the headline. */}
      {!isOpen && <TargetPanel stats={stats} className={wide} />}
      <RetentionPanel stats={stats} className={isOpen && !isShort ? twoOfThree : undefined} />
      <LeadsPanel stats={stats} className={isShort && !isOpen ? twoOfThree : undefined} />
      <ReservationsPanel stats={stats} className={isShort || isOpen ? 'col-span-full' : wide} />
      <VisitHoursPanel stats={stats} period={period} />
      {isOfManyShops && (
        <ShopComparison
          monthInUrl={monthInUrl}
          month={{ year, month }}
          total={stats.thisMonthReport}
          isOpen={isOpen}
          period={period}
        />
      )}
    </>
  )
}

/** What the month does without until its headline and its chart stand. */
export const more = { MorePanels, TargetPanel, DailyTable, ShopComparison, rowsBehind }
