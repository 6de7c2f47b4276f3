import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ProductsScreen } from '~/features/statistics/products/products-screen'
import {
  type ProductsSearch,
  productsQuery,
  productsSearch,
  requestedProducts,
} from '~/features/statistics/products/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/products')({
  validateSearch: searchInput<ProductsSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '商品', first: [productsQuery(requestedProducts(productsSearch(location.search)))] }),
  component: searchScreen(productsSearch, ProductsScreen),
})
