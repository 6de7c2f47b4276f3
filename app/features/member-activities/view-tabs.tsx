import { Link } from '@tanstack/react-router'
import type { ActivitySearch } from './queries'

/** What was watched one under the other, or counted; the conditions stay. */
export function ViewTabs({ search }: { search: ActivitySearch }) {
  const { shop, from, to, memberId, contentId } = search
  const kept = { shop, from, to, memberId, contentId }
  return (
    <nav aria-label="利用状況の表示" className="flex rounded-md bg-muted p-0.5 text-sm print:hidden">
      <Link to="/lean-body/member-activities" search={kept} activeOptions={exact} className={tab}>
        一覧
      </Link>
      <Link to="/lean-body/member-activities/summary" search={kept} activeOptions={exact} className={tab}>
        集計
      </Link>
    </nav>
  )
}

// The router marks the one that is open with aria-current.
const exact = { exact: true, includeSearch: false }
const tab =
  'flex h-8 items-center rounded-sm px-3.5 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card'
