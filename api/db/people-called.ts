import { type SQL, sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { rowsOf } from './expressions.ts'
import { allGrams, gram } from './name-grams.ts'

/**
 * The ids of all members of the company who are called what was typed (folded, not empty), as an SQL array, or null where
 * nobody is: one letter begins a name, more stand anywhere in a name, a reading or, from three on, the member number. They
 * tell nothing but themselves: what is asked of them is to be in scope.
 */
export async function peopleCalled(scoped: Scoped, folded: string): Promise<SQL | null> {
  // The bar stands between name and reading.
  if (folded.includes('|')) return null
  const [found] = await rowsOf<{ ids: string }>(scoped, sql`select ${idsOf([...folded])}::text as ids`)
  if (!found || found.ids === '{}') return null
  // A value, not a query: the planner weighs how many they are, and looks them up in a hash.
  return sql`${found.ids}::integer[]`
}

/** The same people for a plan that does not depend on how many they are: of an array each would be weighed first. */
export const lookedUp = (column: SQL, people: SQL) => sql`(${column} in (select unnest(${people}))) is true`

function idsOf(letters: readonly string[]): SQL {
  const [first, second] = letters
  if (first && !second) return sql`members_starting(${first})`
  // Of two letters the index says all; of more it says only that each group is there.
  if (letters.length === 2) return sql`members_called(${gram('n', letters.join(''))}::tsquery, '')`
  const groups = [allGrams('n', letters, 2), allGrams('#', letters, 3)].join('|')
  return sql`members_called(${groups}::tsquery, ${letters.join('')})`
}
