import { type SQL, sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { rowsOf } from './expressions.ts'
import { contactCondition, type Sight } from './member-search.ts'
import { allGrams, gram } from './name-grams.ts'

/** A keyword as typed, and folded (not empty). */
interface Keyword {
  typed: string
  folded: string
}

/**
 * The ids of all members of the company whose name matches the keyword, as an SQL array, or null for no match: one letter
 * matches the beginning of a name, more match any part of a name, a reading or, from three on, the member number. Not
 * limited to the scope: only rows in scope may be joined to them. A telephone number or a birthday matches members in
 * scope whose contact the caller reads.
 */
export async function membersNamed(scoped: Scoped, sight: Sight, { typed, folded }: Keyword): Promise<SQL | null> {
  // The bar separates name and reading.
  if (folded.includes('|')) return null
  const contact = await contactCondition(scoped, sight, typed)
  const beside = contact ? sql`|| array(select l.member_id from member_in_scope l where ${contact})` : sql``
  const [found] = await rowsOf<{ ids: string }>(scoped, sql`select (${idsOf([...folded])} ${beside})::text as ids`)
  if (!found || found.ids === '{}') return null
  // A value, not a query: the planner then knows their number, and uses a hash.
  return sql`${found.ids}::integer[]`
}

/** These people, for a plan that does not depend on their number. */
export const lookedUp = (column: SQL, people: SQL) => sql`(${column} in (select unnest(${people}))) is true`

function idsOf(letters: readonly string[]): SQL {
  const [first, second] = letters
  if (first && !second) return sql`members_starting(${first})`
  // For two letters the index is exact; for more it only says that each group is present.
  if (letters.length === 2) return sql`members_called(${gram('n', letters.join(''))}::tsquery, '')`
  const groups = [allGrams('n', letters, 2), allGrams('#', letters, 3)].join('|')
  return sql`members_called(${groups}::tsquery, ${letters.join('')})`
}
