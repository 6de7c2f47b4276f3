import { createFileRoute, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { openScreen, useCloseOver, useSearchState } from '~/boot/screen'
import { MemberSheet } from '~/features/members/member-sheet'
import { memberQuery, memberSearch } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members/quick/$userId')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) => openScreen(context, { first: [memberQuery(params.userId)] }),
  component: MemberRoute,
})

function MemberRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members/quick/$userId' })
  const [search] = useSearchState(memberSearch)
  const navigate = useNavigate({ from: '/hacomono/members/quick/$userId' })
  const router = useRouter()
  const close = useCloseOver({ to: '/hacomono/members', search })
  const openedFrom = router.buildLocation({ to: '/hacomono/members', search } as never).href
  return (
    <MemberSheet
      userId={userId}
      search={search}
      onClose={close}
      isShown={() => router.latestLocation.pathname.endsWith(`/${userId}`)}
      // Back returns to the list, however many records were viewed.
      onShow={(next, itsList) =>
        void navigate({
          params: { userId: next },
          search: itsList,
          replace: true,
          state: true,
          resetScroll: false,
        })
      }
      page={{ to: '/hacomono/members/$userId', params: { userId }, state: { openedFrom } }}
      onOpen={() => void navigate({ to: '/hacomono/members/$userId', params: { userId }, state: { openedFrom } })}
    />
  )
}
