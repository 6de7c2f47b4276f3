import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FeeRetention, Lost } from '#contract/report-fee-retention.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { cohortSteps, feeGains, feeLosses, feeMoves, fewPeople } from '#contract/words/groups.ts'
import { tenureBands } from '#contract/words/why.ts'
import { useCan } from '~/auth/session'
import { ChoiceSwitch } from '~/components/choice-switch'
import { Heatmap } from '~/components/heatmap/heatmap'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatPercent, formatYen } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'
import { ChartPanel, PicturePanel } from '../chart-panel'
import { monthLabel } from '../period'

/** Both monthly rates of 24 months, beside what changed the fees. */
export const CoursePanel = ({ stats: { months, requestInfo } }: { stats: FeeRetention }) => (
  <ChartPanel
    title="維持率の推移"
    axis={{ unit: 'month', shopId: requestInfo.shopId }}
    definition="各月の月次グロス維持率と月次ネット維持率。数え方は上の数字と同じです。グロスとネットの差は、増額と休会からの復帰です。"
    unit="%"
    chart={{
      label: '24か月の維持率の推移。数値は「表で見る」で確認できます。',
      points: months.map(({ month, gross, net, base }) => ({
        key: month,
        label: monthLabel(month),
        name: formatMonth(month),
        values: { gross: percent(gross.value), net: percent(net.value) },
        note: base === null ? '集計中、またはデータがありません。' : `前月末の月会費 ${formatYen(base)}`,
      })),
      series: [
        { key: 'gross', label: 'グロス', as: 'line', tone: 1 },
        { key: 'net', label: 'ネット', as: 'line', tone: 2 },
      ],
      format: (value) => `${value.toFixed(1)}%`,
      formatMark: (value) => String(value),
    }}
    table={
      <FigureTable
        caption="24か月の維持率と会費の動き"
        className="max-h-[480px]"
        isDense
        head="月"
        rows={months.toReversed()}
        keyOf={({ month }) => month}
        nameOf={({ month }) => formatMonth(month)}
        columns={[
          { label: 'グロス', value: ({ gross }) => formatPercent(gross.value) },
          { label: 'ネット', value: ({ net }) => formatPercent(net.value) },
          { label: '前月末の月会費', value: ({ base }) => formatYen(base) },
          ...[...feeLosses, ...feeGains].map((kind) => ({
            label: feeMoves[kind],
            value: ({ moves }: (typeof months)[number]) =>
              formatDifference(moves?.find((move) => move.kind === kind)?.yen, 0, '¥'),
          })),
        ]}
      />
    }
  />
)

const percent = (rate: number | null) => (rate === null ? null : rate * 100)

/** What 退会 took from the fees, by reason where it may be known, and by tenure. */
export function LostPanel({ stats: { withdrawals, period, requestInfo } }: { stats: FeeRetention }) {
  const { total, byReason, byTenure } = withdrawals
  const table = (head: string, rows: readonly (Lost & { name: string })[]) => (
    <FigureTable
      caption={`${head}ごとの退会で減った月会費`}
      head={head}
      rows={rows}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      columns={[
        { label: '今月', value: ({ month }) => formatYen(month?.yen), total: formatYen(total.month?.yen) },
        { label: '12か月', value: ({ year }) => formatYen(year?.yen), total: formatYen(total.year?.yen) },
        {
          label: '12か月の人数',
          value: ({ year }) => people(year?.members),
          total: people(total.year?.members),
        },
      ]}
      total="退会"
    />
  )
  return (
    <Panel
      title="退会で減った月会費"
      definition="前月末に会員で、この月の終わりに会員でない方の前月末の月会費。会費の動きの退会と一致します。理由と在籍期間は、終わった会員期間のものです。在籍期間は契約の初日から退会日までの満月数で、初日が入会日でないと回答された場合は入会日から数えます。今月は表示している期間の最後の月です。"
    >
      <div className="space-y-4">
        {byReason &&
          table(
            '退会理由',
            byReason.map((one) => ({ ...one, name: reasonOf(one.reason) })),
          )}
        {table(
          '在籍期間',
          byTenure.map((one) => ({ ...one, name: tenureBands[one.tenure] })),
        )}
        {period && (
          <AdmissionLink shopId={requestInfo.shopId} month={period.to.slice(0, 7)}>
            この月の入会・退会を見る
          </AdmissionLink>
        )}
      </div>
    </Panel>
  )
}

