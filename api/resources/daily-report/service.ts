import { blankDailyReport, type DailyReportDay, type dailyReport } from '#contract/daily-report.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { DailyReportAction } from '#contract/words/daily-report.ts'
import { unreadOf } from '#contract/words/unread-sales.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { holdRecord, required, updateRecord } from '../../db/records.ts'
import { type NewDailyReport, type StoredDay, dailyReport as table } from '../../db/schema/daily-report.ts'
import { readDayFacts } from '../../figures/day-facts.ts'
import { isHoliday } from '../../figures/holidays.ts'
import { knownDayFacts } from '../../figures/known.ts'
import { addDays, weekdayOf } from '../../figures/periods.ts'
import { isCounting } from '../../figures/reach.ts'
import { type ReportScope, readReportScope } from '../../figures/report-scope.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import type { Storage } from '../../storage/storage.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import { boardOf } from './board.ts'
import { periodOf, requireReached } from './days.ts'
import { changedSince, earlierSubmissions, submissionsOf, toReport, toRow } from './record.ts'
import {
  holdReportsOf,
  insertReports,
  listReports,
  type ReportRecord,
  readBoard,
  reportBefore,
  reportById,
  reportOfDay,
  staffOfShop,
} from './repository.ts'
import {
  asDraft,
  type Changes,
  changeOf,
  contentOf,
  type Draft,
  refuseTill,
  requireAllowed,
  requireComplete,
  requirePeople,
  requireWritable,
  withChanges,
  withWriter,
} from './rules.ts'

type Row = Input<typeof dailyReport.save>['data'][number]

export const dailyReportHandlers = (storage: Storage): Handlers<typeof dailyReport> => ({
  list: async (ctx, input) => {
    const period = periodOf(input, ctx.now)
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const page = await listReports(ctx.scoped, ctx.shops, { ...input, ...period }, ctx.can('report.money'))
    return { ...listAnswer(input, page, (row) => toRow(ctx, row)), ...period }
  },

  board: async (ctx, input) => {
    const { from, to } = periodOf(input, ctx.now)
    const { shopId } = input
    if (shopId !== undefined) await requireShop(ctx, shopId)
    // Yesterday of a shop, whatever the hour at which its business day starts.
    const today = tokyoDayOf(ctx.now)
    const besides = { from: addDays(today, -2), to: addDays(today, -1) }
    return boardOf(await readBoard(ctx.scoped, ctx.shops, { from, to, besides, shopId }), { from, to }, ctx.now)
  },

  day: async (ctx, { shopId, date }) => {
    const shop = await requireShop(ctx, shopId)
    requireReached(date, shop, ctx.now)
    const report = await reportOfDay(ctx.scoped, { shopId, date })
    return { ...(await readDay(ctx, { shopId, date })), report, canWrite: ctx.can('dailyReport.write') }
  },

  get: async (ctx, { id }) => {
    const row = required(await reportById(ctx.scoped, id))
    const report = toReport(ctx, row)
    const day = await readDay(ctx, { shopId: report.shop.id, date: report.date })
    const isFrozen = report.status === 'submitted' || report.status === 'approved'
    return {
      ...report,
      day,
      changedSince: isFrozen ? changedSince(report.asSubmitted, day) : [],
      earlierSubmissions: earlierSubmissions(ctx, row),
    }
  },

  // Saving several writes one audit row per report, besides the one for the call, so that a report's history is
  // complete.
  save: {
    prepare:
      async (_, { audit }) =>
      async (ctx, { data }) => {
        await requireRows(ctx, data)
        const there = await holdReportsOf(ctx.scoped, data)
        const missing = data.filter((row) => !there.some(isOf(row)))
        const drafts = await newReports(ctx, storage, data, missing)
        const inserted = drafts.length > 0 ? await insertReports(ctx.scoped, drafts) : []
        // Another request may have inserted one meanwhile.
        const held = inserted.length === missing.length ? there : await holdReportsOf(ctx.scoped, data)
        for (const [at, row] of data.entries()) {
          if (inserted.some(isOf(row))) continue
          const { shopId: _, date: __, version, ...changes } = row
          const before = required(held.find(isOf(row)))
          requireSeen(ctx, before, version)
          requireWritable(ctx, before)
          await write(ctx, storage, before, changes, `data.${at}.`)
        }
        const saved = await holdReportsOf(ctx.scoped, data)
        const changed = data.map((row) => {
          const before = inserted.some(isOf(row)) ? null : required(held.find(isOf(row)))
          const after = required(saved.find(isOf(row)))
          return { after, change: changeOf(after, before && auditedOf(before), auditedOf(after)) }
        })
        const [only, ...others] = changed
        if (only && others.length === 0) ctx.audit(only.change)
        else {
          const { staffId, role, sid } = ctx.principal
          const by = { action: 'dailyReport.save', resourceType: 'dailyReport', actor: { staffId, role, sid } }
          for (const { change } of changed) await audit(ctx.scoped, { ...by, ...change })
          ctx.audit({ rowCount: data.length })
        }
        return { list: changed.map(({ after }) => toReport(ctx, after)) }
      },
  },

  update: async (ctx, { id, version, action, comment, ...fields }) => {
    const before = await holdRecord(ctx, table, id, reportById)
    const changes = definedOf(fields) as Changes
    const isChanged = Object.keys(changes).length > 0
    refuseMixture(action, comment, isChanged)
    // Rights are checked first: callers without them learn nothing about the version.
    if (action === undefined && !ctx.can('dailyReport.write')) throw new ApiError('forbidden')
    requireSeen(ctx, before, version)
    if (action === undefined) requireWritable(ctx, before)
    else requireAllowed(ctx, before, action)
    if (isChanged || action === undefined) await write(ctx, storage, before, changes)
    if (action !== undefined) await decide(ctx, id, action, comment ?? null)
    const saved = required(await reportById(ctx.scoped, id))
    ctx.audit({ ...changeOf(saved, auditedOf(before), auditedOf(saved)), ...(comment && { reason: comment }) })
    return toReport(ctx, saved)
  },
})

