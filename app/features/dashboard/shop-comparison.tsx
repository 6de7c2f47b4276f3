import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ChevronDown, ChevronsUpDown } from 'lucide-react'
import { type MouseEvent, memo, useDeferredValue, useMemo, useState } from 'react'
import type { MonthlyStatsByShop, PeriodReport, ShopMonth } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { RefNumber } from '~/components/status-pages'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { exportMonthlyStatsByShop } from '~/functions/report'
import { tellFailure } from '~/lib/failure'
import { cn } from '~/lib/utils'
import { CsvButton } from './csv-button'
import { monthlyStatsByShopQuery } from './queries'
import { cells, ScrollTable } from './scroll-table'
import { nextShopSort, type ShopSort, shopColumns, sortedShops, totalOf } from './shop-columns'
import { useNear } from './use-near'

interface ShopComparisonProps {
  /** YYYY-MM as the screen's address has it; absent: the current month. */
  monthInUrl: string | undefined
  asked: { year: number; month: number }
  /** Of all these shops together. */
  total: PeriodReport
  period: string
}

/** The shops of the selection beside each other; asked for when someone scrolls near. */
export function ShopComparison({ monthInUrl, asked, total, period }: ShopComparisonProps) {
  const can = useCan()
  const { box, isNear } = useNear<HTMLDivElement>()
  const query = useQuery({
    ...monthlyStatsByShopQuery(asked),
    enabled: isNear,
    placeholderData: (previous) => previous,
  })
  return (
    <div ref={box} className="col-span-full">
      <Card className={cn(!query.data && 'print:hidden')}>
        <CardHeader>
          <CardTitle>店舗の比較</CardTitle>
          {can('report.export') && <CsvButton of="店舗の比較" save={() => exportMonthlyStatsByShop({ data: asked })} />}
        </CardHeader>
        <CardContent className={cn('transition-opacity', query.isPlaceholderData && 'opacity-55')}>
          {query.data ? (
            <ShopTable stats={query.data} monthInUrl={monthInUrl} total={total} caption={`${period}の店舗の比較`} />
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

interface ShopTableProps extends Pick<ShopComparisonProps, 'monthInUrl' | 'total'> {
  stats: MonthlyStatsByShop
  caption: string
}

function ShopTable({ stats: { shops }, monthInUrl, total, caption }: ShopTableProps) {
  const [sort, setSort] = useState<ShopSort>()
  const columns = useMemo(() => shopColumns(shops), [shops])
  // The header answers at once, 200 rows follow.
  const shownSort = useDeferredValue(sort)
  const rows = useMemo(
    () => <ShopRows shops={sortedShops(shops, columns, shownSort)} columns={columns} monthInUrl={monthInUrl} />,
    [shops, columns, shownSort, monthInUrl],
  )
  return (
    <ScrollTable caption={caption} className="max-h-[min(36rem,80dvh)]" isDense>
      <thead>
        <tr>
          <th scope="col" className={cells.corner}>
            店舗
          </th>
          {columns.map(({ id, label, hint, isScreenOnly }) => {
            const direction = sort?.id === id ? sort.direction : undefined
            const Arrow = direction ? ChevronDown : ChevronsUpDown
            return (
              <th
                key={id}
                scope="col"
                aria-sort={direction ?? 'none'}
                className={cn(cells.head, 'px-1!', isScreenOnly && 'print:hidden')}
              >
                <button
                  type="button"
                  title={hint}
                  onClick={() => setSort(nextShopSort(id, sort))}
                  className="inline-flex h-7 flex-row-reverse items-center gap-1 rounded-sm px-2 font-medium hover:bg-card print:px-0"
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
              </th>
            )
          })}
        </tr>
      </thead>
      {rows}
      <tfoot>
        <tr>
          <th scope="row" className={cells.totalRow}>
            合計（{shops.length}店舗）
          </th>
          {columns.map((column) => (
            <td key={column.id} className={cn(cells.total, column.isScreenOnly && 'print:hidden')}>
              {totalOf(column, total)}
            </td>
          ))}
        </tr>
      </tfoot>
    </ScrollTable>
  )
}

interface ShopRowsProps {
  shops: readonly ShopMonth[]
  columns: ReturnType<typeof shopColumns>
  monthInUrl: string | undefined
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Plain links and one handler for all of them: two hundred router links would be felt. */
function ShopRows({ shops, columns, monthInUrl }: ShopRowsProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href: link.getAttribute('href') ?? '/dashboard' })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what keyboards reach; Enter on them is a click
    <tbody onClick={follow}>
      {shops.map((shop) => (
        <ShopRow key={shop.shopId} shop={shop} columns={columns} monthInUrl={monthInUrl} />
      ))}
    </tbody>
  )
}

type ShopRowProps = Omit<ShopRowsProps, 'shops'> & { shop: ShopMonth }

/** Another order moves rows and draws none anew. */
const ShopRow = memo(function ShopRow({ shop, columns, monthInUrl }: ShopRowProps) {
  return (
    <tr className="hover:bg-muted">
      <th scope="row" className={cn(cells.row, 'max-w-48 truncate sm:max-w-72')}>
        <a
          href={`/dashboard?shop=${shop.shopId}${monthInUrl ? `&month=${monthInUrl}` : ''}`}
          className="font-medium text-primary hover:underline"
        >
          {shop.shopName}
        </a>
      </th>
      {columns.map((column) => (
        <td key={column.id} className={cn(cells.value, column.isScreenOnly && 'print:hidden')}>
          {column.format(column.value(shop))}
        </td>
      ))}
    </tr>
  )
})

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { text, ref } = tellFailure(error)
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
