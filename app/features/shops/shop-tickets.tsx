import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ShopTicket } from '#contract/shop-ticket.ts'
import { ticketTypes } from '#contract/words/shop.ts'
import { useCan } from '~/auth/session'
import { PublicationChip } from '~/components/publication'
import { buttonVariants } from '~/components/ui/button'
import { formatSheets, formatYen } from '~/lib/format'
import { shopTicketsQuery } from './queries'
import { useShop } from './shop-page'
import { ShortList } from './short-list'

const price = { label: '価格（税込）', isFigure: true, cell: ({ price }: ShopTicket) => formatYen(price) }

/** Tickets valid in the shop, and the remaining number of those granted here. */
export function ShopTickets() {
  const { id, name } = useShop()
  const seesMoney = useCan()('report.money')
  return (
    <ShortList
      query={useQuery(shopTicketsQuery(id))}
      noun="チケット"
      label={`${name}のチケット`}
      more={
        <Link
          to="/hacomono/plans-or-tickets/tickets"
          search={{ shop: id }}
          className={buttonVariants({ variant: 'outline' })}
        >
          チケットの一覧で見る
        </Link>
      }
      columns={[
        { label: 'チケット名', cell: ({ name }) => name },
        { label: 'チケットコード', isMinor: true, cell: ({ code }) => code },
        { label: '種別', isMinor: true, cell: ({ type }) => ticketTypes[type] },
        ...(seesMoney ? [price] : []),
        { label: '販売', isFigure: true, isMinor: true, cell: ({ soldNum }) => formatSheets(soldNum) },
        { label: '残数', isFigure: true, cell: ({ remainingNum }) => formatSheets(remainingNum) },
        { label: '公開状態', isMinor: true, cell: ({ status }) => <PublicationChip status={status} /> },
      ]}
    />
  )
}
