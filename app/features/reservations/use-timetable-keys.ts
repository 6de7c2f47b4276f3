import { type RefObject, useEffect, useRef } from 'react'
import { isComposing } from '~/lib/composing'
import { isTyping } from '~/lib/keyboard'

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest block in a direction; blocks in the same column or at the same time come first. */
function nearest(from: Element, all: readonly HTMLElement[], [x, y]: readonly [number, number]) {
  const here = from.getBoundingClientRect()
  let best: { element: HTMLElement; isAside: boolean; distance: number } | undefined
  for (const element of all) {
    const there = element.getBoundingClientRect()
    const ahead = (there.left - here.left) * x + (there.top - here.top) * y
    if (element === from || ahead < 4) continue
    const isAside =
      x === 0
        ? there.left >= here.right - 1 || there.right <= here.left + 1
        : there.top >= here.bottom - 1 || there.bottom <= here.top + 1
    const aside = Math.abs(x === 0 ? there.left - here.left : there.top - here.top)
    const distance = ahead + (isAside ? aside * 2 : 0)
    const isNearer = !best || (isAside === best.isAside ? distance < best.distance : best.isAside)
    if (isNearer) best = { element, isAside, distance }
  }
  return best?.element
}

interface Moves {
  /** Moves by this many days or weeks. */
  onStep: (distance: 1 | -1) => void
  onToday: () => void
}

/** Arrow keys move between blocks, or between days if no block has the focus. T goes to today. */
export function useTimetableKeys(grid: RefObject<HTMLElement | null>, moves: Moves) {
  const current = useRef(moves)
  useEffect(() => {
    current.current = moves
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const { onStep, onToday } = current.current
      if (event.key.toLowerCase() === 't') return onToday()
      const direction = arrows[event.key]
      if (!direction) return
      const from = document.activeElement?.closest('[data-block]')
      if (from && grid.current?.contains(from)) {
        event.preventDefault()
        const all = [...grid.current.querySelectorAll<HTMLElement>('[data-block]')]
        nearest(from, all, direction)?.focus()
        return
      }
      // Scroll containers and menus handle arrow keys themselves.
      const focused = document.activeElement
      if (direction[0] === 0 || focused?.closest('[role=menu],[role=listbox],nav,section[tabindex]')) return
      onStep(direction[0] as 1 | -1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [grid])
}
