import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { requestedUnpaid, type UnpaidSearch, unpaidQuery, unpaidSearch } from '~/features/members/outreach/queries'
import { UnpaidList } from '~/features/members/outreach/unpaid-list'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/unpaid')({
  validateSearch: searchInput<UnpaidSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '未収金のある会員',
      first: [unpaidQuery(requestedUnpaid(unpaidSearch(location.search)))],
    }),
  component: searchScreen(unpaidSearch, UnpaidList),
})
