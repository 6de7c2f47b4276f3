import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/names.ts'
import { aggregates, healthcareCategories } from '#contract/words/daily-log.ts'
import { Modal } from '~/components/dialogs/modal'
import { TabState } from '~/components/record/tab-state'
import { ScrollBox } from '~/components/scroll-box'
import { serverQuery } from '~/data/query'
import { listHealthcareTypes } from '~/functions/healthcare-type'
import { formatCount, none } from '~/lib/format'

/** General reference data, not about any member. */
const metricsQuery = { ...serverQuery('healthcareType.list', listHealthcareTypes)({}), staleTime: Infinity }

type Metric = AnswerOf<'healthcareType.list'>['list'][number]

/** Explains each metric: how a day's value is computed, and its usual range. */
export function MetricsGuide() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="ml-2 min-h-6 font-medium text-primary underline-offset-4 hover:underline print:hidden"
      >
        項目の説明
      </button>
      {isOpen && (
        <Modal title="ヘルスケアの項目" onClose={() => setIsOpen(false)} className="max-w-3xl">
          <Metrics />
        </Modal>
      )}
    </>
  )
}

const cell = 'border-b px-2 py-1.5 whitespace-nowrap'
const right = `${cell} figures text-right`

function Metrics() {
  const query = useQuery(metricsQuery)
  return (
    <TabState query={query} noun="ヘルスケアの項目">
      {({ list }) => (
        <>
          <p className="mb-3 text-sm text-muted-foreground">
            通常の範囲は、安静時の健康な成人の目安です。医学的な判断には使わないでください。
          </p>
          <ScrollBox label="ヘルスケアの項目">
            <table className="w-full text-sm">
              <thead className="text-xs text-muted-foreground">
                <tr>
                  {['区分', '項目'].map((label) => (
                    <th key={label} scope="col" className={`${cell} text-left font-medium`}>
                      {label}
                    </th>
                  ))}
                  {['1日の値', '通常の範囲', '記録できる範囲'].map((label) => (
                    <th key={label} scope="col" className={`${cell} text-right font-medium`}>
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map((metric) => (
                  <tr key={metric.key}>
                    <td className={cell}>{healthcareCategories[metric.category]}</td>
                    <th scope="row" className={`${cell} text-left font-normal`}>
                      {metric.label}（{metric.unit}）
                    </th>
                    <td className={right}>{aggregates[metric.aggregate]}</td>
                    <td className={right}>{normalText(metric)}</td>
                    <td className={right}>
                      {formatCount(metric.min)}〜{formatCount(metric.max)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </>
      )}
    </TabState>
  )
}

/** 「6,000以上」 if the upper end is only the input limit. */
function normalText({ normalFrom, normalTo, max, precision }: Metric): string {
  if (normalFrom === null || normalTo === null) return none
  const text = (value: number) => (precision === 0 ? formatCount(value) : value.toFixed(precision))
  return normalTo === max ? `${text(normalFrom)}以上` : `${text(normalFrom)}〜${text(normalTo)}`
}
