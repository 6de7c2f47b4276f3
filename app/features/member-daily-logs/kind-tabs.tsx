import { Link } from '@tanstack/react-router'
import type { LogKind } from '#contract/words/daily-log.ts'
import { logKinds } from '#contract/words/daily-log.ts'
import { useCan } from '~/auth/session'
import { useKinds } from './labels'
import type { LogSearch } from './queries'

/** Where each log has its screen. */
export const pathOf = {
  condition: '/member-daily-logs',
  healthcare: '/member-daily-logs/healthcare',
  location: '/member-daily-logs/location',
  bodyTemp: '/member-daily-logs/body-temp',
  menstrual: '/member-daily-logs/menstrual',
} as const satisfies Record<LogKind, string>

/** The logs, and who looked at them, for those who may; the member, the shop and the days stay. */
export function KindTabs({ search = {} }: { search?: Partial<LogSearch> }) {
  const { shop, from, to, memberId, view } = search
  const kinds = useKinds()((sight) => sight.days || sight.weeks)
  const mayAudit = useCan()('log.access')
  return (
    <nav
      aria-label="日次ログの種類"
      className="flex max-w-full overflow-x-auto rounded-md bg-muted p-0.5 text-sm print:hidden"
    >
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={pathOf[kind]}
          search={{ shop, from, to, memberId, view }}
          activeOptions={exact}
          className={tabClass}
        >
          {logKinds[kind]}
        </Link>
      ))}
      {mayAudit && (
        <Link to="/member-daily-logs/access" search={{ shop } as never} activeOptions={exact} className={tabClass}>
          アクセス状況
        </Link>
      )}
    </nav>
  )
}

// The router marks the one that is open with aria-current.
const exact = { exact: true, includeSearch: false }
export const tabClass =
  'flex h-8 items-center rounded-sm px-3 font-medium whitespace-nowrap text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card'
