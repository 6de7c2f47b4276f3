import { startTransition, useEffect, useState } from 'react'

/**
 * What a part of a screen loads when it is first needed; undefined until then. No Suspense: React delays the reveal, and
 * an error in it replaces the screen. After a failure `retry` loads again.
 */
export function useLoaded<Loaded>(load: () => Promise<Loaded>, isWanted = true) {
  const [found, setFound] = useState<Loaded>()
  const [hasFailed, setFailed] = useState(false)
  const isDue = isWanted && found === undefined && !hasFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is the same import each time
  useEffect(() => {
    if (!isDue) return
    load().then(
      (loaded) => startTransition(() => setFound(() => loaded)),
      () => setFailed(true),
    )
  }, [isDue])
  return { found, hasFailed, retry: () => setFailed(false) }
}
