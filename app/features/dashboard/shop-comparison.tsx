import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { MonthlyStats, MonthlyStatsByShop, ShopMonth } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { CsvButton } from '~/components/report/csv-button'
import { type FigureSort, nextSort } from '~/components/report/figure-sort'
import { FigureTable } from '~/components/report/figure-table'
import { RetryButton } from '~/components/retry-button'
import { RefNumber } from '~/components/status-pages'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { useNear } from '~/components/use-near'
import { exportMonthlyStatsByShop } from '~/functions/report'
import { failureMessage } from '~/lib/failure'
import { cn } from '~/lib/utils'
import { FigureInTable, figureInTable } from './figure-in-table'
import { useWay } from './figure-link'
import { asOf } from './figures'
import { useIsPartner } from './partner'
import { monthlyStatsByShopQuery } from './queries'
import { about } from './rounded'
import type { LinkedFigure } from './rows-behind'
import { shopColumns, sortedShops } from './shop-columns'

interface ShopComparisonProps {
  /** YYYY-MM from the URL; absent: the current month. */
  monthInUrl: string | undefined
  /** Of all these shops together. */
  ofAll: MonthlyStats
  period: string
}

/** Comparison of the selected shops; loaded when scrolled near. */
export function ShopComparison({ monthInUrl, ofAll, period }: ShopComparisonProps) {
  const { year, month: number } = ofAll.requestInfo
  const month = { year, month: number }
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
            <ShopTable stats={query.data} monthInUrl={monthInUrl} ofAll={ofAll} caption={`${period}の店舗の比較`} />
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

interface ShopTableProps extends Pick<ShopComparisonProps, 'monthInUrl' | 'ofAll'> {
  stats: MonthlyStatsByShop
  caption: string
}

const exactly = (figure: LinkedFigure) => figure

function ShopTable({ stats: { shops, requestInfo }, monthInUrl, ofAll, caption }: ShopTableProps) {
  const way = useWay()
  const shownAs: (figure: LinkedFigure) => LinkedFigure = useIsPartner() ? about : exactly
  const { year, month } = requestInfo
  const [sort, setSort] = useState<FigureSort>()
  const closingName = ofAll.prevMonthToSameDay ? asOf(ofAll.thisMonthReport) : undefined
  // Sorting moves 200 rows without drawing them again.
  const columns = useMemo(() => shopColumns(shops, closingName), [shops, closingName])
  const cells = useMemo(
    () =>
      columns.map((column) => {
        const total = column.total?.(ofAll)
        return {
          ...column,
          sortId: column.id,
          value: (shop: ShopMonth) =>
            // Plain links: thousands of router links would be slow.
            figureInTable(way, {
              figure: shownAs(column.figure(shop)),
              row: shop.shopName,
              shop: shop.shopId,
              period: { year, month },
            }),
          total: total && <FigureInTable figure={shownAs(total)} row="合計" />,
        }
      }),
    [columns, ofAll, shownAs, way, year, month],
  )
  const nameOf = useCallback(
    ({ shopId, shopName }: ShopMonth) => (
      <a
        href={`/dashboard?shop=${shopId}${monthInUrl ? `&month=${monthInUrl}` : ''}`}
        tabIndex={-1}
        className="block max-w-48 truncate font-medium text-primary hover:underline sm:max-w-72"
      >
        {shopName}
      </a>
    ),
    [monthInUrl],
  )
  // Updates the header first; the rows follow in a transition.
  const shownSort = useDeferredValue(sort)
  const rows = useMemo(() => sortedShops(shops, columns, shownSort), [shops, columns, shownSort])
  return (
    <FigureTable
      caption={caption}
      className="max-h-[min(36rem,80dvh)]"
      rowClass="hover:bg-muted"
      isDense
      head="店舗"
      rows={rows}
      keyOf={({ shopId }) => shopId}
      nameOf={nameOf}
      columns={cells}
      total={`合計（${shops.length}店舗）`}
      sort={{ shown: sort, onSort: (id) => setSort(nextSort(id, sort)) }}
    />
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { text, ref } = failureMessage(error)
  return (
    <div role="alert" className="flex min-h-80 flex-col items-center justify-center gap-3 text-center text-sm">
      <p className="font-semibold">店舗の比較を表示できませんでした</p>
      <p className="text-muted-foreground">{text}</p>
      {ref && <RefNumber>{ref}</RefNumber>}
      <RetryButton variant="outline" error={error} onRetry={onRetry} />
    </div>
  )
}
