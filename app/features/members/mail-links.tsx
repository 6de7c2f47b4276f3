import { Link } from '@tanstack/react-router'
import type { MemberRow } from '#contract/member.ts'
import { buttonVariants } from '~/components/ui/button'
import { conditionsOf, type MemberSearch } from './queries'

const look = buttonVariants({ variant: 'outline' })
/** Maximum of hand-picked recipients. */
const most = 500

/** Starts a mail to all members who match the list's filters. */
export function WriteToAll({ search }: { search: MemberSearch }) {
  const { offset: _, limit: __, sort: ___, ...conditions } = conditionsOf(search)
  return (
    <Link to="/mail/new" search={{ ...conditions, to: 'filter' }} preload={false} className={look}>
      この条件でメール作成
    </Link>
  )
}

interface WriteToProps {
  rows: Pick<MemberRow, 'id'>[]
  /** The selected shop, as in the list's URL. */
  shop?: string | undefined
  /** The kind that the mail begins with; absent: as the form chooses. */
  category?: 'transactional'
  children: string
}

/** Starts a mail to the selected members. */
export const WriteToSelected = ({ rows, ...to }: Omit<WriteToProps, 'children'>) =>
  rows.length > most ? (
    <span className="text-sm">メールを作成できるのは{most}名までです。</span>
  ) : (
    <WriteTo rows={rows} {...to}>
      メール作成
    </WriteTo>
  )

/** Starts a mail to these members. */
export const WriteTo = ({ rows, children, ...to }: WriteToProps) => (
  <Link to="/mail/new" search={{ ...to, users: rows.map(({ id }) => id).join('.') }} preload={false} className={look}>
    {children}
  </Link>
)
