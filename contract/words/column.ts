import { publicationStates, publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'
import { moods } from './mood.ts'
import type { ValueOf } from './words.ts'

export const columnCategories = {
  exercise: '運動',
  food: '食事',
  sleep: '睡眠',
  mind: 'メンタル',
  womensHealth: '女性の健康',
  other: 'その他',
} as const
export type ColumnCategory = ValueOf<typeof columnCategories>

/** Health topics that require a supervisor. */
export const supervisedCategories: readonly ColumnCategory[] = ['food', 'sleep', 'mind', 'womensHealth']

export const columnList = {
  sortKeys: ['updatedAt', 'publishFrom', 'title', 'sortOrder', 'viewCount', 'likeCount'],
  defaultSort: '-updatedAt',
  filters: {
    status: publicationStatuses,
    state: publicationStates,
    category: columnCategories,
    mood: moods,
    tag: { maxLength: 20 },
  },
} as const satisfies ListWords
