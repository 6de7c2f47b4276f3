import { createFileRoute, Outlet, useNavigate, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { MemberPage } from '~/features/members/page/member-page'
import { memberQuery, memberSearch } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) => openScreen(context, { title: '会員', first: [memberQuery(params.userId)] }),
  component: MemberPageRoute,
})

function MemberPageRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId' })
  const router = useRouter()
  const navigate = useNavigate()
  // The list that linked here; undefined if the page was opened by its address.
  const openedFrom = useRouterState({ select: ({ location }) => location.state.openedFrom })
  const list = openedFrom === undefined ? undefined : searchOf(openedFrom)
  return (
    <MemberPage
      userId={userId}
      list={list}
      isShown={() => router.latestLocation.pathname.split('/').includes(userId)}
      // Opens the same tab of the next member; Back returns to where the first was opened.
      onShow={(next, itsList) =>
        void navigate({
          to: '.',
          params: { userId: next } as never,
          replace: true,
          state: { openedFrom: router.buildLocation({ to: '/hacomono/members', search: itsList } as never).href },
        })
      }
    >
      <Outlet />
    </MemberPage>
  )
}

const searchOf = (href: string) => memberSearch(Object.fromEntries(new URLSearchParams(href.split('?')[1] ?? '')))
