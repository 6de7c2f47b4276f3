import { useMemo } from 'react'
import type { ShopPlan } from '#contract/shop-plan.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { planFields } from '#contract/words/fields/shop-plan.ts'
import { leanBodyFlags, planCategories, shopPlanList } from '#contract/words/shop.ts'
import { useCan } from '~/auth/session'
import { PublicationChip } from '~/components/publication'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { formatYen } from '~/lib/format'
import { newestOf, Synced } from '~/nouns/club-system/synced'
import { FirstData } from '~/shop/first-data'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { conditionsText } from './conditions'
import { Contractors, Tabs } from './parts'
import { type PlanSearch, planListQuery, requestedPlans } from './queries'

const filters = [
  choiceFilter('category', planFields.category, planCategories),
  choiceFilter('status', planFields.status, publicationStatuses),
  choiceFilter('withLeanBodyContent', planFields.withLeanBodyContent, leanBodyFlags),
]

const name: ListColumn<ShopPlan> = {
  id: 'name',
  label: planFields.name,
  width: 180,
  sortKey: 'name',
  cell: ({ name, code }) => <TwoLines main={name} sub={code} />,
}

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
  {
    id: 'status',
    label: planFields.status,
    width: 92,
    priority: 2,
    card: 'beside',
    cell: ({ status }) => <PublicationChip status={status} />,
  },
  {
    id: 'category',
    label: planFields.category,
    width: 136,
    priority: 2,
    card: 'text',
    cell: ({ category }) => planCategories[category],
  },
  { id: 'code', label: planFields.code, width: 120, priority: 3, sortKey: 'code', cell: ({ code }) => code },
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
  const { shop: selected, shops, label } = useSelectedShop(search.shop)
  const ofSeveralShops = selected === undefined
  const shown = useMemo(
    () => [name, ...(ofSeveralShops ? [shop] : []), ...(money ? [price] : []), ...columns, ...(money ? more : [])],
    [ofSeveralShops, money],
  )
  return (
    <ResourceTable<ShopPlan, PlanSearch>
      name="plans"
      title="プラン"
      lead={label}
      tabs={<Tabs shop={search.shop} />}
      aside={(answer) => <Synced at={newestOf(answer?.list)} />}
      noun="プラン"
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => planListQuery(requestedPlans(params, shops))}
      columns={shown}
      defaultSort={shopPlanList.defaultSort}
      searchHint="プラン名・プランコード"
      filters={filters}
      rowLabel={({ name }) => name}
      rowPath={({ id }) => `/hacomono/plans-or-tickets/${id}`}
      notFound={<ShopNotFound />}
      firstUse={
        <FirstData>
          契約のファイルを取り込むか、会員管理システムとの同期が終わると、プランがここに表示されます。
        </FirstData>
      }
    />
  )
}
