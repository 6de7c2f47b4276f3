import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** The specification's permission levels; `all` is its Level5. */
export const roleLevels = {
  level1: '取引先',
  level2: 'トレーナー',
  level3: '店長',
  level4: 'FCオーナー',
  all: '本部',
} as const
export type RoleLevel = ValueOf<typeof roleLevels>

export const staffStatuses = { waiting: '待機中', active: '有効', suspended: '休職中', cancel: '退職済' } as const

export const staffList = {
  sortKeys: ['displayName', 'role'],
  defaultSort: 'displayName',
  filters: { role: roleLevels, status: staffStatuses },
} as const satisfies ListWords
