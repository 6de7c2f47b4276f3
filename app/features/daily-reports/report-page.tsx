import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, Printer, Target } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DailyReportDay, DailyReportRecord } from '#contract/daily-report.ts'
import { ActsLink, FiguresLink, ShopLink } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { LoadedRecord } from '~/components/record/record-page'
import { Related, relatedLook } from '~/components/record/related'
import { EmptyState } from '~/components/states'
import { StepButtons } from '~/components/step-buttons'
import { Button, buttonVariants } from '~/components/ui/button'
import { useKeys } from '~/components/use-keys'
import { addDays, currentMonth, formatDate, todayInTokyo } from '~/lib/dates'
import { listAsLeft } from '~/lib/lists-as-left'
import { ReportStatusChip } from '~/nouns/shop-report/status-chips'
import { Decisions } from './decisions'
import { dayQuery, reportQuery, waitingQuery } from './queries'
import { ReportForm } from './report-form'
import { ReportPaper } from './report-paper'
import { ReportText } from './report-text'

const list = { to: '/shop-reports', label: '日報' } as const

/** The board's search for the month of a day: on the first of a month the decided reports are of the one before. */
const monthOf = (date: string) => (date.startsWith(currentMonth()) ? {} : { month: date.slice(0, 7) })

interface ReportPageProps {
  shopId: string
  date: string
  /** Whether opened from the approval list: stepping then goes to its next report, not to the next day. */
  isWaiting: boolean
}

/** The report of a shop's day: its form while editable, otherwise the submitted text. */
export const ReportPage = (props: ReportPageProps) => (
  <LoadedRecord
    key={`${props.shopId} ${props.date}`}
    query={dayQuery(props.shopId, props.date)}
    list={list}
    title="日報"
    noun="日報"
    wide
  >
    {(day) =>
      day.report ? (
        <WrittenReport {...props} id={day.report.id} />
      ) : (
        <Page {...props} day={day}>
          {day.canWrite ? (
            <ReportForm day={day} report={undefined} />
          ) : (
            <EmptyState title="この日の日報はまだありません">
              <p>店舗のスタッフが書き始めると、ここに表示されます。</p>
            </EmptyState>
          )}
        </Page>
      )
    }
  </LoadedRecord>
)

const WrittenReport = ({ id, ...props }: ReportPageProps & { id: string }) => (
  <LoadedRecord query={reportQuery(id)} list={list} title="日報" noun="日報" wide>
    {(report) => (
      <Page {...props} day={report.day} report={report}>
        {report.allowed.includes('edit') ? (
          <ReportForm day={report.day} report={report} />
        ) : (
          <ReportText report={report} />
        )}
        <ReportPaper report={report} />
      </Page>
    )}
  </LoadedRecord>
)

const backClass = 'inline-flex h-9 items-center gap-1 text-sm text-muted-foreground hover:text-foreground'

interface PageProps extends ReportPageProps {
  day: DailyReportDay
  report?: DailyReportRecord
  children: ReactNode
}

