import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MemberPayment } from '#contract/member.ts'
import { paymentKinds, paymentMethods, paymentStatuses } from '#contract/words/member-record.ts'
import { ShopName } from '~/auth/record-links'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { formatDate, formatMonth } from '~/lib/dates'
import { formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { memberQuery } from '../queries'
import { withOffset } from './offset'
import { pageLength, paymentsQuery, type TabSearch } from './queries'
import { type TabColumn, TabTable } from './tab-table'

interface PaymentsProps {
  userId: string
  search: TabSearch
  onSearchChange: (search: TabSearch) => void
}

/** A member's bills and payments. */
export function Payments({ userId, search, onSearchChange }: PaymentsProps) {
  const { data: member } = useQuery(memberQuery(userId))
  const query = useQuery({ ...paymentsQuery(userId, search), placeholderData: keepPreviousData })
  return (
    <TabState
      query={query}
      noun="お支払い"
      nothing={({ paging }) => (paging.total === 0 ? '請求と売上はまだありません' : undefined)}
    >
      {({ list, paging }) => (
        <>
          {member?.unpaidAmount !== undefined && (
            <p className="mb-3 text-sm">
              未収金{' '}
              <span className={cn('figures text-lg font-semibold', member.unpaidAmount > 0 && 'text-bad')}>
                {member.unpaidAmount > 0 ? formatYen(member.unpaidAmount) : 'なし'}
              </span>
            </p>
          )}
          <TabTable label="お支払い" rows={list} columns={columns} />
          <TabPages paging={paging} size={pageLength} onPage={(offset) => onSearchChange(withOffset(search, offset))} />
        </>
      )}
    </TabState>
  )
}

const isTrouble = (status: MemberPayment['status']) => status === 'unpaid' || status === 'error'

const columns: TabColumn<MemberPayment>[] = [
  { id: 'on', label: '日付', className: 'whitespace-nowrap', cell: ({ on }) => formatDate(on) },
  { id: 'kind', label: '区分', className: 'whitespace-nowrap', cell: ({ kind }) => paymentKinds[kind] },
  { id: 'what', label: '内容', className: 'min-w-44', cell: ({ what }) => what },
  {
    id: 'month',
    label: '対象月',
    className: 'whitespace-nowrap',
    cell: ({ targetMonth }) => (targetMonth ? formatMonth(targetMonth.slice(0, 7)) : '–'),
  },
  { id: 'amount', label: '金額', align: 'right', cell: ({ amount }) => formatYen(amount) },
  { id: 'method', label: '支払方法', className: 'whitespace-nowrap', cell: ({ method }) => paymentMethods[method] },
  {
    id: 'status',
    label: '状態',
    className: 'whitespace-nowrap',
    cell: ({ status }) => (
      <span className={isTrouble(status) ? 'font-medium text-bad' : undefined}>{paymentStatuses[status]}</span>
    ),
  },
  { id: 'shop', label: '店舗', className: 'whitespace-nowrap', cell: ({ shop }) => <ShopName shop={shop} isQuiet /> },
]
