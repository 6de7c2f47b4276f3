import type { MonthlyStats } from '#contract/report.ts'
import { LeadsPanel, ReservationsPanel } from './reservations-panel'
import { RetentionPanel } from './retention-panel'
import { ShopComparison } from './shop-comparison'
import { TargetPanel } from './target-panel'
import { VisitHoursPanel } from './visit-hours-panel'

export interface MorePanelsProps {
  stats: MonthlyStats
  period: string
  /** Several shops are shown as one. */
  isOfManyShops: boolean
  monthInUrl: string | undefined
  wide: string
}

/** What is read below the first screen. */
export default function MorePanels({ stats, period, isOfManyShops, monthInUrl, wide }: MorePanelsProps) {
  const { year, month } = stats.requestInfo
  // Without money there are two panels less above: these fill the rows.
  const isShort = !stats.thisMonthReport.sales
  return (
    <>
      {/* Trading partners see neither targets nor hours. */}
      {stats.visitHours && <TargetPanel stats={stats} className={wide} />}
      <RetentionPanel stats={stats} />
      <LeadsPanel stats={stats} className={isShort && stats.visitHours ? '@min-[1160px]:col-span-2' : undefined} />
      <ReservationsPanel stats={stats} className={isShort ? 'col-span-full' : wide} />
      <VisitHoursPanel stats={stats} period={period} />
      {isOfManyShops && (
        <ShopComparison monthInUrl={monthInUrl} month={{ year, month }} total={stats.thisMonthReport} period={period} />
      )}
    </>
  )
}
