import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SpacerRow } from './rows-in-sight'

interface VirtualProps {
  count: number
  /** Row height in pixels; for cards an estimate before measuring. */
  height: number
  /** Scrolls to a row that is not rendered yet. */
  reach: RefObject<((index: number) => void) | null>
  children: (index: number) => ReactNode
}

const overscan = 10

/** Renders only the visible rows, between two spacers. */
export function VirtualBody({
  count,
  height,
  reach,
  region,
  children,
}: VirtualProps & { region: RefObject<HTMLElement | null> }) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => region.current,
    // Keeps the scroll position from before the virtualiser loaded.
    initialOffset: () => region.current?.scrollTop ?? 0,
    estimateSize: () => height,
    overscan,
  })
  useEffect(() => {
    reach.current = (index) => virtualizer.scrollToIndex(index)
    return () => {
      reach.current = null
    }
  }, [reach, virtualizer])
  // The density changed: cached sizes are wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the height changes
  useLayoutEffect(() => virtualizer.measure(), [height, virtualizer])

  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      {before > 0 && <SpacerRow height={before} />}
      {items.map((item) => children(item.index))}
      {after > 0 && <SpacerRow height={after} />}
    </tbody>
  )
}

const gap = 8

function meanHeight(cards: ArrayLike<Element>): number | undefined {
  const heights = Array.from(cards, (card) => card.getBoundingClientRect().height + gap)
  return heights.length > 0 ? heights.reduce((sum, one) => sum + one, 0) / heights.length : undefined
}

/** Virtual rows as cards, which scroll with the page and differ in height. */
export function VirtualCards({ count, height, reach, children }: VirtualProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // Row heights are estimated from the cards already rendered, so that nothing jumps.
  const [guess] = useState(() => meanHeight(document.querySelectorAll('article[data-row]')) ?? height)
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => guess, overscan, scrollMargin: top })
  useEffect(() => {
    reach.current = (index) => virtualizer.scrollToIndex(index)
    return () => {
      reach.current = null
    }
  }, [reach, virtualizer])

  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <ul ref={list}>
      <li aria-hidden style={{ height: before }} />
      {items.map((item) => (
        <li key={item.key} ref={virtualizer.measureElement} data-index={item.index} className="pb-2">
          {children(item.index)}
        </li>
      ))}
      <li aria-hidden style={{ height: after }} />
    </ul>
  )
}
