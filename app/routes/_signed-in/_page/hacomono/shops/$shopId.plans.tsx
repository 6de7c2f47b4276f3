import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { shopPlansQuery } from '~/features/shops/queries'
import { ShopPlans } from '~/features/shops/shop-plans'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/plans')({
  staticData: { permission: 'plan.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '店舗のプラン', first: [shopPlansQuery(params.shopId)] }),
  component: ShopPlans,
})
