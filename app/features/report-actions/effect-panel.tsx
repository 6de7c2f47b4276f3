import { kpi } from '#contract/kpi.ts'
import type { ActionEffect, ReportAction } from '#contract/report-action.ts'
import { type ActionMetric, effectDays } from '#contract/words/report-action.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { addDays, formatDate } from '~/lib/dates'
import { formatDifference } from '~/lib/format'
import { metricText } from './labels'

/** Change of the figure, in numbers and as a sentence. */
export function EffectPanel({ row }: { row: ReportAction }) {
  const { metric, effect, daysToEffect, actualDays, startOn } = row
  if (metric === null) return null
  const { label } = kpi[metric]
  const lastDay = addDays(startOn, effectDays - 1)
  return (
    <Card>
      <CardHeader>
        <CardTitle>効果（{label}）</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="text-sm font-medium">
          {effect
            ? sentenceOf(metric, effect)
            : actualDays === 0
              ? `開始日から${effectDays}日間の数字がそろうと、効果を表示します。`
              : `あと${daysToEffect}日で判定します（${formatDate(lastDay)}まで）。`}
        </p>
        <table className="figures mt-3 w-full text-sm">
          <caption className="sr-only">{label}の開始前と開始後</caption>
          <thead>
            <tr className="text-muted-foreground">
              <th scope="col" className="py-1 text-left font-normal" />
              <th scope="col" className="py-1 text-right font-normal">
                開始前{effectDays}日間
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                開始後{actualDays > 0 && actualDays < effectDays ? `${actualDays}日間` : `${effectDays}日間`}
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                変化
              </th>
            </tr>
          </thead>
          <tbody>
            <tr className="border-t">
              <th scope="row" className="py-1.5 text-left font-medium">
                {row.shop.name}
              </th>
              <td className="py-1.5 text-right">{metricText(metric, row.baseline)}</td>
              <td className="py-1.5 text-right">{actualDays > 0 ? metricText(metric, row.actualValue) : '–'}</td>
              <td className="py-1.5 text-right">{effect ? changeText(metric, effect.own) : '–'}</td>
            </tr>
            {effect?.others && (
              <tr className="border-t">
                <th scope="row" className="py-1.5 text-left font-medium">
                  ほかの{effect.others.shops}店舗
                </th>
                <td className="py-1.5 text-right">{metricText(metric, effect.others.before)}</td>
                <td className="py-1.5 text-right">{metricText(metric, effect.others.after)}</td>
                <td className="py-1.5 text-right">{changeText(metric, effect.others)}</td>
              </tr>
            )}
          </tbody>
        </table>
        {row.targetValue !== null && (
          <p className="figures mt-2 text-xs text-muted-foreground">目標 {metricText(metric, row.targetValue)}</p>
        )}
      </CardContent>
    </Card>
  )
}

type Move = ActionEffect['own']

/** Change in per cent for counts and money, in points for rates; null if not comparable. */
function changeOf(metric: ActionMetric, { before, after }: Move): number | null {
  if (before === null || after === null) return null
  if (kpi[metric].unit === '%') return (after - before) * 100
  return before === 0 ? null : ((after - before) / before) * 100
}

const changeText = (metric: ActionMetric, move: Move) => {
  const change = changeOf(metric, move)
  return change === null ? '–' : `${formatDifference(change, 1)}${kpi[metric].unit === '%' ? 'pt' : '%'}`
}

/** 「来館数は+8.0%でした。ほかの5店舗は+1.2%です。」 */
function sentenceOf(metric: ActionMetric, { own, others }: ActionEffect): string {
  const { label } = kpi[metric]
  const change = changeOf(metric, own)
  const mine =
    change === null
      ? `${label}は${metricText(metric, own.before)}から${metricText(metric, own.after)}になりました。`
      : `${label}は${changeText(metric, own)}でした。`
  return others && changeOf(metric, others) !== null
    ? `${mine}ほかの${others.shops}店舗は${changeText(metric, others)}です。`
    : mine
}
