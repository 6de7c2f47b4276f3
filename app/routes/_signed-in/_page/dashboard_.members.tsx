import { createFileRoute } from '@tanstack/react-router'
import { toldOf } from '~/features/drill-down/figures'
import { MembersBehind } from '~/features/drill-down/members-behind'
import {
  figureMembersQuery,
  figureMembersSearch,
  requestedMembers,
  shownMemberFigure,
} from '~/features/drill-down/queries'
import { drillDownToMembers } from '~/functions/drill-down'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/members')({
  validateSearch: figureMembersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(figureMembersQuery(requestedMembers(deps))),
  staticData: {
    permission: 'member.read',
    action: '在籍の内訳を見る',
    early: (search: ReturnType<typeof figureMembersSearch>) => [[drillDownToMembers, requestedMembers(search)]],
  },
  head: ({ match }) => ({
    meta: [{ title: `${toldOf(shownMemberFigure(match.search)).label}の内訳 | Karada Desk` }],
  }),
  component: MembersBehindRoute,
})

function MembersBehindRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MembersBehind search={search} onSearchChange={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
