import { z } from 'zod'
import { listInput, listOf, zId, zVersion, zYen } from './common.ts'
import type { Endpoints } from './endpoint.ts'

export const ShopPlan = z.strictObject({
  id: zId,
  externalId: z.int(),
  shopId: zId,
  code: z.string(),
  name: z.string(),
  category: z.enum(['monthly', 'daytime', 'countLimited', 'student', 'corporate', 'suspension', 'option', 'other']),
  isSuspensionPlan: z.boolean(),
  withLeanBodyContent: z.boolean(),
  status: z.enum(['pending', 'active', 'disabled']),
  /** Absent without the right to money. */
  priceMonthly: zYen.optional(),
  version: zVersion,
})
export type ShopPlan = z.output<typeof ShopPlan>

export const shopPlan = {
  list: {
    method: 'GET',
    path: '/api/admin/shop/plan/list',
    permission: 'plan.read',
    summary: '担当範囲のプランの一覧',
    input: z.strictObject({
      ...listInput,
      sortKey: z.enum(['code', 'name']).default('code'),
      shopId: zId.optional(),
    }),
    output: listOf(ShopPlan),
  },
} as const satisfies Endpoints
