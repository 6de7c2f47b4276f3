import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { historyQuery } from '~/components/record/history'
import { shopHistory } from '~/features/shops/queries'
import { ShopHistory } from '~/features/shops/shop-history'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/history')({
  staticData: { permission: 'audit.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '店舗の変更履歴', first: [historyQuery(shopHistory(params.shopId))] }),
  component: ShopHistory,
})
