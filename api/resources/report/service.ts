import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type KpiKey, kpi } from '#contract/kpi.ts'
import type { MonthlyStats, PeriodReport, report, ShopMonth, YearlyStats } from '#contract/report.ts'
import { yearStart } from '#contract/report-period.ts'
import type { Ctx, Handlers } from '../../context.ts'
import type { CsvExports } from '../../csv.ts'
import { type ShopFigures, shopFigures } from '../../figures/by-shop.ts'
import { maskedMonth, maskedShops, maskedYear } from '../../figures/mask.ts'
import { type MonthFigures, monthFigures } from '../../figures/monthly.ts'
import { type ReportScope, readReportScope } from '../../figures/report-scope.ts'
import { type YearFigures, yearFigures } from '../../figures/yearly.ts'
import { toTokyoDateTime } from '../../time.ts'
import { requireShop } from '../shop/require-shop.ts'

type MonthInput = Input<typeof report.monthlyStats>
type YearInput = Input<typeof report.yearlyStats>

export const reportHandlers: Handlers<typeof report> = {
  monthlyStats: async (ctx, input) => {
    const scope = await reportScopeOf(ctx, input)
    return monthAnswer(ctx, input, scope, await monthOf(ctx, input, scope))
  },
  monthlyStatsByShop: async (ctx, input) => {
    const scope = await reportScopeOf(ctx, {})
    const { isProvisional, shops } = await shopsOf(ctx, input, scope)
    return { requestInfo: input, ...scopeAnswer(ctx, scope), isProvisional, shops: shops.map(shopRow) }
  },
  yearlyStats: async (ctx, input) => {
    const scope = await reportScopeOf(ctx, input)
    return yearAnswer(ctx, input, scope, await yearOf(ctx, input, scope))
  },
}

async function reportScopeOf(ctx: Ctx, { shopId }: { shopId?: string | undefined }): Promise<ReportScope> {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  return readReportScope(ctx.scoped, shopId === undefined ? ctx.shops : [shopId])
}

/** Trading partners are told a few round counts. */
const seesAggregates = (ctx: Ctx) => ctx.reach('report.members').rule === 'aggregate'

const monthOf = (ctx: Ctx, { year, month }: { year: number; month: number }, scope: ReportScope) =>
  seesAggregates(ctx)
    ? maskedMonth(ctx.scoped, scope, { year, month })
    : monthFigures(ctx.scoped, scope, { year, month, money: ctx.can('report.money') })

async function yearOf(ctx: Ctx, { year, fiscalStartMonth }: YearInput, scope: ReportScope): Promise<YearFigures> {
  if (!seesAggregates(ctx)) {
    return yearFigures(ctx.scoped, scope, { year, fiscalStartMonth, money: ctx.can('report.money') })
  }
  if (fiscalStartMonth !== yearStart) {
    throw new ApiError('invalid', { fields: { fiscalStartMonth: `年は${yearStart}月始まりのみ表示できます。` } })
  }
  return maskedYear(ctx.scoped, scope, { year, fiscalStartMonth })
}

const shopsOf = (ctx: Ctx, { year, month }: { year: number; month: number }, scope: ReportScope) =>
  seesAggregates(ctx)
    ? maskedShops(ctx.scoped, scope, { year, month })
    : shopFigures(ctx.scoped, scope, { year, month, money: ctx.can('report.money') })

const scopeAnswer = (ctx: Ctx, { dataAsOf }: ReportScope) => ({
  generatedAt: toTokyoDateTime(ctx.now),
  dataAsOf: dataAsOf && toTokyoDateTime(dataAsOf),
})

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
  thisYearReport: figures.thisYear,
  prevYearReport: figures.prevYear,
  prevYearToSameDay: figures.prevToSameDay,
  equilibrium: figures.equilibrium,
  lifetime: figures.lifetime,
  monthlyReports: figures.months,
  prevYearMonthlyReports: figures.monthsBefore,
})

function shopRow({ shopId, shopName, report, target }: ShopFigures): ShopMonth {
  const { members, visits, reservations, leads, sales } = report
  return {
    shopId,
    shopName,
    opening: members.opening,
    admissions: members.admissions,
    withdrawals: members.withdrawals,
    netGrowth: members.netGrowth,
    closing: members.closing,
    churnRate: members.churnRate,
    visits: visits.count,
    visitRate: visits.rate,
    utilization: reservations.utilization,
    trialConversion: leads.trialConversion,
    ...(sales && { sales: sales.net, arpu: sales.arpu, collectionRate: sales.collectionRate }),
    target,
  }
}

const weekdays = ['日', '月', '火', '水', '木', '金', '土']

const wholeYen = (yen: number | null | undefined) => (yen == null ? null : Math.round(yen))
const percent = (rate: number | null | undefined) => (rate == null ? null : Math.round(rate * 1000) / 10)

