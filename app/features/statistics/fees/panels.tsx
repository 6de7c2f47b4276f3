import { Link } from '@tanstack/react-router'
import type { FeeRetention, Lost } from '#contract/report-fee-retention.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { cohortSteps, feeGains, feeLosses, feeMoves, fewPeople } from '#contract/words/groups.ts'
import { tenureBands } from '#contract/words/why.ts'
import { scaleOf } from '~/components/charts/scale'
import { Heatmap } from '~/components/heatmap/heatmap'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatPercent, formatYen, wholePercent } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'
import { ChartPanel, PicturePanel } from '../chart-panel'
import { monthRows, pointNames } from '../period'

interface PanelProps {
  stats: FeeRetention
}

/** Both monthly rates of 24 months, beside what changed the fees. */
export function CoursePanel({ stats: { months, requestInfo } }: PanelProps) {
  const rates = months.map(({ gross, net }) => ({ gross: percent(gross.value), net: percent(net.value) }))
  return (
    <ChartPanel
      title="維持率の推移"
      axis={{ unit: 'month', shopId: requestInfo.shopId }}
      definition="各月の月次グロス維持率と月次ネット維持率。数え方は上の数字と同じです。差は、増額と休会からの復帰です。縦軸は0から始まりません。"
      unit="%"
      chart={{
        label: '24か月の維持率の推移。数値は「表で見る」で確認できます。',
        points: months.map(({ month, base }, at) => ({
          ...{ key: month, ...pointNames(month, 'month'), values: { ...rates[at] } },
          note: base === null ? '集計中、またはデータがありません。' : `前月末の月会費 ${formatYen(base)}`,
        })),
        series: [
          { key: 'gross', label: 'グロス', as: 'line', tone: 1 },
          { key: 'net', label: 'ネット', as: 'line', tone: 2 },
        ],
        scale: scaleOf(rates.flatMap(Object.values), { fromZero: false, least: 0.5 }),
        format: (value) => `${value.toFixed(1)}%`,
        formatMark: String,
      }}
      table={
        <FigureTable
          caption="24か月の維持率と会費の動き"
          className="max-h-[480px]"
          isDense
          head="月"
          rows={months.toReversed()}
          {...monthRows}
          columns={[
            { label: 'グロス', value: ({ gross }) => formatPercent(gross.value) },
            { label: 'ネット', value: ({ net }) => formatPercent(net.value) },
            { label: '前月末の月会費', value: ({ base }) => formatYen(base) },
            ...[...feeLosses, ...feeGains].map((kind) => ({
              label: feeMoves[kind],
              value: ({ moves }: FeeRetention['months'][number]) =>
                formatDifference(moves?.find((move) => move.kind === kind)?.yen, 0, '¥'),
            })),
          ]}
        />
      }
    />
  )
}

const percent = (rate: number | null) => (rate === null ? null : rate * 100)

/** What 退会 took from the fees, by reason where it may be known, and by tenure. */
export function LostPanel({ stats: { withdrawals, period, requestInfo } }: PanelProps) {
  const { total, byReason, byTenure } = withdrawals
  const last = period?.to.slice(0, 7)
  const columnsOf = (of: (one: Lost) => string[], totals: string[]) =>
    [last ? formatMonth(last) : '最後の月', '12か月', '12か月の人数'].map((label, at) => ({
      ...{ label, value: (one: Lost) => of(one)[at], total: totals[at] },
    }))
  const textsOf = ({ month, year }: Lost) => [formatYen(month?.yen), formatYen(year?.yen), formatCount(year?.members)]
  const table = (head: string, rows: readonly (Lost & { name: string })[]) => (
    <FigureTable
      caption={`${head}ごとの退会で減った月会費`}
      className="max-h-none"
      head={head}
      rows={rows}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      columns={columnsOf(textsOf, textsOf(total))}
      total="退会"
    />
  )
  return (
    <Panel
      title="退会で減った月会費"
      definition="前月末に会員で、月の終わりに会員でない方の、前月末の月会費。会費の動きの退会と一致します。理由は、終わった契約の退会理由です。在籍期間は、契約の初日から退会日までの満月数で、初日が入会日でないと回答された場合は入会日から数えます。"
    >
      <div className="grid items-start gap-4 @min-[1000px]:grid-cols-2 print:grid-cols-1">
        {byReason &&
          table(
            '退会理由',
            byReason.map(({ reason, ...one }) => ({ ...one, name: { ...cancelReasons, unknown: '不明' }[reason] })),
          )}
        {table(
          '在籍期間',
          byTenure.map(({ tenure, ...one }) => ({ ...one, name: tenureBands[tenure] })),
        )}
      </div>
      <p className="pt-4 text-sm print:hidden">
        <Link
          to="/statistics/admission"
          search={{ shop: requestInfo.shopId ?? allShops, month: last }}
          className="text-primary underline underline-offset-4"
        >
          この月の入会・退会を見る
        </Link>
      </p>
    </Panel>
  )
}

type Cohort = FeeRetention['cohorts'][number]

const nameOf = ({ month, members }: Cohort) => formatMonth(month) + ((members ?? 0) < fewPeople ? '（参考値）' : '')
const shareOf = ({ fees }: Cohort, left: Cohort['left'][number] | undefined) => (fees && left ? left.fees / fees : null)

/** What is left of the fees of who joined in a month, so many months later. */
export function CohortPanel({ stats: { cohorts } }: PanelProps) {
  const newest = cohorts.filter(({ fees }) => fees !== null).reverse()
  return (
    <PicturePanel
      title="入会月ごとの会費"
      definition="その月に入会し、月末に会員だった方の月会費のうち、Nか月後の月末に残っている割合。増額で100%を超えることがあります。入会した店舗で数え、移った先の会費も含みます。終わっていない月とデータのない月は空欄です。入会日が不明と回答された日の入会は含みません。20名未満は参考値です。"
      empty={newest.length === 0 && '入会月から続けて分かる月がまだありません。'}
      picture={
        <Heatmap
          label="入会月ごとの、残っている会費の割合。金額は「表で見る」で確認できます。"
          rows={newest.map((one) => ({
            key: one.month,
            label: `${one.month.slice(2, 4)}/${one.month.slice(5, 7)}`,
            values: one.left.map((left) => shareOf(one, left)),
          }))}
          columns={cohortSteps.map(String)}
          highest={1}
          format={(value) => (value === null ? '' : wholePercent(value))}
          describeCell={({ row, column }) => {
            const one = newest[row]
            if (!one) return ''
            const left = one.left[column]
            const cell = `${nameOf(one)}の入会${formatCount(one.members)}名 ${cohortSteps[column]}か月後`
            if (!left) return `${cell} 終わっていないか、データがありません`
            return `${cell} ${formatPercent(shareOf(one, left))}（${formatYen(left.fees)}、${formatCount(left.members)}名）`
          }}
        />
      }
      table={
        <FigureTable
          caption="入会月ごとの月会費（円）"
          className="max-h-[480px]"
          isDense
          head="入会月"
          rows={newest}
          keyOf={({ month }) => month}
          nameOf={nameOf}
          columns={[
            { label: '人数', value: ({ members }) => formatCount(members) },
            { label: '入会月の月末', value: ({ fees }) => formatCount(fees) },
            ...cohortSteps.map((months, step) => ({
              label: `${months}か月`,
              value: (one: Cohort) => (one.left[step] ? formatCount(one.left[step].fees) : ''),
            })),
          ]}
        />
      }
    />
  )
}
