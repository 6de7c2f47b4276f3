import type { Input } from '#contract/endpoint.ts'
import type { report } from '#contract/report.ts'
import { type ComparedShop, earlyMonths, type Share, type ShopComparison } from '#contract/report-shops.ts'
import type { Ctx } from '../../context.ts'
import { cohortOf } from '../../figures/forecast.ts'
import { monthOf, type Period } from '../../figures/periods.ts'
import { isUnsettled } from '../../figures/reach.ts'
import { comparedDays, readComparedShops, readSimilar } from '../../figures/shop-comparison.ts'
import type { Cell, CsvExports } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'
import { unreadRows } from './unread-rows.ts'

type ComparisonInput = Input<typeof report.shopComparison>

/** Every shop in scope side by side, and the shops most like a given one. */
export async function shopComparison(ctx: Ctx, input: ComparisonInput): Promise<ShopComparison> {
  const { shopId, ...requested } = input
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const scope = await reportScopeOf(ctx, {})
  const period = comparedDays(input.year, input.month, input.months, scope.dataDate)
  return {
    requestInfo: { ...requested, shopId: shopId ?? null },
    ...scopeAnswer(ctx, scope),
    isProvisional: period === null || isUnsettled(scope.reach, period) || isOpen(input, period),
    period,
    shops: period ? await readComparedShops(ctx.scoped, scope, period, ctx.can('report.money')) : [],
    similar: period && shopId !== undefined ? await readSimilar(ctx.scoped, scope, period, shopId) : [],
  }
}

/** Only a single month may be one that runs. */
const isOpen = ({ year, month, months }: ComparisonInput, { to }: Period) =>
  months === 1 && to < monthOf(year, month).to

/** 早期退会 is of who joined up to three months before the period. */
const cohortKinds = ['contracts', 'leavers'] as const
const otherKinds = ['leads', 'visits', 'sales'] as const

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)

const shares: [title: string, of: (shop: ComparedShop) => Share][] = [
  ['退会率', ({ churn }) => churn],
  ['入会率', ({ admission }) => admission],
  ['早期退会率', ({ early }) => early],
  ['体験入会率', ({ trial }) => trial],
  ['実働率', ({ visit }) => visit],
]

export const shopComparisonExport: CsvExports<typeof report>['shopComparison'] = {
  filename: async (ctx, { year, month, months }) =>
    `店舗比較_${await shopInFilename(ctx, undefined)}_${year}${String(month).padStart(2, '0')}まで${months}か月`,
  columns: (ctx) => [
    '店舗',
    '在籍（名）',
    ...shares.flatMap(([title]) => [`${title}（%）`, `${title}の下限（%）`, `${title}の上限（%）`, `${title}の対象`]),
    ...(ctx.can('report.money') ? ['客単価（円）'] : []),
  ],
  page: async (ctx, input) => {
    const { shops, reach, period } = await shopComparison(ctx, input)
    return {
      rows: [
        ...shops.map((shop): Cell[] => [
          shop.shopName,
          shop.closing,
          ...shares.flatMap(([, of]) => {
            const { rate, low, high, of: total } = of(shop)
            return [percent(rate), percent(low), percent(high), total]
          }),
          ...(ctx.can('report.money') ? [shop.arpu == null ? null : Math.round(shop.arpu)] : []),
        ]),
        ...(period
          ? [
              ...unknownRows(reach, { from: cohortOf(period, earlyMonths).from, to: period.to }, cohortKinds),
              ...unknownRows(reach, period, otherKinds),
            ]
          : []),
        ...(period ? unreadRows(ctx, reach, period) : []),
      ],
      after: null,
    }
  },
}
