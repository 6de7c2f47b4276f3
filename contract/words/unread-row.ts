import type { ListWords } from './list.ts'
import { syncResources } from './sync-resources.ts'

/** Whether somebody is to see to a row of the club system that cannot be read. */
export const unreadStates = { open: '未対応', aside: '対応不要' } as const

export const unreadRowList = {
  sortKeys: ['since'],
  defaultSort: 'since',
  filters: { kind: syncResources, state: unreadStates, sinceTo: 'day' },
} as const satisfies ListWords
