import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type KpiKey, kpi } from '#contract/kpi.ts'
import type { DailyReport, MonthlyStats, PeriodReport, report, ShopMonth, YearlyStats } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import { yearStart } from '#contract/report-period.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { weekdays } from '#contract/words/weekday.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { type ShopFigures, shopFigures } from '../../figures/by-shop.ts'
import { knownAhead, knownMonth, knownReport, knownTarget, knownYear } from '../../figures/known.ts'
import { maskedMonth, maskedShops, maskedYear } from '../../figures/mask.ts'
import { type MonthFigures, monthFigures } from '../../figures/monthly.ts'
import { monthOf as monthDays, type Period, periodsOf } from '../../figures/periods.ts'
import { byMonth, isCounting, isUnsettled, readReachOfEach } from '../../figures/reach.ts'
import type { ReportScope } from '../../figures/report-scope.ts'
import { type YearFigures, yearFigures } from '../../figures/yearly.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { CsvExports } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { admissionExports, admissionHandlers } from './admission.ts'
import { duesExports, duesHandlers } from './dues.ts'
import { feeRetentionExports, feeRetentionHandlers } from './fee-retention.ts'
import { firstDaysExports, firstDaysHandlers } from './first-days.ts'
import { lessonsExports, lessonsHandlers } from './lessons.ts'
import { ltvExports, ltvHandlers } from './ltv.ts'
import { memberPlanExports, memberPlanHandlers } from './member-plan.ts'
import { salesExports, salesHandlers } from './sales.ts'
import { reportScopeOf, scopeAnswer, seesAggregates } from './scope.ts'
import { shopComparison, shopComparisonExport } from './shop-comparison.ts'
import { unreadRows } from './unread-rows.ts'
import { visitExports, visitHandlers } from './visits.ts'
import { why } from './why.ts'

type MonthInput = Input<typeof report.monthlyStats>
type YearInput = Input<typeof report.yearlyStats>

export const reportHandlers: Handlers<typeof report> = {
  ...admissionHandlers,
  ...feeRetentionHandlers,
  ...ltvHandlers,
  ...duesHandlers,
  ...firstDaysHandlers,
  ...lessonsHandlers,
  ...memberPlanHandlers,
  ...salesHandlers,
  ...visitHandlers,
  monthlyStats: async (ctx, input) => {
    const scope = await reportScopeOf(ctx, input)
    return monthAnswer(ctx, input, scope, await monthOf(ctx, input, scope))
  },
  monthlyStatsByShop: async (ctx, input) => {
    const scope = await reportScopeOf(ctx, {})
    const { isProvisional, shops } = await shopsOf(ctx, input, scope)
    return { requestInfo: input, ...scopeAnswer(ctx, scope), isProvisional, shops: shops.map(shopRow) }
  },
  shopComparison,
  why,
  yearlyStats: async (ctx, input) => {
    const scope = await reportScopeOf(ctx, input)
    return yearAnswer(ctx, input, scope, await yearOf(ctx, input, scope))
  },
}

const monthOf = async (ctx: Ctx, { year, month }: { year: number; month: number }, scope: ReportScope) =>
  knownMonth(
    seesAggregates(ctx)
      ? await maskedMonth(ctx.scoped, scope, { year, month })
      : await monthFigures(ctx.scoped, scope, { year, month, money: ctx.can('report.money') }),
    scope.reach,
  )

async function yearOf(ctx: Ctx, { year, fiscalStartMonth }: YearInput, scope: ReportScope): Promise<YearFigures> {
  if (!seesAggregates(ctx)) {
    const figures = await yearFigures(ctx.scoped, scope, { year, fiscalStartMonth, money: ctx.can('report.money') })
    return knownYear(figures, scope.reach)
  }
  if (fiscalStartMonth !== yearStart) {
    throw new ApiError('invalid', { fields: { fiscalStartMonth: `年は${yearStart}月始まりのみ表示できます。` } })
  }
  return knownYear(await maskedYear(ctx.scoped, scope, { year, fiscalStartMonth }), scope.reach)
}

