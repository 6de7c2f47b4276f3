import { useState } from 'react'
import type { Cohort, Ltv } from '#contract/report-ltv.ts'
import { ChoiceSwitch } from '~/components/choice-switch'
import { Heatmap } from '~/components/heatmap/heatmap'
import { InfoTip } from '~/components/report/info-tip'
import { cells, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatPercent, formatYen } from '~/lib/format'

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
  const [asTable, setAsTable] = useState(false)
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
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          {title}
          <InfoTip
            label={title}
            text="入会日（契約の初日。復会を含みます）のNか月後の終わりにまだ会員である割合。入会月の全員がその日に達するまでは空欄です。全体の行は継続曲線の値です。入会日が不明と回答された日の入会は含みません。"
          />
        </CardTitle>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <ChoiceSwitch label="休会の数え方" value={states} choices={stateChoices} onChange={setStates} />
          <NativeSelect
            aria-label="入会月の数"
            value={isLong ? '24' : '13'}
            onChange={({ target }) => onLength(target.value === '24')}
          >
            <option value="13">13か月分</option>
            <option value="24">24か月分</option>
          </NativeSelect>
          <ViewSwitch asTable={asTable} onChange={setAsTable} />
        </div>
      </CardHeader>
      <CardContent>
        {asTable ? (
          <ScrollTable caption={`${title}（人数）`} className="max-h-[480px]" isDense>
            <TableHead
              rows="入会月"
              columns={[
                { label: '入会' },
                ...months.map((at) => ({ label: `${at}か月` })),
                ...(hasRevenue
                  ? [
                      {
                        label: '1名の累計売上',
                        formula: 'その入会月の会員への売上の合計（最大12か月後の月まで）÷ 入会数。',
                      },
                    ]
                  : []),
              ]}
            />
            <tbody>
              {newest.map((one) => (
                <tr key={one.month}>
                  <th scope="row" className={cells.row}>
                    {formatMonth(one.month)}
                  </th>
                  <td className={cells.value}>{formatCount(one.joined)}</td>
                  {months.map((at) => (
                    <td key={at} className={cells.value}>
                      {kept(one, at) === null ? '' : formatCount(kept(one, at))}
                    </td>
                  ))}
                  {hasRevenue && (
                    <td className={cells.value}>
                      {formatYen(one.revenuePerJoiner.findLast((yen) => yen !== null) ?? null)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        ) : (
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
            format={(value) => (value === null ? '' : `${Math.round(value * 100)}%`)}
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
        )}
      </CardContent>
    </Card>
  )
}
