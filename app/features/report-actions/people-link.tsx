import { Link } from '@tanstack/react-router'
import type { ReportAction } from '#contract/report-action.ts'
import { useCan } from '~/auth/session'
import { formatCount } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'

/** How many members the action is about, and the list of exactly these. */
export function PeopleLink({ row: { id, people } }: { row: Pick<ReportAction, 'id' | 'people'> }) {
  const can = useCan()
  const text = `${formatCount(people)}名`
  if (!can('member.read')) return text
  return (
    <Link
      to="/hacomono/members"
      search={{ shop: allShops, actionId: id, left: 'all' }}
      className="figures text-primary underline underline-offset-4"
    >
      {text}
    </Link>
  )
}
