import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { report } from '#contract/report.ts'
import { visitClasses } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { addDays } from '../../figures/periods.ts'
import { isCounting } from '../../figures/reach.ts'
import type { ReportScope } from '../../figures/report-scope.ts'
import {
  type ClassMemberRow,
  classDayOf,
  classMembers,
  reasonOf,
  visitSeries,
  visitSummary,
} from '../../figures/visit-changes.ts'
import { classesDue, isClassDayKnown } from '../../figures/visit-classes.ts'
import { type CsvExports, slashed } from '../../wire/csv.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

type VisitReport = Pick<typeof report, 'changesInVisitsSummary' | 'changesInVisitsSeries' | 'changesInVisitsMembers'>
type MembersInput = Input<typeof report.changesInVisitsMembers>
type Thresholds = Pick<MembersInput, 'shopId' | 'to' | 'windowDays' | 'minDiff' | 'ratio'>

const headOf = (
  ctx: Ctx,
  { shopId, windowDays, minDiff, ratio, to }: Thresholds,
  scope: ReportScope,
  day: string | null,
) => ({
  requestInfo: { shopId: shopId ?? null, to: day, windowDays, minDiff, ratio },
  ...scopeAnswer(ctx, scope),
  isProvisional:
    day === null ||
    (to !== undefined && to > day) ||
    isCounting(scope.reach, { from: addDays(day, -2 * windowDays), to: day }),
})

const summary = async (ctx: Ctx, input: Input<typeof report.changesInVisitsSummary>) => {
  const scope = await reportScopeOf(ctx, input)
  const day = classDayOf(input, scope.dataDate)
  return { ...headOf(ctx, input, scope, day), ...(await visitSummary(ctx.scoped, scope, day, input)) }
}

const series = async (ctx: Ctx, input: Input<typeof report.changesInVisitsSeries>) => {
  const scope = await reportScopeOf(ctx, input)
  const day = classDayOf(input, scope.dataDate)
  const { requestInfo, ...head } = headOf(ctx, input, scope, day)
  return {
    requestInfo: { ...requestInfo, months: input.months },
    ...head,
    ...(await visitSeries(ctx.scoped, scope, day, input)),
  }
}

async function membersOf(ctx: Ctx, input: MembersInput) {
  const scope = await reportScopeOf(ctx, input)
  const day = classDayOf(input, scope.dataDate)
  const due = await classesDue(ctx.scoped, scope.shopIds)
  if (day === null || !isClassDayKnown(scope.reach, due, day, input.windowDays)) {
    return { rows: [], total: 0, day: null, isCounting: due.length > 0 || scope.reach.counting.length > 0 }
  }
  return { ...(await classMembers(ctx.scoped, scope, day, input)), day, isCounting: false }
}

export const visitHandlers: Handlers<VisitReport> = {
  changesInVisitsSummary: summary,
  changesInVisitsSeries: series,
  changesInVisitsMembers: async (ctx, input) => {
    const { day, isCounting: _, ...found } = await membersOf(ctx, input)
    const toItem = ({ userId, lastVisitOn, ...row }: ClassMemberRow) => ({
      userId: userId === null ? null : String(userId),
      memberNo: row.memberNo,
      lastName: row.lastName,
      firstName: row.firstName,
      shopName: row.shopName,
      visits: row.visits,
      visitsBefore: row.visitsBefore,
      reason: reasonOf(input.class, { ...row, lastVisitOn }, input.windowDays),
    })
    return { ...listAnswer(input, found, toItem), date: day }
  },
}

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)
const tenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

async function filenameOf(ctx: Ctx, name: string, input: Thresholds) {
  const { dataDate } = await reportScopeOf(ctx, input)
  const day = classDayOf(input, dataDate)
  return [name, await shopInFilename(ctx, input.shopId), ...(day ? [day.replaceAll('-', '')] : [])].join('_')
}

/** Rows of a file read at once. */
const exportedAtOnce = 2000

export const visitExports: Pick<CsvExports<typeof report>, keyof VisitReport> = {
  changesInVisitsSummary: {
    filename: (ctx, input) => filenameOf(ctx, '来館の変化', input),
    columns: () => ['分類', '会員数（名）', '構成比（%）', '前の期間（名）'],
    page: async (ctx, input) => {
      const { classes, population } = await summary(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: [
          ...classes.map(({ label, count, share, prevCount }) => [label, count, percent(share), prevCount]),
          ['対象会員', population, null, null],
        ],
        after: null,
      }
    },
  },
  changesInVisitsSeries: {
    filename: (ctx, input) => filenameOf(ctx, '来館の変化の推移', input),
    columns: (_, { windowDays }) => [
      '日付',
      ...Object.values(visitClasses).map((label) => `${label}（名）`),
      '対象会員（名）',
      `来館頻度（${windowDays}日間・日）`,
    ],
    page: async (ctx, input) => {
      const { series: closes } = await series(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: closes.map(({ date, counts, population, avgVisits }) => [
          slashed(date),
          ...valuesOf(visitClasses).map((key) => counts && (counts[key] ?? 0)),
          population,
          tenth(avgVisits),
        ]),
        after: null,
      }
    },
  },
  changesInVisitsMembers: {
    filename: (ctx, input) => filenameOf(ctx, `${visitClasses[input.class]}の会員`, input),
    columns: () => ['会員番号', '氏名', '店舗', '来館（日）', '前の期間の来館（日）', '理由'],
    page: async (ctx, input, after) => {
      const offset = Number(after ?? 0)
      const { rows, total, isCounting: isWaiting } = await membersOf(ctx, { ...input, offset, limit: exportedAtOnce })
      // A file without rows would say that there are none.
      if (isWaiting) throw new ApiError('busy', { message: '集計中です。数え終わってから保存してください。' })
      if (after === null) ctx.audit({ rowCount: total, ...(input.shopId && { shopId: input.shopId }) })
      const next = offset + exportedAtOnce
      return {
        rows: rows.map((row) => [
          row.memberNo,
          `${row.lastName}\u3000${row.firstName}`,
          row.shopName,
          row.visits,
          row.visitsBefore,
          reasonOf(input.class, row, input.windowDays),
        ]),
        after: next < total ? String(next) : null,
      }
    },
  },
}
