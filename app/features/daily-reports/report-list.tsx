import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DailyReportRow } from '#contract/daily-report.ts'
import type { AnswerOf } from '#contract/names.ts'
import { dailyReportList, dailyReportStatuses, weathers } from '#contract/words/daily-report.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import { useCan } from '~/auth/session'
import { choiceFilter, flagFilter, periodFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { exportDailyReports } from '~/functions/daily-report'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { ShopReportTabs } from '~/nouns/shop-report/shop-report-tabs'
import { ReportStatusChip } from '~/nouns/shop-report/status-chips'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { nameOf } from './labels'
import { type ReportSearch, reportListQuery, requestedReports } from './queries'

const filters = [
  choiceFilter('status', dailyReportFields.status, dailyReportStatuses),
  periodFilter('from', 'to', '日付'),
  flagFilter('hasIncident', '事故・けがあり'),
]

const columnsFor = (money: boolean): ListColumn<DailyReportRow>[] => [
  {
    id: 'date',
    label: dailyReportFields.date,
    width: 130,
    sortKey: 'date',
    sortFirst: 'desc',
    cell: ({ date }) => formatDate(date),
  },
  {
    id: 'shop',
    label: dailyReportFields.shop,
    width: 130,
    card: 'text',
    sortKey: 'shop',
    cell: ({ shop }) => shop.name,
  },
  {
    id: 'status',
    label: dailyReportFields.status,
    width: 110,
    card: 'beside',
    sortKey: 'status',
    cell: ({ status }) => <ReportStatusChip status={status} />,
  },
  {
    id: 'visitCount',
    label: '来館数',
    width: 90,
    align: 'right',
    card: 'labelled',
    cell: ({ visitCount }) => formatCount(visitCount),
  },
  {
    id: 'admissionCount',
    label: '入会',
    width: 76,
    align: 'right',
    card: 'labelled',
    cell: ({ admissionCount }) => formatCount(admissionCount),
  },
  ...(money
    ? ([
        {
          id: 'sales',
          label: '売上',
          width: 110,
          align: 'right',
          card: 'labelled',
          cell: ({ sales }) => formatYen(sales),
        },
        {
          id: 'cashDiff',
          label: dailyReportFields.cashDiff,
          width: 96,
          align: 'right',
          priority: 2,
          cell: ({ cashDiff }) => <span className={cn(cashDiff && 'text-bad')}>{formatYen(cashDiff)}</span>,
        },
      ] satisfies ListColumn<DailyReportRow>[])
    : []),
  {
    id: 'notes',
    label: '特記',
    width: 120,
    priority: 2,
    card: 'end',
    cell: ({ hasIncident, isAdjusted }) => (
      <span className="flex gap-1">
        {hasIncident && <Chip tone="warning">事故</Chip>}
        {isAdjusted && <Chip>修正</Chip>}
      </span>
    ),
  },
  {
    id: 'weather',
    label: dailyReportFields.weather,
    width: 70,
    priority: 3,
    cell: ({ weather }) => (weather ? weathers[weather] : '–'),
  },
  { id: 'author', label: dailyReportFields.authorId, width: 130, priority: 2, cell: ({ author }) => nameOf(author) },
  {
    id: 'submittedAt',
    label: dailyReportFields.submittedAt,
    width: 170,
    sortKey: 'submittedAt',
    sortFirst: 'desc',
    cell: ({ submittedAt }) => (submittedAt ? formatDateTime(submittedAt) : '–'),
  },
  {
    id: 'approver',
    label: dailyReportFields.approverId,
    width: 130,
    priority: 3,
    cell: ({ approver }) => nameOf(approver),
  },
]

type Answer = AnswerOf<'dailyReport.list'>

/** List of reports, of the last two months or of the chosen days. */
export function ReportList({ search, onSearchChange }: ListProps<ReportSearch>) {
  const can = useCan()
  const { shops, label } = useSelectedShop(search.shop)
  const money = can('report.money')
  const columns = useMemo(() => columnsFor(money), [money])
  const { data: answer } = useQuery(reportListQuery(requestedReports(search, shops)))
  const { authorStaffId } = search
  const author = answer?.list[0]?.author?.displayName
  const shown = useMemo(
    () =>
      authorStaffId
        ? [choiceFilter('authorStaffId', dailyReportFields.authorId, [[authorStaffId, author ?? '…']]), ...filters]
        : filters,
    [authorStaffId, author],
  )
  return (
    <ResourceTable<DailyReportRow, ReportSearch, Answer>
      name="dailyReports"
      title="日報"
      lead={label}
      noun="日報"
      tabs={<ShopReportTabs shop={search.shop} />}
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => reportListQuery(requestedReports(params, shops))}
      columns={columns}
      defaultSort={dailyReportList.defaultSort}
      searchHint="本文"
      filters={shown}
      rowLabel={({ shop, date }) => `${shop.name} ${formatDate(date)}`}
      rowPath={({ shop, date }) => `/shop-reports/${shop.id}/${date}`}
      csv={
        can('report.export') &&
        ((params, signal) => exportDailyReports({ data: requestedReports(params, shops), signal }))
      }
      notFound={<ShopNotFound />}
      firstUse={<p>店舗が書いた日報が、ここに表示されます。</p>}
    />
  )
}
