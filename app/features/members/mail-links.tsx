import { Link } from '@tanstack/react-router'
import type { MemberRow } from '#contract/member.ts'
import { buttonVariants } from '~/components/ui/button'
import type { MemberSearch } from './queries'

const look = buttonVariants({ variant: 'outline' })
/** As many people as a mail takes that are chosen by hand. */
const most = 500

/** A mail to everybody whom the list's conditions meet. */
export const WriteToAll = ({
  search: { offset: _, limit: __, sort: ___, ...conditions },
}: {
  search: MemberSearch
}) => (
  <Link to="/mail/new" search={{ ...conditions, to: 'filter' }} preload={false} className={look}>
    この条件でメール作成
  </Link>
)

interface WriteToProps {
  rows: Pick<MemberRow, 'id'>[]
  /** The header's shop, as the URL of the list has it. */
  shop?: string | undefined
  children: string
}

/** A mail to the selected members. */
export const WriteToSelected = ({ rows, shop }: Omit<WriteToProps, 'children'>) =>
  rows.length > most ? (
    <span className="text-sm">メールを作成できるのは{most}名までです。</span>
  ) : (
    <WriteTo rows={rows} shop={shop}>
      メール作成
    </WriteTo>
  )

/** A mail to these members. */
export const WriteTo = ({ rows, shop, children }: WriteToProps) => (
  <Link to="/mail/new" search={{ shop, users: rows.map(({ id }) => id).join('.') }} preload={false} className={look}>
    {children}
  </Link>
)
