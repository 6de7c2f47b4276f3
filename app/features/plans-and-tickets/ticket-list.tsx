import { useMemo } from 'react'
import type { ShopTicket } from '#contract/shop-ticket.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { ticketFields } from '#contract/words/fields/shop-ticket.ts'
import { shopTicketList, ticketTypes } from '#contract/words/shop.ts'
import { useCan } from '~/auth/session'
import { PublicationChip } from '~/components/publication'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { formatCount, formatSheets, formatYen } from '~/lib/format'
import { newestOf, Synced } from '~/nouns/club-system/synced'
import { FirstData } from '~/shop/first-data'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { Tabs } from './parts'
import { requestedTickets, type TicketSearch, ticketListQuery } from './queries'
import { usableText } from './usable'

const filters = [
  choiceFilter('type', ticketFields.type, ticketTypes),
  choiceFilter('status', ticketFields.status, publicationStatuses),
]

const name: ListColumn<ShopTicket> = {
  id: 'name',
  label: ticketFields.name,
  width: 200,
  sortKey: 'name',
  cell: ({ name, code }) => <TwoLines main={name} sub={code} />,
}

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

const columns: ListColumn<ShopTicket>[] = [
  {
    id: 'soldNum',
    label: '販売',
    width: 84,
    card: 'labelled',
    align: 'right',
    sortKey: 'soldNum',
    sortFirst: 'desc',
    cell: ({ soldNum }) => formatSheets(soldNum),
  },
  {
    id: 'remainingNum',
    label: '残数',
    width: 84,
    card: 'labelled',
    align: 'right',
    sortKey: 'remainingNum',
    sortFirst: 'desc',
    cell: ({ remainingNum }) => formatSheets(remainingNum),
  },
  { id: 'type', label: ticketFields.type, width: 88, card: 'text', cell: ({ type }) => ticketTypes[type] },
  {
    id: 'usable',
    label: '利用可能店舗',
    width: 120,
    card: 'text',
    cell: ({ usable }) => <span title={usableText(usable)}>{usableText(usable)}</span>,
  },
  {
    id: 'status',
    label: ticketFields.status,
    width: 92,
    priority: 2,
    card: 'beside',
    cell: ({ status }) => <PublicationChip status={status} />,
  },
  { id: 'num', label: ticketFields.num, width: 68, priority: 2, align: 'right', cell: ({ num }) => formatSheets(num) },
  {
    id: 'validDays',
    label: ticketFields.validDays,
    width: 84,
    priority: 2,
    align: 'right',
    cell: ({ validDays }) => (validDays === null ? '無期限' : `${formatCount(validDays)}日`),
  },
  {
    id: 'grantedNum',
    label: '付与',
    width: 90,
    priority: 2,
    align: 'right',
    cell: ({ grantedNum }) => formatSheets(grantedNum),
  },
  {
    id: 'usedNum',
    label: '利用',
    width: 90,
    priority: 2,
    align: 'right',
    cell: ({ usedNum }) => formatSheets(usedNum),
  },
  {
    id: 'expiredNum',
    label: '失効',
    width: 90,
    priority: 2,
    align: 'right',
    cell: ({ expiredNum }) => formatSheets(expiredNum),
  },
  { id: 'code', label: ticketFields.code, width: 130, priority: 3, sortKey: 'code', cell: ({ code }) => code },
]

/** Tickets for lessons or visits, with numbers sold and remaining. */
export function TicketList({ search, onSearchChange }: ListProps<TicketSearch>) {
  const money = useCan()('report.money')
  const { shops, label } = useSelectedShop(search.shop)
  const shown = useMemo(() => [name, ...(money ? [price] : []), ...columns], [money])
  return (
    <ResourceTable<ShopTicket, TicketSearch>
      name="tickets"
      title="チケット"
      lead={label}
      note={`販売・残数などは${label}で付与した分です`}
      tabs={<Tabs shop={search.shop} />}
      aside={(answer) => <Synced at={newestOf(answer?.list)} />}
      noun="チケット"
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => ticketListQuery(requestedTickets(params, shops))}
      columns={shown}
      defaultSort={shopTicketList.defaultSort}
      searchHint="チケット名・チケットコード"
      filters={filters}
      rowLabel={({ name }) => name}
      rowPath={() => null}
      notFound={<ShopNotFound />}
      firstUse={
        <FirstData>
          保有チケットのファイルを取り込むか、会員管理システムとの同期が終わると、チケットがここに表示されます。
        </FirstData>
      }
    />
  )
}