type Column<Row> = [figure: KpiKey, of: (row: Row) => number | null | undefined]

/** A figure's name and unit over its column. */
const titleOf = (figure: KpiKey) =>
  `${kpi[figure].label}（${kpi[figure].unit}${figure === 'netSales' ? '・税込' : ''}）`

const yearColumns: Column<PeriodReport>[] = [
  ['openingMembers', ({ members }) => members.opening],
  ['admissions', ({ members }) => members.admissions],
  ['readmissions', ({ members }) => members.readmissions],
  ['transferIn', ({ members }) => members.transferIn],
  ['withdrawals', ({ members }) => members.withdrawals],
  ['transferOut', ({ members }) => members.transferOut],
  ['withdrawalRequests', ({ members }) => members.withdrawalRequests],
  ['closingMembers', ({ members }) => members.closing],
  ['suspendedMembers', ({ members }) => members.suspended],
  ['admissionRate', ({ members }) => percent(members.admissionRate)],
  ['churnRate', ({ members }) => percent(members.churnRate)],
  ['visitCount', ({ visits }) => visits.count],
  ['uniqueVisitors', ({ visits }) => visits.unique],
  ['booked', ({ reservations }) => reservations.booked],
  ['utilization', ({ reservations }) => percent(reservations.utilization)],
  ['tours', ({ leads }) => leads.tours],
  ['trials', ({ leads }) => leads.trials],
]
const yearMoneyColumns: Column<PeriodReport>[] = [
  ['netSales', ({ sales }) => sales?.net],
  ['arpu', ({ sales }) => wholeYen(sales?.arpu)],
  ['duesPerMember', ({ sales }) => wholeYen(sales?.duesPerMember)],
]

const shopColumns: Column<ShopMonth>[] = [
  ['openingMembers', (shop) => shop.opening],
  ['admissions', (shop) => shop.admissions],
  ['withdrawals', (shop) => shop.withdrawals],
  ['netGrowth', (shop) => shop.netGrowth],
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

/** Those that this person may see. */
const columnsOf = <Row>(ctx: Ctx, columns: Column<Row>[], money: Column<Row>[]) =>
  ctx.can('report.money') ? [...columns, ...money] : columns

/** Days, shops and months, one row each. */
export const reportExports: CsvExports<typeof report> = {
  monthlyStats: {
    filename: (_, { year, month }) => `月次集計_${year}年${month}月`,
    columns: (ctx) => [
      '日付',
      '曜日',
      '祝日',
      titleOf('admissions'),
      titleOf('transferIn'),
      titleOf('withdrawals'),
      titleOf('transferOut'),
      '在籍（名）',
      titleOf('visitCount'),
      titleOf('uniqueVisitors'),
      ...(ctx.can('report.money') ? [titleOf('netSales')] : []),
    ],
    page: async (ctx, input) => {
      const figures = await monthOf(ctx, input, await reportScopeOf(ctx, input))
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: figures.daily.map((day) => [
          day.date.replaceAll('-', '/'),
          weekdays[day.dow] as string,
          day.isHoliday ? '祝' : null,
          day.admissions,
          day.transferIn,
          day.withdrawals,
          day.transferOut,
          day.closing,
          day.visits,
          day.unique,
          ...(ctx.can('report.money') ? [day.sales ?? null] : []),
        ]),
        after: null,
      }
    },
  },
  monthlyStatsByShop: {
    filename: (_, { year, month }) => `店舗比較_${year}年${month}月`,
    columns: (ctx) => ['店舗', ...columnsOf(ctx, shopColumns, shopMoneyColumns).map(([figure]) => titleOf(figure))],
    page: async (ctx, input) => {
      const { shops } = await shopsOf(ctx, input, await reportScopeOf(ctx, {}))
      const columns = columnsOf(ctx, shopColumns, shopMoneyColumns)
      return {
        rows: shops.map(shopRow).map((shop) => [shop.shopName, ...columns.map(([, of]) => of(shop) ?? null)]),
        after: null,
      }
    },
  },
  yearlyStats: {
    filename: (_, { year, fiscalStartMonth }) => `年次集計_${year}年${fiscalStartMonth === 1 ? '' : '度'}`,
    columns: (ctx) => ['月', ...columnsOf(ctx, yearColumns, yearMoneyColumns).map(([figure]) => titleOf(figure))],
    page: async (ctx, input) => {
      const figures = await yearOf(ctx, input, await reportScopeOf(ctx, input))
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const columns = columnsOf(ctx, yearColumns, yearMoneyColumns)
      const row = (title: string, report: PeriodReport) => [title, ...columns.map(([, of]) => of(report) ?? null)]
      return {
        rows: [
          ...figures.months.map((month) => row(`${month.year}年${month.month}月`, month)),
          row('合計', figures.thisYear),
        ],
        after: null,
      }
    },
  },
}
