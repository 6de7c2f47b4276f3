import { serverQuery } from '~/data/query'
import { getClub } from '~/functions/club'
import { getSecondFactorDuty } from '~/functions/second-factor'

/** 会社情報 of the chain, and what differs for each shop. */
export const clubQuery = serverQuery('club.get', getClub)({})

/** Who has to use a second factor, and who does. */
export const secondFactorDutyQuery = { ...serverQuery('secondFactor.duty', getSecondFactorDuty)({}), staleTime: 0 }
