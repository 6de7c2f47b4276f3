// Search terms for the index of `member_grams` (api/db/sql/090-member-list.sql): groups of letters, each with a prefix
// that says which field they are in.

/** A group of letters that must be present. */
export const gram = (sign: string, letters: string) => `'${(sign + letters).replace(/['\\]/g, '$&$&')}'`

/** Every group of so many consecutive letters in the text. */
export function allGrams(sign: string, letters: readonly string[], length: number): string {
  const groups = letters.slice(length - 1).map((_, at) => letters.slice(at, at + length).join(''))
  return `(${[...new Set(groups)].map((group) => gram(sign, group)).join('&')})`
}
