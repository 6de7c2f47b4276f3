import { createFileRoute } from '@tanstack/react-router'
import { ShopFacts } from '~/features/shops/shop-facts'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/')({
  staticData: { permission: 'shop.read' },
  component: ShopFacts,
})
