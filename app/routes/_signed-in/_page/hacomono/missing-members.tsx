import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { MissingList } from '~/features/missing-members/missing-list'
import {
  type MissingSearch,
  missingListQuery,
  missingSearch,
  requestedMissing,
} from '~/features/missing-members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/missing-members')({
  validateSearch: searchInput<MissingSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.write' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '消えた会員',
      first: [missingListQuery(requestedMissing(missingSearch(location.search)))],
    }),
  component: searchScreen(missingSearch, MissingList),
})