async function shopsOf(ctx: Ctx, { year, month }: { year: number; month: number }, scope: ReportScope) {
  // The other shops of the comparison are not waited for, and say nothing about this one.
  const reachOfEach = await readReachOfEach(ctx.scoped, ctx.can('report.money'), scope)
  const reachOf = (shopId: string): Reach => (seesAggregates(ctx) ? byMonth(reachOfEach(shopId)) : reachOfEach(shopId))
  const { isProvisional, shops } = seesAggregates(ctx)
    ? await maskedShops(ctx.scoped, scope, { year, month })
    : await shopFigures(ctx.scoped, scope, { year, month, money: ctx.can('report.money') }, reachOf)
  return {
    isProvisional: isProvisional || (!seesAggregates(ctx) && isUnsettled(scope.reach, monthDays(year, month))),
    shops: shops.map((one) => ({
      ...one,
      report: knownReport(one.report, reachOf(one.shopId)),
      target: knownTarget(one.target, one.report, reachOf(one.shopId)),
      ...knownAhead(one, reachOf(one.shopId)),
      isCounted: !isCounting(reachOf(one.shopId), one.report),
    })),
  }
}

const monthAnswer = (
  ctx: Ctx,
  { shopId, year, month }: MonthInput,
  scope: ReportScope,
  figures: MonthFigures,
): MonthlyStats => ({
  requestInfo: { shopId: shopId ?? null, year, month },
  ...scopeAnswer(ctx, scope),
  isProvisional: figures.isProvisional,
  correctedAt: figures.correctedAt && toTokyoDateTime(figures.correctedAt),
  stillMoving: figures.stillMoving,
  prevMonthReport: figures.prevMonth,
  prevMonthToSameDay: figures.prevToSameDay,
  thisMonthReport: figures.thisMonth,
  sameMonthLastYearReport: figures.lastYear,
  sameMonthLastYearToSameDay: figures.lastYearToSameDay,
  scheduled: figures.scheduled,
  target: figures.target,
  landing: figures.landing,
  retention: figures.retention,
  equilibrium: figures.equilibrium,
  visitHours: figures.visitHours,
  dailyReports: figures.daily,
})

const yearAnswer = (
  ctx: Ctx,
  { shopId, year, fiscalStartMonth }: YearInput,
  scope: ReportScope,
  figures: YearFigures,
): YearlyStats => ({
  requestInfo: { shopId: shopId ?? null, year, fiscalStartMonth },
  ...scopeAnswer(ctx, scope),
  isProvisional: figures.isProvisional,
  correctedAt: figures.correctedAt && toTokyoDateTime(figures.correctedAt),
  stillMoving: figures.stillMoving,
  thisYearReport: figures.thisYear,
  prevYearReport: figures.prevYear,
  prevYearToSameDay: figures.prevToSameDay,
  annualChurn: figures.annualChurn,
  equilibrium: figures.equilibrium,
  lifetime: figures.lifetime,
  monthlyReports: figures.months,
  prevYearMonthlyReports: figures.monthsBefore,
})

function shopRow({ shopId, shopName, report, target, scheduled, landing }: ShopFigures): ShopMonth {
  const { members, visits, reservations, leads, sales } = report
  return {
    shopId,
    shopName,
    opening: members.opening,
    admissions: members.admissions,
    withdrawals: members.withdrawals,
    netGrowth: members.netGrowth,
    transferIn: members.transferIn,
    transferOut: members.transferOut,
    closing: members.closing,
    churnRate: members.churnRate,
    visits: visits.count,
    visitRate: visits.rate,
    utilization: reservations.utilization,
    trialConversion: leads.trialConversion,
    ...(sales !== undefined && {
      sales: sales?.net ?? null,
      arpu: sales?.arpu ?? null,
      collectionRate: sales?.collectionRate ?? null,
    }),
    target,
    scheduled,
    landing: landing && { withdrawals: landing.withdrawals, closing: landing.closing },
  }
}

const wholeYen = (yen: number | null | undefined) => (yen == null ? null : Math.round(yen))
const percent = (rate: number | null | undefined) => (rate == null ? null : Math.round(rate * 1000) / 10)

type Column<Row> = [figure: KpiKey, of: (row: Row) => number | null | undefined, title?: string]

/** A figure's name and unit as a column title. */
const titleOf = (figure: KpiKey, title: string = kpi[figure].label) =>
  `${title}（${kpi[figure].unit}${figure === 'netSales' ? '・税込' : ''}）`

