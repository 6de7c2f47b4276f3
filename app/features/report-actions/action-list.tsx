import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReportActionRow } from '#contract/report-action.ts'
import { actionFields } from '#contract/words/fields/report-action.ts'
import { actionCategories, actionEvaluations, actionList, actionPriorities } from '#contract/words/report-action.ts'
import { useCan } from '~/auth/session'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { exportReportActions } from '~/functions/report-action'
import { formatDate } from '~/lib/dates'
import { ShopReportTabs } from '~/nouns/shop-report/shop-report-tabs'
import { ActionStatusChip, Overdue } from '~/nouns/shop-report/status-chips'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { FigureLine } from './labels'
import { type ActionSearch, actionFilters, actionListQuery, requestedActions } from './queries'
import { ActionViews } from './views'

const columnsFor = (ofSeveralShops: boolean): ListColumn<ReportActionRow>[] => [
  { id: 'title', label: actionFields.title, width: 220, cell: ({ title }) => title },
  {
    id: 'status',
    label: actionFields.status,
    width: 160,
    card: 'beside',
    sortKey: 'status',
    cell: ({ status, isOverdue }) => (
      <span className="flex gap-1">
        <ActionStatusChip status={status} />
        {isOverdue && <Overdue />}
      </span>
    ),
  },
  ...(ofSeveralShops
    ? [
        {
          id: 'shop',
          label: actionFields.shopId,
          width: 100,
          card: 'text',
          cell: ({ shop }) => shop.name,
        } satisfies ListColumn<ReportActionRow>,
      ]
    : []),
  { id: 'owner', label: actionFields.ownerStaffId, width: 120, card: 'text', cell: ({ owner }) => owner.displayName },
  {
    id: 'dueOn',
    label: actionFields.dueOn,
    width: 130,
    card: 'labelled',
    sortKey: 'dueOn',
    cell: ({ dueOn }) => formatDate(dueOn),
  },
  {
    id: 'progress',
    label: actionFields.progress,
    width: 76,
    card: 'labelled',
    align: 'right',
    cell: ({ progress }) => `${progress}%`,
  },
  {
    id: 'figure',
    label: actionFields.metric,
    width: 230,
    priority: 2,
    card: 'text',
    cell: (row) => <FigureLine row={row} />,
  },
  {
    id: 'category',
    label: actionFields.category,
    width: 90,
    priority: 2,
    cell: ({ category }) => actionCategories[category],
  },
  {
    id: 'priority',
    label: actionFields.priority,
    width: 86,
    priority: 2,
    sortKey: 'priority',
    cell: ({ priority }) => actionPriorities[priority],
  },
  {
    id: 'startOn',
    label: actionFields.startOn,
    width: 130,
    priority: 3,
    sortKey: 'startOn',
    cell: ({ startOn }) => formatDate(startOn),
  },
  {
    id: 'evaluation',
    label: actionFields.evaluation,
    width: 70,
    priority: 3,
    cell: ({ evaluation }) => (evaluation ? actionEvaluations[evaluation] : '–'),
  },
]

/** Actions of the shops, by due date. */
export function ActionList({ search, onSearchChange }: ListProps<ActionSearch>) {
  const can = useCan()
  const { shop, shops, label } = useSelectedShop(search.shop)
  const columns = useMemo(() => columnsFor(shop === undefined), [shop])
  const { data: answer } = useQuery(actionListQuery(requestedActions(search, shops)))
  const first = answer?.list[0]
  const filters = useMemo(() => actionFilters(search, first), [search, first])
  return (
    <ResourceTable<ReportActionRow, ActionSearch>
      name="reportActions"
      title="改善アクション"
      lead={label}
      noun="改善アクション"
      tabs={<ShopReportTabs shop={search.shop} />}
      actions={<ActionViews search={search} />}
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => actionListQuery(requestedActions(params, shops))}
      columns={columns}
      defaultSort={actionList.defaultSort}
      searchHint="件名・計画・実施内容"
      filters={filters}
      rowLabel={({ title }) => title}
      rowPath={({ id }) => `/shop-reports/actions/${id}`}
      csv={
        can('report.export') &&
        ((params, signal) => exportReportActions({ data: requestedActions(params, shops), signal }))
      }
      notFound={<ShopNotFound />}
      firstUse={<p>店舗で決めたことを登録すると、ここに表示されます。</p>}
    />
  )
}
