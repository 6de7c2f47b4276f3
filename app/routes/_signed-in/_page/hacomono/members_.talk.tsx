import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { requestedToTalk, type ToTalkSearch, toTalkQuery, toTalkSearch } from '~/features/members/outreach/queries'
import { ToTalkList } from '~/features/members/outreach/to-talk-list'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/talk')({
  validateSearch: searchInput<ToTalkSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.export' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '今週話す会員',
      first: [toTalkQuery(requestedToTalk(toTalkSearch(location.search)))],
    }),
  component: searchScreen(toTalkSearch, ToTalkList),
})