const auditedOf = (row: ReportRecord) => ({ status: row.status, ...asDraft(row) })

const isOf = (row: Row) => (one: { shopId: string; date: string }) => one.shopId === row.shopId && one.date === row.date

/**
 * 404 for a shop out of scope; 422 for a future day, a duplicate day, and fields that are not the caller's to write.
 */
async function requireRows(ctx: Ctx, data: readonly Row[]) {
  const shops = new Map<string, { dayStartHour: number }>()
  for (const shopId of new Set(data.map((row) => row.shopId))) shops.set(shopId, await requireShop(ctx, shopId))
  const seen = new Set<string>()
  for (const [at, { shopId, date, version: _, ...changes }] of data.entries()) {
    requireReached(date, required(shops.get(shopId)), ctx.now, `data.${at}.date`)
    const day = `${shopId} ${date}`
    if (seen.has(day)) {
      throw new ApiError('invalid', {
        fields: { [`data.${at}.date`]: 'この項目には、店舗ごとに異なる日付を指定してください。' },
      })
    }
    seen.add(day)
    refuseTill(ctx, changes, `data.${at}.`)
  }
}

/** Rows as new drafts of the caller, sorted, so that two concurrent bulk writes cannot deadlock. */
async function newReports(ctx: Ctx, storage: Storage, data: readonly Row[], rows: readonly Row[]) {
  const { staffId } = ctx.principal
  const by = { createdBy: staffId, updatedBy: staffId, createdAt: ctx.now, updatedAt: ctx.now }
  const drafts: NewDailyReport[] = []
  for (const row of rows) {
    const { shopId, date, version: _, ...changes } = row
    const draft = withChanges(ctx, blankDailyReport, changes)
    await requireContent(ctx, storage, shopId, blankDailyReport, draft, `data.${data.indexOf(row)}.`)
    drafts.push({
      shopId,
      date,
      status: 'draft' as const,
      ...contentOf(draft),
      authorId: staffId,
      writerIds: withWriter(ctx),
      ...by,
    })
  }
  const key = ({ shopId, date }: NewDailyReport) => `${shopId.padStart(10, '0')} ${date}`
  return drafts.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** 409 where the report has changed since the caller read it. */
function requireSeen(ctx: Ctx, before: ReportRecord, version: number | undefined) {
  if (version === undefined || version === before.version) return
  throw new ApiError('stale', { current: toReport(ctx, before) })
}

/** 422 for an action with inputs that do not belong to it, or without those it requires. */
function refuseMixture(action: DailyReportAction | undefined, comment: string | undefined, isChanged: boolean) {
  const refuse = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })
  if (action !== undefined && action !== 'submit' && isChanged) {
    throw refuse('action', 'この操作と記入内容の変更は、同時に行えません。')
  }
  const mayComment = action !== undefined && action !== 'submit'
  if (comment !== undefined && !mayComment)
    throw refuse('comment', 'この項目は、差戻し・承認・承認取消のときに入力してください。')
  if ((action === 'return' || action === 'reopen') && !comment?.trim()) {
    throw refuse('comment', 'この項目に理由を入力してください。')
  }
}

