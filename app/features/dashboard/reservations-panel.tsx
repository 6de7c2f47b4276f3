import type { MonthlyStats } from '#contract/report.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { cn } from '~/lib/utils'
import { dailyCourse } from './course'
import { comparison, figureOf, type PeriodKpi } from './figures'
import { FigureRow } from './kpi-card'

const seats = ['slots', 'capacity', 'utilization', 'attendanceRate'] as const satisfies PeriodKpi[]
const bookings = [
  'booked',
  'attended',
  'noShow',
  'noShowRate',
  'lateCancel',
  'lateCancelRate',
  'cancelled',
] as const satisfies PeriodKpi[]

/** Classes and their seats on the left, what became of the bookings on the right. */
export function ReservationsPanel({ stats, className }: { stats: MonthlyStats; className: string }) {
  return (
    <Card className={cn('@container', className)}>
      <PanelHeader title="予約" stats={stats} />
      <CardContent className="grid gap-x-8 @min-[640px]:grid-cols-2">
        <Figures stats={stats} keys={seats} />
        <Figures stats={stats} keys={bookings} />
      </CardContent>
    </Card>
  )
}

const leads = ['tours', 'trials', 'trialConversion'] as const satisfies PeriodKpi[]

/** Who came to see the club, and what became of those who tried it. */
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
    <dl className="@container">
      {keys.map((key) => (
        <FigureRow key={key} figure={figureOf(stats, key)} course={dailyCourse(stats.dailyReports, key)} />
      ))}
    </dl>
  )
}
