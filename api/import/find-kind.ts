import type { ImportKind } from '#contract/words/import.ts'
import type { FactKind } from './facts/columns.ts'
import { factHeadings, findFactColumns } from './facts/rows.ts'
import { headingKey } from './find-columns.ts'
import { memberColumns, notOfMembers } from './member-columns.ts'
import { findMemberColumns } from './member-rows.ts'
import { findStaffColumns, staffHeadings } from './staff-rows.ts'

// What a file has rows of, by its headings alone (decision 0111).

const factKinds: readonly FactKind[] = ['contract', 'ticket', 'visit', 'booking', 'sale', 'bill']

/** All names of the kind's columns. */
export function headingsOf(kind: ImportKind): ReadonlySet<string> {
  if (kind === 'member') return knownOf(Object.values(memberColumns).flat(), notOfMembers)
  return kind === 'staff' ? knownOf(...staffHeadings) : knownOf(...factHeadings(kind))
}

/** All names of columns of any kind. */
export const headingsOfAll = (): ReadonlySet<string> =>
  new Set([...headingsOf('member'), ...headingsOf('staff'), ...factKinds.flatMap((kind) => [...headingsOf(kind)])])

function knownOf(...names: (readonly string[])[]): ReadonlySet<string> {
  return new Set(names.flat().map(headingKey))
}

/** Columns that say whose or which row it is: files of several kinds have them. */
const shared: readonly string[] = ['externalId', 'memberId', 'memberNo', 'shop']
/** A file of facts may name its members, and not where they live. */
const ofPerson: readonly string[] = ['gender', 'birthday', 'email', 'tel', 'zipCode', 'prefecture', 'address1']

const own = (at: object) => Object.keys(at).filter((column) => !shared.includes(column))

/**
 * The kind whose needed columns are all there; of several the one that knows most of the headings. A file of members with
 * their contracts is one of members first. Null: none.
 */
export function kindOf(headings: readonly string[]): ImportKind | null {
  const member = findMemberColumns(headings)
  const isOfMembers = member.missing === undefined
  if (!isOfMembers && isOfStaff(headings)) return 'staff'
  const found = factKinds.flatMap((kind) => {
    const { columns, missing } = findFactColumns(kind, headings)
    return missing === undefined ? [{ kind, known: own(columns.at).length }] : []
  })
  const best = found.sort((one, other) => other.known - one.known)[0]
  if (!best) return isOfMembers ? 'member' : null
  const hasPerson = own(member.columns.at).some((column) => ofPerson.includes(column))
  if (isOfMembers && hasPerson && best.kind === 'contract') return 'member'
  return isOfMembers && own(member.columns.at).length > best.known ? 'member' : best.kind
}

const isOfStaff = (headings: readonly string[]) => {
  const { columns, missing } = findStaffColumns(headings)
  return missing === undefined && columns.at.role !== undefined
}

/** Other kinds that a file of this kind has rows of: members come with their contracts, in one row. */
export const alsoOf = (kind: ImportKind, headings: readonly string[]): ImportKind[] =>
  kind === 'member' && findFactColumns('contract', headings).missing === undefined ? ['contract'] : []
