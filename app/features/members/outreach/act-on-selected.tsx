import { Link } from '@tanstack/react-router'
import type { MemberRow } from '#contract/member.ts'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { buttonVariants } from '~/components/ui/button'

interface ActOnSelectedProps {
  rows: Pick<MemberRow, 'id' | 'shop'>[]
  /** The selected shop, as in the list's URL. */
  shop: string | undefined
}

/** Members of one action. */
const most = 500

/** Begins an action for exactly these members, of their shop where they have one. */
export function ActOnSelected({ rows, shop }: ActOnSelectedProps) {
  const mayBegin = useMayBeginActions()
  const shops = new Set(rows.map((row) => row.shop.id))
  if (!mayBegin || rows.length > most) return null
  return (
    <Link
      to="/shop-reports/actions/new"
      search={{ shop: shops.size === 1 ? [...shops][0] : shop, users: rows.map(({ id }) => id).join('.') }}
      preload={false}
      className={buttonVariants({ variant: 'outline' })}
    >
      改善アクションを登録
    </Link>
  )
}
