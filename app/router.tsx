import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { isApiError } from '#contract/errors.ts'
import type { Permission } from '#contract/permissions.ts'
import { endSession, onLeave } from '~/identity/leave'
import { renewTokensWith } from '~/identity/token'
import { ErrorPage, LoadingScreen, NotFoundPage } from './components/status-pages'
import { renewToken } from './functions/auth'
import { forgetLists } from './lib/lists-as-left'

const documentNonce = createIsomorphicFn()
  .server(() => (getGlobalStartContext() as { nonce?: string } | undefined)?.nonce)
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

export async function getRouter() {
  const { areas } = await import('./areas')

  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isApiError(error) && error.code === 'unauthenticated') void endSession(error.endedBy)
      },
    }),
    defaultOptions: {
      queries: {
        // Staff decide when to try again; a retry of ours would only double the wait for the sentence.
        retry: false,
        retryOnMount: false,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Without a line they read so at once; the library would wait for one in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })

  const router = createRouter({
    routeTree: areas.routeTree,
    context: { queryClient, menu: areas.menu, loadActions: areas.loadActions },
    ssr: { nonce: documentNonce() },
    // Addresses are read by people: ?shop=2, not ?shop=%222%22. Each route judges its own text.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadDelay: 20,
    defaultPreloadStaleTime: 0,
    // A screen waits for its code behind the one that is there; the bar under the header says so.
    defaultPendingMs: Number.POSITIVE_INFINITY,
    // What is ready is shown: the router would hold a pending view for half a second.
    defaultPendingMinMs: 0,
    defaultPendingComponent: LoadingScreen,
    // Not the boundary's own reset: what failed while loading has to be loaded again.
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
    /** Without this right the screen answers 403. */
    permission?: Permission
    /** The page has no layout header. */
    hideHeader?: boolean
  }
}
