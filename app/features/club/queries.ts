import { serverQuery } from '~/data/query'
import { getClub } from '~/functions/club'

/** 会社情報 of the chain, and what differs for each shop. */
export const clubQuery = serverQuery('club.get', getClub)({})
