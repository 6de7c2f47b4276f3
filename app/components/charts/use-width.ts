import { useLayoutEffect, useState } from 'react'

/** The box's width in CSS pixels; `first` (0: unknown) before it is measured. */
export function useWidth(box: React.RefObject<HTMLElement | null>, first = 0): number {
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth((known) => element.clientWidth || known)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
