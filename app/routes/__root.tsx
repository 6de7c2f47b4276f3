import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  HeadContent,
  Match,
  Outlet,
  Scripts,
  useChildMatches,
  useMatches,
  useRouter,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EarlyChunks, EarlyHead } from '~/boot/early'
import type { MenuGroup } from '~/frame/menu'
import { remembered } from '~/lib/cookies'

interface RouterContext {
  queryClient: QueryClient
  /** What grows with the areas is handed in: the file that most of this lands in does not know it (docs/decisions/0031). */
  menu: MenuGroup[]
  loadActions: () => Promise<typeof import('~/frame/actions')>
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: 'Karada Desk（カラダデスク）' }] }),
  // Each boundary of the frame would hydrate, and commit, by itself.
  codeSplitGroupings: [],
  wrapInSuspense: false,
  shellComponent: Document,
  component: App,
})

/**
 * Start's head and scripts are written by the server and stay as they are; its code for them is 1.5 kB. In development
 * they change with the sources.
 */
const isWritten = import.meta.env.SSR || import.meta.env.DEV

/** What changes in the browser: the title, which the innermost route says. The nonce is for a document drawn anew. */
function LivingHead() {
  const nonce = useRouter().options.ssr?.nonce
  const title = useMatches({
    select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast((one) => one?.title)?.title,
  })
  return (
    <>
      {nonce && <meta property="csp-nonce" content={nonce} />}
      <title>{title}</title>
    </>
  )
}

function Document({ children }: { children: ReactNode }) {
  const theme = remembered('karada.theme') ?? 'system'
  return (
    <html lang="ja" data-theme={theme} suppressHydrationWarning>
      <head>
        <EarlyHead />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        {isWritten ? <HeadContent /> : <LivingHead />}
      </head>
      <body>
        {children}
        <EarlyChunks />
        {isWritten && <Scripts />}
      </body>
    </html>
  )
}

function App() {
  const { queryClient } = Route.useRouteContext()
  const child = useChildMatches({ select: ([match]) => match?.routeId })
  return (
    <QueryClientProvider client={queryClient}>
      {/* The root's Outlet is a boundary, which would hydrate, and commit, by itself. */}
      {child ? <Match routeId={child} /> : <Outlet />}
    </QueryClientProvider>
  )
}
