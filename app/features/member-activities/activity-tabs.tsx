import { Link } from '@tanstack/react-router'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'
import type { ActivitySearch } from './queries'

/** Tabs for list and summary, which keep the filters. */
export function ActivityTabs({ search }: { search: ActivitySearch }) {
  const { shop, from, to, userId, contentId } = search
  const kept = { shop, from, to, userId, contentId }
  return (
    <ViewTabs label="利用状況の表示">
      <Link to="/lean-body/member-activities" search={kept} activeOptions={ofItsAddress} className={viewTab}>
        一覧
      </Link>
      <Link to="/lean-body/member-activities/summary" search={kept} activeOptions={ofItsAddress} className={viewTab}>
        集計
      </Link>
    </ViewTabs>
  )
}