const people = (count: number | undefined) => (count === undefined ? '–' : `${formatCount(count)}名`)
const reasonOf = (reason: keyof typeof cancelReasons | 'unknown') =>
  reason === 'unknown' ? '理由不明' : cancelReasons[reason]

function AdmissionLink({ shopId, month, children }: { shopId: string | null; month: string; children: ReactNode }) {
  if (!useCan()('report.analysis')) return null
  return (
    <p className="text-sm print:hidden">
      <Link
        to="/statistics/admission"
        search={{ shop: shopId ?? allShops, month }}
        className="text-primary underline underline-offset-4"
      >
        {children}
      </Link>
    </p>
  )
}

/** What is left of the fees of who joined in a month, so many months later. */
export function CohortPanel({ stats: { cohorts } }: { stats: FeeRetention }) {
  const [isOfPeople, setIsOfPeople] = useState<'fees' | 'members'>('fees')
  const newest = cohorts.filter(({ fees }) => fees !== null).reverse()
  type Cohort = (typeof cohorts)[number]
  const share = (one: Cohort, step: number) => {
    const [whole, left] = [one[isOfPeople], one.left[step]?.[isOfPeople]]
    return whole && left !== undefined ? left / whole : null
  }
  const nameOf = ({ month, members }: Cohort) =>
    `${formatMonth(month)}${(members ?? 0) < fewPeople ? '（参考値）' : ''}`
  const title = '入会月ごとの会費'
  return (
    <PicturePanel
      title={title}
      definition="その月に入会し、月末に会員だった方の月会費のうち、Nか月後の月末に残っている割合。退会と休会で減り、増額で増えるため、100%を超えることがあります。入会した店舗で数え、移った先の会費も含みます。終わっていない月とデータのない月は空欄です。入会日が不明と回答された日の入会は含みません。20名未満は参考値です。"
      controls={
        <ChoiceSwitch
          label="割合の対象"
          value={isOfPeople}
          choices={[
            { value: 'fees', label: '会費' },
            { value: 'members', label: '人数' },
          ]}
          onChange={setIsOfPeople}
        />
      }
      empty={newest.length === 0 && '入会月から続けて分かる月がまだありません。'}
      picture={
        <Heatmap
          label={`${title}の割合。金額は「表で見る」で確認できます。`}
          rows={newest.map((one) => ({
            key: one.month,
            label: `${one.month.slice(2, 4)}/${one.month.slice(5, 7)}`,
            values: cohortSteps.map((_, step) => share(one, step)),
          }))}
          columns={cohortSteps.map(String)}
          highest={1}
          format={(value) => (value === null ? '' : `${Math.round(value * 100)}%`)}
          describeCell={({ row, column }) => {
            const one = newest[row]
            if (!one) return ''
            const left = one.left[column]
            const cell = `${nameOf(one)}の入会${formatCount(one.members)}名・${formatYen(one.fees)} ${cohortSteps[column]}か月後`
            if (!left) return `${cell} まだ終わっていないか、データがありません`
            return `${cell} ${formatCount(left.members)}名・${formatYen(left.fees)}（${formatPercent(share(one, column))}）`
          }}
        />
      }
      table={
        <FigureTable
          caption={`${title}（${isOfPeople === 'fees' ? '円' : '名'}）`}
          className="max-h-[480px]"
          isDense
          head="入会月"
          rows={newest}
          keyOf={({ month }) => month}
          nameOf={nameOf}
          columns={[
            { label: '入会月の月末', value: (one) => formatCount(one[isOfPeople]) },
            ...cohortSteps.map((months, step) => ({
              label: `${months}か月`,
              value: (one: Cohort) => (one.left[step] ? formatCount(one.left[step][isOfPeople]) : ''),
            })),
          ]}
        />
      }
    />
  )
}
