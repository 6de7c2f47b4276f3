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
import { EarlyEnd, EarlyHead } from '~/boot/early'
import type { AreaPalette, MenuGroup, RecordAreas } from '~/frame/area'
import { remembered } from '~/lib/cookies'

/** The areas are passed in, so that the entry does not grow with them (decision 0057). */
interface RouterContext {
  queryClient: QueryClient
  menu: MenuGroup[]
  recordAreas: RecordAreas
  loadPalettes: () => Promise<{ palettes: readonly AreaPalette[] }>
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: 'Karada Desk（カラダデスク）' }] }),
  // Each Suspense boundary in the frame would hydrate and commit separately.
  codeSplitGroupings: [],
  wrapInSuspense: false,
  shellComponent: Document,
  component: App,
})

/**
 * The server renders Start's head and scripts, and the browser keeps them: leaving out the code saves 1.5 kB. In
 * development they change with the sources.
 */
const isWritten = import.meta.env.SSR || import.meta.env.DEV

/** The part of the head that changes in the browser: the innermost route's title. The nonce is for a re-rendered document. */
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
        <EarlyEnd />
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
      {/* Not Outlet: at the root it is a Suspense boundary, which would hydrate and commit separately. */}
      {child ? <Match routeId={child} /> : <Outlet />}
    </QueryClientProvider>
  )
}
