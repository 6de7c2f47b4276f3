import type { DailyReportRecord } from '#contract/daily-report.ts'
import { dayFigures } from '#contract/words/daily-report.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatDateTime } from '~/lib/dates'
import { disclosedFigures, figureOf, figureText, nameOf } from './labels'

/** The figures of each submission that was returned or reopened, the last one first. */
export function EarlierSubmissions({ report }: { report: DailyReportRecord }) {
  const submissions = report.earlierSubmissions.toReversed()
  if (submissions.length === 0) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle>以前の提出</CardTitle>
      </CardHeader>
      <CardContent className="divide-y text-sm">
        {submissions.map(({ submittedAt, submitter, adjustments, day }) => (
          <details key={submittedAt}>
            <summary className="figures min-h-9 cursor-pointer py-2 font-medium">
              {formatDateTime(submittedAt)} {nameOf(submitter)}
            </summary>
            <ul className="grid gap-x-8 pb-3 sm:grid-cols-2">
              {disclosedFigures(day.figures).map((key) => {
                const adjustment = adjustments[key]
                return (
                  <li key={key} className="flex flex-wrap justify-between gap-x-3 py-0.5">
                    <span>{dayFigures[key]}</span>
                    <span className="figures">
                      {figureText(key, figureOf(day.figures, key))}
                      {adjustment && ` → ${figureText(key, adjustment.value)}（${adjustment.reason}）`}
                    </span>
                  </li>
                )
              })}
            </ul>
          </details>
        ))}
      </CardContent>
    </Card>
  )
}
