import { activityList, mostActivityDays, usualActivityDays } from '#contract/words/activity.ts'
import { listActivities, summariseActivities } from '~/functions/activity'
import { addDays, todayInTokyo } from '~/lib/dates'
import { anId, listSearch, type SearchOf } from '~/lib/list-search'
import { readsMemberId } from '~/lib/user-id'
import { type ShopChoice, shopFilter, shopRequest } from '~/shop/selected-shop'
import { shopListRequest } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL may say; `shop` is the header's, `userId` the user's id of a member. */
export const activitySearch = readsMemberId(
  listSearch({
    ...activityList,
    filters: { shop: shopFilter, ...activityList.filters, userId: anId, contentId: anId },
  }),
)
export type ActivitySearch = SearchOf<typeof activitySearch>

/** The days shown, by the API's rules: the last 30 by default, at most 92. */
export function shownDays({ from, to }: Pick<ActivitySearch, 'from' | 'to'>, today = todayInTokyo()) {
  const until = to ?? (from ? addDays(from, usualActivityDays - 1) : today)
  const since = from ?? addDays(until, 1 - usualActivityDays)
  if (since > until) return { from: until, to: until }
  const mostBefore = addDays(until, 1 - mostActivityDays)
  const isTooLong = since < mostBefore
  return { from: isTooLong ? mostBefore : since, to: until }
}

/** The list's input for a URL. */
export const requestedActivities = (search: ActivitySearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(activityList, { ...search, ...shownDays(search) }, shops)

export const activityListQuery = shopQuery('activity.list', listActivities)

/** The summary of the same members, contents and days. */
export const summaryQuery = (search: ActivitySearch, shops?: readonly ShopChoice[]) => {
  const { shop, userId, contentId } = search
  return shopQuery(
    'activity.summary',
    summariseActivities,
  )({
    ...shopRequest(shop, shops),
    ...shownDays(search),
    ...(userId && { userId }),
    ...(contentId && { contentId }),
  })
}
