import { useEffect, useState } from 'react'

/** Until then a wait goes unnoticed; dimming and undimming the rows would only flicker, and cost two frames. Milliseconds. */
const lateAfter = 200

/** True once something has been waiting for so long that it should be seen. */
export function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(setIsLate, lateAfter, true)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting])
  return isLate
}
