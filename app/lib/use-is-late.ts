import { useEffect, useState } from 'react'

/** True once something has been waiting for `after` milliseconds, so that short waits show no indicator. */
export function useIsLate(isWaiting: boolean, after: number): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(setIsLate, after, true)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting, after])
  return isLate
}
