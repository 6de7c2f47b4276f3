import type { Input } from '#contract/endpoint.ts'
import type { report } from '#contract/report.ts'
import type { Ctx, Verb } from '../../context.ts'
import { planFigures } from '../../figures/member-plan.ts'
import { monthOf } from '../../figures/periods.ts'
import { isCounting } from '../../figures/reach.ts'
import type { CsvExports } from '../../wire/csv.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

const memberPlan = async (ctx: Ctx, input: Input<typeof report.memberPlan>) => {
  const scope = await reportScopeOf(ctx, input)
  const { shopId, year, month, months } = input
  const requested = monthOf(year, month)
  return {
    requestInfo: { shopId: shopId ?? null, year, month, months },
    ...scopeAnswer(ctx, scope),
    isProvisional: scope.dataDate === null || scope.dataDate < requested.to || isCounting(scope.reach, requested),
    ...(await planFigures(ctx.scoped, scope, { year, month, months, money: ctx.can('report.money') })),
  }
}

export const memberPlanHandlers: { memberPlan: Verb<typeof report.memberPlan> } = { memberPlan }

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)

/** A line a plan, options below. */
export const memberPlanExports: Pick<CsvExports<typeof report>, 'memberPlan'> = {
  memberPlan: {
    filename: async (ctx, { shopId, year, month }) =>
      `プラン構成_${await shopInFilename(ctx, shopId)}_${year}${String(month).padStart(2, '0')}`,
    columns: (ctx) => [
      ...['種類', 'コード', 'プラン', '人数（名）', '構成比（%）', '前月（名）', '増減（名）'],
      ...(ctx.can('report.money') ? ['会費の平均（円）', '月会費の合計（円）'] : []),
    ],
    page: async (ctx, input) => {
      const { plans, options } = await memberPlan(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const money = (one: { fee?: number | null; mrr?: number | null }) =>
        ctx.can('report.money') ? [one.fee == null ? null : Math.round(one.fee), one.mrr ?? null] : []
      return {
        rows: [
          ...plans.map((one) => [
            ...['プラン', one.code, one.name, one.count, percent(one.share), one.prevCount, one.diff],
            ...money(one),
          ]),
          ...options.map((one) => [
            ...['オプション', one.code, one.name, one.count, null, one.prevCount, one.diff],
            ...money(one),
          ]),
        ],
        after: null,
      }
    },
  },
}
