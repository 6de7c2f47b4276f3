import { serverQuery } from '~/data/query'
import { getSecondFactor } from '~/functions/second-factor'
import { listSessions } from '~/functions/session'
import { getOwnProfile } from '~/functions/staff-user'

/** Where one is signed in. A session lasts 12 hours: nobody has more of them than fit on one page. */
export const sessionsQuery = { ...serverQuery('session.list', listSessions)({ limit: 100 }), staleTime: 0 }

/** Whether signing in wants a code. */
export const secondFactorQuery = { ...serverQuery('secondFactor.get', getSecondFactor)({}), staleTime: 0 }

/** Who one is. */
export const profileQuery = { ...serverQuery('user.profile', getOwnProfile)({}), staleTime: 0 }
