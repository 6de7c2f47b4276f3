import { createFileRoute, Outlet } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { MemberList } from '~/features/members/member-list'
import { type MemberSearch, memberListQuery, memberSearch, requestedMembers } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members')({
  validateSearch: searchInput<MemberSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '会員', first: [memberListQuery(requestedMembers(memberSearch(location.search)))] }),
  component: MembersRoute,
})

function MembersRoute() {
  const [search, onSearchChange] = useSearchState(memberSearch)
  return (
    <>
      <MemberList search={search} onSearchChange={onSearchChange} />
      <Outlet />
    </>
  )
}
