import { getFeeRetention } from '~/functions/report'
import { shopQuery } from '~/shop/shop-query'

export const feesQuery = shopQuery('report.feeRetention', getFeeRetention)
