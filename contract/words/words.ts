/**
 * An enumeration: each value with its Japanese label, in display order. Without zod, because the browser needs these
 * words before any form.
 */
export type Words = Readonly<Record<string, string>>
export type ValueOf<W extends Words> = keyof W & string

/** The values in order, for zod, Drizzle and the URL readers. */
export const valuesOf = <W extends Words>(words: W) => Object.keys(words) as [ValueOf<W>, ...ValueOf<W>[]]
