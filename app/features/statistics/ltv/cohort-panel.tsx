import { useState } from 'react'
import type { Cohort, Ltv } from '#contract/report-ltv.ts'
import { ChoiceSelect } from '~/components/choice-select'
import { ChoiceSwitch } from '~/components/choice-switch'
import { Heatmap } from '~/components/heatmap/heatmap'
import { FigureTable } from '~/components/report/figure-table'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatPercent, formatYen, wholePercent } from '~/lib/format'
import { PicturePanel } from '../chart-panel'
import { monthRows } from '../period'

interface CohortPanelProps {
  cohorts: Cohort[]
  /** The curve of all of them together. */
  survival: Ltv['survival']
  /** 24 months of joining and not 13. */
  isLong: boolean
  onLength: (isLong: boolean) => void
}

const stateChoices = [
  { value: 'all', label: '休会を含む' },
  { value: 'operating', label: '休会を除く' },
] as const

/** Who is still a member so many months after joining, by month of joining; empty until the whole cohort has reached it. */
export function CohortPanel({ cohorts, survival, isLong, onLength }: CohortPanelProps) {
  const [states, setStates] = useState<'all' | 'operating'>('all')
  const kept = (one: Cohort, at: number) => {
    const [all, paused] = [one.remaining[at] ?? null, one.paused[at] ?? null]
    return all === null || states === 'all' ? all : all - (paused ?? 0)
  }
  const share = (one: Cohort, at: number) => {
    const count = kept(one, at)
    return count === null || one.joined === 0 ? null : count / one.joined
  }
  const months = Array.from({ length: 13 }, (_, at) => at)
  // The mean of the full cohorts would be another figure for the same people.
  const together = months.map((at) => {
    const [whole, paused] = [survival[at]?.share ?? null, survival[at]?.paused ?? null]
    return whole === null || states === 'all' ? whole : Math.max(0, whole - (paused ?? 0))
  })
  const newest = [...cohorts].reverse()
  const title = '入会月ごとの継続'
  const hasRevenue = cohorts.some(({ revenuePerJoiner }) => revenuePerJoiner.some((yen) => yen !== null))
  return (
    <PicturePanel
      title={title}
      definition="入会日（契約の初日。復会を含みます）のNか月後の終わりにまだ会員である割合。入会月の全員がその日に達するまでは空欄です。全体の行は継続曲線の値です。入会日が不明と回答された日の入会は含みません。"
      controls={
        <>
          <ChoiceSwitch label="休会の数え方" value={states} choices={stateChoices} onChange={setStates} />
          <ChoiceSelect
            label="入会月の数"
            value={isLong ? 24 : 13}
            choices={[
              [13, '13か月分'],
              [24, '24か月分'],
            ]}
            onChange={(count) => onLength(count === 24)}
          />
        </>
      }
      picture={
        <Heatmap
          label={`${title}の割合。数値は「表で見る」で確認できます。`}
          rows={[
            { key: 'together', label: '全体', values: together },
            ...newest.map((one) => ({
              key: one.month,
              label: `${one.month.slice(2, 4)}/${one.month.slice(5, 7)}`,
              values: months.map((at) => share(one, at)),
            })),
          ]}
          columns={months.map((at) => `${at}`)}
          highest={1}
          format={(value) => (value === null ? '' : wholePercent(value))}
          describeCell={({ row, column }) => {
            if (row === 0) return `全体 ${column}か月後 ${formatPercent(together[column])}`
            const one = newest[row - 1]
            if (!one) return ''
            const count = kept(one, column)
            const name = `${formatMonth(one.month)}の入会${formatCount(one.joined)}名 ${column}か月後`
            if (count === null) return `${name} まだ全員が達していません`
            return `${name} ${formatCount(count)}名（${formatPercent(share(one, column))}、休会${formatCount(one.paused[column])}名）`
          }}
        />
      }
      table={
        <FigureTable
          caption={`${title}（人数）`}
          className="max-h-[480px]"
          isDense
          head="入会月"
          rows={newest}
          {...monthRows}
          columns={[
            { label: '入会', value: ({ joined }) => formatCount(joined) },
            ...months.map((at) => ({
              label: `${at}か月`,
              value: (one: Cohort) => (kept(one, at) === null ? '' : formatCount(kept(one, at))),
            })),
            hasRevenue && {
              label: '1名の累計売上',
              formula: 'その入会月の会員への売上の合計（最大12か月後の月まで）÷ 入会数。',
              value: ({ revenuePerJoiner }) => formatYen(revenuePerJoiner.findLast((yen) => yen !== null)),
            },
          ]}
        />
      }
    />
  )
}
