import type { SyncRun } from '#contract/club-sync.ts'
import { serverQuery } from '~/data/query'
import { listChosenValues } from '~/functions/chosen-value'
import { getClubSystem, getClubSystemMapping, getClubSystemRuns } from '~/functions/club-system'

export const clubSystemQuery = serverQuery('clubSystem.get', getClubSystem)({})
/** Asks the club system each time. */
export const mappingQuery = serverQuery('clubSystem.mapping', getClubSystemMapping)({})

export const clubSystemRunsQuery = serverQuery('clubSystem.runs', getClubSystemRuns)({})

/** How many rows have values that the synchronisation leaves. */
export const chosenCountQuery = serverQuery('chosenValue.list', listChosenValues)({ limit: 1 })

export const isUnderWay = (run: SyncRun | null | undefined) => run?.state === 'running' || run?.state === 'stopping'
/** Milliseconds. */
export const readEvery = 2_000
