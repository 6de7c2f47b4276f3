import { Link } from '@tanstack/react-router'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'
import { type PeriodInUrl, passedOn } from '~/lib/period-in-url'

interface PeriodTabsProps {
  search: PeriodInUrl & { shop?: string }
}

/** This screen's figures by month or by year, of the same shop and period. */
export function PeriodTabs({ search }: PeriodTabsProps) {
  const period = passedOn(search)
  return (
    <ViewTabs label="集計の期間">
      <Link to="/dashboard" search={period} activeOptions={ofItsAddress} className={viewTab}>
        月次
      </Link>
      <Link to="/dashboard/yearly" search={period} activeOptions={ofItsAddress} className={viewTab}>
        年次
      </Link>
    </ViewTabs>
  )
}
