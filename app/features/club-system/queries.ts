import { serverQuery } from '~/data/query'
import { getClubSystem, getClubSystemMapping } from '~/functions/club-system'

export const clubSystemQuery = serverQuery('clubSystem.get', getClubSystem)({})
/** Asks the club system each time. */
export const mappingQuery = serverQuery('clubSystem.mapping', getClubSystemMapping)({})
