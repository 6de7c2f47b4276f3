import type { ShopComparison } from '#contract/report-shops.ts'
import { ChoiceSelect } from '~/components/choice-select'
import { EmptyState } from '~/components/states'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportShopComparison } from '~/functions/report'
import { addMonths, formatMonth } from '~/lib/dates'
import { type ScreenProps, shownMonth } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { AllShops } from './all-shops'
import { requestedShops, type ShopsSearch, shopComparisonQuery, shopsSearch } from './queries'
import { SideBySide } from './side-by-side'

/** Which shop needs help: every shop by its rates, or two to eight of them side by side. */
export function Shops({ search, onSearchChange }: ScreenProps<ShopsSearch>) {
  const month = shownMonth(search)
  return (
    <StatisticsScreen
      report="shopComparison"
      {...{ search, onSearchChange }}
      read={shopsSearch}
      query={(next) => shopComparisonQuery(requestedShops(next))}
      save={() => exportShopComparison({ data: requestedShops(search) })}
      period={search.months === 1 ? formatMonth(month) : `${formatMonth(month)}までの12か月`}
      choices={
        <ChoiceSelect
          label="期間の長さ"
          value={search.months ?? 12}
          choices={[
            [12, '12か月（終わった月まで）'],
            [1, '1か月'],
          ]}
          onChange={(length) => onSearchChange({ ...search, months: length === 1 ? 1 : undefined })}
        />
      }
      isByShop
      cards={0}
    >
      {(comparison) => <Compared {...{ comparison, search, onSearchChange }} />}
    </StatisticsScreen>
  )
}

function Compared({ comparison, search, onSearchChange }: ScreenProps<ShopsSearch> & { comparison: ShopComparison }) {
  if (comparison.period === null || comparison.shops.length === 0) {
    return (
      <EmptyState title="比べる数値がまだありません">
        <p>会員の契約が取り込まれると、店舗ごとの率を表示します。</p>
      </EmptyState>
    )
  }
  const chosen = [...new Set([search.like, ...comparison.similar.map(({ shopId }) => shopId)])]
  const ids = search.like ? chosen : search.shops?.split(',')
  const named = ids?.flatMap((id) => comparison.shops.find(({ shopId }) => shopId === id) ?? []) ?? []
  // Of two there is nothing to choose.
  const shops = named.length < 2 && comparison.shops.length === 2 ? comparison.shops : named
  const { period, reach } = comparison
  return (
    <>
      <UnknownDays
        reach={reach}
        // 早期退会 is of who joined up to three months before.
        period={{ from: `${addMonths(period.from.slice(0, 7), -3)}-01`, to: period.to }}
        kinds={['contracts', 'leavers']}
      />
      <UnknownDays reach={reach} period={period} kinds={['leads', 'visits', 'sales']} />
      {shops.length > 1 ? (
        <SideBySide {...{ comparison, shops, search, onSearchChange }} />
      ) : (
        <AllShops {...{ comparison, search, onSearchChange }} />
      )}
    </>
  )
}
