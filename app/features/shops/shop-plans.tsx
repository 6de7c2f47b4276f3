import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { planCategories } from '#contract/words/shop.ts'
import { PublicationChip } from '~/components/publication'
import { buttonVariants } from '~/components/ui/button'
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
      more={
        <Link to="/hacomono/plans-or-tickets" search={{ shop: id }} className={buttonVariants({ variant: 'outline' })}>
          プランの一覧で見る
        </Link>
      }
      columns={[
        {
          label: 'プラン名',
          cell: ({ id, name }) => (
            <Link to="/hacomono/plans-or-tickets/$planId" params={{ planId: id }} className="hover:underline">
              {name}
            </Link>
          ),
        },
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
        { label: '公開状態', isMinor: true, cell: ({ status }) => <PublicationChip status={status} /> },
      ]}
    />
  )
}
