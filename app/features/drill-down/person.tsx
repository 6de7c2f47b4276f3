import type { ReactNode } from 'react'
import { TwoLines } from '~/components/resource-table/rows'

interface PersonProps {
  name: string
  memberNo?: string
  /** The member's page; null for someone who is not, or no longer, a member of the user's shops. */
  href: string | null
}

/** A member by name: the way to the record where it can be seen, and otherwise a word that it cannot. */
export function Person({ name, memberNo, href }: PersonProps) {
  const sub = [memberNo, href === null && '担当外の会員'].filter(Boolean).join('・')
  return href === null ? (
    <Unlinked>
      <TwoLines main={name} sub={sub} />
    </Unlinked>
  ) : (
    <a
      href={href}
      data-record
      className="block max-w-full truncate rounded-sm font-medium underline-offset-4 group-hover/row:underline"
    >
      <TwoLines main={name} sub={sub} />
    </a>
  )
}

/** Something without a record here. The keys that go from row to row reach it, the tab key passes by. */
export const Unlinked = ({ children }: { children: ReactNode }) => (
  <span data-record tabIndex={-1} className="block max-w-full rounded-sm">
    {children}
  </span>
)

interface MemberOrGuestProps {
  of: Record<'userId' | 'memberId' | 'memberNo' | 'lastName' | 'firstName', string | null>
  shop: string | undefined
}

/** The person of a row; a guest where no person is shown. */
export const MemberOrGuest = ({ of, shop }: MemberOrGuestProps) =>
  of.memberId === null ? (
    <Unlinked>
      <span className="text-muted-foreground">ビジター</span>
    </Unlinked>
  ) : (
    <Person name={nameOf(of)} memberNo={of.memberNo ?? ''} href={recordPath(of.userId, shop)} />
  )

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ lastName, firstName }: { lastName: string | null; firstName: string | null }) =>
  [lastName, firstName].filter(Boolean).join('\u3000')

export const recordPath = (userId: string | null, shop: string | undefined) =>
  userId === null ? null : `/hacomono/members/${userId}${shop === undefined ? '' : `?shop=${shop}`}`
