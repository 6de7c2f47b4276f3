import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan, useMe } from '~/auth/session'
import { buttonVariants } from '~/components/ui/button'

/** In an empty list: what to do first, where there is no shop yet, or else where its rows come from. */
export default function FirstData({ children, action }: { children: string; action?: ReactNode }) {
  if (!useMe()?.shops.length) return <NoShops />
  return (
    <>
      <p>{children}</p>
      {action}
    </>
  )
}

function NoShops() {
  const mayRegister = useCan()('club.write')
  return (
    <>
      <p>店舗がまだありません。はじめに店舗を登録します。</p>
      {mayRegister && (
        <Link to="/hacomono/shops/new" className={buttonVariants({ variant: 'outline' })}>
          店舗を登録する
        </Link>
      )}
    </>
  )
}
