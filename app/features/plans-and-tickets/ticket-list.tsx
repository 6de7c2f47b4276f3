import { useMemo } from 'react'
import type { ShopTicket } from '#contract/shop-ticket.ts'
import { ticketFields } from '#contract/words/fields/shop-ticket.ts'
import { shopTicketList, ticketTypes } from '#contract/words/shop.ts'
import { useCan } from '~/auth/session'
import { choiceFilter } from '~/components/resource-table/filters'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { formatCount, formatSheets, formatYen } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { codeColumn, nameColumn, OfferList, statusColumn, statusFilter } from './offers'
import { requestedTickets, type TicketSearch, ticketListQuery } from './queries'
import { usableText } from './usable'

const filters = [choiceFilter('type', ticketFields.type, ticketTypes), statusFilter]

const name = nameColumn(ticketFields.name, 200)

const price: ListColumn<ShopTicket> = {
  id: 'price',
  label: `${ticketFields.price}（税込）`,
  width: 122,
  card: 'labelled',
  align: 'right',
  sortKey: 'price',
  sortFirst: 'desc',
  cell: ({ price }) => formatYen(price),
}

/** A number of sheets: 「12枚」. */
const sheets = (
  id: 'num' | 'grantedNum' | 'soldNum' | 'usedNum' | 'remainingNum' | 'expiredNum',
  label: string,
  width: number,
  more: Partial<ListColumn<ShopTicket>> = { priority: 2 },
): ListColumn<ShopTicket> => ({ id, label, width, align: 'right', cell: (row) => formatSheets(row[id]), ...more })

const columns: ListColumn<ShopTicket>[] = [
  sheets('soldNum', '販売', 84, { card: 'labelled', sortKey: 'soldNum', sortFirst: 'desc' }),
  sheets('remainingNum', '残数', 84, { card: 'labelled', sortKey: 'remainingNum', sortFirst: 'desc' }),
  { id: 'type', label: ticketFields.type, width: 88, card: 'text', cell: ({ type }) => ticketTypes[type] },
  {
    id: 'usable',
    label: '利用可能店舗',
    width: 120,
    card: 'text',
    cell: ({ usable }) => <span title={usableText(usable)}>{usableText(usable)}</span>,
  },
  statusColumn,
  sheets('num', ticketFields.num, 68),
  {
    id: 'validDays',
    label: ticketFields.validDays,
    width: 84,
    priority: 2,
    align: 'right',
    cell: ({ validDays }) => (validDays === null ? '無期限' : `${formatCount(validDays)}日`),
  },
  sheets('grantedNum', '付与', 90),
  sheets('usedNum', '利用', 90),
  sheets('expiredNum', '失効', 90),
  codeColumn(ticketFields.code, 130),
]

/** Tickets for lessons or visits, with numbers sold and remaining. */
export function TicketList({ search, onSearchChange }: ListProps<TicketSearch>) {
  const money = useCan()('report.money')
  const { shops, label } = useSelectedShop(search.shop)
  const shown = useMemo(() => [name, ...(money ? [price] : []), ...columns], [money])
  return (
    <OfferList<ShopTicket, TicketSearch>
      name="tickets"
      noun="チケット"
      file="保有チケット"
      note={`販売・残数などは${label}で付与した分です`}
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => ticketListQuery(requestedTickets(params, shops))}
      columns={shown}
      defaultSort={shopTicketList.defaultSort}
      filters={filters}
      rowPath={() => null}
    />
  )
}
