import type { ShopComparison } from '#contract/report-shops.ts'
import { ChoiceSelect } from '~/components/choice-select'
import { EmptyState } from '~/components/states'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportShopComparison } from '~/functions/report'
import { addMonths } from '~/lib/dates'
import { formatPercent } from '~/lib/format'
import type { ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { AllShops } from './all-shops'
import { comparedMonths, requestedShops, type ShopsSearch, shopComparisonQuery, shopsSearch } from './queries'
import { isChance } from './rates'
import { SideBySide } from './side-by-side'

/** Which shop needs help: every shop by its rates, or two to eight of them side by side. */
export function Shops({ search, onSearchChange }: ScreenProps<ShopsSearch>) {
  const length = comparedMonths(search)
  return (
    <StatisticsScreen
      report="shopComparison"
      {...{ search, onSearchChange }}
      read={shopsSearch}
      query={(next) => shopComparisonQuery(requestedShops(next))}
      save={() => exportShopComparison({ data: requestedShops(search) })}
      verdict={(comparison) => (search.shops || search.like ? undefined : shopsVerdict(comparison))}
      daysOf={({ period }) => period}
      length={length}
      isOfClosed={length > 1}
      choices={
        <ChoiceSelect
          label="期間の長さ"
          value={length}
          choices={[
            [12, '終わった12か月'],
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

/** Whether the shops' 退会率 differ beyond chance, and whose is the highest then. */
function shopsVerdict({ shops }: ShopComparison) {
  const known = shops.filter(({ churn }) => churn.rate !== null)
  if (known.length < 2) return undefined
  if (isChance(known, 'churn', shops.length)) return '退会率の店舗による違いは、偶然の範囲です。'
  const highest = known.reduce((one, other) => ((other.churn.rate ?? 0) > (one.churn.rate ?? 0) ? other : one))
  return `退会率に、偶然を超えた違いのある店舗があります。最も高いのは${highest.shopName}（${formatPercent(highest.churn.rate)}）です。`
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
