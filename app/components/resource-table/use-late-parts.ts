import { useEffect, useState } from 'react'
import { idle } from '~/lib/idle'

/** Late-loaded parts of a list; undefined until its rows are usable. The list works without them. */
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
