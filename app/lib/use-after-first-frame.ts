import { startTransition, useEffect, useState } from 'react'

/** False in the commit that shows what is read first, true in the one after it: for what is below. */
export function useAfterFirstFrame(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue
}
