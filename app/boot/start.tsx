import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { mayBeSignedIn } from '~/identity/token'
import { restOfStyles } from './rest-of-styles'

/**
 * Client-only routes are matched and loaded before the frame hydrates, so that the first commit after hydration is the
 * screen itself. Loaders await nothing, so this waits only for the screen's chunk. Not a top-level await: the screen's
 * chunk imports this module's chunk.
 */
export async function start() {
  window.addEventListener('vite:preloadError', ({ payload }) => keepFromReloading(payload))
  const router = await hydrateStart()
  if (mayBeSignedIn()) await Promise.all([router.load(), restOfStyles()])
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}

/**
 * A screen whose file is missing has its error page, which offers to reload. The router would reload once by itself:
 * offline, that loses the app.
 */
function keepFromReloading({ message }: Error) {
  try {
    sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
  } catch {
    // No storage, and so nothing that the router remembers.
  }
}
