import type { SyncRun } from '#contract/club-sync.ts'
import { serverQuery } from '~/data/query'
import { listChosenValues } from '~/functions/chosen-value'
import {
  getClubMerge,
  getClubSystem,
  getClubSystemMapping,
  getClubSystemRuns,
  listUnreadRows,
} from '~/functions/club-system'

export const clubSystemQuery = serverQuery('clubSystem.get', getClubSystem)({})
/** Asks the club system each time. */
export const mappingQuery = serverQuery('clubSystem.mapping', getClubSystemMapping)({})

export const clubSystemRunsQuery = serverQuery('clubSystem.runs', getClubSystemRuns)({})

/** Imported data and the club system, before they count together; null: nothing of it. */
export const clubMergeQuery = serverQuery('clubSystem.merge', getClubMerge)({})

/** How many rows have values that the synchronisation leaves. */
export const chosenCountQuery = serverQuery('chosenValue.list', listChosenValues)({ limit: 1 })

/** Those that cannot be read, the oldest first, with those that were set aside. */
export const unreadRowsQuery = serverQuery('clubSystem.unread', listUnreadRows)({ limit: 100 })

export const isUnderWay = (run: SyncRun | null | undefined) => run?.state === 'running' || run?.state === 'stopping'
/** Milliseconds. */
export const readEvery = 2_000
