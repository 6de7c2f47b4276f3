import type { ReactNode } from 'react'
import { useMe } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'

const NoShops = lazyPart(() => import('./no-shops.lazy'))

/** In an empty list: what to do first, where there is no shop yet, or else where its rows come from. */
export function FirstData({ children, action }: { children: string; action?: ReactNode }) {
  if (!useMe()?.shops.length) return <NoShops />
  return (
    <>
      <p>{children}</p>
      {action}
    </>
  )
}
