import { useQuery } from '@tanstack/react-query'
import { publicationStatuses } from '#contract/words/common.ts'
import { planCategories } from '#contract/words/shop.ts'
import { formatYen } from '~/lib/format'
import { shopPlansQuery } from './queries'
import { useShop } from './shop-page'
import { ShortList } from './short-list'

/** All plans of the shop. */
export function ShopPlans() {
  const { id, name } = useShop()
  const query = useQuery(shopPlansQuery(id))
  const hasPrices = query.data?.list.some(({ priceMonthly }) => priceMonthly !== undefined)
  return (
    <ShortList
      query={query}
      noun="プラン"
      label={`${name}のプラン`}
      columns={[
        { label: 'プラン名', cell: ({ name }) => name },
        { label: 'プランコード', isMinor: true, cell: ({ code }) => code },
        { label: '会員種別', isMinor: true, cell: ({ category }) => planCategories[category] },
        ...(hasPrices
          ? [
              {
                label: '月会費',
                isFigure: true,
                cell: (plan: { priceMonthly?: number | undefined }) => formatYen(plan.priceMonthly),
              },
            ]
          : []),
        { label: 'LEAN BODY', cell: ({ withLeanBodyContent }) => (withLeanBodyContent ? '付き' : 'なし') },
        { label: '公開状態', isMinor: true, cell: ({ status }) => publicationStatuses[status] },
      ]}
    />
  )
}
