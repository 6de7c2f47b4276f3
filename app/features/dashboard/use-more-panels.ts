import { type ComponentType, useEffect, useState } from 'react'
import type { MorePanelsProps } from './more-panels.lazy'

/**
 * The panels below the first screen, loaded after those above; undefined until then.
 * No Suspense: React holds a reveal back.
 */
export function useMorePanels(): ComponentType<MorePanelsProps> | undefined {
  const [Panels, setPanels] = useState<ComponentType<MorePanelsProps>>()
  useEffect(() => {
    import('./more-panels.lazy').then(
      (module) => setPanels(() => module.default),
      (error: unknown) =>
        setPanels(() => {
          throw error
        }),
    )
  }, [])
  return Panels
}
