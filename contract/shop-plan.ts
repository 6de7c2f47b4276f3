import { z } from 'zod'
import { listInput, listOf, zId, zVersion, zWord, zYen } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { publicationStatuses } from './words/common.ts'
import { planCategories, shopPlanList } from './words/shop.ts'

export const ShopPlan = z.strictObject({
  id: zId,
  externalId: z.int(),
  shopId: zId,
  code: z.string(),
  name: z.string(),
  category: zWord(planCategories),
  isSuspensionPlan: z.boolean(),
  withLeanBodyContent: z.boolean(),
  status: zWord(publicationStatuses),
  /** Absent without the right to money. */
  priceMonthly: zYen.optional(),
  version: zVersion,
})
export type ShopPlan = z.output<typeof ShopPlan>

const listed = { ...listInput(shopPlanList), shopId: zId.optional() }

export const shopPlan = {
  list: get('/shop/plan/list', 'plan.read', '担当範囲のプランの一覧', listed, listOf(ShopPlan)),
} satisfies Endpoints
