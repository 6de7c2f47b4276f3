/**
 * An enumeration: each value with its Japanese label, in display order. No zod here: the
 * browser has these words before any form.
 */
export type Words = Readonly<Record<string, string>>
export type ValueOf<W extends Words> = keyof W & string

/** The values in their order, as zod, Drizzle and the readers of a URL want them. */
export const valuesOf = <W extends Words>(words: W) => Object.keys(words) as [ValueOf<W>, ...ValueOf<W>[]]
