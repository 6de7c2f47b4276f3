import { ApiError } from '#contract/errors.ts'
import type { Ctx } from '../context.ts'

/** 422 at each filter or order by amounts that the caller may not see: the result would reveal them. */
export function refuseMoney(ctx: Ctx, params: Record<string, boolean>): void {
  if (ctx.can('report.money')) return
  const fields = Object.entries(params).flatMap(([field, usesMoney]) => (usesMoney ? [field] : []))
  if (fields.length === 0) return
  const message = '金額を見る権限がないため、指定できません。'
  throw new ApiError('invalid', { fields: Object.fromEntries(fields.map((field) => [field, message])) })
}
