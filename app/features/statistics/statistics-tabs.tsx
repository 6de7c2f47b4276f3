import { Link } from '@tanstack/react-router'
import { useCan } from '~/auth/session'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'
import { type PeriodInUrl, passedOn } from '~/lib/period-in-url'
import { reports } from './reports'

interface StatisticsTabsProps {
  search: PeriodInUrl & { shop?: string }
}

/** The reports of 統計, of the same shop and period. */
export function StatisticsTabs({ search }: StatisticsTabsProps) {
  const can = useCan()
  return (
    <ViewTabs label="統計">
      {reports
        .filter(({ permission }) => can(permission))
        .map(({ path, label }) => (
          <Link
            key={path}
            to={path}
            search={passedOn(search) as never}
            activeOptions={ofItsAddress}
            className={viewTab}
          >
            {label}
          </Link>
        ))}
    </ViewTabs>
  )
}
