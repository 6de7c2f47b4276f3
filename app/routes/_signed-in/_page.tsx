import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#contract/errors.ts'
import { OthersTab } from '~/auth/others-tab'
import { PermissionGate } from '~/auth/permission-gate'
import { sessionQuery } from '~/auth/session'
import { SessionSync } from '~/auth/session-sync'
import { lazyPart } from '~/components/lazy-part'
import { LoadingScreen, RetryScreen } from '~/components/status-pages'
import { mayBeSignedIn } from '~/identity/token'
import { initialisingCeiling } from '~/lib/constants'
import { useIsLate } from '~/lib/use-is-late'

const IdleScreens = lazyPart(() => import('~/boot/idle-screens.lazy'), { missing: 'nothing' })

/** Everything signed in renders on the client only, behind this guard. */
export const Route = createFileRoute('/_signed-in/_page')({
  ssr: false,
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => {
    if (!mayBeSignedIn()) throw redirect({ to: '/login', search: { redirect: location.href } })
  },
  // Fetched in parallel with the screen's own data.
  loader: ({ context }) => void context.queryClient.prefetchQuery(sessionQuery),
  head: ({ matches }) => ({ meta: titleOf(matches) }),
  pendingMs: 0,
  pendingComponent: LoadingScreen,
  // The frame and its content hydrate in one commit.
  wrapInSuspense: false,
  component: OwnPage,
})

/** The title returned by the innermost route's loader. */
function titleOf(matches: readonly { loaderData?: unknown }[]) {
  const titles = matches.map(({ loaderData }) => (loaderData as { title?: string } | undefined)?.title)
  const title = titles.findLast((one) => one !== undefined)
  return title ? [{ title: `${title} | Karada Desk` }] : []
}

function OwnPage() {
  return (
    <>
      <OthersTab />
      <SignedInPage />
    </>
  )
}

function SignedInPage() {
  const queryClient = useQueryClient()
  const { data: me, error, refetch } = useQuery(sessionQuery)
  const late = useIsLate(me === undefined, initialisingCeiling)
  const permission = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission })
  const hasAnswers = useFirstAnswers(me !== undefined)

  if (!me) {
    // Not signed in: the login route is loading.
    const leaving = error instanceof ApiError && error.code === 'unauthenticated'
    if ((!error || leaving) && !late) return <LoadingScreen />
    // Starts a new request instead of awaiting the one in flight.
    const retry = () => void queryClient.cancelQueries().then(() => refetch())
    return <RetryScreen onRetry={retry} refNumber={error instanceof ApiError ? error.ref : undefined} />
  }
  if (!hasAnswers) return <LoadingScreen />
  return (
    <>
      <SessionSync />
      <IdleScreens />
      <PermissionGate permission={permission}>
        <Outlet />
      </PermissionGate>
    </>
  )
}

/** For how long a known user's screen waits for its own first data, in milliseconds. */
const firstAnswersWithin = 100

/**
 * Whether the screen's first queries have been answered, or have had their time. They are requested together with the
 * session: rendering the placeholders in between costs a slow processor more than most answers take.
 */
function useFirstAnswers(isSignedIn: boolean): boolean {
  const queryClient = useQueryClient()
  // On a slow processor all has come before the first render.
  const [isDue, setDue] = useState(() => queryClient.isFetching() === 0)
  const isWaiting = isSignedIn && !isDue
  useEffect(() => {
    if (!isWaiting) return
    const show = () => setDue(true)
    const look = () => queryClient.isFetching() === 0 && show()
    const timer = setTimeout(show, firstAnswersWithin)
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isWaiting, queryClient])
  return isDue
}
