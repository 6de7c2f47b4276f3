import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Distance below the window at which loading starts, in CSS pixels. */
const ahead = 400

/** Whether the element has come near the window once, or is about to be printed. */
export function useNear<Box extends Element>(): { box: RefObject<Box | null>; isNear: boolean } {
  const box = useRef<Box>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (isNear || !element) return
    const come = () => startTransition(() => setNear(true))
    // Paper shows what is rendered when this event ends.
    const print = () => flushSync(() => setNear(true))
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && come(), {
      rootMargin: `${ahead}px 0px`,
    })
    observer.observe(element)
    window.addEventListener('beforeprint', print)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', print)
    }
  }, [isNear])
  return { box, isNear }
}
