import { useEffect, useState } from 'react'

/**
 * False in the commit that shows what is read first, true in the one after it: for what is below. No transition, which
 * would wait for what is loaded by then.
 */
export function useAfterFirstFrame(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => setDue(true), [])
  return isDue
}
