import { useMemo } from 'react'
import type { ShopPlan } from '#contract/shop-plan.ts'
import { planFields } from '#contract/words/fields/shop-plan.ts'
import { leanBodyFlags, planCategories, shopPlanList } from '#contract/words/shop.ts'
import { useCan } from '~/auth/session'
import { choiceFilter } from '~/components/resource-table/filters'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { formatYen } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { conditionsText } from './conditions'
import { Contractors } from './contractors'
import { codeColumn, nameColumn, OfferList, statusColumn, statusFilter } from './offers'
import { type PlanSearch, planListQuery, requestedPlans } from './queries'

const filters = [
  choiceFilter('category', planFields.category, planCategories),
  statusFilter,
  choiceFilter('withLeanBodyContent', planFields.withLeanBodyContent, leanBodyFlags),
]

const name = nameColumn(planFields.name, 180)

const shop: ListColumn<ShopPlan> = {
  id: 'shop',
  label: planFields.shop,
  width: 90,
  card: 'text',
  cell: ({ shopName }) => shopName,
}

const price: ListColumn<ShopPlan> = {
  id: 'priceMonthly',
  label: `${planFields.priceMonthly}（税込）`,
  width: 130,
  card: 'labelled',
  align: 'right',
  sortKey: 'priceMonthly',
  sortFirst: 'desc',
  cell: ({ priceMonthly }) => formatYen(priceMonthly),
}

const columns: ListColumn<ShopPlan>[] = [
  {
    id: 'conditions',
    label: '利用条件',
    width: 200,
    card: 'text',
    cell: (plan) => {
      const text = conditionsText(plan)
      return <span title={text}>{text}</span>
    },
  },
  {
    id: 'contractorCount',
    label: planFields.contractorCount,
    width: 88,
    card: 'labelled',
    align: 'right',
    sortKey: 'contractorCount',
    sortFirst: 'desc',
    cell: (plan) => <Contractors plan={plan} />,
  },
  {
    id: 'leanBody',
    label: planFields.withLeanBodyContent,
    width: 104,
    card: 'labelled',
    cell: ({ withLeanBodyContent }) => (withLeanBodyContent ? <Chip tone="positive">付き</Chip> : '–'),
  },
  statusColumn,
  {
    id: 'category',
    label: planFields.category,
    width: 136,
    priority: 2,
    card: 'text',
    cell: ({ category }) => planCategories[category],
  },
  codeColumn(planFields.code, 120),
]

const more: ListColumn<ShopPlan>[] = [
  {
    id: 'priceFirstMonth',
    label: `${planFields.priceFirstMonth}（税込）`,
    width: 130,
    priority: 3,
    align: 'right',
    cell: ({ priceFirstMonth }) => formatYen(priceFirstMonth),
  },
  {
    id: 'admissionFee',
    label: `${planFields.admissionFee}（税込）`,
    width: 120,
    priority: 2,
    align: 'right',
    cell: ({ admissionFee }) => formatYen(admissionFee),
  },
]

/** Plans of the selected shop, with conditions and number of contractors. */
export function PlanList({ search, onSearchChange }: ListProps<PlanSearch>) {
  const money = useCan()('report.money')
  const { shop: selected, shops } = useSelectedShop(search.shop)
  const ofSeveralShops = selected === undefined
  const shown = useMemo(
    () => [name, ...(ofSeveralShops ? [shop] : []), ...(money ? [price] : []), ...columns, ...(money ? more : [])],
    [ofSeveralShops, money],
  )
  return (
    <OfferList<ShopPlan, PlanSearch>
      name="plans"
      noun="プラン"
      file="契約"
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => planListQuery(requestedPlans(params, shops))}
      columns={shown}
      defaultSort={shopPlanList.defaultSort}
      filters={filters}
      rowPath={({ id }) => `/hacomono/plans-or-tickets/${id}`}
    />
  )
}
