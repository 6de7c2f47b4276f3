import { type ReactNode, useState } from 'react'
import type { KpiKey } from '#contract/kpi.ts'
import type { MonthlyStats } from '#contract/report.ts'
import type { WhyFigure } from '#contract/words/why.ts'
import { Block } from '~/components/report/report-states'
import { useNear } from '~/components/use-near'
import { why } from '~/frame/why.lazy'
import { cn } from '~/lib/utils'
import { DailyChart } from './daily-chart'
import { rooms, tall, twoOfThree, underChart, wide } from './month-blocks'
import { MembersPanel, SalesBreakdown, SalesPanel, ScheduledPanel, VisitsPanel } from './panels'
import { LeadsPanel, ReservationsPanel } from './reservations-panel'
import { RetentionPanel } from './retention-panel'
import { rowsBehind } from './rows-behind'
import { ShopComparison } from './shop-comparison'
import { TargetPanel } from './target-panel'
import { Unknown } from './unknown'
import { VisitHoursPanel } from './visit-hours-panel'

interface MorePanelsProps {
  stats: MonthlyStats
  period: string
  /** Several shops are shown as one. */
  isOfManyShops: boolean
  monthInUrl: string | undefined
}

/** The panels beside and below the chart. */
function MorePanels({ stats, period, isOfManyShops, monthInUrl }: MorePanelsProps) {
  const { sales } = stats.thisMonthReport
  const isOpen = stats.prevMonthToSameDay !== null
  // Without money there are two fewer panels above: those below fill the rows.
  const isShort = sales?.net == null
  const retentionWidth = isOpen && !isShort ? twoOfThree : undefined
  const leadsWidth = isShort && !isOpen ? twoOfThree : undefined
  const reservationsWidth = isShort || isOpen ? 'col-span-full' : wide
  const [exTax, setExTax] = useState(false)
  return (
    <>
      <div className={cn('grid grid-cols-[minmax(0,1fr)]', isOpen && tall)}>
        <MembersPanel stats={stats} period={period} />
      </div>
      <Later title="来館" room={rooms.visits}>
        <VisitsPanel stats={stats} />
      </Later>
      {sales && (
        <Later title="売上（税込）" room={rooms.sales}>
          <SalesPanel stats={stats} exTax={exTax} onExTaxChange={setExTax} />
        </Later>
      )}
      {!isShort && (
        <Later title="区分別売上" room={rooms.breakdown}>
          <SalesBreakdown stats={stats} exTax={exTax} />
        </Later>
      )}
      {isOpen ? (
        <Later title="今後の予定" room={rooms.scheduled}>
          <ScheduledPanel scheduled={stats.scheduled} className={cn('col-span-full', underChart)} />
        </Later>
      ) : (
        // Shown beside the headline during the running month.
        <Later title="目標と実績" room={rooms.target}>
          <TargetPanel stats={stats} className={wide} />
        </Later>
      )}
      <Later title="継続率と在籍力" room={cn(rooms.retention, retentionWidth)}>
        <RetentionPanel stats={stats} className={retentionWidth} />
      </Later>
      <Later title="見学・体験" room={cn(rooms.leads, leadsWidth)}>
        <LeadsPanel stats={stats} className={leadsWidth} />
      </Later>
      <Later title="予約" room={cn(rooms.reservations, reservationsWidth)}>
        <ReservationsPanel stats={stats} className={reservationsWidth} />
      </Later>
      <Later title="来館の時間帯" room={rooms.visitHours}>
        <VisitHoursPanel stats={stats} period={period} />
      </Later>
      {isOfManyShops && <ShopComparison monthInUrl={monthInUrl} ofAll={stats} period={period} />}
    </>
  )
}

interface LaterProps {
  title: string
  room: string
  children: ReactNode
}

/** A panel once it is near the window: most people see the upper half of the month alone. */
function Later({ title, room, children }: LaterProps) {
  const { box, isNear } = useNear<HTMLElement>()
  return isNear ? children : <Block ref={box} title={title} className={room} />
}

const explained: Partial<Record<KpiKey, WhyFigure>> = {
  closingMembers: 'closing',
  netSales: 'sales',
  visitCount: 'visits',
  churnRate: 'churnRate',
}

/** 「なぜ」 of a headline figure. */
function WhyOf({ of }: { of: KpiKey }) {
  const figure = explained[of]
  return figure && <why.WhyLink figure={figure} />
}

/** The sheet of a month's 「なぜ」. */
function WhyOfMonth({ stats: { requestInfo } }: { stats: MonthlyStats }) {
  const month = `${requestInfo.year}-${String(requestInfo.month).padStart(2, '0')}`
  return <why.WhySheet shopId={requestInfo.shopId ?? undefined} first={month} last={month} />
}

/** Parts that are loaded after the headline and the chart's sketch. */
export const more = {
  MorePanels,
  Unknown,
  TargetPanel,
  DailyChart,
  ShopComparison,
  WhyOf,
  WhyOfMonth,
  rowsBehind,
}
