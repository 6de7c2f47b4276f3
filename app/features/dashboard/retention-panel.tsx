import { kpi } from '#contract/kpi.ts'
import type { MonthlyStats, Retention } from '#contract/report.ts'
import { InfoTip } from '~/components/report/info-tip'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatCount, formatPercent } from '~/lib/format'
import { closedYear } from './closed-year'
import { cohortName } from './cohort'
import { FigureLink } from './figure-link'
import { shownFigure } from './figures'

/** Retention by cohort, and 在籍力: where membership would settle at the current rates. */
export function RetentionPanel({ stats, className }: { stats: MonthlyStats; className: string | undefined }) {
  const { retention, equilibrium } = stats
  const settled = shownFigure('equilibrium', equilibrium)
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>継続率と在籍力</CardTitle>
        <span className="flex items-center text-xs text-muted-foreground">
          継続 ／ 入会
          <InfoTip label={kpi.retention.label} text={({ retention }) => retention} />
        </span>
      </CardHeader>
      <CardContent>
        {retention.length > 0 ? (
          <ul>
            {retention.map((one) => (
              <RetentionRow key={one.months} {...one} />
            ))}
          </ul>
        ) : (
          <p className="py-4 text-sm text-muted-foreground">継続率を計算できる入会がまだありません。</p>
        )}
        <p className="mt-2 flex items-center justify-between border-t-2 pt-2 text-sm">
          <span className="flex items-center gap-1">
            {settled.label}
            <InfoTip label={settled.label} text={settled.formula} />
          </span>
          <span className="figures text-base font-semibold">
            <FigureLink figure={settled} period={closedYear(stats.thisMonthReport.to)} />
            {settled.unit && <span className="ml-0.5 text-xs font-normal text-muted-foreground">{settled.unit}</span>}
          </span>
        </p>
      </CardContent>
    </Card>
  )
}

function RetentionRow({ months, from, to, joined, kept, rate }: Retention) {
  const of = `${months}か月`
  const number = (key: 'retentionJoined' | 'retentionKept', label: string, value: number | null) => (
    <FigureLink figure={{ key, label: `${of} ${label}`, value, text: formatCount(value) }} months={months} />
  )
  return (
    <li className="border-b py-1.5 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-12 text-sm whitespace-nowrap">{of}</span>
        <span className="figures text-xs whitespace-nowrap text-muted-foreground">{cohortName(from, to)}の入会</span>
        <span className="figures ml-auto flex items-baseline gap-3 whitespace-nowrap">
          <span className="text-xs text-muted-foreground">
            {number('retentionKept', '継続', kept)} ／ {number('retentionJoined', '入会', joined)}名
          </span>
          <span className="min-w-14 text-right font-semibold">
            <FigureLink
              figure={{
                key: 'retention',
                label: `${of}${kpi.retention.label}`,
                value: rate,
                text: formatPercent(rate),
              }}
              months={months}
            />
          </span>
        </span>
      </p>
      <span aria-hidden className="mt-0.5 block h-2 rounded-xs bg-muted">
        <span
          className="block h-full rounded-xs bg-chart-bar print:[print-color-adjust:exact]"
          style={{ width: `${(rate ?? 0) * 100}%` }}
        />
      </span>
    </li>
  )
}
