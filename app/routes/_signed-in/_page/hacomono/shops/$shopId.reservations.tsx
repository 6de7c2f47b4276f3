import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { shopReservationsQuery } from '~/features/shops/queries'
import { ShopReservations } from '~/features/shops/shop-reservations'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/reservations')({
  staticData: { permission: 'reservation.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '店舗の予約', first: [shopReservationsQuery(params.shopId)] }),
  component: ShopReservations,
})
