import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronsUpDown } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { MonthlyStatsByShop, PeriodReport, ShopMonth } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { CsvButton } from '~/components/report/csv-button'
import { InfoTip } from '~/components/report/info-tip'
import { cells, ScrollTable } from '~/components/report/scroll-table'
import { RefNumber } from '~/components/status-pages'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { useNear } from '~/components/use-near'
import { exportMonthlyStatsByShop } from '~/functions/report'
import { failureMessage } from '~/lib/failure'
import { cn } from '~/lib/utils'
import { FigureInTable, figureInTable } from './figure-in-table'
import { useWay, type Way } from './figure-link'
import { asOf } from './figures'
import { monthlyStatsByShopQuery } from './queries'
import { nextShopSort, type ShopColumn, type ShopSort, shopColumns, sortedShops, totalOf } from './shop-columns'

interface ShopComparisonProps {
  /** YYYY-MM from the URL; absent: the current month. */
  monthInUrl: string | undefined
  month: { year: number; month: number }
  /** Of all these shops together. */
  total: PeriodReport
  /** The month is not over. */
  isOpen: boolean
  period: string
}

/** Comparison of the selected shops; loaded when scrolled near. */
export function ShopComparison({ monthInUrl, month, total, isOpen, period }: ShopComparisonProps) {
  const can = useCan()
  const { box, isNear } = useNear<HTMLDivElement>()
  const query = useQuery({
    ...monthlyStatsByShopQuery(month),
    enabled: isNear,
    placeholderData: (previous) => previous,
  })
  return (
    <div ref={box} className="col-span-full">
      <Card className={cn(!query.data && 'print:hidden')}>
        <CardHeader>
          <CardTitle>店舗の比較</CardTitle>
          {can('report.export') && <CsvButton of="店舗の比較" save={() => exportMonthlyStatsByShop({ data: month })} />}
        </CardHeader>
        <CardContent className={cn('transition-opacity', query.isPlaceholderData && 'opacity-55')}>
          {query.data ? (
            <ShopTable
              stats={query.data}
              monthInUrl={monthInUrl}
              total={total}
              isOpen={isOpen}
              caption={`${period}の店舗の比較`}
            />
          ) : query.error ? (
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton className="h-80" />
          )}
        </CardContent>
      </Card>
    </div>
  )
}

interface ShopTableProps extends Pick<ShopComparisonProps, 'monthInUrl' | 'total' | 'isOpen'> {
  stats: MonthlyStatsByShop
  caption: string
}

function ShopTable({ stats: { shops, requestInfo }, monthInUrl, total, isOpen, caption }: ShopTableProps) {
  const way = useWay()
  const { year, month } = requestInfo
  const [sort, setSort] = useState<ShopSort>()
  const closingName = isOpen ? asOf(total) : undefined
  const columns = useMemo(() => shopColumns(shops, closingName), [shops, closingName])
  // Updates the header first; 200 rows follow in a transition.
  const shownSort = useDeferredValue(sort)
  const rows = useMemo(
    () => (
      <tbody>
        {sortedShops(shops, columns, shownSort).map((shop) => (
          <ShopRow key={shop.shopId} {...{ shop, columns, monthInUrl, way, year, month }} />
        ))}
      </tbody>
    ),
    [shops, columns, shownSort, monthInUrl, way, year, month],
  )
  return (
    <ScrollTable caption={caption} className="max-h-[min(36rem,80dvh)]" isDense>
      <thead>
        <tr>
          <th scope="col" className={cells.corner}>
            店舗
          </th>
          {columns.map((column) => (
            <SortableHead
              key={column.id}
              column={column}
              direction={sort?.id === column.id ? sort.direction : undefined}
              onSort={() => setSort(nextShopSort(column.id, sort))}
            />
          ))}
        </tr>
      </thead>
      {rows}
      <tfoot>
        <tr>
          <th scope="row" className={cells.totalRow}>
            合計（{shops.length}店舗）
          </th>
          {columns.map((column) => {
            const figure = totalOf(column, total)
            return (
              <td key={column.id} className={cn(cells.total, column.isScreenOnly && 'print:hidden')}>
                {figure && <FigureInTable figure={figure} row="合計" />}
              </td>
            )
          })}
        </tr>
      </tfoot>
    </ScrollTable>
  )
}

interface SortableHeadProps {
  column: ShopColumn
  direction: ShopSort['direction'] | undefined
  onSort: () => void
}

function SortableHead({ column: { label, formula, isScreenOnly }, direction, onSort }: SortableHeadProps) {
  const Arrow = direction ? ChevronDown : ChevronsUpDown
  return (
    <th
      scope="col"
      // Screen readers repeat it with each cell, so it must not include the buttons' text.
      aria-label={label}
      aria-sort={direction ?? 'none'}
      className={cn(cells.head, 'px-1!', isScreenOnly && 'print:hidden')}
    >
      <span className="-ml-1 flex items-center justify-end print:ml-0">
        <InfoTip label={label} text={formula} />
        <button
          type="button"
          onClick={onSort}
          className="inline-flex h-7 flex-row-reverse items-center gap-0.5 rounded-sm pr-2 pl-0.5 font-medium hover:bg-card print:px-0"
        >
          {label}
          <Arrow
            aria-hidden
            className={cn(
              'size-3.5 shrink-0 print:hidden',
              direction ? 'text-primary' : 'text-muted-foreground',
              direction === 'ascending' && 'rotate-180',
            )}
          />
        </button>
      </span>
    </th>
  )
}

interface ShopRowProps {
  shop: ShopMonth
  columns: readonly ShopColumn[]
  monthInUrl: string | undefined
  way: Way | null
  /** Period of the figures. */
  year: number
  month: number
}

/** Sorting moves rows without re-rendering them. Plain links: thousands of router links would be slow. */
const ShopRow = memo(function ShopRow({ shop, columns, monthInUrl, way, year, month }: ShopRowProps) {
  const place = { row: shop.shopName, shop: shop.shopId, period: { year, month } }
  return (
    <tr className="hover:bg-muted">
      <th scope="row" className={cn(cells.row, 'max-w-48 truncate sm:max-w-72')}>
        <a
          href={`/dashboard?shop=${shop.shopId}${monthInUrl ? `&month=${monthInUrl}` : ''}`}
          tabIndex={-1}
          className="font-medium text-primary hover:underline"
        >
          {shop.shopName}
        </a>
      </th>
      {columns.map((column) => (
        <td key={column.id} className={cn(cells.value, column.isScreenOnly && 'print:hidden')}>
          {figureInTable(way, { figure: column.figure(shop), ...place })}
        </td>
      ))}
    </tr>
  )
})

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { text, ref } = failureMessage(error)
  return (
    <div role="alert" className="flex min-h-80 flex-col items-center justify-center gap-3 text-center text-sm">
      <p className="font-semibold">店舗の比較を表示できませんでした</p>
      <p className="text-muted-foreground">{text}</p>
      {ref && <RefNumber>{ref}</RefNumber>}
      <Button variant="outline" onClick={onRetry}>
        再試行
      </Button>
    </div>
  )
}
