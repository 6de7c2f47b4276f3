import { type SQL, sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { rowsOf } from './expressions.ts'
import { allGrams, gram } from './name-grams.ts'

/**
 * The ids of all members of the company who are called what was typed (folded, not empty), as an SQL array: one letter
 * begins a name, more stand anywhere in a name, a reading or, from three on, the member number. They tell nothing but
 * themselves: what is asked of them is to be in scope.
 */
export async function peopleCalled(scoped: Scoped, folded: string): Promise<SQL> {
  const letters = [...folded]
  // The bar stands between name and reading.
  if (folded.includes('|')) return sql`'{}'::integer[]`
  const isShort = letters.length <= 2
  const query = isShort
    ? gram(letters.length === 1 ? '^' : 'n', folded)
    : [allGrams('n', letters, 2), allGrams('#', letters, 3)].join('|')
  // Of one or two letters the index says all; of more it says only that each group is there.
  const part = isShort ? '' : folded
  const [found] = await rowsOf<{ ids: string }>(
    scoped,
    sql`select members_called(${query}::tsquery, ${part})::text as ids`,
  )
  // A value, not a query: the planner weighs how many they are, and looks them up in a hash.
  return sql`${found?.ids ?? '{}'}::integer[]`
}
