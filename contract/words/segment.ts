import type { ListWords } from './list.ts'

/** The lists whose conditions can be saved and shared. */
export const sharedLists = { members: '会員' } as const

export const segmentList = {
  sortKeys: ['name', 'updatedAt'],
  defaultSort: 'name',
  filters: { list: sharedLists },
} as const satisfies ListWords
