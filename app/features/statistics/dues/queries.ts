import { getDuesRecovery } from '~/functions/report'
import { shopQuery } from '~/shop/shop-query'

export const duesQuery = shopQuery('report.dues', getDuesRecovery)
