import type { MonthlyTargets, Shop, ShopForm } from '#contract/shop.ts'

const noTargets = { admission: null, withdrawalMax: null, sales: null, closingMembers: null }

/** A shop as its form holds it. */
export const toValues = ({ enabledOnlineRsv, imgUrl, rsvUrl, monthlyTargets }: Shop): ShopForm => ({
  enabledOnlineRsv,
  imgUrl,
  rsvUrl,
  ...(monthlyTargets ?? noTargets),
})

/** Validated values in the API's format. */
export const draftOf = ({ enabledOnlineRsv, imgUrl, rsvUrl, ...targets }: ShopForm) => ({
  enabledOnlineRsv,
  imgUrl,
  rsvUrl,
  monthlyTargets: targets.admission === null ? null : (targets as MonthlyTargets),
})
