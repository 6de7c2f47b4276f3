import type { MonthlyStats } from '#contract/report.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { cn } from '~/lib/utils'
import { dailyCourse } from './course'
import { FigureRow } from './figure-row'
import { comparison, figureOf, type PeriodKpi } from './figures'

const used = ['slots', 'capacity', 'booked', 'attended', 'utilization', 'attendanceRate'] as const satisfies PeriodKpi[]
const lost = ['noShow', 'noShowRate', 'lateCancel', 'lateCancelRate', 'cancelled'] as const satisfies PeriodKpi[]

/** Occupancy of classes, cancellations and no-shows. */
export function ReservationsPanel({ stats, className }: { stats: MonthlyStats; className: string }) {
  return (
    <Card className={cn('@container', className)}>
      <PanelHeader title="予約" stats={stats} />
      <CardContent className="grid gap-x-8 @min-[640px]:grid-cols-2">
        <Figures stats={stats} keys={used} />
        <Figures stats={stats} keys={lost} />
      </CardContent>
    </Card>
  )
}

const leads = ['tours', 'trials', 'trialsJoined', 'trialConversion'] as const satisfies PeriodKpi[]

/** Tours and trials, and the outcome of the trials. */
export function LeadsPanel({ stats, className }: { stats: MonthlyStats; className?: string }) {
  return (
    <Card className={className}>
      <PanelHeader title="見学・体験" stats={stats} />
      <CardContent>
        <Figures stats={stats} keys={leads} />
      </CardContent>
    </Card>
  )
}

const PanelHeader = ({ title, stats }: { title: string; stats: MonthlyStats }) => (
  <CardHeader>
    <CardTitle>{title}</CardTitle>
    <span className="text-xs text-muted-foreground">{comparison(stats).label}比</span>
  </CardHeader>
)

function Figures({ stats, keys }: { stats: MonthlyStats; keys: readonly PeriodKpi[] }) {
  return (
    // In one column, adds a divider between two lists.
    <dl className="@container border-b last:border-b-0 @min-[640px]:border-b-0">
      {keys.map((key) => (
        <FigureRow key={key} figure={figureOf(stats, key)} course={dailyCourse(stats.dailyReports, key)} />
      ))}
    </dl>
  )
}
