import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Reach } from '#contract/report-head.ts'
import { useCan } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { CsvButton } from '~/components/report/csv-button'
import { FailedState, StaleNotice } from '~/components/states'
import { ThinBar } from '~/components/thin-bar'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { formatDateTime } from '~/lib/dates'
import { periodInWords } from '~/lib/period-words'
import { cn } from '~/lib/utils'
import { allShops, useChangeShop, useSelectedShop } from '~/shop/selected-shop'
import { previousOfShop } from '~/shop/shop-query'
import { firstDay } from './first-day'
import type { RequestedDays } from './missing-shops.lazy'

const ShopNotShown = lazyPart(() => import('./shop-not-shown.lazy'))
const PrintHeader = lazyPart(() => import('./print-header.lazy'), { missing: 'nothing' })
const MissingShops = lazyPart(() => import('./missing-shops.lazy'))

export interface ReportHead {
  requestInfo: RequestedDays
  reach: Reach
  isProvisional: boolean
  dataAsOf: string | null
  correctedAt?: string | null
  /** A completed period whose figures may still change. */
  stillMoving?: readonly string[]
}

interface ReportScreenProps<Stats, Key extends QueryKey> {
  title: string
  /** The views of the same subject. */
  tabs: ReactNode
  search: { shop?: string }
  onShopChange: (shop: string) => void
  /** Of one of several reports, on paper: 売上. */
  name?: string
  /** What was chosen, as in 2026年11月: shown until the counted days are known. */
  period: string
  /** The days that the figures count; null: none. */
  daysOf: (stats: Stats) => { from: string; to: string } | null
  query: UseQueryOptions<Stats, Error, Stats, Key>
  /** Given the first day of the data and the time until which there are any, once they are known. */
  picker: (first: string | undefined, dataAsOf: string | null | undefined) => ReactNode
  /** Shown above the figures in every state. */
  above?: ReactNode
  /** What is shown, as CSV. */
  save: () => Promise<Response>
  /** Placeholder while the figures load. */
  skeleton: ReactNode
  /** Each shop's figures stand for themselves: none keeps those of others from being known. */
  isByShop?: boolean | undefined
  className?: string
  children: (stats: Stats) => ReactNode
}

/** Frame of a report: subject, period navigation, print, export, and all loading states. */
export function ReportScreen<Stats extends ReportHead, Key extends QueryKey>({
  title,
  tabs,
  search,
  onShopChange,
  name,
  period,
  daysOf,
  query: options,
  picker,
  above,
  save,
  skeleton,
  isByShop,
  className,
  children,
}: ReportScreenProps<Stats, Key>) {
  const can = useCan()
  const changeShop = useChangeShop()
  const { shopId, shop, label } = useSelectedShop(search.shop)
  const query = useQuery({
    ...options,
    placeholderData: previousOfShop({ shopId }),
  })
  const stats = query.data
  const days = stats ? daysOf(stats) : null
  const body = useMemo(() => stats && children(stats), [stats, children])
  // Picker and heading answer a press; the figures follow. Never under another shop's name, and the first ones at once.
  const now = { stats, shopId, body }
  const late = useDeferredValue(now)
  const shown = late.shopId === shopId && late.body ? late : now
  const isBehind = query.isPlaceholderData || shown.stats !== stats
  const inWords = days ? periodInWords(days) : period
  const retry = () => void query.refetch()
  const showAllShops = () => {
    changeShop(undefined)
    onShopChange(allShops)
  }

  return (
    <div className={cn('@container mx-auto max-w-[1608px] px-4 pb-12 sm:px-6 print:px-0 print:pb-0', className)}>
      <div className="sticky top-header z-30 -mx-4 print:hidden sm:-mx-6">
        <ThinBar active={query.isFetching} />
      </div>
      <PrintHeader shop={label} name={name} days={days} chosen={period} state={stats} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-4 pb-5 print:hidden">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <h1 className="text-xl font-semibold">{title}</h1>
            {tabs}
          </div>
          <DataState stats={stats} shop={shop ?? { name: label }} period={inWords} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {picker(stats && firstDay(stats.reach), stats?.dataAsOf)}
          {can('report.export') && (
            <>
              <Button variant="outline" onClick={() => window.print()} className="max-sm:w-9 max-sm:px-0">
                <Printer aria-hidden />
                <span className="max-sm:sr-only">印刷する</span>
              </Button>
              <CsvButton save={save} />
            </>
          )}
        </div>
      </div>

      {above}
      {query.error && stats && <StaleNotice of="集計" error={query.error} onRetry={retry} className="mb-4" />}
      {stats ? (
        <div className={cn('transition-opacity', isBehind && 'opacity-55')} aria-busy={query.isFetching || isBehind}>
          {!isByShop && stats.reach.missing.length > 0 && (
            <MissingShops reach={stats.reach} request={stats.requestInfo} />
          )}
          {shown.body}
        </div>
      ) : query.error ? (
        <Failure error={query.error} onRetry={retry} onAllShops={showAllShops} />
      ) : (
        <div className="space-y-4">
          <p role="status" className="sr-only">
            読み込み中...
          </p>
          {skeleton}
        </div>
      )}
    </div>
  )
}

interface DataStateProps {
  stats: ReportHead | undefined
  shop: { id?: string; name: string }
  /** In words. */
  period: string
}

/** Shop and period, 速報 or 確定, the time of the club system's data, and whether past figures were corrected. */
function DataState({ stats, shop, period }: DataStateProps) {
  return (
    <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
      {shop.id ? (
        <Link
          to="/hacomono/shops/$shopId"
          params={{ shopId: shop.id }}
          preload={false}
          className="font-medium text-foreground underline-offset-4 hover:underline"
        >
          {shop.name}
        </Link>
      ) : (
        <span className="font-medium text-foreground">{shop.name}</span>
      )}
      <span className="figures font-medium text-foreground">{period}</span>
      {stats && (
        <>
          <Chip tone={stats.isProvisional ? 'warning' : 'positive'}>{stats.isProvisional ? '速報' : '確定'}</Chip>
          {!stats.isProvisional && stats.stillMoving && stats.stillMoving.length > 0 && (
            <span className="text-xs">「速報」の付いた項目を除く</span>
          )}
          <span className="figures text-xs">データ時点 {stats.dataAsOf ? formatDateTime(stats.dataAsOf) : '–'}</span>
          {stats.correctedAt && (
            <span className="flex items-center gap-2">
              <Chip>訂正あり</Chip>
              <span className="figures text-xs">{formatDateTime(stats.correctedAt)} に訂正</span>
            </span>
          )}
        </>
      )}
    </p>
  )
}

/** Why there are no figures, and where to go. */
function Failure({ error, onRetry, onAllShops }: { error: Error; onRetry: () => void; onAllShops: () => void }) {
  if (isApiError(error) && error.code === 'not_found') return <ShopNotShown onAllShops={onAllShops} />
  return <FailedState title="集計を表示できませんでした" error={error} onRetry={onRetry} />
}
