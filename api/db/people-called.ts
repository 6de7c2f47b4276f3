import { type SQL, sql } from 'drizzle-orm'

/** A quoted lexeme of a text search. */
const quoted = (sign: string, gram: string) => `'${(sign + gram).replace(/['\\]/g, '$&$&')}'`

function allGrams(sign: string, letters: readonly string[], length: number): string {
  const grams = letters.slice(length - 1).map((_, at) => letters.slice(at, at + length).join(''))
  return `(${[...new Set(grams)].map((gram) => quoted(sign, gram)).join('&')})`
}

/**
 * Whether `n`, a row of `member_name_in_scope`, is called what was typed (folded, not empty): one letter begins a name,
 * more stand anywhere in a name, a reading or, from three on, the member number. The signs are those of `member_grams`.
 */
export function isCalled(folded: string): SQL {
  // The bar stands between name and reading.
  if (folded.includes('|')) return sql`false`
  const letters = [...folded]
  if (letters.length === 1) return sql`n.grams @@ ${quoted('^', folded)}::tsquery`
  if (letters.length === 2) return sql`n.grams @@ ${quoted('n', folded)}::tsquery`
  const ways = [allGrams('n', letters, 2), allGrams('#', letters, 3)].join('|')
  return sql`n.grams @@ ${ways}::tsquery and (position(${folded} in n.names) > 0 or position(${folded} in n.number) > 0)`
}
