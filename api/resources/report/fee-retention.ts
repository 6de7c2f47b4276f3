import type { Input } from '#contract/endpoint.ts'
import type { report } from '#contract/report.ts'
import { feeGains, feeLosses, feeMoves } from '#contract/words/groups.ts'
import type { Ctx, Verb } from '../../context.ts'
import { retentionFigures } from '../../figures/fee-retention.ts'
import { lastClosedMonth } from '../../figures/ltv.ts'
import { monthOf } from '../../figures/periods.ts'
import { isCounting } from '../../figures/reach.ts'
import { type CsvExports, slashed } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

const feeRetention = async (ctx: Ctx, input: Input<typeof report.feeRetention>) => {
  const scope = await reportScopeOf(ctx, input)
  const { shopId, year, month } = input
  // As in 入会・退会: the reason may be one of health.
  const figures = await retentionFigures(ctx.scoped, scope, { year, month, why: ctx.can('member.write') })
  return {
    requestInfo: { shopId: shopId ?? null, year, month },
    ...scopeAnswer(ctx, scope),
    isProvisional: figures.period === null || isCounting(scope.reach, figures.period),
    ...figures,
  }
}

export const feeRetentionHandlers: { feeRetention: Verb<typeof report.feeRetention> } = { feeRetention }

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)
const moved = [...feeLosses, ...feeGains]

/** A line a month. */
export const feeRetentionExports: Pick<CsvExports<typeof report>, 'feeRetention'> = {
  feeRetention: {
    filename: async (ctx, input) => {
      const { dataDate } = await reportScopeOf(ctx, input)
      const { to } = lastClosedMonth(input, dataDate) ?? monthOf(input.year, input.month)
      return `会費の維持率_${await shopInFilename(ctx, input.shopId)}_${to.slice(0, 7).replace('-', '')}`
    },
    columns: () => [
      ...['月', '前月末の月会費（円）', '前月末の会員（名）'],
      ...moved.map((kind) => `${feeMoves[kind]}（円）`),
      ...['月次グロス維持率（%）', '月次ネット維持率（%）', '12か月グロス維持率（%）', '12か月ネット維持率（%）'],
    ],
    page: async (ctx, input) => {
      const { months, period, reach } = await feeRetention(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: [
          ...months.map((one) => [
            ...[slashed(one.month).slice(0, 7), one.base, one.members],
            ...moved.map((kind) => one.moves?.find((move) => move.kind === kind)?.yen ?? null),
            ...[one.gross, one.net, one.yearGross, one.yearNet].map(({ value }) => percent(value)),
          ]),
          ...(period
            ? unknownRows(reach, { from: months[0]?.month ?? period.from, to: period.to }, ['contracts', 'leavers'])
            : []),
        ],
        after: null,
      }
    },
  },
}
