import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { isApiError } from '#contract/errors.ts'
import type { Permission } from '#contract/permissions.ts'
import { endSession, onLeave } from '~/identity/leave'
import { renewTokensWith } from '~/identity/token'
import { providedAreas } from './boot/areas'
import { ErrorPage, LoadingScreen, NotFoundPage } from './components/status-pages'
import { renewToken } from './functions/auth'
import { forgetLists } from './lib/lists-as-left'

const documentNonce = createIsomorphicFn()
  .server(() => (getGlobalStartContext() as { nonce?: string } | undefined)?.nonce)
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

export async function getRouter() {
  const { routeTree, menu, recordAreas, loadPalettes } = providedAreas()
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isApiError(error) && error.code === 'unauthenticated') void endSession(error.endedBy)
      },
    }),
    defaultOptions: {
      queries: {
        // Users decide when to retry; an automatic retry would only double the wait for the error message.
        retry: false,
        retryOnMount: false,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Offline requests fail at once with a message, instead of pausing silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })

  const router = createRouter({
    routeTree,
    context: { queryClient, menu, recordAreas, loadPalettes },
    ssr: { nonce: documentNonce() },
    // Readable URLs: ?shop=2, not ?shop=%222%22. Each route validates its own values.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    // The server's script for it reads sessionStorage and lays out before the first paint, for a screen not there yet.
    scrollRestoration: !import.meta.env.SSR,
    defaultPreload: 'intent',
    defaultPreloadDelay: 20,
    defaultPreloadStaleTime: 0,
    // The old screen stays while the next one's code loads; the bar under the header shows progress.
    defaultPendingMs: Number.POSITIVE_INFINITY,
    // Shows a screen as soon as it is ready: by default the router keeps a pending view for half a second.
    defaultPendingMinMs: 0,
    defaultPendingComponent: LoadingScreen,
    // Not the boundary's reset: what failed to load must be loaded again.
    defaultErrorComponent: ({ error }) => <ErrorPage error={error} onRetry={() => void router.invalidate()} />,
    defaultNotFoundComponent: () => <NotFoundPage />,
  })

  renewTokensWith(async (liveToken) => {
    const { firebaseToken } = await renewToken({ data: {}, headers: { authorization: `Bearer ${liveToken}` } })
    return firebaseToken
  })
  onLeave(async (reason) => {
    const here = router.latestLocation
    if (here.pathname !== '/login') {
      await router.navigate({ to: '/login', search: { redirect: here.href, reason }, replace: true })
    }
    queryClient.clear()
    forgetLists()
  })

  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>
  }
  interface HistoryState {
    /** The address of the list that this record was opened over. */
    openedFrom?: string
  }
  interface StaticDataRouteOption {
    /** Permission for the screen; without it a 403 page appears. */
    permission?: Permission
    /** The page has no layout header. */
    hideHeader?: boolean
  }
}
