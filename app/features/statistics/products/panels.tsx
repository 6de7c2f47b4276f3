import type { ProductSales } from '#contract/report-sales.ts'
import { comparedWith } from '#contract/words/compared.ts'
import { salesCategories } from '#contract/words/report.ts'
import { buyersOf, productClasses, productGroups, taxes } from '#contract/words/sales.ts'
import type { Tone } from '~/components/charts/series'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { Chip } from '~/components/ui/chip'
import { changeOf, formatCount, formatDifference, formatPercent, formatYen } from '~/lib/format'
import { yenAxis } from '~/lib/yen-axis'
import { markIn } from '~/lib/yen-marks'
import { ChartPanel } from '../chart-panel'
import { pointNames } from '../period'

const inChart = 20
const classes = ['A', 'B', 'C'] as const

/** The products with the most net sales as bars by class, and how much of all they make up together. */
export function ParetoPanel({ stats }: { stats: ProductSales }) {
  const ranked = stats.items
    .toSorted((one, other) => other.net - one.net)
    .filter((one) => one.class !== null)
    .slice(0, inChart)
  const axis = yenAxis(ranked.map(({ net }) => net))
  return (
    <ChartPanel
      title="売上の集中（ABC）"
      definition={`売上の多い順に${inChart}商品まで。折れ線は、その商品までの累計が全体に占める割合です。累計70%までがA、90%までがB、残りがCで、最も売れた商品は必ずAです。`}
      unit={axis.unit}
      empty={ranked.length === 0 && '売上が0円以下のため、割合を計算できません。'}
      chart={{
        label: '商品ごとの売上と累計の割合。金額は「表で見る」で確認できます。',
        points: ranked.map((one, at) => ({
          key: one.productId,
          label: String(at + 1),
          name: `${at + 1}位 ${one.name}`,
          values: {
            ...Object.fromEntries(classes.map((name) => [name, one.class === name ? one.net : null])),
            share: one.cumShare,
          },
          note: `構成比 ${formatPercent(one.share)}`,
        })),
        series: [
          ...classes.map((name, at) => ({
            key: name,
            label: productClasses[name],
            as: 'bar' as const,
            tone: (at + 1) as Tone,
            stack: 'class',
          })),
          { key: 'share', label: '累計の割合', as: 'line' as const, tone: 'line' as const, isRight: true },
        ],
        format: (yen) => `${axis.format(yen)}${axis.unit}`,
        formatMark: markIn(axis.unit),
        formatRight: (share) => formatPercent(share),
        height: 300,
      }}
      table={
        <FigureTable
          caption="商品ごとの売上と累計の割合"
          isDense
          head="商品"
          rows={ranked}
          keyOf={({ productId }) => productId}
          nameOf={({ name }) => name}
          columns={[
            { label: 'ABC', value: (one) => one.class },
            { label: '売上', value: ({ net }) => formatYen(net) },
            { label: '構成比', value: ({ share }) => formatPercent(share) },
            { label: '累計', value: ({ cumShare }) => formatPercent(cumShare) },
          ]}
        />
      }
    >
      {(ranked[0]?.share ?? 0) > 0.7 && stats.requestInfo.category === null && (
        <p className="pt-2 text-sm text-muted-foreground">
          「{ranked[0]?.name}」が売上の{formatPercent(ranked[0]?.share)}
          を占めます。種別で絞り込むと、ほかの商品どうしを比べられます。
        </p>
      )}
    </ChartPanel>
  )
}

