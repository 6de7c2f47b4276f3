import { Link } from '@tanstack/react-router'
import type { DailyReportBoard } from '#contract/daily-report.ts'
import { type BoardStatus, boardStatuses } from '#contract/words/daily-report.ts'
import { valuesOf } from '#contract/words/words.ts'
import { ScrollBox } from '~/components/scroll-box'
import { dayOfWeek, formatDate, todayInTokyo, weekdayName } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'

/** Symbol and colour of each state, so that colour alone carries no meaning. */
const marks: Record<BoardStatus, { mark: string; className: string }> = {
  missing: { mark: '未', className: 'bg-warning-surface text-warning font-semibold' },
  draft: { mark: '下', className: 'bg-muted text-muted-foreground' },
  submitted: { mark: '提', className: 'bg-accent text-accent-foreground' },
  returned: { mark: '戻', className: 'bg-danger-surface text-bad font-semibold' },
  approved: { mark: '承', className: 'text-muted-foreground' },
}

/** Several shops by day; those with the most missing reports first. */
export function ShopDays({ board, caption }: { board: DailyReportBoard; caption: string }) {
  const { totals } = board
  // Future days have no state.
  const today = todayInTokyo()
  const dates = board.dates.filter((date) => date <= today)
  const shops = board.shops.toSorted((one, other) => other.missing - one.missing)
  return (
    <section aria-label={caption} className="rounded-lg border bg-card shadow-card">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 border-b px-4 py-2.5 text-xs">
        {valuesOf(boardStatuses).map((status) => (
          <li key={status} className="flex items-center gap-1.5">
            <Mark status={status} />
            {boardStatuses[status]}
            <span className="figures text-muted-foreground">{formatCount(totals[status])}件</span>
          </li>
        ))}
      </ul>
      <ScrollBox label={`${caption}の表`} ref={showNewest}>
        <table className="figures w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-10 min-w-32 border-b bg-card px-4 py-2 text-left font-medium">
                店舗
              </th>
              <th scope="col" className="border-b px-2 py-2 text-right font-medium whitespace-nowrap">
                未作成
              </th>
              {dates.map((date) => (
                <th
                  key={date}
                  scope="col"
                  className={cn('border-b px-0.5 py-1 text-center text-xs font-normal', colourOf(date))}
                >
                  {Number(date.slice(8))}
                  <br />
                  {weekdayName(dayOfWeek(date))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shops.map(({ shop, statuses, incidents, missing }) => (
              <tr key={shop.id}>
                <th
                  scope="row"
                  className="sticky left-0 z-10 border-b bg-card px-4 py-1 text-left font-medium whitespace-nowrap"
                >
                  <Link
                    to="/shop-reports"
                    search={(search) => ({ ...search, shop: shop.id })}
                    className="underline-offset-4 hover:underline"
                  >
                    {shop.name}
                  </Link>
                </th>
                <td className={cn('border-b px-2 text-right', missing > 0 && 'font-semibold text-warning')}>
                  {missing}
                </td>
                {dates.map((date, at) => {
                  const status = statuses[at]
                  const hasIncident = incidents.includes(date)
                  return (
                    <td key={date} className="border-b px-0.5 py-1 text-center">
                      {status && (
                        <Link
                          to="/shop-reports/$shopId/$date"
                          params={{ shopId: shop.id, date }}
                          aria-label={[shop.name, formatDate(date), boardStatuses[status], hasIncident && '事故あり']
                            .filter(Boolean)
                            .join(' ')}
                          className="inline-block rounded-sm"
                        >
                          <Mark status={status} hasIncident={hasIncident} />
                        </Link>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}

/** Scrolls to the month's last days where it does not fit. */
const showNewest = (element: HTMLElement | null) => {
  if (element) element.scrollLeft = element.scrollWidth
}

const colourOf = (date: string) =>
  ({ 0: 'text-holiday', 6: 'text-saturday' })[dayOfWeek(date)] ?? 'text-muted-foreground'

const Mark = ({ status, hasIncident }: { status: BoardStatus; hasIncident?: boolean }) => (
  <span
    aria-hidden
    className={cn(
      'inline-grid size-7 place-items-center rounded-sm text-xs',
      marks[status].className,
      hasIncident && 'ring-2 ring-bad',
    )}
  >
    {marks[status].mark}
  </span>
)
