import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ThinBar } from '~/components/thin-bar'
import { pendingDelay } from '~/lib/constants'

/** Under the header while the shop changes, and while a screen loads slowly. */
export function BusyBar({ shopChanges }: { shopChanges: boolean }) {
  const screenIsLate = useLateScreen()
  return <ThinBar active={shopChanges || screenIsLate} />
}

/** Uses the router's events, not its state, to avoid a render for screens that load at once. */
function useLateScreen(): boolean {
  const router = useRouter()
  const [late, setLate] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = router.subscribe('onBeforeNavigate', () => {
      clearTimeout(timer)
      timer = setTimeout(() => setLate(true), pendingDelay)
    })
    const end = router.subscribe('onResolved', () => {
      clearTimeout(timer)
      setLate(false)
    })
    return () => {
      begin()
      end()
      clearTimeout(timer)
    }
  }, [router])
  return late
}