async function requireContent(ctx: Ctx, storage: Storage, shopId: string, before: Draft, after: Draft, path = '') {
  await requirePeople(ctx, shopId, before, after, path)
  for (const [at, imgUrl] of after.imgUrls.entries()) {
    if (!before.imgUrls.includes(imgUrl)) await requirePicture(storage, imgUrl, `${path}imgUrls.${at}`)
  }
}

/** Writes the changes of a locked report; reads no figures. */
async function write(ctx: Ctx, storage: Storage, before: ReportRecord, changes: Changes, path = '') {
  refuseTill(ctx, changes, path)
  const [was, draft] = [asDraft(before), withChanges(ctx, asDraft(before), changes)]
  await requireContent(ctx, storage, before.shopId, was, draft, path)
  const values = { ...contentOf(draft), authorId: ctx.principal.staffId, writerIds: withWriter(ctx, before.writerIds) }
  await updateRecord(ctx, table, { id: before.id }, values, () => toReport(ctx, before))
}

/** Changes the state of a locked report, after its changes were written. */
async function decide(ctx: Ctx, id: string, action: DailyReportAction, comment: string | null) {
  const report = required(await reportById(ctx.scoped, id))
  const { staffId } = ctx.principal
  const decision = { approverId: staffId, decidedAt: ctx.now, approverComment: comment, approvedAt: null }
  const values = {
    submit: async () => {
      requireComplete(ctx, asDraft(report), report.cashDiff)
      const scope = await readReportScope(ctx.scoped, [report.shopId], { money: true })
      // All facts of the day are stored, even if the submitter may not see its money.
      const asSubmitted: StoredDay = await dayFacts(ctx, scope, {
        shopId: report.shopId,
        date: report.date,
        money: true,
      })
      const writerIds = withWriter(ctx, report.writerIds)
      return { status: 'submitted' as const, asSubmitted, submitterId: staffId, submittedAt: ctx.now, writerIds }
    },
    return: async () => ({ status: 'returned' as const, ...decision, earlierSubmissions: submissionsOf(report) }),
    approve: async () => ({ status: 'approved' as const, ...decision, approvedAt: ctx.now }),
    reopen: async () => ({ status: 'returned' as const, ...decision, earlierSubmissions: submissionsOf(report) }),
  }[action]
  await updateRecord(ctx, table, { id }, await values(), () => toReport(ctx, report))
}

/** A shop's day as far as its facts are known. */
async function dayFacts(ctx: Ctx, scope: ReportScope, query: { shopId: string; date: string; money: boolean }) {
  const { date } = query
  const facts = await readDayFacts(ctx.scoped, scope, query)
  if (!facts.monthToDate) return facts
  const lastKnown = scope.dataDate !== null && scope.dataDate < date ? scope.dataDate : date
  const known = knownDayFacts(facts, { month: `${date.slice(0, 7)}-01`, date: lastKnown }, scope.reach)
  const unreadSales = unreadOf(scope.reach.unreadSales, { from: date, to: date })
  return {
    ...known,
    ...(isCounting(scope.reach, { from: date, to: date }) && { isCounting: true }),
    ...(unreadSales && { unreadSales }),
  }
}

/** A shop's day as far as the caller may see it. */
async function readDay(ctx: Ctx, { shopId, date }: { shopId: string; date: string }): Promise<DailyReportDay> {
  const shop = await requireShop(ctx, shopId)
  const scope = await readReportScope(ctx.scoped, [shopId], { money: ctx.can('report.money') })
  return {
    shop: { id: shop.id, name: shop.name },
    date,
    dow: weekdayOf(date),
    isHoliday: isHoliday(date),
    isClosed: shop.holidays.includes(date),
    ...(await dayFacts(ctx, scope, { shopId, date, money: ctx.can('report.money') })),
    staff: await staffOfShop(ctx.scoped, shopId),
    previous: await reportBefore(ctx.scoped, { shopId, date }),
  }
}
