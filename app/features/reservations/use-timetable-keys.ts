import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '~/lib/keyboard'

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest block in that direction: what lies straight ahead before what lies aside. */
function nearest(from: Element, all: readonly HTMLElement[], [x, y]: readonly [number, number]) {
  const centre = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const here = centre(from)
  let best: { element: HTMLElement; cost: number } | undefined
  for (const element of all) {
    const there = centre(element)
    const ahead = (there.x - here.x) * x + (there.y - here.y) * y
    if (element === from || ahead < 4) continue
    const aside = Math.abs(x === 0 ? there.x - here.x : there.y - here.y)
    const cost = ahead + aside * 2
    if (!best || cost < best.cost) best = { element, cost }
  }
  return best?.element
}

interface Moves {
  /** So many days or weeks on. */
  onStep: (distance: 1 | -1) => void
  onToday: () => void
}

/** Arrows go from block to block; without one under the focus, from day to day. T is today. */
export function useTimetableKeys(grid: RefObject<HTMLElement | null>, moves: Moves) {
  const current = useRef(moves)
  useEffect(() => {
    current.current = moves
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
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
      // A part that scrolls and a menu have arrows of their own.
      const focused = document.activeElement
      if (direction[0] === 0 || focused?.closest('[role=menu],[role=listbox],nav,section[tabindex]')) return
      onStep(direction[0] as 1 | -1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [grid])
}
