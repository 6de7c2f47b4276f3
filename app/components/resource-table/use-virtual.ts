import { useEffect, useState } from 'react'

type Virtual = typeof import('./virtual.lazy')

/**
 * The virtualiser, loaded when first needed; undefined until then.
 * No Suspense: React delays the reveal, and the virtualiser would then scroll to an outdated position.
 */
export function useVirtual(wanted: boolean): Virtual | undefined {
  const [virtual, setVirtual] = useState<Virtual>()
  const missing = wanted && !virtual
  useEffect(() => {
    if (!missing) return
    import('./virtual.lazy').then(setVirtual, (error: unknown) =>
      setVirtual(() => {
        throw error
      }),
    )
  }, [missing])
  return virtual
}