const dayColumns: Column<DailyReport>[] = [
  ['visitCount', (day) => day.visits],
  ['uniqueVisitors', (day) => day.unique],
  ['admissions', (day) => day.admissions],
  ['withdrawals', (day) => day.withdrawals],
  ['transferIn', (day) => day.transferIn],
  ['transferOut', (day) => day.transferOut],
  // A single day is compared with nothing.
  ['closingMembers', (day) => day.closing, '在籍'],
  ['booked', (day) => day.booked],
  ['attended', (day) => day.attended],
  ['noShow', (day) => day.noShow],
]
const dayMoneyColumns: Column<DailyReport>[] = [['netSales', (day) => day.sales]]

const yearColumns: Column<PeriodReport>[] = [
  ['openingMembers', ({ members }) => members.opening],
  ['admissions', ({ members }) => members.admissions],
  ['readmissions', ({ members }) => members.readmissions],
  ['transferIn', ({ members }) => members.transferIn],
  ['withdrawals', ({ members }) => members.withdrawals],
  ['transferOut', ({ members }) => members.transferOut],
  ['withdrawalRequests', ({ members }) => members.withdrawalRequests],
  ['netGrowth', ({ members }) => members.netGrowth],
  ['closingMembers', ({ members }) => members.closing],
  ['suspendedMembers', ({ members }) => members.suspended],
  ['admissionRate', ({ members }) => percent(members.admissionRate)],
  ['churnRate', ({ members }) => percent(members.churnRate)],
  ['visitCount', ({ visits }) => visits.count],
  ['uniqueVisitors', ({ visits }) => visits.unique],
  ['visitRate', ({ visits }) => percent(visits.rate)],
  ['booked', ({ reservations }) => reservations.booked],
  ['utilization', ({ reservations }) => percent(reservations.utilization)],
  ['tours', ({ leads }) => leads.tours],
  ['trials', ({ leads }) => leads.trials],
  ['trialConversion', ({ leads }) => percent(leads.trialConversion)],
]
const salesOf = (category: SalesCategory): Column<PeriodReport> => [
  'netSales',
  ({ sales }) => sales?.byCategory[category],
  `${salesCategories[category]}の${kpi.netSales.label}`,
]
const yearMoneyColumns: Column<PeriodReport>[] = [
  ['netSales', ({ sales }) => sales?.net],
  ...valuesOf(salesCategories).map(salesOf),
  ['arpu', ({ sales }) => wholeYen(sales?.arpu)],
  ['duesPerMember', ({ sales }) => wholeYen(sales?.duesPerMember)],
  ['collectionRate', ({ sales }) => percent(sales?.collectionRate)],
]

const shopColumns: Column<ShopMonth>[] = [
  ['openingMembers', (shop) => shop.opening],
  ['admissions', (shop) => shop.admissions],
  ['withdrawals', (shop) => shop.withdrawals],
  ['netGrowth', (shop) => shop.netGrowth],
  ['transferIn', (shop) => shop.transferIn],
  ['transferOut', (shop) => shop.transferOut],
  ['closingMembers', (shop) => shop.closing],
  ['churnRate', (shop) => percent(shop.churnRate)],
  ['visitCount', (shop) => shop.visits],
  ['visitRate', (shop) => percent(shop.visitRate)],
  ['utilization', (shop) => percent(shop.utilization)],
  ['trialConversion', (shop) => percent(shop.trialConversion)],
]
const shopMoneyColumns: Column<ShopMonth>[] = [
  ['netSales', (shop) => shop.sales],
  ['arpu', (shop) => wholeYen(shop.arpu)],
  ['collectionRate', (shop) => percent(shop.collectionRate)],
]

/** A cell of a month that is still to be counted. */
const notCounted = '集計中'

/** The titles and cells of the columns that the caller may see. */
function sheetOf<Row>(ctx: Ctx, columns: Column<Row>[], money: Column<Row>[]) {
  const shown = ctx.can('report.money') ? [...columns, ...money] : columns
  return {
    titles: shown.map(([figure, , title]) => titleOf(figure, title)),
    cells: (row: Row, isCounted: boolean) => shown.map(([, of]) => of(row) ?? (isCounted ? null : notCounted)),
  }
}
const daySheet = (ctx: Ctx) => sheetOf(ctx, dayColumns, dayMoneyColumns)
const shopSheet = (ctx: Ctx) => sheetOf(ctx, shopColumns, shopMoneyColumns)
const yearSheet = (ctx: Ctx) => sheetOf(ctx, yearColumns, yearMoneyColumns)

