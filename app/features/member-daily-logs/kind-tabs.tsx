import { Link } from '@tanstack/react-router'
import type { LogKind } from '#contract/words/daily-log.ts'
import { logKinds } from '#contract/words/daily-log.ts'
import { useCan } from '~/auth/session'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'
import { useKinds } from './labels'
import type { LogSearch } from './queries'

/** Path of each log's screen. */
export const pathOf = {
  condition: '/member-daily-logs',
  healthcare: '/member-daily-logs/healthcare',
  location: '/member-daily-logs/location',
  bodyTemp: '/member-daily-logs/body-temp',
  menstrual: '/member-daily-logs/menstrual',
} as const satisfies Record<LogKind, string>

/** Tabs of the logs and the access report, by permission; they keep member, shop and days. */
export function KindTabs({ search = {} }: { search?: Partial<LogSearch> }) {
  const { shop, from, to, userId, view } = search
  const kinds = useKinds()((sight) => sight.days || sight.weeks)
  const mayAudit = useCan()('log.access')
  return (
    <ViewTabs label="日次ログの種類">
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={pathOf[kind]}
          search={{ shop, from, to, userId, view }}
          activeOptions={ofItsAddress}
          className={viewTab}
        >
          {logKinds[kind]}
        </Link>
      ))}
      {mayAudit && (
        <Link
          to="/member-daily-logs/access"
          search={{ shop } as never}
          activeOptions={ofItsAddress}
          className={viewTab}
        >
          アクセス状況
        </Link>
      )}
    </ViewTabs>
  )
}
