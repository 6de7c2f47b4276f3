import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { mayBeSignedIn } from './identity/token'
// What stands around every screen is the entry's; the routes below it are the areas' (app/areas.ts).
import './routes/__root'
import './routes/_signed-in'
import './routes/_signed-in/_page'

void start()

/**
 * What only the browser renders is matched, loaded and decoded before the frame hydrates, not after it: the first
 * commit after hydration is then the screen itself. Loaders wait for no answer, so this waits for the screen's chunk.
 * Not a top-level await: the screen's chunk imports this module's.
 */
async function start() {
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
