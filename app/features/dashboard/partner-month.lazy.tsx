import type { MonthlyStats } from '#contract/report.ts'
import { Unloaded } from '~/components/lazy-part'
import { formatMonth } from '~/lib/dates'
import { comparison, figureOf, type PeriodKpi, yearComparison } from './figures'
import { KpiCard } from './kpi-card'
import { lastMonthOver, NotOver, RoundNote } from './partner'
import { headlineGrid } from './report-states'
import { useMorePanels } from './use-more-panels'

const ofOneShop = ['closingMembers', 'visitCount', 'uniqueVisitors'] as const satisfies PeriodKpi[]
const ofManyShops = ['closingMembers', 'visitCount'] as const satisfies PeriodKpi[]

interface PartnerMonthProps {
  stats: MonthlyStats
  /** YYYY-MM. */
  month: string
  /** Shop and month, as in 新宿店 2026年11月. */
  period: string
  monthInUrl: string | undefined
  isOfManyShops: boolean
  onShowMonth: (month: string) => void
}

/** A trading partner's month: a few rounded counts, once it is over. */
export default function PartnerMonth({
  stats,
  month,
  period,
  monthInUrl,
  isOfManyShops,
  onShowMonth,
}: PartnerMonthProps) {
  if (stats.isProvisional) {
    const last = stats.dataAsOf === null ? undefined : lastMonthOver(stats.dataAsOf)
    return (
      <NotOver
        title={`${formatMonth(month)}の数値は、月が終わると表示されます`}
        instead={last && formatMonth(last)}
        onShowInstead={() => last && onShowMonth(last)}
      />
    )
  }
  return (
    <div className="space-y-4">
      <RoundNote />
      <div className={headlineGrid}>
        {(isOfManyShops ? ofManyShops : ofOneShop).map((key) => {
          const figure = figureOf(stats, key)
          return (
            <KpiCard
              key={key}
              figure={figure}
              compared={[
                { label: `${comparison(stats).label}比`, difference: figure.difference },
                { label: `${yearComparison(stats).label}比`, difference: figure.yearDifference },
              ]}
              course={undefined}
            />
          )
        })}
      </div>
      {isOfManyShops && <Shops stats={stats} period={period} monthInUrl={monthInUrl} />}
    </div>
  )
}

function Shops({ stats, period, monthInUrl }: Pick<PartnerMonthProps, 'stats' | 'period' | 'monthInUrl'>) {
  const { found: more, hasFailed, retry } = useMorePanels()
  const { year, month } = stats.requestInfo
  if (hasFailed) return <Unloaded onRetry={retry} />
  return (
    more && (
      <more.ShopComparison
        monthInUrl={monthInUrl}
        month={{ year, month }}
        total={stats.thisMonthReport}
        isOpen={false}
        period={period}
      />
    )
  )
}
