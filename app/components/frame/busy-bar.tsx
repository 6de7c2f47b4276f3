import { useRouterState } from '@tanstack/react-router'
import { pendingDelay } from '~/lib/constants'
import { useLasting } from '~/lib/use-lasting'
import { ThinBar } from '../thin-bar'

/** Under the header while the shop changes, and while a screen is long in coming. */
export function BusyBar({ shopChanges }: { shopChanges: boolean }) {
  const isComing = useRouterState({ select: ({ isLoading }) => isLoading })
  const isLate = useLasting(isComing, pendingDelay)
  return <ThinBar active={shopChanges || isLate} />
}
