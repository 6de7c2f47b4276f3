import { Navigate } from '@tanstack/react-router'
import type { MonthlyStats } from '#contract/report.ts'
import { useMe } from '~/auth/session'
import { Unloaded } from '~/components/lazy-part'
import { headlineGrid } from '~/components/report/report-states'
import { formatMonth } from '~/lib/dates'
import { comparison, figureOf, isQuiet, type PeriodKpi, read, yearComparison } from './figures'
import { KpiCard } from './kpi-card'
import { PartnerSkeleton } from './partner'
import { lastMonthOver, NotOver, RoundNote } from './partner-notes'
import { about, roundedDifference } from './rounded'
import { Counting } from './unknown'
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

const monthOf = ({ requestInfo: { year, month } }: MonthlyStats) => `${year}-${String(month).padStart(2, '0')}`

/** A trading partner's month: a few rounded counts, once it is over. */
export default function PartnerMonth({
  stats,
  month,
  period,
  monthInUrl,
  isOfManyShops,
  onShowMonth,
}: PartnerMonthProps) {
  const shops = useMe()?.shops.length ?? 1
  const counts = isOfManyShops ? shops : 1
  if (stats.isProvisional) {
    const last = stats.dataAsOf === null ? undefined : lastMonthOver(stats.dataAsOf)
    // Nothing of the running month is shown to them, so without a month in the URL they see the last one that is over.
    if (monthInUrl === undefined && last) {
      return (
        <>
          <Navigate to="/dashboard" search={(was) => ({ ...was, month: last })} replace />
          <PartnerSkeleton />
        </>
      )
    }
    // The figures kept on the screen until those of the other month arrive.
    if (monthOf(stats) !== month) return <PartnerSkeleton />
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
      <Counting reach={stats.reach} />
      <div className={headlineGrid}>
        {(isOfManyShops ? ofManyShops : ofOneShop).map((key) => (
          <KpiCard
            key={key}
            figure={about(figureOf(stats, key))}
            compared={[comparison(stats), yearComparison(stats)].map(({ period, label }) => ({
              label: `${label}比`,
              difference: isQuiet(period)
                ? null
                : roundedDifference(key, read[key](stats.thisMonthReport), read[key](period), counts),
            }))}
            course={undefined}
          />
        ))}
      </div>
      {isOfManyShops && <Shops stats={stats} period={period} monthInUrl={monthInUrl} />}
    </div>
  )
}

function Shops({ stats, period, monthInUrl }: Pick<PartnerMonthProps, 'stats' | 'period' | 'monthInUrl'>) {
  const { found: more, hasFailed, retry } = useMorePanels()
  if (hasFailed) return <Unloaded onRetry={retry} />
  return more && <more.ShopComparison monthInUrl={monthInUrl} ofAll={stats} period={period} />
}
