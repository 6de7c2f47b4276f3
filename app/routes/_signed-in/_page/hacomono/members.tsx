import { createFileRoute, Outlet } from '@tanstack/react-router'
import { MemberList } from '~/features/members/member-list'
import { memberListQuery, memberSearch, requestedMembers } from '~/features/members/queries'
import { listMembers } from '~/functions/member'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members')({
  validateSearch: memberSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(memberListQuery(requestedMembers(deps))),
  staticData: {
    permission: 'member.read',
    early: (search: ReturnType<typeof memberSearch>) => [[listMembers, requestedMembers(search)]],
  },
  head: () => ({ meta: [{ title: '会員 | Karada Desk' }] }),
  component: MembersRoute,
})

function MembersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <MemberList
        search={search}
        onSearchChange={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
      />
      <Outlet />
    </>
  )
}
