import { createFileRoute } from '@tanstack/react-router'
import { MemberSheet } from '~/features/members/member-sheet'
import { memberQuery } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members/$memberId')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(memberQuery(params.memberId)),
  staticData: { permission: 'member.read' },
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MemberSheet
      memberId={memberId}
      search={search}
      onClose={() => void navigate({ to: '/hacomono/members', search, resetScroll: false })}
      // Back leads to the list, however many were looked at.
      onShow={(next, itsList) =>
        void navigate({ params: { memberId: next }, search: itsList, replace: true, resetScroll: false })
      }
    />
  )
}