/** The five products with the most net sales over time. */
export function TopPanel({ stats }: { stats: ProductSales }) {
  const { unit } = stats.requestInfo
  const axis = yenAxis(stats.series.flatMap(({ points }) => points.map(({ net }) => net)))
  const dates = stats.series[0]?.points.map(({ date }) => date) ?? []
  return (
    <ChartPanel
      title="上位5商品の推移"
      axis={{ unit, shopId: stats.requestInfo.shopId }}
      definition="期間の売上が多い5商品の、日ごと（1か月のとき）または月ごとの売上です。"
      unit={axis.unit}
      chart={{
        label: '上位5商品の売上の推移。金額は「表で見る」で確認できます。',
        points: dates.map((date, at) => ({
          key: date,
          ...pointNames(date, unit),
          values: Object.fromEntries(stats.series.map(({ productId, points }) => [productId, points[at]?.net ?? null])),
        })),
        series: stats.series.map(({ productId, name }, at) => ({
          key: productId,
          label: name,
          as: 'line' as const,
          tone: (at + 1) as Tone,
        })),
        format: (yen) => `${axis.format(yen)}${axis.unit}`,
        formatMark: markIn(axis.unit),
        height: 300,
      }}
      table={
        <FigureTable
          caption="上位5商品の売上の推移"
          isDense
          head={unit === 'day' ? '日' : '月'}
          rows={dates}
          keyOf={(date) => date}
          nameOf={(date) => pointNames(date, unit).name}
          columns={stats.series.map(({ name, points }) => ({
            label: name,
            value: (date: string) => formatYen(points.find((one) => one.date === date)?.net),
          }))}
        />
      }
    />
  )
}

/** Every product that was sold, and what the table leaves out. */
export function ProductTable({ stats }: { stats: ProductSales }) {
  const { items, rest, total, requestInfo } = stats
  const tax = taxes[requestInfo.tax]
  const { previous } = comparedWith(requestInfo, stats.period?.to ?? requestInfo.to)
  const buyers = stats.buyersOf === null ? '購入者' : `購入者（${buyersOf[stats.buyersOf]}）`
  return (
    <Panel title={`商品ごとの売上${requestInfo.category === 'exceptDues' ? `（${productGroups.exceptDues}）` : ''}`}>
      <FigureTable
        caption="商品ごとの売上"
        className="max-h-[560px]"
        isDense
        head="商品"
        rows={items}
        keyOf={({ productId }) => productId}
        nameOf={(one) => (
          <>
            {one.name}
            <span className="ml-1.5">
              <Chip>{salesCategories[one.category]}</Chip>
            </span>
          </>
        )}
        columns={[
          {
            label: 'ABC',
            formula: '売上の累計が70%までA、90%までB、残りがC。最も売れた商品は必ずAです。',
            value: (one) => one.class ?? '–',
          },
          {
            label: '数量',
            formula: '売れた数 − 返金した数。',
            value: ({ quantity }) => formatCount(quantity),
            total: formatCount(total.quantity),
          },
          { label: '値引前（税込）', value: ({ gross }) => formatYen(gross), total: formatYen(total.gross) },
          { label: '値引（税込）', value: ({ discount }) => formatYen(discount), total: formatYen(total.discount) },
          { label: '返金（税込）', value: ({ refund }) => formatYen(refund), total: formatYen(total.refund) },
          { label: `売上（${tax}）`, value: ({ net }) => formatYen(net), total: formatYen(total.net) },
          { label: '構成比', value: ({ share }) => formatPercent(share), total: formatPercent(total.net ? 1 : null) },
          {
            label: '累計',
            formula: 'この商品と、売上がより多い商品の割合の合計。',
            value: ({ cumShare }) => formatPercent(cumShare),
          },
          {
            label: buyers,
            tip: '購入者',
            formula:
              'その商品を買った会員。1店舗の1か月は人数で、それより広い期間や店舗では、店舗と月ごとに数えた延べ人数です（3か月とも買った会員は3名）。会員以外は含みません。',
            value: (one) => formatCount(one.buyers),
          },
          {
            label: '1名あたり',
            formula: `会員への売上（${tax}）÷ 購入者。延べ人数のときは1か月あたりです。`,
            value: ({ perBuyer }) => formatYen(perBuyer),
          },
          {
            label: `${previous}との差`,
            value: ({ net, prevNet }) => formatDifference(changeOf(net, prevNet), 0, '¥'),
            total: formatDifference(changeOf(total.net, total.prevNet), 0, '¥'),
          },
        ]}
        total="合計"
      />
      {rest.products > 0 && (
        <p className="pt-2 text-sm text-muted-foreground">
          ほかに{formatCount(rest.products)}商品（売上 {formatYen(rest.net)}
          ）があります。合計に含み、CSVではすべての商品を出力します。
        </p>
      )}
    </Panel>
  )
}
