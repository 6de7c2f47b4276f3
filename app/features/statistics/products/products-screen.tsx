import type { ProductSales } from '#contract/report-sales.ts'
import { comparedWith } from '#contract/words/compared.ts'
import { salesCategories } from '#contract/words/report.ts'
import { productGroups, productSorts, taxes } from '#contract/words/sales.ts'
import { ChoiceSelect, choicesOf } from '~/components/choice-select'
import { ChoiceSwitch, switchOf } from '~/components/choice-switch'
import { UnknownDays } from '~/frame/report/unknown-days'
import { UnreadSales } from '~/frame/report/unread-sales'
import { exportProductSales } from '~/functions/report'
import { formatCount, formatPercent, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { controls } from '../controls'
import { comparedYen, FigureCards, type ShownFigure } from '../figure-cards'
import type { ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { productsVerdict } from '../verdicts'
import { ParetoPanel, ProductTable, TopPanel } from './panels'
import { type ProductsSearch, productsQuery, productsSearch, requestedProducts } from './queries'

/** Which products make up the sales, by class and over time. */
export function ProductsScreen({ search, onSearchChange }: ScreenProps<ProductsSearch>) {
  const { shops } = useSelectedShop(search.shop)
  const choose = (next: Partial<ProductsSearch>) => onSearchChange({ ...search, ...next })
  return (
    <StatisticsScreen
      report="productSales"
      {...{ search, onSearchChange }}
      read={productsSearch}
      query={(next) => productsQuery(requestedProducts(next, shops))}
      verdict={productsVerdict}
      daysOf={({ period }) => period}
      save={() => exportProductSales({ data: requestedProducts(search, shops) })}
      hasLength
      above={
        <div className={cn('mb-4 items-center gap-2', controls)}>
          <ChoiceSelect
            label="種別で絞り込む"
            value={search.category ?? ''}
            choices={[
              ['', `種別: ${productGroups.exceptDues}`],
              ['all', '種別: すべて'],
              ...choicesOf(salesCategories),
            ]}
            onChange={(category) => choose({ category: category || undefined })}
          />
          <ChoiceSwitch
            label="税"
            value={search.tax ?? 'included'}
            choices={switchOf(taxes)}
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
      isToCome={({ period }) => period === null}
      nothing="商品の売上はありません"
      whyEmpty={({ items }) => items.length === 0 && '期間か種別を変えてください。'}
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={stats.period} kinds={['sales']} />
          <UnreadSales reach={stats.reach} period={stats.requestInfo} />
          <FigureCards figures={cardsOf(stats)} />
          <div className="grid gap-4 @min-[1000px]:grid-cols-2 print:grid-cols-1">
            <ParetoPanel stats={stats} />
            <TopPanel stats={stats} />
          </div>
          <ProductTable stats={stats} />
        </>
      )}
    </StatisticsScreen>
  )
}

function cardsOf({ total, items, requestInfo, period, rest }: ProductSales): ShownFigure[] {
  const { net, prevNet, quantity, discount, refund, gross } = total
  const { previous } = comparedWith(requestInfo, period?.to ?? requestInfo.to)
  const first = items.filter((one) => one.class === 'A')
  return [
    {
      label: `売上（${requestInfo.category === 'exceptDues' ? `${productGroups.exceptDues}・` : ''}${taxes[requestInfo.tax]}）`,
      definition:
        '精算した商品の金額から、期間の返金を引いた金額。会費と入会金も商品の1つです。会費は金額が大きく、ほかの商品を比べにくいため、はじめは除いています。種別を「すべて」にすると、合計は「売上」の売上と一致します。',
      text: formatYen(net),
      lines: [{ label: `${previous}比`, text: comparedYen(net, prevNet) }],
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
        '売上の多い順に足して、累計が70%までの商品がA、90%までがB、残りがCです。最も売れた商品は、1つで70%を超えてもAです。',
      text: rest.products > 0 && requestInfo.sortKey === 'quantity' ? '–' : formatCount(first.length),
      unit: '種類',
      lines: [
        { label: '売上に占める割合', text: formatPercent(first.reduce((sum, { share }) => sum + (share ?? 0), 0)) },
      ],
    },
    {
      label: '値引（税込）',
      definition: '売上の値引の合計。値引前の金額 − 値引 − 返金 = 売上（税込）です。',
      text: formatYen(discount),
      lines: [
        { label: '値引率', text: gross ? formatPercent((discount ?? 0) / gross) : '–' },
        { label: '返金（税込）', text: formatYen(refund) },
      ],
    },
  ]
}
