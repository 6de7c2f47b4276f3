import { publicationStates, publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'

export const announcementCategories = {
  info: '一般',
  campaign: 'キャンペーン',
  maintenance: 'メンテナンス',
  important: '重要',
} as const

export const announcementList = {
  sortKeys: ['updatedAt', 'publishFrom', 'title'],
  defaultSort: '-updatedAt',
  filters: { status: publicationStatuses, state: publicationStates, category: announcementCategories },
} as const satisfies ListWords
