import type { Input } from '#contract/endpoint.ts'
import type { report } from '#contract/report.ts'
import { type DuesMonth, recoveryDays } from '#contract/report-dues.ts'
import type { Ctx, Verb } from '../../context.ts'
import { duesFigures } from '../../figures/dues-recovery.ts'
import { isCounting } from '../../figures/reach.ts'
import { type Cell, type CsvExports, slashed } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

const dues = async (ctx: Ctx, input: Input<typeof report.dues>) => {
  const scope = await reportScopeOf(ctx, input)
  const { shopId, year, month } = input
  const answer = await duesFigures(ctx.scoped, scope, { year, month })
  return {
    requestInfo: { shopId: shopId ?? null, year, month },
    ...scopeAnswer(ctx, scope),
    // Until each bill of the last month has had all of its days.
    isProvisional:
      answer.period === null ||
      isCounting(scope.reach, answer.period) ||
      !answer.months.at(-1)?.figures?.back.every(({ isRipe }) => isRipe),
    ...answer,
  }
}

export const duesHandlers: { dues: Verb<typeof report.dues> } = { dues }

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)

/** A line a target month; empty where it is not known. */
export const duesExports: Pick<CsvExports<typeof report>, 'dues'> = {
  dues: {
    filename: async (ctx, { shopId, year, month }) =>
      `未収金の回収_${await shopInFilename(ctx, shopId)}_${year}${String(month).padStart(2, '0')}`,
    columns: () => [
      ...['対象月', '請求額（円）', '結果待ち（円）', '期日に払われなかった会費（円）', '割合（%）', '人数（名）'],
      ...recoveryDays.flatMap((days) => ['円', '%', '名'].map((unit) => `${days}日以内の回収（${unit}）`)),
      ...['未収金（円）', '未収金（名）', 'まだ途中の回収'],
    ],
    page: async (ctx, input) => {
      const { months, reach, period } = await dues(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return { rows: [...months.map(lineOf), ...unknownRows(reach, period, ['bills'])], after: null }
    },
  },
}

function lineOf({ month, figures }: DuesMonth): Cell[] {
  const name = slashed(month).slice(0, 7)
  if (figures === null) return [name]
  const { billed, waiting, failed, failedRate, people, back, open, openPeople } = figures
  return [
    ...[name, billed, waiting, failed, percent(failedRate), people],
    ...back.flatMap((one) => [one.yen, percent(one.rate), one.people.count]),
    ...[open, openPeople],
    back
      .filter(({ isRipe }) => !isRipe)
      .map(({ days }) => `${days}日`)
      .join('、'),
  ]
}
