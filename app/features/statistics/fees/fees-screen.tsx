import { isBeyondChance } from '#contract/chance.ts'
import type { FeeMonth, FeeRetention, Retention } from '#contract/report-fee-retention.ts'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportFeeRetention } from '~/functions/report'
import { changeOf, formatDecimal, formatDifference, formatPercent, formatRange, formatYen, none } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { Change, FigureCards, type ShownFigure } from '../figure-cards'
import { type ReportSearch, reportSearch, type ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { feesVerdict } from '../verdicts'
import { CohortPanel, CoursePanel, LostPanel } from './panels'
import { feesQuery, requestedFees } from './queries'

/** How much of the monthly fees stays, what takes from them, and what is left of each month's joiners. */
export function FeesScreen({ search, onSearchChange }: ScreenProps<ReportSearch>) {
  const { shops } = useSelectedShop(search.shop)
  return (
    <StatisticsScreen
      report="feeRetention"
      {...{ search, onSearchChange }}
      read={reportSearch}
      query={(next) => feesQuery(requestedFees(next, shops))}
      verdict={feesVerdict}
      daysOf={({ period }) => period}
      length={12}
      isOfClosed
      save={() => exportFeeRetention({ data: requestedFees(search, shops) })}
      whyEmpty={({ months }) =>
        months.every(({ base }) => base === null) && '月末の会費が続けて分かる月がまだありません。'
      }
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={shownDays(stats)} kinds={['contracts', 'leavers']} />
          <FigureCards figures={cardsOf(stats)} />
          <div className="grid gap-4 @min-[1000px]:grid-cols-2 print:grid-cols-1">
            <CoursePanel stats={stats} />
            <LostPanel stats={stats} />
          </div>
          <CohortPanel stats={stats} />
        </>
      )}
    </StatisticsScreen>
  )
}

const shownDays = ({ months, period }: FeeRetention) =>
  period && { from: months[0]?.month ?? period.from, to: period.to }

const chance =
  '幅（95%）は、会費が変わった会員の人数で決まります。前月との差は、幅を比べて偶然を超えるときだけ色を付けます。20名未満は参考値です。'
const base =
  '前月末の月会費の合計（契約の金額・税込、休会の会費を含み、オプションを含みません）。新規と復会は含みません。1店舗では、転出した会員の会費を前月末から除き、転入を含みません。店舗間の移動は、まとめて見るときは会費の増減だけを数えます。'
const yearly = (of: string) =>
  `12か月の${of}を掛け合わせた値。100円の会費が毎月この率で動いたとき、12か月後に何円になるかを表します。同じ会員を追った割合は、入会月ごとの表で確認できます。どの月も前月末に会費があるときだけ計算します。`

/** `apart`: how many months lie between those that the change to the month before depends on. */
function cardOf(
  { months }: FeeRetention,
  {
    label,
    definition,
    of,
    apart,
  }: Pick<ShownFigure, 'label' | 'definition'> & {
    of: 'gross' | 'net' | 'yearGross' | 'yearNet'
    apart: 1 | 12
  },
): ShownFigure {
  const now = months.at(-1)?.[of]
  const change = changeOf(now?.value, months.at(-2)?.[of].value)
  // Two windows of twelve months differ in their first and last month alone.
  const monthly = of === 'yearGross' ? 'gross' : of === 'yearNet' ? 'net' : of
  const isReal = isBeyondChance(rangedAt(months, 1, monthly), rangedAt(months, 1 + apart, monthly), 1)
  const points = change === null ? none : `${formatDifference(change * 100, 1)}ポイント`
  return {
    label,
    definition: `${definition}${chance}`,
    text: formatPercent(now?.value),
    isOfFew: now?.isOfFew ?? false,
    lines: [
      { label: '前月から', text: isReal ? <Change of={change ?? 0}>{points}</Change> : points },
      ...(now?.low == null ? [] : [{ label: '幅（95%）', text: formatRange(now, formatPercent) }]),
      ...(apart === 12 && now?.value != null
        ? [{ label: '100円が', text: `${formatDecimal(now.value * 100)}円` }]
        : [{ label: '前月末の月会費', text: formatYen(months.at(-1)?.base) }]),
    ],
  }
}

const unknown: Pick<Retention, 'value' | 'low' | 'high'> = { value: null, low: null, high: null }
const rangedAt = (months: readonly FeeMonth[], back: number, of: 'gross' | 'net') => months.at(-back)?.[of] ?? unknown

const cardsOf = (stats: FeeRetention): ShownFigure[] => [
  cardOf(stats, {
    ...{ label: '月次グロス維持率', of: 'gross', apart: 1 },
    definition: `（前月末の月会費 − 退会・休会・減額で減った額） ÷ 前月末の月会費。前月末の月会費は、${base}`,
  }),
  cardOf(stats, {
    ...{ label: '月次ネット維持率', of: 'net', apart: 1 },
    definition: `グロスに、増額と休会からの復帰で増えた額を加えたもの ÷ 前月末の月会費。100%を超えることがあります。前月末の月会費は、${base}`,
  }),
  cardOf(stats, {
    ...{ label: '12か月グロス維持率', of: 'yearGross', apart: 12 },
    definition: yearly('月次グロス維持率'),
  }),
  cardOf(stats, {
    ...{ label: '12か月ネット維持率', of: 'yearNet', apart: 12 },
    definition: yearly('月次ネット維持率'),
  }),
]
