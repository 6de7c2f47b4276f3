import type { Adjustments, DailyReport, DailyReportRow, DayFacts, EarlierSubmission } from '#contract/daily-report.ts'
import { type DayFigure, dayFigures, isDayMoneyFigure } from '#contract/words/daily-report.ts'
import { salesCategories } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx } from '../../context.ts'
import type { StoredDay, StoredSubmission } from '../../db/schema/daily-report.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { wireOf } from '../../wire/rows.ts'
import type { ReportRecord, ReportRow } from './repository.ts'
import { allowedActs } from './rules.ts'

// Rows as the caller may see them: money is absent without the right to it.

const figures = valuesOf(dayFigures)

/** Adjustments except those of money. */
const withoutMoney = (adjustments: Adjustments): Adjustments =>
  Object.fromEntries(Object.entries(adjustments).filter(([figure]) => !isDayMoneyFigure(figure)))

/** A figure of a day by its name; undefined where the day does not have it. */
function figureOf({ salesByCategory, ...counts }: DayFacts['figures'], figure: DayFigure) {
  if (!figure.startsWith('salesByCategory.')) return counts[figure as keyof typeof counts]
  const category = figure.slice('salesByCategory.'.length) as keyof typeof salesCategories
  return salesByCategory?.[category]
}

/** The figures that have changed since the submission. */
export function changedSince(asSubmitted: DayFacts | null, now: DayFacts): DayFigure[] {
  if (!asSubmitted) return []
  return figures.filter((figure) => {
    const [was, is] = [figureOf(asSubmitted.figures, figure), figureOf(now.figures, figure)]
    return was !== null && was !== undefined && was !== is
  })
}

/** The facts stored at submission, as far as the caller may see them. */
function submittedDay(ctx: Ctx, stored: StoredDay | null): DayFacts | null {
  if (stored === null) return null
  const day = stored as DayFacts
  if (ctx.can('report.money')) return day
  const { salesByCategory: _, unpaidCount: __, ...counts } = day.figures
  const { unreadSales: ___, ...facts } = day
  return {
    ...facts,
    figures: counts,
    target: day.target && withoutSales(day.target),
    monthToDate: day.monthToDate && withoutSales(day.monthToDate),
    landing: day.landing && withoutSales(day.landing),
  }
}

function withoutSales<T extends { sales?: number | null | undefined }>({ sales: _, ...rest }: T): Omit<T, 'sales'> {
  return rest
}

/** The submissions of a submitted report when it is returned or reopened: this one is one of the earlier ones then. */
export function submissionsOf(row: ReportRecord): StoredSubmission[] {
  const { earlierSubmissions, asSubmitted, submittedAt, submitter, adjustments } = row
  if (asSubmitted === null || submittedAt === null) return earlierSubmissions
  const taken = { submitterId: submitter?.id ?? null, submittedAt: toTokyoDateTime(submittedAt), adjustments }
  return [...earlierSubmissions, { ...taken, day: asSubmitted }]
}

/** The submissions that were returned or reopened, as far as the caller may see them. */
export const earlierSubmissions = (ctx: Ctx, row: ReportRecord): EarlierSubmission[] =>
  row.earlierSubmissions.map(({ submitterId, submittedAt, adjustments, day }) => ({
    submitter: submitterId === null ? null : { id: submitterId, displayName: row.submitterNames[submitterId] ?? '' },
    submittedAt,
    adjustments: ctx.can('report.money') ? adjustments : withoutMoney(adjustments),
    day: submittedDay(ctx, day) as DayFacts,
  }))

type Head = Pick<ReportRecord & ReportRow, keyof ReportRecord & keyof ReportRow>

const headOf = (ctx: Ctx, row: Head) => ({
  ...wireOf({
    id: row.id,
    date: row.date,
    status: row.status,
    weather: row.weather,
    author: row.author,
    submitter: row.submitter,
    submittedAt: row.submittedAt,
    approver: row.approver,
    decidedAt: row.decidedAt,
    approverComment: row.approverComment,
    approvedAt: row.approvedAt,
    version: row.version,
  }),
  shop: { id: row.shopId, name: row.shopName },
  allowed: allowedActs(ctx, row),
})

/** A row of the list. */
export function toRow(ctx: Ctx, row: ReportRow): DailyReportRow {
  const submitted = submittedDay(ctx, row.status === 'draft' || row.status === 'returned' ? null : row.asSubmitted)
  const adjusted = (figure: DayFigure) => row.adjustments[figure]?.value
  const categories = valuesOf(salesCategories)
  const counted = submitted?.figures.salesByCategory ?? (row.visitsNow === null ? null : (row.salesNow ?? {}))
  const sales =
    counted && categories.reduce((sum, one) => sum + (adjusted(`salesByCategory.${one}`) ?? counted[one] ?? 0), 0)
  return {
    ...headOf(ctx, row),
    hasIncident: row.hasIncident,
    isAdjusted: Object.keys(ctx.can('report.money') ? row.adjustments : withoutMoney(row.adjustments)).length > 0,
    visitCount: adjusted('visitCount') ?? submitted?.figures.visitCount ?? row.visitsNow,
    admissionCount: adjusted('admissionCount') ?? submitted?.figures.admissionCount ?? row.admissionsNow,
    ...(ctx.can('report.money') && { sales, cashDiff: row.cashDiff }),
  }
}

/** A report with everything that staff wrote. */
export function toReport(ctx: Ctx, row: ReportRecord): DailyReport {
  const { salesCash, salesCard, cashFloat, cashOnHand, cashDiff, cashComment } = row
  const { createdBy, updatedBy, createdAt, updatedAt } = wireOf(row)
  const money = ctx.can('report.money')
  return {
    ...headOf(ctx, row),
    eventNote: row.eventNote,
    staffOnDuty: row.staffOnDuty.map(({ staffId, from, to }) => ({
      staffId,
      displayName: row.dutyNames[staffId] ?? '',
      from,
      to,
    })),
    laborHours: row.laborHours,
    adjustments: money ? row.adjustments : withoutMoney(row.adjustments),
    ...(money && { salesCash, salesCard, cashFloat, cashOnHand, cashDiff, cashComment }),
    goodPoints: row.goodPoints,
    issues: row.issues,
    memberVoice: row.memberVoice,
    incident: row.incident && { ...row.incident, member: row.incidentMember },
    facilityTrouble: row.facilityTrouble,
    handover: row.handover,
    tomorrowPlan: row.tomorrowPlan,
    imgUrls: row.imgUrls,
    asSubmitted: submittedDay(ctx, row.asSubmitted),
    ...{ createdBy, updatedBy, createdAt, updatedAt },
  }
}
