import { Link } from '@tanstack/react-router'
import { Columns3, List } from 'lucide-react'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { CreateLink } from '~/components/record/create-link'
import { buttonVariants } from '~/components/ui/button'
import type { ActionSearch } from './queries'

/** Switches between list and board with the same filters, and creates an action. */
export function ActionViews({ search }: { search: ActionSearch }) {
  const { view } = search
  const mayCreate = useMayBeginActions()
  return (
    <>
      {view === 'board' ? (
        <Link
          to="/shop-reports/actions"
          search={{ ...search, view: undefined }}
          className={buttonVariants({ variant: 'outline' })}
        >
          <List aria-hidden />
          一覧で見る
        </Link>
      ) : (
        <Link
          to="/shop-reports/actions"
          search={{ ...search, offset: undefined, view: 'board' }}
          className={buttonVariants({ variant: 'outline' })}
        >
          <Columns3 aria-hidden />
          ボードで見る
        </Link>
      )}
      {mayCreate && <CreateLink to="/shop-reports/actions/new" />}
    </>
  )
}
