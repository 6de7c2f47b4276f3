import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '~/auth/session'
import { Card } from '~/components/ui/card'
import { passedOn } from '~/lib/period-in-url'
import { useIsLate } from '~/lib/use-is-late'
import { cn } from '~/lib/utils'
import type { ReportSearch } from './period'
import { reports } from './reports'
import { tonightQuery } from './tonight/queries'
import { Tonight } from './tonight/tonight'

/** How long the reports wait for 今夜の一枚, in milliseconds, so that they do not move below it. */
const longestWait = 1000

/** What is not as usual, and the way to each report. */
export function Statistics({ search }: { search: ReportSearch }) {
  const can = useCan()
  const { isPending } = useQuery(tonightQuery)
  const isLate = useIsLate(isPending, longestWait)
  return (
    <div className="mx-auto max-w-[1608px] px-4 pt-4 pb-12 sm:px-6 print:px-0 print:pb-0">
      <h1 className="text-xl font-semibold">統計</h1>
      <div className="mt-4 space-y-4">
        <Tonight />
        <ul className={cn('grid gap-4 sm:grid-cols-2 xl:grid-cols-3 print:hidden', isPending && !isLate && 'hidden')}>
          {reports
            .filter(({ permission }) => can(permission))
            .map(({ path, label, question }) => (
              <li key={path}>
                <Card className="relative h-full p-5 hover:bg-muted/50">
                  <h2 className="font-semibold">
                    <Link
                      to={path}
                      search={passedOn(search) as never}
                      className="after:absolute after:inset-0 hover:underline"
                    >
                      {label}
                    </Link>
                  </h2>
                  <p className="mt-1 text-sm text-muted-foreground">{question}</p>
                </Card>
              </li>
            ))}
        </ul>
      </div>
      {can('report.analysis') && (
        <p className="mt-6 text-sm text-muted-foreground print:hidden">
          いつもの範囲を超えた変化だけを、週に1度メールで受け取れます。
          <Link to="/account" hash="digest" className="text-primary underline underline-offset-4">
            月曜の一枚
          </Link>
        </p>
      )}
    </div>
  )
}
