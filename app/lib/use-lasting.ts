import { useEffect, useState } from 'react'

/** True once something has gone on for so many milliseconds, until it ends. */
export function useLasting(isGoingOn: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isGoingOn, milliseconds])
  return lasting
}
