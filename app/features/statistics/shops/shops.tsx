import { useQueryClient } from '@tanstack/react-query'
import type { ShopComparison } from '#contract/report-shops.ts'
import { MonthPicker } from '~/components/report/month-picker'
import { EmptyState } from '~/components/states'
import { NativeSelect } from '~/components/ui/native-select'
import { Skeleton } from '~/components/ui/skeleton'
import { ReportScreen } from '~/frame/report/report-screen'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportShopComparison } from '~/functions/report'
import { addMonths, currentMonth, formatMonth } from '~/lib/dates'
import { allShops } from '~/shop/selected-shop'
import { ReportViews } from '../report-views'
import { StatisticsTabs } from '../statistics-tabs'
import { AllShops } from './all-shops'
import { lastMonth, requestedShops, type ShopsSearch, shopComparisonQuery, shopsSearch } from './queries'
import { SideBySide } from './side-by-side'

interface ShopsProps {
  search: ShopsSearch
  onSearchChange: (next: ShopsSearch) => void
}

/** Which shop needs help: every shop by its rates, or two to eight of them side by side. */
export function Shops({ search, onSearchChange }: ShopsProps) {
  const queryClient = useQueryClient()
  const month = lastMonth(search)
  const upTo = (next: string) => ({ ...search, month: next === currentMonth() ? undefined : next })
  return (
    <ReportScreen
      title="統計"
      tabs={<StatisticsTabs shop={undefined} />}
      search={{ shop: allShops }}
      isByShop
      onShopChange={() => onSearchChange({ ...search, shops: undefined, like: undefined })}
      period={search.months === 1 ? formatMonth(month) : `${formatMonth(month)}までの12か月`}
      query={shopComparisonQuery(requestedShops(search))}
      picker={(first) => (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <MonthPicker
            month={month}
            first={first?.slice(0, 7)}
            onChange={(next) => onSearchChange(upTo(next))}
            onIntent={(next) => void queryClient.prefetchQuery(shopComparisonQuery(requestedShops(upTo(next))))}
          />
          <NativeSelect
            aria-label="期間の長さ"
            value={search.months ?? 12}
            onChange={({ target }) => onSearchChange({ ...search, months: target.value === '1' ? 1 : undefined })}
          >
            <option value={12}>12か月（終わった月まで）</option>
            <option value={1}>1か月</option>
          </NativeSelect>
          <ReportViews report="shopComparison" read={shopsSearch} search={search} onSearchChange={onSearchChange} />
        </div>
      )}
      save={() => exportShopComparison({ data: requestedShops(search) })}
      skeleton={<Skeleton className="h-96" />}
    >
      {(comparison) => <Compared {...{ comparison, search, onSearchChange }} />}
    </ReportScreen>
  )
}

function Compared({ comparison, search, onSearchChange }: ShopsProps & { comparison: ShopComparison }) {
  if (comparison.period === null || comparison.shops.length === 0) {
    return (
      <EmptyState title="比べる数値がまだありません">
        <p>会員の契約が取り込まれると、店舗ごとの率を表示します。</p>
      </EmptyState>
    )
  }
  const chosen = [...new Set([search.like, ...comparison.similar.map(({ shopId }) => shopId)])]
  const ids = search.like ? chosen : search.shops?.split(',')
  const shops = ids?.flatMap((id) => comparison.shops.find(({ shopId }) => shopId === id) ?? [])
  const { period, reach } = comparison
  return (
    <div className="space-y-4">
      <UnknownDays
        reach={reach}
        // 早期退会 is of who joined up to three months before.
        period={{ from: `${addMonths(period.from.slice(0, 7), -3)}-01`, to: period.to }}
        kinds={['contracts', 'leavers']}
      />
      <UnknownDays reach={reach} period={period} kinds={['leads', 'visits', 'sales']} />
      {shops && shops.length > 1 ? (
        <SideBySide {...{ comparison, shops, search, onSearchChange }} />
      ) : (
        <AllShops {...{ comparison, search, onSearchChange }} />
      )}
    </div>
  )
}
