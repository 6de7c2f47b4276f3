import type { ListWords } from '#contract/words/list.ts'
import { type ListState, listRequest, listSearch } from '~/lib/list-search'
import { type ShopChoice, shopFilter, shopRequest } from './selected-shop'

type WithShop<L extends ListWords> = { shop: typeof shopFilter } & L['filters']

/** What the URL of a list of the header's shop may say. */
export const shopListSearch = <L extends ListWords>({ sortKeys, defaultSort, filters }: L) =>
  listSearch({ sortKeys, defaultSort, filters: { shop: shopFilter, ...filters } as WithShop<L> })

/** Its endpoint's input for a URL: the same on the server, for the early fetch and on the screen. */
export const shopListRequest = <L extends ListWords, S extends ListState & { shop?: string }>(
  list: L,
  { shop, ...search }: S,
  shops?: readonly ShopChoice[],
) => ({ ...shopRequest(shop, shops), ...listRequest(list, search as Omit<S, 'shop'>) })
