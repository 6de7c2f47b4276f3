import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Input } from '#contract/endpoint.ts'
import type { reportAction as api } from '#contract/report-action.ts'
import { actionList, actionPriorities, actionStatuses } from '#contract/words/report-action.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { beginningFirst, limitOf, matchesName, type NameSearch, totalCount } from '../../db/named-records.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { dailyReport } from '../../db/schema/daily-report.ts'
import { shop, staff } from '../../db/schema/organisation.ts'
import { reportAction, reportActionMember } from '../../db/schema/report-action.ts'

const owner = alias(staff, 'owner')

const columns = {
  ...getTableColumns(reportAction),
  shopName: shop.name,
  owner: { id: owner.id, displayName: owner.displayName },
  reportDate: dailyReport.date,
  /** The authors of comments, by id. */
  commenters: sql<Record<string, string>>`(
    select coalesce(json_object_agg(s.id, s.display_name), '{}') from staff s
    where s.id in (select (c ->> 'staffId')::integer from jsonb_array_elements(${reportAction.comments}) c))`,
  ...authorColumns(reportAction),
}

const readRows = (scoped: Scoped) =>
  withAuthors(
    scoped
      .select(columns)
      .from(reportAction)
      .innerJoin(shop, eq(shop.id, reportAction.shopId))
      .leftJoin(owner, eq(owner.id, reportAction.ownerStaffId))
      .leftJoin(dailyReport, eq(dailyReport.id, reportAction.dailyReportId))
      .$dynamic(),
    reportAction,
  )
export type ActionRecord = Awaited<ReturnType<typeof readRows>>[number]

/** An enumeration is sorted in its own order, not alphabetically. */
const inOrder = (column: SQL | typeof reportAction.status | typeof reportAction.priority, values: readonly string[]) =>
  sql`array_position(array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}], ${column})`

const sortColumns = {
  // Finished actions come after open ones.
  dueOn: sql`row(${reportAction.status} in ('done', 'stopped'), ${reportAction.dueOn})`,
  startOn: reportAction.startOn,
  priority: inOrder(reportAction.priority, valuesOf(actionPriorities)),
  status: inOrder(reportAction.status, valuesOf(actionStatuses)),
  updatedAt: reportAction.updatedAt,
}

/** Overdue: not done after its due date. */
export const isOverdue = ({ status, dueOn }: Pick<ActionRecord, 'status' | 'dueOn'>, today: string) =>
  (status === 'todo' || status === 'doing') && dueOn < today

/** One page of the actions, and the exact total. */
export function listActions(scoped: Scoped, shops: ShopScope, query: Input<typeof api.list>, today: string) {
  const { shopId, ownerStaffId, dailyReportId, status, category, priority, overdue, keyword } = query
  const where = and(
    shops === 'all' ? undefined : inArray(reportAction.shopId, shops),
    shopId === undefined ? undefined : eq(reportAction.shopId, shopId),
    ownerStaffId === undefined ? undefined : eq(reportAction.ownerStaffId, ownerStaffId),
    dailyReportId === undefined ? undefined : eq(reportAction.dailyReportId, dailyReportId),
    status && eq(reportAction.status, status),
    category && eq(reportAction.category, category),
    priority && eq(reportAction.priority, priority),
    overdue && sql`${reportAction.status} in ('todo', 'doing') and ${reportAction.dueOn} < ${today}`,
    keywordIn(reportAction.searchText, keyword),
  )
  return pageOf(scoped, readRows(scoped), {
    from: reportAction,
    where,
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(actionList, query), reportAction.id),
    page: query,
  })
}

/** Actions by title, last changed first. */
export const actionsNamed = (scoped: Scoped, shops: ShopScope, search: NameSearch) =>
  scoped
    .select({
      id: reportAction.id,
      title: reportAction.title,
      status: reportAction.status,
      dueOn: reportAction.dueOn,
      shopName: shop.name,
      total: totalCount,
    })
    .from(reportAction)
    .innerJoin(shop, eq(shop.id, reportAction.shopId))
    .where(
      and(
        shops === 'all' ? undefined : inArray(reportAction.shopId, shops),
        // The search text contains the title too, so only few titles are folded.
        'keyword' in search ? keywordIn(reportAction.searchText, search.keyword) : undefined,
        matchesName(reportAction.id, sql`fold_text(${reportAction.title})`, search),
      ),
    )
    .orderBy(...beginningFirst(search, reportAction.title), desc(reportAction.updatedAt), desc(reportAction.id))
    .limit(limitOf(search))

/** Adds members to an action; false where one of them is not in sight. */
export async function addPeople(scoped: Scoped, id: string, userIds: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(userIds)]
  if (wanted.length === 0) return true
  const members = await rowsOf<{ id: string }>(
    scoped,
    sql`select id::text from member where user_id = any(${idArray(wanted)})`,
  )
  if (members.length !== wanted.length) return false
  await scoped.insert(reportActionMember).values(members.map((member) => ({ actionId: id, memberId: member.id })))
  return true
}

/** Members of an action in the caller's sight. */
export const countPeople = (scoped: Scoped, id: string) =>
  scoped.$count(reportActionMember, eq(reportActionMember.actionId, id))

export async function actionById(scoped: Scoped, id: string): Promise<ActionRecord | null> {
  const [found] = await readRows(scoped).where(eq(reportAction.id, id))
  return found ?? null
}

/** Whether this person can be the owner of the shop's action: active, and at work there or in all shops. */
export async function worksFor(scoped: Scoped, staffId: string, shopId: string): Promise<boolean> {
  const rows = await rowsOf(
    scoped,
    sql`
      select s.id from staff s
      where s.id = ${Number(staffId)} and s.status = 'active' and s.role <> 'level1'
        and (s.role = 'all' or exists (
          select from shop_staff w where w.staff_id = s.id and w.shop_id = ${Number(shopId)}))`,
  )
  return rows.length > 0
}

/** Whether the report belongs to a shop in scope. */
export const isReportInSight = async (scoped: Scoped, id: string) =>
  (await scoped.$count(dailyReport, eq(dailyReport.id, id))) > 0

/** Whether the report belongs to this shop. */
export const isReportOf = async (scoped: Scoped, id: string, shopId: string) =>
  (await scoped.$count(dailyReport, and(eq(dailyReport.id, id), eq(dailyReport.shopId, shopId)))) > 0
