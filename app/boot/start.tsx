import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { mayBeSignedIn } from '~/identity/token'

/**
 * Client-only routes are matched and loaded before the frame hydrates, so that the first commit after hydration is the
 * screen itself. Loaders await nothing, so this waits only for the screen's chunk. Not a top-level await: the screen's
 * chunk imports this module's chunk.
 */
export async function start() {
  const router = await hydrateStart()
  if (mayBeSignedIn()) await router.load()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}
