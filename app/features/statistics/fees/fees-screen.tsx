import { isBeyondChance } from '#contract/chance.ts'
import type { FeeRetention } from '#contract/report-fee-retention.ts'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportFeeRetention } from '~/functions/report'
import { changeOf, formatDecimal, formatDifference, formatPercent, formatRange, formatYen, none } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { Change, FigureCards, type ShownFigure } from '../figure-cards'
import { type ReportSearch, reportSearch, requestedMonth, type ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { feesVerdict } from '../verdicts'
import { CohortPanel, CoursePanel, LostPanel } from './panels'
import { feesQuery } from './queries'

/** How much of the monthly fees stays, what takes from them, and what is left of each month's joiners. */
export function FeesScreen({ search, onSearchChange }: ScreenProps<ReportSearch>) {
  const { shops } = useSelectedShop(search.shop)
  return (
    <StatisticsScreen
      report="feeRetention"
      {...{ search, onSearchChange }}
      read={reportSearch}
      query={(next) => feesQuery(requestedMonth(next, shops))}
      verdict={feesVerdict}
      daysOf={({ period }) => period}
      length={12}
      isOfClosed
      save={() => exportFeeRetention({ data: requestedMonth(search, shops) })}
      whyEmpty={({ months }) =>
        months.every(({ base }) => base === null) && '月末の会費が2か月続けて分かると表示します。'
      }
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={shownDays(stats)} kinds={['contracts', 'leavers']} />
          <FigureCards figures={cards.map((card) => cardOf(stats, card))} />
          <CoursePanel stats={stats} />
          <LostPanel stats={stats} />
          <CohortPanel stats={stats} />
        </>
      )}
    </StatisticsScreen>
  )
}

const shownDays = ({ months, period }: FeeRetention) =>
  period && { from: months[0]?.month ?? period.from, to: period.to }

const base =
  '前月末の月会費は、契約の月会費の合計（税込、休会の会費を含み、オプションを含みません）。新規と復会は含みません。1店舗では転出した会員の会費を除き、転入を含みません。複数の店舗では、店舗間の移動は会費の増減だけを数えます。'
const yearly =
  'を12か月分掛けた値。100円の会費が12か月、各月のこの率で動くと何円になるかを表します。同じ会員を追った割合は、入会月ごとの会費で確認できます。前月末に会費のない月や、データのない月があるときは計算しません。'
const chance =
  '幅（95%）は、会費が変わった会員の人数で決まります。前月との差は、偶然を超えるときだけ色を付けます（12か月は、入れ替わった2つの月の差で判断します）。20名未満は参考値です。'

/** `monthly`: what the change to the month before depends on; of twelve months the one that went and the one that came. */
const cards = [
  {
    ...({ of: 'gross', monthly: 'gross', apart: 1, label: '月次グロス維持率' } as const),
    definition: `（前月末の月会費 − 退会・休会・減額で減った額） ÷ 前月末の月会費。${base}`,
  },
  {
    ...({ of: 'net', monthly: 'net', apart: 1, label: '月次ネット維持率' } as const),
    definition: `（前月末の月会費 − 退会・休会・減額 ＋ 増額・休会からの復帰） ÷ 前月末の月会費。100%を超えることがあります。${base}`,
  },
  {
    ...({ of: 'yearGross', monthly: 'gross', apart: 12, label: '12か月グロス維持率' } as const),
    definition: `月次グロス維持率${yearly}`,
  },
  {
    ...({ of: 'yearNet', monthly: 'net', apart: 12, label: '12か月ネット維持率' } as const),
    definition: `月次ネット維持率${yearly}`,
  },
]

function cardOf({ months }: FeeRetention, { of, monthly, apart, ...card }: (typeof cards)[number]): ShownFigure {
  const [now, one, other] = [months.at(-1), months.at(-1)?.[monthly], months.at(-1 - apart)?.[monthly]]
  const { value = null, low = null, high = null, isOfFew = false } = now?.[of] ?? {}
  const change = changeOf(value, months.at(-2)?.[of].value)
  const points = change === null ? none : `${formatDifference(change * 100, 1)}ポイント`
  const isReal = change !== null && one !== undefined && other !== undefined && isBeyondChance(one, other, 1)
  return {
    ...card,
    definition: card.definition + chance,
    text: formatPercent(value),
    isOfFew,
    lines: [
      { label: '前月から', text: isReal ? <Change of={change}>{points}</Change> : points },
      ...(low === null ? [] : [{ label: '幅（95%）', text: formatRange({ low, high }, formatPercent) }]),
      apart === 1
        ? { label: '前月末の月会費', text: formatYen(now?.base) }
        : { label: '100円の会費', text: value === null ? none : `${formatDecimal(value * 100)}円` },
    ],
  }
}
