import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  HeadContent,
  Match,
  Outlet,
  Scripts,
  useChildMatches,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EarlyChunks, EarlyHead } from '~/boot/early'
import { remembered } from '~/lib/cookies'
import '~/styles/app.css'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'robots', content: 'noindex' },
      { name: 'color-scheme', content: 'light dark' },
      { title: 'Karada Desk（カラダデスク）' },
    ],
    links: [{ rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
  }),
  // Each boundary of the frame would hydrate, and commit, by itself.
  codeSplitGroupings: [],
  wrapInSuspense: false,
  shellComponent: Document,
  component: App,
})

function Document({ children }: { children: ReactNode }) {
  const theme = remembered('karada.theme') ?? 'system'
  return (
    <html lang="ja" data-theme={theme} suppressHydrationWarning>
      <head>
        <EarlyHead />
        <HeadContent />
      </head>
      <body>
        {children}
        <EarlyChunks />
        <Scripts />
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
