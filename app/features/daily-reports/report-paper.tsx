import type { DailyReportRecord } from '#contract/daily-report.ts'
import { dailyReportStatuses, dayFigures, weathers } from '#contract/words/daily-report.ts'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatYen } from '~/lib/format'
import { emptyDayText, figureOf, figureText, nameOf, shownFigures } from './labels'
import { ProgressPanel } from './progress-panel'
import { textsOf } from './report-text'

/** Print only: one A4 page with seal boxes for 担当, 店長 and 本部. */
export function ReportPaper({ report }: { report: DailyReportRecord }) {
  const isFrozen = report.status === 'submitted' || report.status === 'approved'
  const facts = (isFrozen && report.asSubmitted) || report.day
  return (
    <article className="hidden text-[9pt] leading-snug print:block">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h1 className="text-base font-semibold">
            店舗日報 {report.shop.name} {formatDate(report.date)}
          </h1>
          <p className="figures mt-1">
            {dailyReportStatuses[report.status]} ／ 天気 {report.weather ? weathers[report.weather] : '–'} ／ 作成{' '}
            {nameOf(report.author)}
            {report.submittedAt && ` ／ 提出 ${formatDateTime(report.submittedAt)}`}
          </p>
          {report.eventNote && <p>近隣行事 {report.eventNote}</p>}
        </div>
        <table className="border-collapse text-center">
          <tbody>
            <tr>
              {['担当', '店長', '本部'].map((seal) => (
                <td key={seal} className="w-[18mm] border border-foreground p-0">
                  <p className="border-b border-foreground">{seal}</p>
                  <div className="h-[16mm]" />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-x-6">
        <dl className="grid grid-cols-[1fr_auto] content-start gap-x-3">
          {emptyDayText(facts) && <div className="col-span-2">{emptyDayText(facts)}</div>}
          {shownFigures(facts, report.adjustments).map((key) => {
            const adjustment = report.adjustments[key]
            return (
              <div key={key} className="col-span-2 grid grid-cols-subgrid border-b">
                <dt>
                  {dayFigures[key]}
                  {adjustment && `（修正: ${adjustment.reason}）`}
                </dt>
                <dd className="figures text-right">
                  {adjustment && `${figureText(key, figureOf(facts.figures, key))} → `}
                  {figureText(key, adjustment?.value ?? figureOf(facts.figures, key))}
                </dd>
              </div>
            )
          })}
        </dl>
        <div className="space-y-3">
          <ProgressPanel facts={facts} />
          {report.cashOnHand !== undefined && (
            <p className="figures">
              現金 {formatYen(report.salesCash)} ／ カード {formatYen(report.salesCard)} ／ 準備金{' '}
              {formatYen(report.cashFloat)} ／ 有高 {formatYen(report.cashOnHand)} ／ 過不足{' '}
              {formatYen(report.cashDiff)}
              {report.cashComment && `（${report.cashComment}）`}
            </p>
          )}
          <p>
            出勤{' '}
            {report.staffOnDuty.map(({ displayName, from, to }) => `${displayName} ${from}〜${to}`).join('、') || '–'}
            {report.laborHours !== null && `（計${report.laborHours}時間）`}
          </p>
        </div>
      </div>
      {report.incident && (
        <p className="mt-3 border p-2">
          <b>事故・けが</b> {report.incident.time} {report.incident.place}
          {report.incident.member &&
            ` ${report.incident.member.lastName} ${report.incident.member.firstName}（${report.incident.member.memberNo}）`}
          ： {report.incident.what} ／ 対応 {report.incident.action}
        </p>
      )}
      <div className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2">
        {textsOf(report).map(([label, text]) => (
          <section key={label}>
            <h2 className="font-semibold">{label}</h2>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </section>
        ))}
      </div>
      {report.approverComment && <p className="mt-3">承認者のコメント: {report.approverComment}</p>}
    </article>
  )
}
