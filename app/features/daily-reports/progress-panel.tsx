import type { DayFacts } from '#contract/daily-report.ts'
import { unreadRemark } from '#contract/words/unread-sales.ts'
import { formatDateTime } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'

/** The month as of this day: target, actual and forecast, as on the dashboard. */
export function ProgressPanel({
  facts: { figures, target, monthToDate, landing, dataAsOf, isCounting, unreadSales },
}: {
  facts: DayFacts
}) {
  const people = (value: number | null | undefined) => (value == null ? '–' : `${formatCount(value)}名`)
  const lines = [
    ['入会', people(target?.admissions), people(monthToDate?.admissions), people(landing?.admissions)],
    ['退会', people(target?.withdrawals), people(monthToDate?.withdrawals), people(landing?.withdrawals)],
    ['在籍', people(target?.closing), people(monthToDate?.closing), people(landing?.closing)],
    ...((monthToDate?.sales ?? target?.sales) === undefined
      ? []
      : [['売上', formatYen(target?.sales), formatYen(monthToDate?.sales), formatYen(landing?.sales)]]),
  ]
  return (
    <>
      <table className="figures w-full text-sm print:text-[9pt]">
        <caption className="sr-only">今月の目標・累計・着地見込</caption>
        <thead>
          <tr className="text-muted-foreground">
            <th scope="col" className="py-1 text-left font-normal">
              今月
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              目標
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              累計
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              着地見込
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, ...values]) => (
            <tr key={label} className="border-t">
              <th scope="row" className="py-1.5 text-left font-medium">
                {label}
              </th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three columns in their order
                <td key={at} className="py-1.5 pl-2 text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="figures mt-2 text-xs text-muted-foreground">
        {isCounting
          ? 'この月は集計中です。数え終わると数字が入ります。'
          : monthToDate
            ? `データ時点 ${dataAsOf ? formatDateTime(dataAsOf) : '–'}${figures.visitCount === null ? ' までの累計です。' : ''}`
            : `この日のデータはまだ届いていません（データ時点 ${dataAsOf ? formatDateTime(dataAsOf) : '–'}）。届きしだい数字が入ります。`}
      </p>
      {unreadSales && (
        <p className="figures mt-1 text-xs text-muted-foreground">この月の数字は、{unreadRemark(unreadSales)}</p>
      )}
    </>
  )
}
