import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClipboardPen, ListChecks } from 'lucide-react'
import type { DailyReportBoard } from '#contract/daily-report.ts'
import { isApiError } from '#contract/errors.ts'
import { useCan } from '~/auth/session'
import { MonthPicker } from '~/components/report/month-picker'
import { ScreenHead } from '~/components/screen-head'
import { FailedState, StaleNotice } from '~/components/states'
import { ThinBar } from '~/components/thin-bar'
import { buttonVariants } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { addDays, currentMonth, formatDate, formatMonth, todayInTokyo } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { ShopReportTabs } from '~/nouns/shop-report/shop-report-tabs'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { MonthCalendar } from './month-calendar'
import { type BoardSearch, boardQuery, requestedBoard, shownMonth, waitingQuery } from './queries'
import { ShopDays } from './shop-days'

interface ReportBoardProps {
  search: BoardSearch
  onSearchChange: (next: BoardSearch) => void
}

/** Submission states of a month: a calendar for one shop, a table of shops by days for several. */
export function ReportBoard({ search, onSearchChange }: ReportBoardProps) {
  const can = useCan()
  const { shopId, shop, shops, label } = useSelectedShop(search.shop)
  const month = shownMonth(search)
  const query = useQuery({ ...boardQuery(requestedBoard(search, shops)), placeholderData: (previous) => previous })
  const board = query.data
  const showMonth = (next: string) => onSearchChange({ ...search, month: next === currentMonth() ? undefined : next })
  const retry = () => void query.refetch()

  return (
    <div className="mx-auto max-w-[1608px] px-4 pb-12 sm:px-6 print:px-0">
      <div className="sticky top-header z-30 -mx-4 sm:-mx-6">
        <ThinBar active={query.isFetching} />
      </div>
      <ScreenHead
        title="日報"
        lead={label}
        tabs={<ShopReportTabs shop={search.shop} />}
        aside={
          board && (
            <p className="figures text-sm text-muted-foreground">未提出 {formatCount(board.notSubmittedDays)}件</p>
          )
        }
        actions={
          <>
            {can('dailyReport.approve') && <Waiting shopId={shopId} />}
            {can('dailyReport.write') && shop && (
              <Link
                to="/shop-reports/$shopId/$date"
                params={{ shopId: shop.id, date: todayInTokyo() }}
                className={buttonVariants({ variant: 'outline' })}
              >
                <ClipboardPen aria-hidden />
                今日の日報を書く
              </Link>
            )}
            <MonthPicker month={month} onChange={showMonth} onIntent={() => {}} />
          </>
        }
      />
      {query.error && board && <StaleNotice of="一覧" error={query.error} onRetry={retry} className="mb-4" />}
      {board ? (
        <div className="space-y-4" aria-busy={query.isFetching}>
          <NotSubmitted board={board} month={month} />
          {board.shops.length === 1 && board.shops[0] ? (
            <MonthCalendar dates={board.dates} of={board.shops[0]} />
          ) : (
            <ShopDays board={board} caption={`${formatMonth(month)}の日報の提出状況`} />
          )}
        </div>
      ) : query.error ? (
        isApiError(query.error) && query.error.code === 'not_found' ? (
          <ShopNotFound />
        ) : (
          <FailedState title="日報の提出状況を表示できませんでした" error={query.error} onRetry={retry} />
        )
      ) : (
        <div role="status">
          <span className="sr-only">読み込み中...</span>
          <Skeleton className="h-120" />
        </div>
      )}
    </div>
  )
}

/** Link to the reports awaiting approval, oldest first. */
function Waiting({ shopId }: { shopId: string | undefined }) {
  const { data } = useQuery(waitingQuery(shopId))
  const [first] = data?.list ?? []
  if (!first) return null
  return (
    <Link
      to="/shop-reports/$shopId/$date"
      params={{ shopId: first.shop.id, date: first.date }}
      search={{ waiting: true }}
      className={buttonVariants()}
    >
      <ListChecks aria-hidden />
      承認待ち {formatCount(data?.paging.total)}件
    </Link>
  )
}

/** Days that are shown by name; the board below has the others. */
const mostDays = 12

/** What is not submitted, the oldest day first; yesterday may be in the month before. */
function missingOf({ shops, dates, notSubmitted }: DailyReportBoard, yesterday: string) {
  const ofMonth = shops.flatMap(({ shop, statuses }) =>
    dates.flatMap((date, at) =>
      date <= yesterday && (statuses[at] === 'missing' || statuses[at] === 'draft') ? [{ shop, date }] : [],
    ),
  )
  const before = dates.includes(yesterday) ? [] : notSubmitted.map((shop) => ({ shop, date: yesterday }))
  return [...before, ...ofMonth].sort((a, b) => a.date.localeCompare(b.date))
}

/** The days without a submitted report, each with its form, at the top. */
function NotSubmitted({ board, month }: { board: DailyReportBoard; month: string }) {
  const yesterday = addDays(todayInTokyo(), -1)
  const isOfThisMonth = month === currentMonth()
  const missing = missingOf(isOfThisMonth ? board : { ...board, notSubmitted: [] }, yesterday)
  const ofSeveralShops = board.shops.length > 1
  if (missing.length === 0) {
    return (
      isOfThisMonth && (
        <p role="status" className="rounded-md bg-accent px-4 py-2.5 text-sm text-accent-foreground">
          {yesterday.slice(0, 7) === month ? '今月の' : ''}
          {formatDate(yesterday)}
          {yesterday.slice(0, 7) === month ? 'までの' : 'の'}日報は、すべて提出されています。
        </p>
      )
    )
  }
  return (
    <Card className="print:hidden">
      <CardHeader>
        <CardTitle>未提出の日報</CardTitle>
        <span className="figures text-sm text-muted-foreground">{formatCount(missing.length)}件</span>
      </CardHeader>
      <CardContent>
        <ul className="flex flex-wrap gap-2">
          {missing.slice(0, mostDays).map(({ shop, date }) => (
            <li key={`${shop.id} ${date}`}>
              <Link
                to="/shop-reports/$shopId/$date"
                params={{ shopId: shop.id, date }}
                className={buttonVariants({ variant: 'outline' })}
              >
                {ofSeveralShops && `${shop.name} `}
                {formatDate(date)}
              </Link>
            </li>
          ))}
        </ul>
        {missing.length > mostDays && (
          <p className="figures mt-3 text-sm text-muted-foreground">
            古い{mostDays}件を表示しています。ほかは下の表で確認してください。
          </p>
        )}
      </CardContent>
    </Card>
  )
}
