// What the index of `member_grams` (api/db/sql/090-member-list.sql) is asked: groups of letters, each with a sign of what they
// stand in.

/** A group of letters that must be there. */
export const gram = (sign: string, letters: string) => `'${(sign + letters).replace(/['\\]/g, '$&$&')}'`

/** Every group of so many letters, one after the other, that the text holds. */
export function allGrams(sign: string, letters: readonly string[], length: number): string {
  const groups = letters.slice(length - 1).map((_, at) => letters.slice(at, at + length).join(''))
  return `(${[...new Set(groups)].map((group) => gram(sign, group)).join('&')})`
}
