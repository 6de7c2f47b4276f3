import { useQueryClient } from '@tanstack/react-query'
import type { ProductSales } from '#contract/report-sales.ts'
import { salesCategories } from '#contract/words/report.ts'
import { productSorts, taxes } from '#contract/words/sales.ts'
import { ChoiceSwitch } from '~/components/choice-switch'
import { Block, headlineGrid, ToCome } from '~/components/report/report-states'
import { EmptyState } from '~/components/states'
import { NativeSelect } from '~/components/ui/native-select'
import { ReportScreen } from '~/frame/report/report-screen'
import { UnknownDays } from '~/frame/report/unknown-days'
import { UnreadSales } from '~/frame/report/unread-sales'
import { exportProductSales } from '~/functions/report'
import { currentMonth, formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatPercent, formatYen } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureCards, type ShownFigure } from '../figure-cards'
import { MonthsPicker } from '../months-picker'
import { periodName } from '../period'
import { ReportViews } from '../report-views'
import { StatisticsTabs } from '../statistics-tabs'
import { ParetoPanel, ProductTable, TopPanel } from './panels'
import { type ProductsSearch, productsQuery, productsSearch, requestedProducts } from './queries'

interface ProductsScreenProps {
  search: ProductsSearch
  onSearchChange: (next: ProductsSearch) => void
}

/** Which products make up the sales, by class and over time. */
export function ProductsScreen({ search, onSearchChange }: ProductsScreenProps) {
  const queryClient = useQueryClient()
  const { shops } = useSelectedShop(search.shop)
  const choose = (next: Record<string, unknown>) => onSearchChange({ ...search, ...next } as ProductsSearch)
  return (
    <ReportScreen
      title="統計"
      tabs={<StatisticsTabs shop={search.shop} />}
      search={search}
      onShopChange={(shop) => choose({ shop })}
      period={`商品 ${periodName(search)}`}
      query={productsQuery(requestedProducts(search, shops))}
      picker={(first) => (
        <>
          <MonthsPicker
            search={search}
            first={first}
            onChange={choose}
            onIntent={(next) =>
              void queryClient.prefetchQuery(
                productsQuery(requestedProducts({ ...search, ...next } as ProductsSearch, shops)),
              )
            }
          />
          <ReportViews report="productSales" read={productsSearch} search={search} onSearchChange={onSearchChange} />
        </>
      )}
      above={
        <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
          <NativeSelect
            aria-label="種別で絞り込む"
            value={search.category ?? ''}
            onChange={({ target }) => choose({ category: target.value || undefined })}
          >
            <option value="">種別: すべて</option>
            {Object.entries(salesCategories).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </NativeSelect>
          <ChoiceSwitch
            label="税"
            value={search.tax ?? 'included'}
            choices={[
              { value: 'included', label: taxes.included },
              { value: 'excluded', label: taxes.excluded },
            ]}
            onChange={(tax) => choose({ tax: tax === 'included' ? undefined : tax })}
          />
          <ChoiceSwitch
            label="表の並び順"
            value={search.sort ?? 'net'}
            choices={[
              { value: 'net', label: `${productSorts.net}順` },
              { value: 'quantity', label: `${productSorts.quantity}順` },
            ]}
            onChange={(sort) => choose({ sort: sort === 'net' ? undefined : sort })}
          />
        </div>
      }
      save={() => exportProductSales({ data: requestedProducts(search, shops) })}
      skeleton={<ProductsSkeleton />}
    >
      {(stats) => {
        if (stats.dataAsOf !== null && stats.period === null) {
          const last = stats.dataAsOf.slice(0, 7)
          return (
            <ToCome
              period={periodName(search)}
              last={formatMonth(last)}
              dataAsOf={stats.dataAsOf}
              onShowLast={() => choose({ month: last === currentMonth() ? undefined : last })}
            />
          )
        }
        if (stats.items.length === 0) {
          return (
            <EmptyState title={`${periodName(search)}の商品の売上はありません`}>
              <p>
                {stats.reach.counting.length > 0
                  ? `集計中です（あと${stats.reach.counting.length}か月）。数え終わると表示します。`
                  : '期間か種別を変えてください。'}
              </p>
            </EmptyState>
          )
        }
        return (
          <div className="space-y-4">
            <UnknownDays reach={stats.reach} period={stats.period} kinds={['sales']} />
            <UnreadSales reach={stats.reach} period={stats.requestInfo} />
            <FigureCards figures={cardsOf(stats)} />
            <div className="grid gap-4 @min-[1000px]:grid-cols-2 print:grid-cols-2">
              <ParetoPanel stats={stats} />
              <TopPanel stats={stats} />
            </div>
            <ProductTable stats={stats} />
          </div>
        )
      }}
    </ReportScreen>
  )
}

function cardsOf({ total, items, requestInfo, rest }: ProductSales): ShownFigure[] {
  const { net, prevNet, quantity, discount, refund, gross } = total
  const first = items.filter((one) => one.class === 'A')
  return [
    {
      label: `純売上（${taxes[requestInfo.tax]}）`,
      definition:
        '精算した商品の売上から、期間の返金を引いた金額。会費と入会金も商品の1つで、すべての種別の合計は「売上」の純売上と一致します。',
      text: formatYen(net),
      lines: [
        {
          label: '前の期間比',
          text:
            net === null || prevNet === null
              ? '–'
              : `${prevNet > 0 ? formatPercent(net / prevNet) : '–'}（${formatDifference(net - prevNet, 0, '¥')}）`,
        },
      ],
    },
    {
      label: '売れた商品',
      definition: '期間に売上か返金のあった商品の種類。数量は返金した分を引いています。',
      text: formatCount(total.products),
      unit: '種類',
      lines: [{ label: '数量', text: formatCount(quantity) }],
    },
    {
      label: 'Aの商品',
      definition:
        '純売上の多い順に足して、累計が70%までの商品がA、90%までがB、残りがCです。最も売れた商品は、1つで70%を超えてもAです。',
      text: rest.products > 0 && requestInfo.sortKey === 'quantity' ? '–' : formatCount(first.length),
      unit: '種類',
      lines: [
        { label: '純売上に占める割合', text: formatPercent(first.reduce((sum, { share }) => sum + (share ?? 0), 0)) },
      ],
    },
    {
      label: '値引（税込）',
      definition: '売上の値引の合計。値引前の金額 − 値引 − 返金 = 純売上（税込）です。',
      text: formatYen(discount),
      lines: [
        { label: '値引率', text: gross ? formatPercent((discount ?? 0) / gross) : '–' },
        { label: '返金（税込）', text: formatYen(refund) },
      ],
    },
  ]
}

const ProductsSkeleton = () => (
  <>
    <div className={headlineGrid}>
      {['純売上', '商品', 'A', '値引'].map((key) => (
        <Block key={key} className="h-32" />
      ))}
    </div>
    <Block className="h-96" />
  </>
)
