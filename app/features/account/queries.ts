import { serverQuery } from '~/data/query'
import { getDigestPage, getDigestSubscription } from '~/functions/digest'
import { getSecondFactor } from '~/functions/second-factor'
import { listSessions } from '~/functions/session'
import { getOwnProfile } from '~/functions/staff-user'

/** The user's sessions. A session lasts 12 hours, so they always fit on one page. */
export const sessionsQuery = { ...serverQuery('session.list', listSessions)({ limit: 100 }), staleTime: 0 }

/** Status of the second factor. */
export const secondFactorQuery = { ...serverQuery('secondFactor.get', getSecondFactor)({}), staleTime: 0 }

/** The user's own profile. */
export const profileQuery = { ...serverQuery('user.profile', getOwnProfile)({}), staleTime: 0 }

/** Whether and how often the user gets 月曜の一枚. */
export const digestQuery = { ...serverQuery('digest.subscription', getDigestSubscription)({}), staleTime: 0 }

/** What 月曜の一枚 says of the last week or month. */
export const digestPageQuery = serverQuery('digest.page', getDigestPage)
