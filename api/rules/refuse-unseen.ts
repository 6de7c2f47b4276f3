import { ApiError } from '#contract/errors.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Ctx } from '../context.ts'

function refuse(ctx: Ctx, right: Permission, what: string, params: Record<string, boolean>): void {
  if (ctx.can(right)) return
  const fields = Object.entries(params).flatMap(([field, usesIt]) => (usesIt ? [field] : []))
  if (fields.length === 0) return
  const message = `${what}を見る権限がないため、指定できません。`
  throw new ApiError('invalid', { fields: Object.fromEntries(fields.map((field) => [field, message])) })
}

/** 422 at each filter or order by amounts that the caller may not see: the result would reveal them. */
export const refuseMoney = (ctx: Ctx, params: Record<string, boolean>) => refuse(ctx, 'report.money', '金額', params)

/** 離脱リスク is for who may read the names of a class of 来館の変化: level3 and above. */
const risk = 'member.export'
export const seesRisk = (ctx: Ctx) => ctx.can(risk)
/** 422 at each filter by 離脱リスク of who does not see it, likewise. */
export const refuseRisk = (ctx: Ctx, params: Record<string, boolean>) => refuse(ctx, risk, '離脱リスク', params)
