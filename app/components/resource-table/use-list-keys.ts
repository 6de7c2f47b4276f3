import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { isComposing } from '~/lib/composing'
import { isTyping } from '~/lib/keyboard'

interface ListKeys {
  /** The container of the rows. */
  rows: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
  count: number
  /** Scrolls to a row that is not rendered yet. */
  reach: RefObject<((index: number) => void) | null>
}

/** Frames (about one second) to wait for a row that has to be scrolled to. */
const longestWaitFrames = 60

/**
 * List shortcuts: `/` focuses the search, `j` and `k` move between rows; Enter follows the focused link. Ignored while
 * an IME composes. Returns a function that focuses a row.
 */
export function useListKeys({ rows, field, count, reach }: ListKeys) {
  /** The row to focus once rendered; further key presses continue from it. */
  const awaited = useRef<number | null>(null)
  const focus = useCallback(
    (index: number) => {
      const linkOf = () => rows.current?.querySelector<HTMLElement>(`[data-row="${index}"] [data-record]`)
      const focusRendered = (framesLeft: number) => {
        const link = linkOf()
        link?.focus()
        if (link || framesLeft === 0) awaited.current = null
        else requestAnimationFrame(() => awaited.current === index && focusRendered(framesLeft - 1))
      }
      awaited.current = index
      if (!linkOf()) reach.current?.(index)
      focusRendered(longestWaitFrames)
    },
    [rows, reach],
  )
  // As soon as the rows are there, so that no key is lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog:modal')) return
      if (event.key === '/' && field.current) {
        event.preventDefault()
        field.current.focus()
        field.current.select()
      }
      // A record open over the list handles these keys itself.
      const isOver = document.querySelector('dialog[open]') !== null
      if ((event.key === 'j' || event.key === 'k') && count > 0 && !isOver) {
        event.preventDefault()
        const focused = rows.current?.contains(document.activeElement) ? document.activeElement : null
        const from = focused ?? rows.current?.querySelector('[data-record][aria-current]')
        const row = from?.closest<HTMLElement>('[data-row]')
        const now = awaited.current ?? (row ? Number(row.dataset.row) : undefined)
        const next = now === undefined ? 0 : now + (event.key === 'j' ? 1 : -1)
        focus(Math.min(Math.max(next, 0), count - 1))
      }
    }
    // Handles / before the palette's listener on the window.
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [rows, field, count, focus])
  return focus
}
