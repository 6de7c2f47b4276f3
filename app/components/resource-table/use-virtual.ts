import { useEffect, useState } from 'react'

type Virtual = typeof import('./virtual.lazy')

/**
 * The virtualiser, loaded when first needed; undefined until then, null if it cannot be loaded. Set at once: later it
 * would scroll to an outdated position.
 */
export function useVirtual(wanted: boolean): Virtual | null | undefined {
  const [virtual, setVirtual] = useState<Virtual | null>()
  const missing = wanted && virtual === undefined
  useEffect(() => {
    if (missing) import('./virtual.lazy').then(setVirtual, () => setVirtual(null))
  }, [missing])
  return virtual
}
