import { Link } from '@tanstack/react-router'
import { useCan } from '~/auth/session'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'
import { reports } from './reports'

/** The reports of 統計, of the same shop. */
export function StatisticsTabs({ shop }: { shop: string | undefined }) {
  const can = useCan()
  return (
    <ViewTabs label="統計">
      {reports
        .filter(({ permission }) => can(permission))
        .map(({ path, label }) => (
          <Link key={path} to={path} search={{ shop } as never} activeOptions={ofItsAddress} className={viewTab}>
            {label}
          </Link>
        ))}
    </ViewTabs>
  )
}