/** For file names: 20261122, 202611. */
const compact = (date: string) => date.replaceAll('-', '')
const compactMonth = (year: number, month: number) => `${year}${String(month).padStart(2, '0')}`

/** For the current month: （11/23時点）, because its 在籍 is not 期末 yet. */
const asOf = (to: string, end = to) => (to < end ? `（${Number(to.slice(5, 7))}/${Number(to.slice(8))}時点）` : '')

/** One row per day, shop or month: the tables of the screens, after which the files are named. */
export const reportExports: CsvExports<typeof report> = {
  ...admissionExports,
  ...firstDaysExports,
  ...feeRetentionExports,
  ...ltvExports,
  ...duesExports,
  ...lessonsExports,
  ...memberPlanExports,
  ...salesExports,
  ...visitExports,
  monthlyStats: {
    filename: async (ctx, input) => {
      const { dataDate } = await reportScopeOf(ctx, input)
      const { month, thisMonth } = periodsOf(input.year, input.month, dataDate)
      const { from, to } = thisMonth ?? month
      return `日ごとの集計_${await shopInFilename(ctx, input.shopId)}_${compact(from)}-${compact(to)}`
    },
    columns: (ctx) => ['日付', '曜日', '祝日', ...daySheet(ctx).titles],
    page: async (ctx, input) => {
      const scope = await reportScopeOf(ctx, input)
      const { daily, thisMonth } = await monthOf(ctx, input, scope)
      const isCounted = !isCounting(scope.reach, thisMonth)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const { cells } = daySheet(ctx)
      return {
        rows: daily
          .filter(({ date }) => date <= thisMonth.to)
          .map((day) => [
            day.date.replaceAll('-', '/'),
            weekdays[day.dow] as string,
            day.isHoliday ? '祝' : null,
            ...cells(day, isCounted),
          ])
          .concat(
            seesAggregates(ctx) ? [] : unknownRows(scope.reach, thisMonth),
            unreadRows(ctx, scope.reach, thisMonth),
          ),
        after: null,
      }
    },
  },
  monthlyStatsByShop: {
    filename: async (ctx, { year, month }) =>
      `店舗の比較_${await shopInFilename(ctx, undefined)}_${compactMonth(year, month)}`,
    columns: (ctx) => ['店舗', ...shopSheet(ctx).titles],
    page: async (ctx, input) => {
      const scope = await reportScopeOf(ctx, {})
      const { shops } = await shopsOf(ctx, input, scope)
      const { cells } = shopSheet(ctx)
      const month = monthDays(input.year, input.month)
      return {
        rows: [
          ...shops.map((shop) => [shop.shopName, ...cells(shopRow(shop), shop.isCounted)]),
          ...unreadRows(ctx, scope.reach, month),
        ],
        after: null,
      }
    },
  },
  shopComparison: shopComparisonExport,
  yearlyStats: {
    filename: async (ctx, { shopId, year, fiscalStartMonth }) => {
      const isCalendarYear = fiscalStartMonth === 1
      const last = isCalendarYear ? compactMonth(year, 12) : compactMonth(year + 1, fiscalStartMonth - 1)
      return `月ごとの集計_${await shopInFilename(ctx, shopId)}_${compactMonth(year, fiscalStartMonth)}-${last}`
    },
    columns: (ctx) => ['月', ...yearSheet(ctx).titles],
    page: async (ctx, input) => {
      const scope = await reportScopeOf(ctx, input)
      const figures = await yearOf(ctx, input, scope)
      const isCounted = (period: Period) => !isCounting(scope.reach, period)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const { cells } = yearSheet(ctx)
      return {
        rows: [
          ...figures.months.map((month, at) => [
            `${month.year}年${month.month}月${asOf(month.to, figures.periods.months[at]?.to)}`,
            ...cells(month, isCounted(month)),
          ]),
          ['年計', ...cells(figures.thisYear, isCounted(figures.thisYear))],
          ...(seesAggregates(ctx) ? [] : unknownRows(scope.reach, figures.thisYear)),
          ...unreadRows(ctx, scope.reach, figures.thisYear),
        ],
        after: null,
      }
    },
  },
}
