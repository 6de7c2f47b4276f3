import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { firstTimetable, type TimetableSearch, timetableSearch } from '~/features/reservations/queries'
import { Timetable } from '~/features/reservations/timetable'

export const Route = createFileRoute('/_signed-in/_page/hacomono/reservations/timetable')({
  validateSearch: searchInput<TimetableSearch>(),
  shouldReload: true,
  staticData: { permission: 'reservation.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '予約のタイムテーブル', first: firstTimetable(timetableSearch(location.search)) }),
  component: searchScreen(timetableSearch, Timetable),
})
