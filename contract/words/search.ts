import { type NounWords, nouns } from './nouns.ts'

type Nouns = typeof nouns
/** A kind of record that the palette finds by name, as a noun. */
export type SearchKind = { [N in keyof Nouns]: Nouns[N] extends { isFound: true } ? N : never }[keyof Nouns]

const entries: [noun: string, words: NounWords][] = Object.entries(nouns)
/** These kinds with labels, in the order in which they are shown. */
export const searchKinds = Object.fromEntries(
  entries.flatMap(([noun, { label, isFound }]) => (isFound ? [[noun, label]] : [])),
) as Record<SearchKind, string>

/** How many recently opened records are remembered, and can be requested at once. */
export const mostRecent = 8
