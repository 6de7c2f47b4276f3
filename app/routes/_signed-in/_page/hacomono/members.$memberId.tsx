import { createFileRoute, useNavigate, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { MemberSheet } from '~/features/members/member-sheet'
import { memberQuery, memberSearch } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members/$memberId')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) => openScreen(context, { first: [memberQuery(params.memberId)] }),
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = useParams({ from: '/_signed-in/_page/hacomono/members/$memberId' })
  const [search] = useSearchState(memberSearch)
  const navigate = useNavigate({ from: '/hacomono/members/$memberId' })
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
