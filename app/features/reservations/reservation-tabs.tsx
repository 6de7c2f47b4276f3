import { Link } from '@tanstack/react-router'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'

/** Tabs for list and timetable. */
export function ReservationTabs({ shop }: { shop: string | undefined }) {
  return (
    <ViewTabs label="予約の表示">
      <Link to="/hacomono/reservations" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
        一覧
      </Link>
      <Link to="/hacomono/reservations/timetable" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
        タイムテーブル
      </Link>
    </ViewTabs>
  )
}
