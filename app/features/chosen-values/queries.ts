import { chosenValueList } from '#contract/words/chosen-value.ts'
import { listChosenValues } from '~/functions/chosen-value'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's. */
export const chosenSearch = shopListSearch(chosenValueList)
export type ChosenSearch = SearchOf<typeof chosenSearch>

export const requestedChosen = (search: ChosenSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(chosenValueList, search, shops)

/** One page of the list. */
export const chosenListQuery = shopQuery('chosenValue.list', listChosenValues)
