import { serverQuery } from '~/data/query'
import { getDigestByShop } from '~/functions/digest'

/** 今夜の一枚 of all shops of the user. */
export const tonightQuery = serverQuery('digest.byShop', getDigestByShop)({})
