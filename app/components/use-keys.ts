import { useEffect, useLayoutEffect, useRef } from 'react'
import { isComposing } from '~/lib/composing'
import { isTyping } from '~/lib/keyboard'

/**
 * Single-key shortcuts of the open screen, by character. Ignored while typing in a field, while an IME composes, and
 * while a dialog is open.
 */
export function useKeys(acts: Record<string, ((event: KeyboardEvent) => void) | undefined>) {
  const current = useRef(acts)
  useLayoutEffect(() => {
    current.current = acts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = current.current[event.key]
      if (!act || event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
      const modal = document.querySelector('dialog:modal:not([data-sheet])')
      if (isTyping(event.target) || modal) return
      act(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
