import { Link } from '@tanstack/react-router'
import { useCan } from '~/auth/session'
import { buttonVariants } from '~/components/ui/button'

/** In an empty list of a club without shops: what to do first. */
export default function NoShops() {
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
