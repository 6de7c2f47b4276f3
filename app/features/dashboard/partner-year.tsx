import type { YearlyStats } from '#contract/report.ts'
import { useMe } from '~/auth/session'
import { headlineGrid } from '~/components/report/report-states'
import { isQuiet, type PeriodKpi, read } from './figures'
import { KpiCard } from './kpi-card'
import { lastMonthOver, NotOver, RoundNote } from './partner-notes'
import { about, roundedDifference, roundedFigure } from './rounded'
import { Counting } from './unknown'
import { ComparisonPanel } from './year-charts'
import { isOpen, yearCourse, yearFigure } from './year-figures'
import { yearName } from './year-queries'
import { MonthsPanel } from './year-tables'

const disclosed = ['closingMembers', 'visitCount'] as const satisfies PeriodKpi[]

interface PartnerYearProps {
  stats: YearlyStats
  /** Shop and year, as in 新宿店 2026年. */
  period: string
  shop: string | undefined
  onShowYear: (year: number) => void
}

/** A trading partner's year: rounded counts of its completed months. */
export function PartnerYear({ stats, period, shop, onShowYear }: PartnerYearProps) {
  const { year, fiscalStartMonth } = stats.requestInfo
  const ofMany = useMe()?.shops.length ?? 1
  const hasMonths = stats.dataAsOf !== null && lastMonthOver(stats.dataAsOf) >= stats.thisYearReport.from.slice(0, 7)
  if (!hasMonths) {
    return (
      <NotOver
        title={`${yearName(year, fiscalStartMonth)}の数値は、最初の月が終わると表示されます`}
        instead={yearName(year - 1, fiscalStartMonth)}
        onShowInstead={() => onShowYear(year - 1)}
      />
    )
  }
  const shops = stats.requestInfo.shopId === null ? ofMany : 1
  return (
    <div className="space-y-4">
      <RoundNote />
      <Counting reach={stats.reach} />
      <div className={headlineGrid}>
        {disclosed.map((key) => {
          const { figure, comparedWith } = yearFigure(stats, key)
          const { prevYearReport: before } = stats
          const counts = shops * (key === 'closingMembers' ? 1 : 12)
          // An incomplete year is not compared with a complete one.
          const compared =
            isOpen(stats) || isQuiet(before)
              ? []
              : [
                  {
                    label: `${comparedWith}比`,
                    difference: roundedDifference(key, figure.value, read[key](before), counts),
                  },
                ]
          return <KpiCard key={key} figure={about(figure)} compared={compared} course={yearCourse(stats, key)} />
        })}
      </div>
      <ComparisonPanel stats={stats} period={period} offered={disclosed} roundedOf={shops} />
      <MonthsPanel stats={stats} period={period} shop={shop} columns={disclosed} shownAs={roundedFigure} />
    </div>
  )
}