function Page({ shopId, date, isWaiting, day, report, children }: PageProps) {
  const { onPrevious, onNext, place } = useNeighbours({ shopId, date, isWaiting })
  useKeys({ k: onPrevious, j: onNext })
  const [isDecided, setDecided] = useState(false)
  const toBoard = useNavigate()
  const mayBeginActions = useMayBeginActions()
  const listLeft = useRouterState({ select: () => listAsLeft('/shop-reports/list') })
  return (
    <div className="mx-auto max-w-6xl px-4 pb-6 sm:px-6 print:p-0">
      <div className="pt-4 print:hidden">
        <nav aria-label="日報の一覧" className="-ml-1 flex gap-4">
          <Link to="/shop-reports" search={{ month: date.slice(0, 7) }} className={backClass}>
            <ChevronLeft aria-hidden className="size-4" />
            提出状況
          </Link>
          <Link to="/shop-reports/list" search={listLeft} className={backClass}>
            <ChevronLeft aria-hidden className="size-4" />
            日報の一覧
          </Link>
        </nav>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4 print:hidden">
        <h1 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold wrap-anywhere">
          <span>
            {day.shop.name} <span className="figures">{formatDate(date)}</span>
          </span>
          <ReportStatusChip status={report?.status ?? 'missing'} />
        </h1>
        <div className="flex flex-wrap items-center gap-2">
          {place && <span className="figures text-sm text-muted-foreground">{place}</span>}
          <StepButtons onPrevious={onPrevious} onNext={onNext} />
          {report && (
            <Button variant="outline" onClick={() => window.print()} className="max-sm:w-9 max-sm:px-0">
              <Printer aria-hidden />
              <span className="max-sm:sr-only">印刷する</span>
            </Button>
          )}
          {report && mayBeginActions && (
            <Link
              to="/shop-reports/actions/new"
              search={{ shop: shopId, report: report.id }}
              className={buttonVariants({ variant: 'outline' })}
            >
              <Target aria-hidden />
              改善アクションを登録
            </Link>
          )}
          {isDecided && <NextWaiting />}
          {report && (
            <Decisions
              report={report}
              onDecided={() => {
                if (!isWaiting) setDecided(true)
                else if (onNext) onNext()
                else void toBoard({ to: '/shop-reports', search: monthOf(date) })
              }}
            />
          )}
        </div>
      </div>
      <Neighbours shop={day.shop} date={date} report={report} />
      {children}
    </div>
  )
}

/** After a decision: the oldest report that waits for one, from where the next ones follow. */
function NextWaiting() {
  const { data } = useQuery(waitingQuery(undefined))
  const [next] = data?.list ?? []
  if (!next) return null
  return (
    <Link
      to="/shop-reports/$shopId/$date"
      params={{ shopId: next.shop.id, date: next.date }}
      search={{ waiting: true }}
      className={buttonVariants({ size: 'lg' })}
    >
      次の承認待ちへ（{data?.paging.total}件）
    </Link>
  )
}

interface NeighboursProps {
  shop: DailyReportDay['shop']
  date: string
  report: DailyReportRecord | undefined
}

/** Links to other records of the shop's day, and to the report's actions. */
function Neighbours({ shop, date, report }: NeighboursProps) {
  const can = useCan()
  return (
    <Related className="mb-4">
      {can('reservation.read') && (
        <Link to="/hacomono/reservations/timetable" search={{ shop: shop.id, day: date }} className={relatedLook}>
          この日のタイムテーブル
        </Link>
      )}
      <FiguresLink shopId={shop.id} month={date.slice(0, 7)}>
        この月の集計
      </FiguresLink>
      {report && can('reportAction.read') && (
        <Link to="/shop-reports/actions" search={{ shop: shop.id, dailyReportId: report.id }} className={relatedLook}>
          この日報からの改善アクション
        </Link>
      )}
      <ShopLink shopId={shop.id} />
      {report && <ActsLink resourceType="dailyReport" resourceId={report.id} />}
    </Related>
  )
}

/** Previous and next day, or previous and next report in the approval list. */
function useNeighbours({ shopId, date, isWaiting }: ReportPageProps) {
  const navigate = useNavigate()
  const waiting = useQuery({ ...waitingQuery(undefined), enabled: isWaiting })
  const go = (to: { shopId: string; date: string }) =>
    void navigate({
      to: '/shop-reports/$shopId/$date',
      params: to,
      search: isWaiting ? { waiting: true } : {},
      replace: true,
    })
  if (!isWaiting) {
    const next = addDays(date, 1)
    return {
      onPrevious: () => go({ shopId, date: addDays(date, -1) }),
      onNext: next <= todayInTokyo() ? () => go({ shopId, date: next }) : undefined,
    }
  }
  const rows = waiting.data?.list ?? []
  const at = rows.findIndex((row) => row.shop.id === shopId && row.date === date)
  const stepTo = (index: number) => {
    const row = rows[index]
    return row && (() => go({ shopId: row.shop.id, date: row.date }))
  }
  // Just decided, so it has left the list: the next is its first report.
  if (at === -1) return { onPrevious: undefined, onNext: stepTo(0) }
  return {
    onPrevious: stepTo(at - 1),
    onNext: stepTo(at + 1) ?? (at > 0 ? stepTo(0) : undefined),
    place: `承認待ち ${at + 1} / ${rows.length}件`,
  }
}
