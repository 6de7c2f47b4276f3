import { createFileRoute, Outlet } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput, wholeSearch } from '~/boot/search-input'
import { MemberList } from '~/features/members/member-list'
import { type MemberSearch, memberListQuery, memberSearch, requestedMembers } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members')({
  validateSearch: searchInput<MemberSearch>(),
  loaderDeps: wholeSearch,
  staticData: { permission: 'member.read' },
  loader: ({ context, deps }) =>
    openScreen(context, { title: '会員', first: [memberListQuery(requestedMembers(memberSearch(deps)))] }),
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
