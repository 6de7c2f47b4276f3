import { ApiError } from '#contract/errors.ts'
import type { Ctx } from './context.ts'

/** 422 for a list sorted by an amount that the caller may not see: the order would tell it. */
export function refuseSortByMoney(ctx: Ctx, { sortKey }: { sortKey: string }, amounts: readonly string[]): void {
  if (ctx.can('report.money') || !amounts.includes(sortKey)) return
  throw new ApiError('invalid', { fields: { sortKey: '金額を見る権限がないため、指定できません。' } })
}
