import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { type ShopSearch, shopListQuery, shopSearch } from '~/features/shops/queries'
import { ShopList } from '~/features/shops/shop-list'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/')({
  validateSearch: searchInput<ShopSearch>(),
  shouldReload: true,
  staticData: { permission: 'shop.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '店舗', first: [shopListQuery(shopSearch(location.search))] }),
  component: searchScreen(shopSearch, ShopList),
})
