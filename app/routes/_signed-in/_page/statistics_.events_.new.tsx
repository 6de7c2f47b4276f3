import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewEvent } from '~/features/statistics/events/event-page'
import { type NewEventSearch, newEventSearch } from '~/features/statistics/events/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/events_/new')({
  validateSearch: searchInput<NewEventSearch>(),
  shouldReload: true,
  staticData: { permission: 'event.write' },
  loader: ({ context }) => openScreen(context, { title: '出来事の登録', first: [] }),
  component: NewEventRoute,
})

function NewEventRoute() {
  const [{ on }] = useSearchState(newEventSearch)
  return <NewEvent key={on} on={on} />
}
