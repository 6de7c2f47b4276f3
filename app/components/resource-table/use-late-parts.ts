import { useEffect, useState } from 'react'
import { idle } from '~/lib/idle'

/** What a list has once its rows can be used; undefined until then, and without it the list works all the same. */
export function useLateParts() {
  const [parts, setParts] = useState<typeof import('./late-parts.lazy')>()
  useEffect(() => {
    const load = async () => {
      await idle()
      setParts(await import('./late-parts.lazy'))
    }
    void load().catch(() => {})
  }, [])
  return parts
}
