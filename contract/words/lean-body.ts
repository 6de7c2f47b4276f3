import { publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'
import { moods } from './mood.ts'
import type { ValueOf } from './words.ts'

/** The kind of exercise. */
export const leanBodyCategories = {
  strength: '筋トレ',
  yoga: 'ヨガ',
  pilates: 'ピラティス',
  hiit: 'HIIT',
  stretch: 'ストレッチ',
  dance: 'ダンス',
} as const
export type LeanBodyCategory = ValueOf<typeof leanBodyCategories>

/** The parts of the body it trains. */
export const bodyParts = { whole: '全身', abs: '腹', legs: '脚', hips: '尻', arms: '腕', back: '背中' } as const
export type BodyPart = ValueOf<typeof bodyParts>

/** Difficulty, from easy to hard; a number on the wire. */
export const intensities = {
  1: '1（とても軽い）',
  2: '2（軽い）',
  3: '3（ふつう）',
  4: '4（きつい）',
  5: '5（とてもきつい）',
} as const

export const leanBodyList = {
  sortKeys: ['sortOrder', 'title', 'durationSec', 'viewCount', 'completionRate', 'avgRating', 'updatedAt'],
  defaultSort: 'sortOrder',
  filters: {
    status: publicationStatuses,
    category: leanBodyCategories,
    part: bodyParts,
    intensity: intensities,
    program: { maxLength: 60 },
    mood: moods,
  },
} as const satisfies ListWords
