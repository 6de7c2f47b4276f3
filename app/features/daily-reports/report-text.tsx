import { Link } from '@tanstack/react-router'
import type { DailyReport, DailyReportRecord, DayFacts } from '#contract/daily-report.ts'
import { type DayFigure, dayFigures, weathers } from '#contract/words/daily-report.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import { StaffName } from '~/auth/record-links'
import { Picture } from '~/components/picture'
import { Fact, Facts } from '~/components/record/facts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { formatDateTime } from '~/lib/dates'
import { formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { EarlierSubmissions } from './earlier-submissions'
import { emptyDayText, figureOf, figureText, shownFigures } from './labels'
import { ProgressPanel } from './progress-panel'
import { RowsOfDay } from './rows-of-day'

/** The non-empty texts of a report, by label. */
export function textsOf(report: DailyReport) {
  const texts = [
    ['良かった点', report.goodPoints],
    ['課題', report.issues],
    ['会員の声', report.memberVoice],
    ['設備不具合', report.facilityTrouble],
    ['引き継ぎ', report.handover],
    ['翌日の予定', report.tomorrowPlan],
  ] as const
  return texts.filter(([, text]) => text !== null)
}

/** A submitted report, and what has changed since. */
export function ReportText({ report }: { report: DailyReportRecord }) {
  const submitted = report.asSubmitted ?? report.day
  const isFrozen = report.status === 'submitted' || report.status === 'approved'
  const facts = isFrozen ? submitted : report.day
  const texts = textsOf(report)
  return (
    <div className="space-y-4 print:hidden">
      {report.changedSince.length > 0 && <ChangedSince report={report} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle>この日の数字</CardTitle>
            {isFrozen && <span className="text-xs text-muted-foreground">提出時の数字</span>}
          </CardHeader>
          <CardContent>
            <Figures report={report} facts={facts} />
          </CardContent>
        </Card>
        <div className="space-y-4">
          {report.cashOnHand !== undefined && (
            <Card>
              <CardHeader>
                <CardTitle>レジ</CardTitle>
              </CardHeader>
              <CardContent>
                <Facts>
                  <Fact label={dailyReportFields.salesCash}>{formatYen(report.salesCash)}</Fact>
                  <Fact label={dailyReportFields.salesCard}>{formatYen(report.salesCard)}</Fact>
                  <Fact label={dailyReportFields.cashFloat}>{formatYen(report.cashFloat)}</Fact>
                  <Fact label={dailyReportFields.cashOnHand}>{formatYen(report.cashOnHand)}</Fact>
                  <Fact label={dailyReportFields.cashDiff}>
                    <span className={cn('font-semibold', report.cashDiff && 'text-bad')}>
                      {formatYen(report.cashDiff)}
                    </span>
                  </Fact>
                  {report.cashComment && <Fact label={dailyReportFields.cashComment}>{report.cashComment}</Fact>}
                </Facts>
              </CardContent>
            </Card>
          )}
          <Card>
            <CardHeader>
              <CardTitle>今月の進み方</CardTitle>
            </CardHeader>
            <CardContent>
              <ProgressPanel facts={facts} />
            </CardContent>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>この日</CardTitle>
            </CardHeader>
            <CardContent>
              <Facts>
                <Fact label={dailyReportFields.weather}>{report.weather && weathers[report.weather]}</Fact>
                <Fact label={dailyReportFields.eventNote}>{report.eventNote}</Fact>
                <Fact label={dailyReportFields.staffOnDuty}>
                  {report.staffOnDuty.map(({ staffId, displayName, from, to }) => (
                    <span key={staffId} className="block">
                      <StaffName staff={{ id: staffId, displayName }} /> {from}〜{to}
                    </span>
                  ))}
                </Fact>
                <Fact label={dailyReportFields.laborHours}>
                  {report.laborHours === null ? null : `${report.laborHours}時間`}
                </Fact>
                <Fact label={dailyReportFields.authorId}>
                  <StaffName staff={report.author} />
                </Fact>
                <Fact label="提出">
                  {report.submittedAt && (
                    <>
                      {formatDateTime(report.submittedAt)} <StaffName staff={report.submitter} />
                    </>
                  )}
                </Fact>
                {report.approver && (
                  <Fact label={report.status === 'approved' ? '承認' : '差戻し'}>
                    {report.approvedAt && formatDateTime(report.approvedAt)} <StaffName staff={report.approver} />
                  </Fact>
                )}
                {report.approverComment && (
                  <Fact label="コメント">
                    <span className="whitespace-pre-line">{report.approverComment}</span>
                  </Fact>
                )}
              </Facts>
            </CardContent>
          </Card>
        </div>
      </div>
      <EarlierSubmissions report={report} />
      {report.incident && <Incident incident={report.incident} />}
      {texts.length > 0 && (
        <Card>
          <CardContent className="grid gap-x-8 gap-y-5 pt-5 lg:grid-cols-2">
            {texts.map(([label, text]) => (
              <section key={label}>
                <h2 className="text-sm font-semibold">{label}</h2>
                <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{text}</p>
              </section>
            ))}
          </CardContent>
        </Card>
      )}
      {report.imgUrls.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
          {report.imgUrls.map((url, at) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                <Picture url={url} alt={`写真${at + 1}`} className="aspect-4/3 w-full rounded-md border object-cover" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Incident({ incident }: { incident: NonNullable<DailyReport['incident']> }) {
  const { time, place, member, what, action } = incident
  return (
    <Card className="border-bad/40">
      <CardHeader>
        <CardTitle>事故・けが</CardTitle>
      </CardHeader>
      <CardContent>
        <Facts>
          <Fact label="発生時刻">{time}</Fact>
          <Fact label="場所">{place}</Fact>
          <Fact label="会員">
            {member && (
              <Link
                to="/hacomono/members/$userId"
                params={{ userId: member.id }}
                className="font-medium text-primary underline underline-offset-4"
              >
                {member.lastName} {member.firstName}（{member.memberNo}）
              </Link>
            )}
          </Fact>
          <Fact label="状況">
            <span className="whitespace-pre-line">{what}</span>
          </Fact>
          <Fact label="対応">
            <span className="whitespace-pre-line">{action}</span>
          </Fact>
        </Facts>
      </CardContent>
    </Card>
  )
}

/** Figures that have changed since the report was submitted. */
function ChangedSince({ report }: { report: DailyReportRecord }) {
  const { asSubmitted, day } = report
  return (
    <section aria-label="提出後の変更" className="rounded-md bg-warning-surface px-4 py-3 text-sm">
      <h2 className="font-semibold">提出のあとに、数字が変わりました。</h2>
      <table className="figures mt-2">
        <thead>
          <tr className="text-left text-xs">
            <th scope="col" className="pr-6 font-normal">
              項目
            </th>
            <th scope="col" className="pr-6 text-right font-normal">
              提出時
            </th>
            <th scope="col" className="text-right font-normal">
              現在
            </th>
          </tr>
        </thead>
        <tbody>
          {report.changedSince.map((key) => (
            <tr key={key}>
              <th scope="row" className="pr-6 text-left font-medium">
                {dayFigures[key]}
              </th>
              <td className="pr-6 text-right">{asSubmitted && figureText(key, figureOf(asSubmitted.figures, key))}</td>
              <td className="text-right font-semibold">{figureText(key, figureOf(day.figures, key))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Figures({ report, facts }: { report: DailyReport; facts: DayFacts }) {
  const { figures } = facts
  const emptiness = emptyDayText(facts)
  return (
    <ul className="divide-y text-sm">
      {emptiness && <li className="py-1.5">{emptiness}</li>}
      {shownFigures(facts, report.adjustments).map((key: DayFigure) => {
        const adjustment = report.adjustments[key]
        return (
          <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
            <span>{dayFigures[key]}</span>
            <span className="figures">
              {adjustment && (
                <span className="mr-2 text-muted-foreground line-through">
                  {figureText(key, figureOf(figures, key))}
                </span>
              )}
              <span className="font-medium">
                <RowsOfDay of={key} value={figureOf(figures, key)} shopId={report.shop.id} date={report.date}>
                  {figureText(key, adjustment?.value ?? figureOf(figures, key))}
                </RowsOfDay>
              </span>
            </span>
            {adjustment && (
              <span className="w-full text-right text-xs text-muted-foreground">
                <Chip>修正</Chip> {adjustment.reason}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
