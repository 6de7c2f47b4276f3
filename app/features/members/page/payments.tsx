import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MemberPayment } from '#contract/member.ts'
import { billFields } from '#contract/words/fields/member-facts.ts'
import { paymentKinds, paymentMethods, paymentStatuses } from '#contract/words/member-record.ts'
import { ShopName } from '~/auth/record-links'
import { ChoiceSwitch } from '~/components/choice-switch'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatMonth } from '~/lib/dates'
import { formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { withOffset, withUnpaid } from './offset'
import { pageLength, paymentsQuery, type TabSearch } from './queries'
import { type TabColumn, TabTable } from './tab-table'

interface PaymentsProps {
  userId: string
  search: TabSearch
  onSearchChange: (search: TabSearch) => void
}

/** A member's bills and payments. */
export function Payments({ userId, search, onSearchChange }: PaymentsProps) {
  const query = useQuery({ ...paymentsQuery(userId, search), placeholderData: keepPreviousData })
  return (
    <TabState
      query={query}
      noun="お支払い"
      nothing={({ paging }) => (paging.total === 0 && !search.unpaid ? '請求と売上はまだありません' : undefined)}
    >
      {({ list, paging, unpaid }) => (
        <>
          <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
              <Unpaid label="未収金（すべて）" yen={unpaid.all} />
              <Unpaid label={`未収金（${formatMonth(unpaid.month.slice(0, 7))}分）`} yen={unpaid.thisMonth} />
            </dl>
            <ChoiceSwitch
              label="表示する請求と売上"
              choices={shownChoices}
              value={search.unpaid ?? 'all'}
              onChange={(shown) => onSearchChange(withUnpaid(search, shown === 'true'))}
            />
          </div>
          {list.length === 0 ? (
            <p className="py-6 text-center text-sm text-muted-foreground">未払いの請求はありません。</p>
          ) : (
            <TabTable label="お支払い" rows={list} columns={columns} />
          )}
          <TabPages paging={paging} size={pageLength} onPage={(offset) => onSearchChange(withOffset(search, offset))} />
        </>
      )}
    </TabState>
  )
}

const shownChoices = [
  { value: 'all', label: 'すべて' },
  { value: 'true', label: '未収金のみ' },
] as const

const Unpaid = ({ label, yen }: { label: string; yen: number }) => (
  <div className="flex items-baseline gap-2">
    <dt>{label}</dt>
    <dd className={cn('figures text-lg font-semibold', yen > 0 && 'text-bad')}>{yen > 0 ? formatYen(yen) : 'なし'}</dd>
  </div>
)

const isTrouble = (status: MemberPayment['status']) => status === 'unpaid' || status === 'error'

const columns: TabColumn<MemberPayment>[] = [
  { id: 'on', label: '日付', className: 'whitespace-nowrap', cell: ({ on }) => formatDate(on) },
  { id: 'kind', label: '区分', className: 'whitespace-nowrap', cell: ({ kind }) => paymentKinds[kind] },
  { id: 'what', label: '内容', className: 'min-w-44', cell: ({ what }) => what },
  {
    id: 'month',
    label: billFields.targetMonth,
    className: 'whitespace-nowrap',
    cell: ({ targetMonth }) => (targetMonth ? formatMonth(targetMonth.slice(0, 7)) : '–'),
  },
  // Another name: of a bill or of a sale.
  { id: 'amount', label: '金額', align: 'right', cell: ({ amount }) => formatYen(amount) },
  {
    id: 'method',
    label: billFields.method,
    className: 'whitespace-nowrap',
    cell: ({ method }) => paymentMethods[method],
  },
  {
    id: 'status',
    label: billFields.status,
    className: 'whitespace-nowrap',
    cell: ({ status }) => <Chip tone={isTrouble(status) ? 'warning' : 'neutral'}>{paymentStatuses[status]}</Chip>,
  },
  { id: 'shop', label: '店舗', className: 'whitespace-nowrap', cell: ({ shop }) => <ShopName shop={shop} isQuiet /> },
]
