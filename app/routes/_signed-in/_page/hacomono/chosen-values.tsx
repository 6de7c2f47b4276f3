import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ChosenList } from '~/features/chosen-values/chosen-list'
import { type ChosenSearch, chosenListQuery, chosenSearch, requestedChosen } from '~/features/chosen-values/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/chosen-values')({
  validateSearch: searchInput<ChosenSearch>(),
  shouldReload: true,
  staticData: { permission: 'import.run' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'こちらの値を使用中',
      first: [chosenListQuery(requestedChosen(chosenSearch(location.search)))],
    }),
  component: searchScreen(chosenSearch, ChosenList),
})
