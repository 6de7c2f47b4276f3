import type { Input } from '#contract/endpoint.ts'
import type { report } from '#contract/report.ts'
import { firstYearsNote } from '#contract/unknown-days.ts'
import { ltvGroups } from '#contract/words/groups.ts'
import type { Ctx, Verb } from '../../context.ts'
import { idArray } from '../../db/expressions.ts'
import { lastClosedMonth, ltvFigures } from '../../figures/ltv.ts'
import { hasPendingBills } from '../../figures/money.ts'
import { monthOf } from '../../figures/periods.ts'
import { isUnsettled } from '../../figures/reach.ts'
import type { Cell, CsvExports } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

type LtvInput = Input<typeof report.ltv>

const ltv = async (ctx: Ctx, input: LtvInput) => {
  const scope = await reportScopeOf(ctx, input)
  const figures = await ltvFigures(ctx.scoped, scope, input)
  const { shopId, year, month, cohortMonths, groupBy, plan, gender, ageBand, joinRoute, grossMargin } = input
  const { period } = figures
  return {
    requestInfo: {
      ...{ shopId: shopId ?? null, year, month, cohortMonths, groupBy, plan: plan ?? null, gender: gender ?? null },
      ...{ ageBand: ageBand ?? null, joinRoute: joinRoute ?? null, grossMargin: grossMargin ?? null },
    },
    ...scopeAnswer(ctx, scope),
    isProvisional:
      period === null ||
      isUnsettled(scope.reach, period) ||
      (await hasPendingBills(ctx.scoped, idArray(scope.shopIds), period)),
    ...figures,
  }
}

export const ltvHandlers: { ltv: Verb<typeof report.ltv> } = { ltv }

const yen = (value: number | null) => (value === null ? null : Math.round(value))
const tenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)

/** A line a group, and all together below. */
export const ltvExports: Pick<CsvExports<typeof report>, 'ltv'> = {
  ltv: {
    filename: async (ctx, input) => {
      const { dataDate } = await reportScopeOf(ctx, input)
      const { to } = lastClosedMonth(input, dataDate) ?? monthOf(input.year, input.month)
      return `LTV_${await shopInFilename(ctx, input.shopId)}_${to.slice(0, 7).replace('-', '')}`
    },
    columns: (_ctx, input) => [
      ...[ltvGroups[input?.groupBy ?? 'none'], '期末在籍（名）', '参考値', '退会（名）', '月次退会率（%）'],
      ...['平均在籍期間（推定・か月）', '1名あたり月売上（円・税込）', '客単価（円）', '予測LTV（円）'],
      ...['予測LTVの下限（95%・円）', '予測LTVの上限（95%・円）', '1年LTV（円）'],
      ...['実績LTV（円）', '実績LTVの人数（名）', '支払者の月単価（円）', '支払月数（か月）', 'ARM×LEG（円）'],
    ],
    page: async (ctx, input) => {
      const { summary, groups, firstYears, reach, period } = await ltv(ctx, input)
      const note = firstYearsNote(firstYears)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: [
          ...[...groups, { ...summary, label: '全体' }].map((one): Cell[] => [
            ...[one.label, one.members, one.isOfFew ? '参考値' : null, one.withdrawals, percent(one.churnRate)],
            ...[
              tenth(one.avgTenureMonths),
              yen(one.salesPerMember),
              yen(one.arpu),
              yen(one.predicted),
              yen(one.ranges.predicted.low),
              yen(one.ranges.predicted.high),
              yen(one.cohort12),
            ],
            ...[yen(one.realized), one.realizedOf, yen(one.arm), tenth(one.leg), yen(one.armLeg)],
          ]),
          ...(note ? [[`1年LTVは、${note}で計算しています。`]] : []),
          ...unknownRows(reach, period, ['contracts', 'leavers', 'sales']),
        ],
        after: null,
      }
    },
  },
}
