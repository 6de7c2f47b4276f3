import { useEffect, useState } from 'react'

/**
 * False until the browser has drawn what is read first, then true: for what is below. An effect alone comes before the
 * frame, because React runs the effects of an urgent render at once. Not before a hidden tab is shown. No transition,
 * which would wait for what is loaded by then.
 */
export function useAfterFirstFrame(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDue(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isDue
}
