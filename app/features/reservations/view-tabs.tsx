import { Link } from '@tanstack/react-router'

/** The same bookings one under the other, or where and when they are. */
export function ViewTabs({ shop }: { shop: string | undefined }) {
  return (
    <nav aria-label="予約の表示" className="flex rounded-md bg-muted p-0.5 text-sm print:hidden">
      <Link to="/hacomono/reservations" search={{ shop }} activeOptions={exact} className={tab}>
        一覧
      </Link>
      <Link to="/hacomono/reservations/timetable" search={{ shop }} activeOptions={exact} className={tab}>
        タイムテーブル
      </Link>
    </nav>
  )
}

// The router marks the one that is open with aria-current.
const exact = { exact: true, includeSearch: false }
const tab =
  'flex h-8 items-center rounded-sm px-3.5 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card'
