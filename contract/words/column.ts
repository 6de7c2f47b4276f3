import { publicationStates, publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'

export const columnCategories = {
  exercise: '運動',
  food: '食事',
  sleep: '睡眠',
  mind: 'メンタル',
  womensHealth: '女性の健康',
  other: 'その他',
} as const

export const columnList = {
  sortKeys: ['updatedAt', 'publishFrom', 'title'],
  defaultSort: '-updatedAt',
  filters: { status: publicationStatuses, state: publicationStates, category: columnCategories },
} as const satisfies ListWords
