import { Link } from '@tanstack/react-router'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'

/** This screen's figures by month or by year, of the same shop. */
export function PeriodTabs({ shop }: { shop: string | undefined }) {
  return (
    <ViewTabs label="集計の期間">
      <Link to="/dashboard" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
        月次
      </Link>
      <Link to="/dashboard/yearly" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
        年次
      </Link>
    </ViewTabs>
  )
}
