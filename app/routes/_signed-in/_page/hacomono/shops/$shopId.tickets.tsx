import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { shopTicketsQuery } from '~/features/shops/queries'
import { ShopTickets } from '~/features/shops/shop-tickets'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/tickets')({
  staticData: { permission: 'plan.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '店舗のチケット', first: [shopTicketsQuery(params.shopId)] }),
  component: ShopTickets,
})
