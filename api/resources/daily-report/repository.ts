import { and, asc, desc, eq, getTableColumns, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { dailyReport as api } from '#contract/daily-report.ts'
import type { Input } from '#contract/endpoint.ts'
import { type DailyReportStatus, dailyReportList, dailyReportStatuses } from '#contract/words/daily-report.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { dailyReport, type NewDailyReport } from '../../db/schema/daily-report.ts'
import { shopDay } from '../../db/schema/derived.ts'
import { shop, staff } from '../../db/schema/organisation.ts'
import type { Period } from '../../figures/periods.ts'

const author = alias(staff, 'author')
const submitter = alias(staff, 'submitter')
const approver = alias(staff, 'approver')

/** Columns of both a list row and a record. */
const headColumns = {
  id: dailyReport.id,
  shopId: dailyReport.shopId,
  shopName: shop.name,
  date: dailyReport.date,
  status: dailyReport.status,
  weather: dailyReport.weather,
  author: { id: author.id, displayName: author.displayName },
  submitter: { id: submitter.id, displayName: submitter.displayName },
  submittedAt: dailyReport.submittedAt,
  approver: { id: approver.id, displayName: approver.displayName },
  decidedAt: dailyReport.decidedAt,
  approverComment: dailyReport.approverComment,
  approvedAt: dailyReport.approvedAt,
  writerIds: dailyReport.writerIds,
  adjustments: dailyReport.adjustments,
  asSubmitted: dailyReport.asSubmitted,
  cashDiff: dailyReport.cashDiff,
  version: dailyReport.version,
}

/** Net sales of the day by category, as currently counted. */
const salesNow = sql<Partial<Record<SalesCategory, number>> | null>`(
  select json_object_agg(category, gross - refund) from shop_day_sales s
  where s.shop_id = ${dailyReport.shopId} and s.date = ${dailyReport.date})`

/** Not a day of a month that is still to be counted. */
const isCounted = sql`not exists (select from rollup_later l
  where l.shop_id = ${dailyReport.shopId} and l.month = month_of(${dailyReport.date}))`

const readRows = (scoped: Scoped, money: boolean) =>
  scoped
    .select({
      ...headColumns,
      hasIncident: dailyReport.hasIncident,
      visitsNow: shopDay.visits,
      admissionsNow: shopDay.admissions,
      salesNow: money ? salesNow : sql<null>`null`,
    })
    .from(dailyReport)
    .innerJoin(shop, eq(shop.id, dailyReport.shopId))
    .leftJoin(shopDay, and(eq(shopDay.shopId, dailyReport.shopId), eq(shopDay.date, dailyReport.date), isCounted))
    .leftJoin(author, eq(author.id, dailyReport.authorId))
    .leftJoin(submitter, eq(submitter.id, dailyReport.submitterId))
    .leftJoin(approver, eq(approver.id, dailyReport.approverId))
    .$dynamic()
export type ReportRow = Awaited<ReturnType<typeof readRows>>[number]

type Query = Omit<Input<typeof api.list>, 'from' | 'to'> & Period

const statusOrder = sql`array_position(${`{${valuesOf(dailyReportStatuses).join(',')}}`}::text[], ${dailyReport.status})`

const sortColumns = {
  shop: sql`(select sort_order from shop o where o.id = ${dailyReport.shopId})`,
  status: statusOrder,
  submittedAt: dailyReport.submittedAt,
}

/** Every report has a day, and its index is only used without `nulls last`. */
function orderOf(query: Query): SQL[] {
  const direction = directionOf(dailyReportList, query)
  if (query.sortKey !== 'date') return orderBy(sortColumns[query.sortKey], direction, dailyReport.id)
  const by = direction === 'desc' ? desc : asc
  return [by(dailyReport.date), by(dailyReport.id)]
}

/** One page of the reports of these days, and the exact total. */
export function listReports(scoped: Scoped, shops: ShopScope, query: Query, money: boolean) {
  const { shopId, from, to, status, keyword, authorStaffId, hasIncident } = query
  const where = and(
    gte(dailyReport.date, from),
    lte(dailyReport.date, to),
    shops === 'all' ? undefined : inArray(dailyReport.shopId, shops),
    shopId === undefined ? undefined : eq(dailyReport.shopId, shopId),
    status && eq(dailyReport.status, status),
    authorStaffId === undefined ? undefined : eq(dailyReport.authorId, authorStaffId),
    hasIncident && eq(dailyReport.hasIncident, true),
    keywordIn(dailyReport.searchText, keyword),
  )
  return pageOf(scoped, readRows(scoped, money), { from: dailyReport, where, orderBy: orderOf(query), page: query })
}

const recordColumns = {
  ...getTableColumns(dailyReport),
  ...headColumns,
  ...authorColumns(dailyReport),
  /** By id, including those who have left. */
  dutyNames: sql<Record<string, string>>`(
    select coalesce(json_object_agg(s.id, s.display_name), '{}') from staff s
    where s.id in (select (d ->> 'staffId')::integer from jsonb_array_elements(${dailyReport.staffOnDuty}) d))`,
  /** Submitters of the earlier submissions, by id. */
  submitterNames: sql<Record<string, string>>`(
    select coalesce(json_object_agg(s.id, s.display_name), '{}') from staff s
    where s.id in (select (e ->> 'submitterId')::integer from jsonb_array_elements(${dailyReport.earlierSubmissions}) e))`,
  incidentMember: sql<{ id: string; memberNo: string; lastName: string; firstName: string } | null>`(
    select json_build_object('id', m.user_id::text, 'memberNo', m.member_no, 'lastName', m.last_name,
      'firstName', m.first_name)
    from member m where m.user_id = (${dailyReport.incident} ->> 'userId')::integer)`,
}

const readRecords = (scoped: Scoped) =>
  withAuthors(
    scoped
      .select(recordColumns)
      .from(dailyReport)
      .innerJoin(shop, eq(shop.id, dailyReport.shopId))
      .leftJoin(author, eq(author.id, dailyReport.authorId))
      .leftJoin(submitter, eq(submitter.id, dailyReport.submitterId))
      .leftJoin(approver, eq(approver.id, dailyReport.approverId))
      .$dynamic(),
    dailyReport,
  )
export type ReportRecord = Awaited<ReturnType<typeof readRecords>>[number]

export async function reportById(scoped: Scoped, id: string): Promise<ReportRecord | null> {
  const [found] = await readRecords(scoped).where(eq(dailyReport.id, id))
  return found ?? null
}

const reportsByIds = (scoped: Scoped, ids: readonly string[]): Promise<ReportRecord[]> =>
  readRecords(scoped).where(inArray(dailyReport.id, [...ids]))

interface ShopDate {
  shopId: string
  date: string
}

/** The reports of these shops' days, locked until the transaction ends, always in the same order. */
export async function holdReportsOf(scoped: Scoped, days: readonly ShopDate[]): Promise<ReportRecord[]> {
  const isOneOf = sql.join(
    days.map(({ shopId, date }) => sql`(${dailyReport.shopId} = ${Number(shopId)} and ${dailyReport.date} = ${date})`),
    sql` or `,
  )
  const held = await scoped
    .select({ id: dailyReport.id })
    .from(dailyReport)
    .where(isOneOf)
    .orderBy(asc(dailyReport.shopId), asc(dailyReport.date))
    .for('update')
  return held.length === 0
    ? []
    : reportsByIds(
        scoped,
        held.map(({ id }) => id),
      )
}

/** Inserts these reports, except for days that have one; returns the inserted ones. */
export const insertReports = (scoped: Scoped, rows: NewDailyReport[]): Promise<ShopDate[]> =>
  scoped
    .insert(dailyReport)
    .values(rows)
    .onConflictDoNothing({ target: [dailyReport.shopId, dailyReport.date] })
    .returning({ shopId: dailyReport.shopId, date: dailyReport.date })

/** The report of a shop's day; null where there is none. */
export async function reportOfDay(scoped: Scoped, { shopId, date }: ShopDate) {
  const [found] = await scoped
    .select({ id: dailyReport.id, status: dailyReport.status, version: dailyReport.version })
    .from(dailyReport)
    .where(and(eq(dailyReport.shopId, shopId), eq(dailyReport.date, date)))
  return found ?? null
}

/** The handover of the last report within a week before. */
export async function reportBefore(scoped: Scoped, { shopId, date }: ShopDate) {
  const [found] = await rowsOf<{ id: string; date: string; handover: string | null; tomorrowPlan: string | null }>(
    scoped,
    sql`
      select id::text, date, handover, tomorrow_plan as "tomorrowPlan" from daily_report
      where shop_id = ${Number(shopId)} and date < ${date} and date >= ${date}::date - 7
      order by date desc limit 1`,
  )
  return found ?? null
}

/** Active staff of a shop, except trading partners, by name. */
export const staffOfShop = (scoped: Scoped, shopId: string) =>
  rowsOf<{ id: string; displayName: string }>(
    scoped,
    sql`
      select s.id::text, s.display_name as "displayName" from staff s
      where s.status = 'active' and s.role <> 'level1'
        and exists (select from shop_staff w where w.staff_id = s.id and w.shop_id = ${Number(shopId)})
      order by kana_order(nullif(concat_ws(' ', s.last_name_kana, s.first_name_kana), '')) nulls last,
        s.display_name, s.id`,
  )

/** Whether the user is a member in scope. */
export async function isMemberInScope(scoped: Scoped, userId: string): Promise<boolean> {
  const rows = await rowsOf(scoped, sql`select id from member where user_id = ${Number(userId)}`)
  return rows.length > 0
}

/** A shop's row of the board: days with their reports. */
export interface BoardRow {
  id: number
  name: string
  dayStartHour: number
  holidays: string[]
  openedOn: string
  closedOn: string | null
  /** From when on reports are due: the day of its registration here or its first known day, the later one; null: never yet. */
  dueFrom: string | null
  reports: [date: string, status: DailyReportStatus, id: number, hasIncident: boolean][]
}

/**
 * The reports of the shops from `from` to `to`, and of `besides`, in display order: one statement with one index range
 * per shop.
 */
export const readBoard = (
  scoped: Scoped,
  shops: ShopScope,
  { from, to, besides, shopId }: Period & { besides: Period; shopId: string | undefined },
): Promise<BoardRow[]> => {
  const isRequested: SQL =
    shopId !== undefined
      ? sql`s.id = ${Number(shopId)}`
      : shops === 'all'
        ? sql`true`
        : sql`s.id = any(${idArray(shops)})`
  return rowsOf<BoardRow>(
    scoped,
    sql`
      select s.id, s.name, s.day_start_hour as "dayStartHour", s.holidays, s.opened_on as "openedOn",
        s.closed_on as "closedOn", case when k.first_on is not null then greatest(s.registered_on, k.first_on) end as "dueFrom", coalesce(r.reports, '[]') as reports
      from shop s
      left join (
        select shop_id, min(first_on) as first_on from known_days(array(select s.id from shop s where ${isRequested}), true)
        group by shop_id
      ) k on k.shop_id = s.id
      cross join lateral (
        select json_agg(json_build_array(date, status, id, has_incident)) as reports
        from (
          select date, status, id, has_incident from daily_report
          where shop_id = s.id and date between ${from} and ${to}
          union all
          select date, status, id, has_incident from daily_report
          where shop_id = s.id and date between ${besides.from} and ${besides.to} and date not between ${from} and ${to}
        ) report
      ) r
      where ${isRequested} order by s.sort_order, s.id`,
  )
}
