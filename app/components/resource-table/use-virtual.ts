import { useEffect, useState } from 'react'

type Virtual = typeof import('./virtual.lazy')

/**
 * The virtualiser, loaded when first needed; undefined until then.
 * No Suspense: React holds a reveal back, and the virtualiser would scroll to the position before the wait.
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
