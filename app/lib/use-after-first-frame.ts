import { useEffect, useState } from 'react'
import { afterFrame } from './after-frame'

/**
 * False until the browser has drawn what is read first, then true: for what is below. An effect alone comes before the
 * frame, because React runs the effects of an urgent render at once. Not before a hidden tab is shown. No transition,
 * which would wait for what is loaded by then.
 */
export function useAfterFirstFrame(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => afterFrame(() => setDue(true)), [])
  return isDue
}
