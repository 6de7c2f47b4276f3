import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endSession, followOthers } from '~/identity/leave'
import { identityEntry } from '~/identity/stored-token'
import { isOthersTab } from '~/identity/tab-person'
import { startIdentity } from '~/identity/token'
import { authSyncInterval } from '~/lib/constants'
import { clearOwnStorage, sessionQuery } from './session'

/** Clears leftover state on first render, syncs on window focus and every 180 s, and follows another tab's sign-out. */
export function SessionSync() {
  const queryClient = useQueryClient()

  useEffect(() => {
    clearOwnStorage(sessionStorage)
    const sync = () => void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
    const interval = setInterval(sync, authSyncInterval)
    window.addEventListener('focus', sync)

    const onStorage = (event: StorageEvent) => {
      if (event.key !== identityEntry() || isOthersTab()) return
      if (event.newValue === null) void followOthers()
    }
    window.addEventListener('storage', onStorage)

    let forget: (() => void) | undefined
    let unmounted = false
    const startWhenIdle = () => {
      startIdentity().then(
        (identity) => {
          if (unmounted) return
          if (!identity.isSignedIn()) void endSession()
          else forget = identity.onSignedOut(() => void followOthers())
        },
        () => {},
      )
    }
    const idle = window.requestIdleCallback?.(startWhenIdle, { timeout: 5000 }) ?? setTimeout(startWhenIdle, 2000)

    return () => {
      unmounted = true
      clearInterval(interval)
      window.removeEventListener('focus', sync)
      window.removeEventListener('storage', onStorage)
      if (window.cancelIdleCallback) window.cancelIdleCallback(idle as number)
      else clearTimeout(idle)
      forget?.()
    }
  }, [queryClient])

  return null
}
