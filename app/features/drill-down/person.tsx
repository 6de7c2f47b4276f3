import { TwoLines } from '~/components/resource-table/rows'

/** The person of a row; all null if anonymous. */
export type PersonOfRow = Record<'userId' | 'memberNo' | 'lastName' | 'firstName', string | null>

interface PersonProps {
  of: PersonOfRow
  /** Placeholder for anonymous rows. */
  nobody?: string
  /** The member number has a column of its own. */
  hasNumberBeside?: true
}

/** A member's name, with a note if the record is out of scope. */
export function Person({ of, nobody = 'ビジター', hasNumberBeside }: PersonProps) {
  if (of.memberNo === null) return <span className="text-muted-foreground">{nobody}</span>
  const sub = [!hasNumberBeside && of.memberNo, of.userId === null && '担当外の会員'].filter(Boolean).join('・')
  return <TwoLines main={nameOf(of)} sub={sub} />
}

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ lastName, firstName }: Pick<PersonOfRow, 'lastName' | 'firstName'>) =>
  [lastName, firstName].filter(Boolean).join('\u3000')

/** URL of the member's page; null for anonymous rows and for anyone who is not a current member of the user's shops. */
export const recordPath = (userId: string | null, shop: string | undefined) =>
  userId === null ? null : `/hacomono/members/${userId}${shop === undefined ? '' : `?shop=${shop}`}`
