import { startTransition, useEffect, useState } from 'react'

type More = typeof import('./more-panels.lazy').more

/**
 * The panels below the first screen, loaded after the headline and the chart; undefined until then.
 * No Suspense, since React delays the reveal.
 */
export function useMorePanels(): More | undefined {
  const [more, setMore] = useState<More>()
  useEffect(() => {
    import('./more-panels.lazy').then(
      (module) => startTransition(() => setMore(module.more)),
      (error: unknown) =>
        setMore(() => {
          throw error
        }),
    )
  }, [])
  return more
}
