import { useEffect, useLayoutEffect, useRef } from 'react'
import { isTyping } from '~/lib/keyboard'

/**
 * Keys of the screen that is open, by what they write. They belong to the field while somebody types, to the input
 * method while it converts, and to a dialog over the screen.
 */
export function useKeys(acts: Record<string, ((event: KeyboardEvent) => void) | undefined>) {
  const current = useRef(acts)
  useLayoutEffect(() => {
    current.current = acts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = current.current[event.key]
      if (!act || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const modal = document.querySelector('dialog:modal:not([data-sheet])')
      if (isTyping(event.target) || modal) return
      act(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
