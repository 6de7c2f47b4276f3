import { type RefObject, useEffect, useRef, useState } from 'react'

/** Distance below the window at which loading starts, in CSS pixels. */
const ahead = 400

/** Whether the element has come near the window once, or is about to be printed. */
export function useNear<Box extends Element>(): { box: RefObject<Box | null>; isNear: boolean } {
  const box = useRef<Box>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (isNear || !element) return
    const come = () => setNear(true)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && come(), {
      rootMargin: `${ahead}px 0px`,
    })
    observer.observe(element)
    window.addEventListener('beforeprint', come)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', come)
    }
  }, [isNear])
  return { box, isNear }
}
