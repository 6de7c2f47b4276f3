import type { MonthlyTargets, Shop, ShopForm } from '#contract/shop.ts'

const noTargets = { admission: null, withdrawalMax: null, sales: null, closingMembers: null }

/** A shop as its form holds it. */
export const toValues = ({ enabledOnlineRsv, imgUrl, rsvUrl, monthlyTargets }: Shop): ShopForm => ({
  enabledOnlineRsv,
  imgUrl,
  rsvUrl,
  ...(monthlyTargets ?? noTargets),
})

/** Values that the form's schema has let pass, as they are sent. */
export const draftOf = ({ enabledOnlineRsv, imgUrl, rsvUrl, ...targets }: ShopForm) => ({
  enabledOnlineRsv,
  imgUrl,
  rsvUrl,
  monthlyTargets: targets.admission === null ? null : (targets as MonthlyTargets),
})
