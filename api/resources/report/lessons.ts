import type { Input } from '#contract/endpoint.ts'
import type { report } from '#contract/report.ts'
import { weekdays } from '#contract/words/weekday.ts'
import type { Ctx, Verb } from '../../context.ts'
import { lessonFigures, lessonLines, lessonMonths } from '../../figures/lessons.ts'
import { ratio } from '../../figures/money.ts'
import { capped } from '../../figures/periods.ts'
import { isCounting } from '../../figures/reach.ts'
import type { Cell, CsvExports } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

const lessons = async (ctx: Ctx, input: Input<typeof report.lessons>) => {
  const scope = await reportScopeOf(ctx, input)
  const { shopId, year, month, months } = input
  const requested = lessonMonths(input)
  return {
    requestInfo: { shopId: shopId ?? null, year, month, months },
    ...scopeAnswer(ctx, scope),
    isProvisional: scope.dataDate === null || scope.dataDate < requested.to || isCounting(scope.reach, requested),
    ...(await lessonFigures(ctx.scoped, scope, requested)),
  }
}

export const lessonsHandlers: { lessons: Verb<typeof report.lessons> } = { lessons }

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)

/** A line each class, time and instructor of a shop. */
export const lessonsExports: Pick<CsvExports<typeof report>, 'lessons'> = {
  lessons: {
    filename: async (ctx, input) => {
      const { from, to } = lessonMonths({ ...input, months: input.months ?? 3 })
      return `レッスンと担当_${await shopInFilename(ctx, input.shopId)}_${from.slice(0, 7).replace('-', '')}-${to.slice(0, 7).replace('-', '')}`
    },
    columns: () => [
      ...['店舗', 'クラス', '曜日', '開始', '担当者', '開催（回）', '定員', '使われた席', '稼働率（%）'],
      ...['出席（件）', '無断キャンセル（件）', '無断キャンセル率（%）', 'キャンセル待ち（名）', '待ちの出た回'],
    ],
    page: async (ctx, input) => {
      const scope = await reportScopeOf(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const requested = lessonMonths(input)
      const period = scope.dataDate === null ? null : capped(requested, scope.dataDate)
      return {
        rows: [
          ...(await lessonLines(ctx.scoped, scope, requested)).map((one): Cell[] => [
            ...[one.shopName, one.program, weekdays[one.dow] ?? '', one.startsAt],
            ...[one.staffId === 0 ? '担当なし' : (one.staffName ?? '不明'), one.lessons, one.capacity, one.used],
            ...[percent(ratio(one.used, one.capacity)), one.attended, one.noShow],
            ...[percent(ratio(one.noShow, one.attended + one.noShow)), one.waited, one.lessonsWaited],
          ]),
          ...unknownRows(scope.reach, period, ['bookings']),
        ],
        after: null,
      }
    },
  },
}
