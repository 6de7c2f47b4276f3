import { useQuery } from '@tanstack/react-query'
import type { MemberTicket } from '#contract/member.ts'
import { memberTicketFields } from '#contract/words/fields/member-facts.ts'
import { ticketSources, ticketTypes } from '#contract/words/shop.ts'
import { ShopName } from '~/auth/record-links'
import { TabState } from '~/components/record/tab-state'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatSheets, formatYen } from '~/lib/format'
import { ticketsQuery } from './queries'
import { type TabColumn, TabTable } from './tab-table'

/** A member's tickets: remaining and used. */
export function Tickets({ userId }: { userId: string }) {
  const query = useQuery(ticketsQuery(userId))
  return (
    <TabState
      query={query}
      noun="チケット"
      nothing={({ list }) => (list.length === 0 ? 'チケットはまだありません' : undefined)}
    >
      {({ list }) => (
        <TabTable
          label="チケット"
          rows={list}
          columns={columnsOf(list)}
          isQuiet={({ isExpired, remainingNum }) => isExpired || remainingNum === 0}
        />
      )}
    </TabState>
  )
}

function columnsOf(tickets: MemberTicket[]): TabColumn<MemberTicket>[] {
  const columns: (TabColumn<MemberTicket> | false)[] = [
    {
      id: 'name',
      label: memberTicketFields.ticket,
      className: 'min-w-44',
      cell: ({ ticketName, isExpired, remainingNum }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          {ticketName}
          {isExpired ? <Chip>失効</Chip> : remainingNum === 0 && <Chip>使用済</Chip>}
        </span>
      ),
    },
    {
      id: 'left',
      label: '残数',
      align: 'right',
      cell: ({ remainingNum, isExpired }) => (
        <span className={isExpired || remainingNum === 0 ? undefined : 'font-semibold'}>
          {formatSheets(remainingNum)}
        </span>
      ),
    },
    { id: 'used', label: '利用', align: 'right', cell: ({ usedNum }) => formatSheets(usedNum) },
    { id: 'granted', label: '付与', align: 'right', cell: ({ grantedNum }) => formatSheets(grantedNum) },
    {
      id: 'expires',
      label: memberTicketFields.expiresOn,
      className: 'whitespace-nowrap',
      cell: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn) : '無期限'),
    },
    { id: 'type', label: '種別', className: 'whitespace-nowrap', cell: ({ type }) => ticketTypes[type] },
    { id: 'shop', label: '店舗', className: 'whitespace-nowrap', cell: ({ shop }) => <ShopName shop={shop} isQuiet /> },
    {
      id: 'grantedAt',
      label: memberTicketFields.grantedAt,
      className: 'whitespace-nowrap',
      cell: ({ grantedAt }) => formatDateTime(grantedAt),
    },
    {
      id: 'source',
      label: memberTicketFields.source,
      className: 'whitespace-nowrap',
      cell: ({ source }) => ticketSources[source],
    },
    tickets.some(({ unitPrice }) => unitPrice !== undefined) && {
      id: 'price',
      label: memberTicketFields.unitPrice,
      align: 'right',
      cell: ({ unitPrice }) => formatYen(unitPrice),
    },
  ]
  return columns.filter((column) => column !== false)
}
