import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Widths that can be read on a page of A4, which scales a drawing to its column. CSS pixels. */
const onPaper = { least: 480, most: 900 }

/** A telephone's chart is wider than its window, and still legible in half of the page. */
const paperWidth = (width: number) => (window.innerWidth < 640 ? onPaper.least : Math.min(width, onPaper.most))

/** The box's width in CSS pixels, and while the page is printed one that can be read there; `first` (0: unknown) before it is measured, `isForPaper`: printing has begun. */
export function useWidth(box: React.RefObject<HTMLElement | null>, first = 0, isForPaper = false): number {
  const [width, setWidth] = useState(first)
  const [isPrinting, setPrinting] = useState(isForPaper)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth((known) => element.clientWidth || known)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  useEffect(() => {
    // Synchronous, since the browser captures the page right after the event.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting && width > 0 ? paperWidth(width) : width
}
