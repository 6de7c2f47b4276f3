import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { describeFigure } from '~/features/drill-down/figures'
import { MembersBehind } from '~/features/drill-down/members-behind'
import {
  type FigureMembersSearch,
  figureMembersQuery,
  figureMembersSearch,
  requestedMembers,
  shownMemberFigure,
} from '~/features/drill-down/queries'

// Not nested under dashboard.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/members')({
  validateSearch: searchInput<FigureMembersSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.read' },
  loader: ({ context, location }) => {
    const search = figureMembersSearch(location.search)
    return openScreen(context, {
      title: describeFigure(shownMemberFigure(search)).rows,
      first: [figureMembersQuery(requestedMembers(search))],
    })
  },
  component: searchScreen(figureMembersSearch, MembersBehind),
})
