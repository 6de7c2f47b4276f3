import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { shopQuery } from '~/features/shops/queries'
import { ShopPage } from '~/features/shops/shop-page'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId')({
  staticData: { permission: 'shop.read' },
  loader: ({ context, params }) => openScreen(context, { title: '店舗', first: [shopQuery(params.shopId)] }),
  component: recordScreen(ShopPage),
})
