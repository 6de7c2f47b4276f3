import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { shopActionsQuery } from '~/features/shops/queries'
import { ShopActions } from '~/features/shops/shop-actions'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/actions')({
  staticData: { permission: 'reportAction.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '店舗の改善アクション', first: [shopActionsQuery(params.shopId)] }),
  component: ShopActions,
})
