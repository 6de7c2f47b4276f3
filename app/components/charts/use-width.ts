import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Of A4 between its margins, in CSS pixels: the text of a drawing keeps its size there. */
const paperWidth = 700

/** Of a drawing on paper, in CSS pixels: lower than on a screen, for more of them on a page. */
export const heightOnPaper = (height: number, isSideways: boolean) =>
  isSideways ? height * 0.7 : Math.min(height, 200)

/** The box's width in CSS pixels, and while the page is printed (`isPrinting`) that of the paper; `first` (0: unknown) before it is measured, `isForPaper`: printing has begun. */
export function useWidth(box: React.RefObject<HTMLElement | null>, first = 0, isForPaper = false) {
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
  return { width: isPrinting && width > 0 ? paperWidth : width, isPrinting }
}
