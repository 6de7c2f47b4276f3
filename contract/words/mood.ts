import type { ValueOf } from './words.ts'

/** The specification's moods, as members read them. */
export const moods = { perfect: '絶好調', happy: 'いい感じ', lazy: 'だるい', slump: '不調' } as const
export type Mood = ValueOf<typeof moods>
