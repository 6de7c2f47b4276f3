import { serverQuery } from '~/data/query'
import { shopMeta } from './selected-shop'

/** Query options of a reading server function about one shop, or every shop in scope: dropped when the shop changes. */
export const shopQuery =
  <Data extends { shopId?: string | undefined }, Answer>(
    ...[key, read]: Parameters<typeof serverQuery<Data, Answer>>
  ) =>
  (input: Data) => {
    const query = serverQuery(key, read)(input)
    return { ...query, meta: { ...query.meta, ...shopMeta(input.shopId) } }
  }
