import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StaffName } from '~/auth/record-links'
import { buttonVariants } from '~/components/ui/button'
import { formatDate } from '~/lib/dates'
import { ActionStatusChip, Overdue } from '~/nouns/shop-report/status-chips'
import { shopActionsQuery } from './queries'
import { useShop } from './shop-page'
import { ShortList } from './short-list'

/** The shop's actions, and a link to its board. */
export function ShopActions() {
  const { id, name } = useShop()
  return (
    <ShortList
      query={useQuery(shopActionsQuery(id))}
      noun="改善アクション"
      label={`${name}の改善アクション`}
      more={
        <Link
          to="/shop-reports/actions"
          search={{ shop: id, view: 'board' }}
          className={buttonVariants({ variant: 'outline' })}
        >
          ボードで見る
        </Link>
      }
      columns={[
        {
          label: '件名',
          cell: ({ id, title }) => (
            <Link
              to="/shop-reports/actions/$actionId"
              params={{ actionId: id }}
              className="text-primary underline-offset-4 hover:underline"
            >
              {title}
            </Link>
          ),
        },
        {
          label: '状態',
          cell: ({ status, isOverdue }) => (
            <span className="inline-flex flex-wrap gap-1.5">
              <ActionStatusChip status={status} />
              {isOverdue && <Overdue />}
            </span>
          ),
        },
        { label: '期限', isMinor: true, cell: ({ dueOn }) => formatDate(dueOn) },
        { label: '担当者', isMinor: true, cell: ({ owner }) => <StaffName staff={owner} isQuiet /> },
        { label: '進捗', isFigure: true, cell: ({ progress }) => `${progress}%` },
      ]}
    />
  )
}
