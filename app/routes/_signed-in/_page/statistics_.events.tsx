import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { EventList } from '~/features/statistics/events/event-list'
import { type EventSearch, eventListQuery, eventSearch, requestedEvents } from '~/features/statistics/events/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/events')({
  validateSearch: searchInput<EventSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '出来事',
      first: [eventListQuery(requestedEvents(eventSearch(location.search)))],
    }),
  component: searchScreen(eventSearch, EventList),
})
