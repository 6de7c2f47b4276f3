import type { ProductSales } from '#contract/report-sales.ts'
import { salesCategories } from '#contract/words/report.ts'
import { buyersOf, productClasses, taxes } from '#contract/words/sales.ts'
import type { Tone } from '~/components/charts/series'
import { cells, RowHead, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatPercent, formatYen } from '~/lib/format'
import { yenAxis } from '~/lib/yen-axis'
import { markIn } from '~/lib/yen-marks'
import { ChartPanel } from '../chart-panel'

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
      definition={`純売上の多い順に${inChart}商品まで。折れ線は、その商品までの累計が全体に占める割合です。累計70%までがA、90%までがB、残りがCで、最も売れた商品は必ずAです。`}
      unit={axis.unit}
      empty={
        ranked.length === 0 ? (
          <p className="py-4 text-sm text-muted-foreground">純売上が0円以下のため、割合を計算できません。</p>
        ) : undefined
      }
      chart={{
        label: '商品ごとの純売上と累計の割合。金額は「表で見る」で確認できます。',
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
          { key: 'share', label: '累計の割合', as: 'line' as const, tone: 4 as const, isRight: true },
        ],
        format: (yen) => `${axis.format(yen)}${axis.unit}`,
        formatMark: markIn(axis.unit),
        formatRight: (share) => formatPercent(share),
        height: 300,
      }}
      table={
        <ScrollTable caption="商品ごとの純売上と累計の割合" isDense>
          <TableHead
            rows="商品"
            columns={[{ label: 'ABC' }, { label: '純売上' }, { label: '構成比' }, { label: '累計' }]}
          />
          <tbody>
            {ranked.map((one) => (
              <tr key={one.productId}>
                <RowHead>{one.name}</RowHead>
                <td className={cells.value}>{one.class}</td>
                <td className={cells.value}>{formatYen(one.net)}</td>
                <td className={cells.value}>{formatPercent(one.share)}</td>
                <td className={cells.value}>{formatPercent(one.cumShare)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
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
  const nameOf = (date: string) => (unit === 'day' ? formatDate(date) : formatMonth(date))
  const netAt = (at: number) => stats.series.map(({ points }) => points[at]?.net ?? null)
  return (
    <ChartPanel
      title="上位5商品の推移"
      axis={{ unit, shopId: stats.requestInfo.shopId }}
      definition="期間の純売上が多い5商品の、日ごと（1か月のとき）または月ごとの純売上です。"
      unit={axis.unit}
      chart={{
        label: '上位5商品の純売上の推移。金額は「表で見る」で確認できます。',
        points: dates.map((date, at) => ({
          key: date,
          label: unit === 'day' ? String(Number(date.slice(8))) : `${Number(date.slice(5, 7))}月`,
          name: nameOf(date),
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
        <ScrollTable caption="上位5商品の純売上の推移" isDense>
          <TableHead rows={unit === 'day' ? '日' : '月'} columns={stats.series.map(({ name }) => ({ label: name }))} />
          <tbody>
            {dates.map((date, at) => (
              <tr key={date}>
                <th scope="row" className={cells.row}>
                  {nameOf(date)}
                </th>
                {netAt(at).map((net, of) => (
                  <td key={stats.series[of]?.productId} className={cells.value}>
                    {formatYen(net)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      }
    />
  )
}

/** Every product that was sold, and what the table leaves out. */
export function ProductTable({ stats }: { stats: ProductSales }) {
  const { items, rest, total, requestInfo } = stats
  const tax = taxes[requestInfo.tax]
  const buyers = stats.buyersOf === null ? '購入者' : `購入者（${buyersOf[stats.buyersOf]}）`
  return (
    <Card>
      <CardHeader>
        <CardTitle>商品ごとの売上</CardTitle>
      </CardHeader>
      <CardContent>
        <ScrollTable caption="商品ごとの売上" className="max-h-[560px]" isDense>
          <TableHead
            rows="商品"
            columns={[
              { label: 'ABC', formula: '純売上の累計が70%までA、90%までB、残りがC。最も売れた商品は必ずAです。' },
              { label: '数量', formula: '売れた数 − 返金した数。' },
              { label: '値引前（税込）' },
              { label: '値引（税込）' },
              { label: '返金（税込）' },
              { label: `純売上（${tax}）` },
              { label: '構成比' },
              { label: '累計', formula: 'この商品と、純売上がより多い商品の割合の合計。' },
              {
                label: buyers,
                tip: '購入者',
                formula:
                  'その商品を買った会員。1店舗の1か月は人数で、それより広い期間や店舗では、店舗と月ごとに数えた延べ人数です（3か月とも買った会員は3名）。会員以外は含みません。',
              },
              { label: '1名あたり', formula: `会員への純売上（${tax}）÷ 購入者。延べ人数のときは1か月あたりです。` },
              { label: '前の期間との差' },
            ]}
          />
          <tbody>
            {items.map((one) => (
              <tr key={one.productId}>
                <RowHead>
                  {one.name}
                  <span className="ml-1.5">
                    <Chip>{salesCategories[one.category]}</Chip>
                  </span>
                </RowHead>
                <td className={cells.value}>{one.class ?? '–'}</td>
                <td className={cells.value}>{formatCount(one.quantity)}</td>
                <td className={cells.value}>{formatYen(one.gross)}</td>
                <td className={cells.value}>{formatYen(one.discount)}</td>
                <td className={cells.value}>{formatYen(one.refund)}</td>
                <td className={cells.value}>{formatYen(one.net)}</td>
                <td className={cells.value}>{formatPercent(one.share)}</td>
                <td className={cells.value}>{formatPercent(one.cumShare)}</td>
                <td className={cells.value}>{formatCount(one.buyers)}</td>
                <td className={cells.value}>{formatYen(one.perBuyer)}</td>
                <td className={cells.value}>
                  {one.prevNet === null ? '–' : formatDifference(one.net - one.prevNet, 0, '¥')}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={cells.totalRow}>
                合計
              </th>
              <td className={cells.total} />
              <td className={cells.total}>{formatCount(total.quantity)}</td>
              <td className={cells.total}>{formatYen(total.gross)}</td>
              <td className={cells.total}>{formatYen(total.discount)}</td>
              <td className={cells.total}>{formatYen(total.refund)}</td>
              <td className={cells.total}>{formatYen(total.net)}</td>
              <td className={cells.total}>{total.net ? formatPercent(1) : '–'}</td>
              <td className={cells.total} />
              <td className={cells.total} />
              <td className={cells.total} />
              <td className={cells.total}>
                {total.prevNet === null || total.net === null
                  ? '–'
                  : formatDifference(total.net - total.prevNet, 0, '¥')}
              </td>
            </tr>
          </tfoot>
        </ScrollTable>
        {rest.products > 0 && (
          <p className="pt-2 text-sm text-muted-foreground">
            ほかに{formatCount(rest.products)}商品（純売上 {formatYen(rest.net)}
            ）があります。合計に含み、CSVではすべての商品を出力します。
          </p>
        )}
      </CardContent>
    </Card>
  )
}
