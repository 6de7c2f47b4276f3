import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DifferenceRow } from '#contract/reconciliation.ts'
import type { ReconciledReport } from '#contract/words/reconciliation.ts'
import type { Ctx, Scoped } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { syncRun } from '../../db/schema/club-sync.ts'
import { clubConnection, clubStudio } from '../../db/schema/club-system.ts'
import { shop, staff } from '../../db/schema/organisation.ts'
import { clubFigures } from '../../db/schema/reconciliation.ts'
import type { MonthFigures } from '../../sync/reconcile/read-figures.ts'

export interface OfShop {
  brandCode: string
  /** Null: of all studios. */
  shopId: string | null
}

/** A brand's figures are the same whether its API or a folder (`brand/csv`) is drawn from. */
const brandOf = (source: string) => source.split('/')[0] ?? source

const isOf = ({ brandCode, shopId }: OfShop) =>
  and(
    eq(clubFigures.brandCode, brandOf(brandCode)),
    shopId === null ? isNull(clubFigures.shopId) : eq(clubFigures.shopId, shopId),
  )

/**
 * The brand that is, or was, connected, or the source of the last run, such as a folder: the first of them whose studios
 * are answered. Null: none.
 */
export async function readBrand(scoped: Scoped): Promise<string | null> {
  const [connected] = await scoped.select({ brandCode: clubConnection.brandCode }).from(clubConnection)
  const [drawn] = await scoped
    .select({ brandCode: syncRun.brandCode })
    .from(syncRun)
    .orderBy(desc(syncRun.beganAt))
    .limit(1)
  const sources = [connected, drawn].flatMap((source) => source?.brandCode ?? [])
  const answered = await scoped
    .selectDistinct({ brandCode: clubStudio.brandCode })
    .from(clubStudio)
    .where(eq(clubStudio.choice, 'shop'))
  const isAnswered = (source: string) => answered.some(({ brandCode }) => brandCode === source)
  return sources.find(isAnswered) ?? sources[0] ?? null
}

/** The answers of the mapping, with the shops by name. */
export const readStudios = (scoped: Scoped, brandCode: string) =>
  scoped
    .select({ choice: clubStudio.choice, shop: { id: shop.id, name: shop.name } })
    .from(clubStudio)
    .leftJoin(shop, eq(shop.id, clubStudio.shopId))
    .where(eq(clubStudio.brandCode, brandCode))
    .orderBy(shop.sortOrder, shop.id)

/** Day of the first run that has read everything it could; null: none has. */
export async function readFirstRun(scoped: Scoped, brandCode: string): Promise<string | null> {
  const [row] = await rowsOf<{ day: string | null }>(
    scoped,
    sql`select tokyo_day(min(began_at))::text as day from sync_run
      where brand_code = ${brandCode} and kind in ('manual', 'night') and state in ('done', 'partial')`,
  )
  return row?.day ?? null
}

/** The written imports that have brought these rows, by row. */
export async function importsOf(
  scoped: Scoped,
  kind: 'member' | 'sale',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await rowsOf<{ id: number; importId: number }>(
    scoped,
    sql`select r.fact_id as id, max(r.import_id) as "importId" from import_row r join import_file f on f.id = r.import_id
      where f.kind = ${kind} and r.outcome = 'created' and r.undo is null and r.fact_id = any (${idArray(ids.map(String))})
      group by r.fact_id`,
  )
  return new Map(rows.map(({ id, importId }) => [id, String(importId)]))
}

export async function countUnread(scoped: Scoped): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(scoped, sql`select count(*)::integer as n from members_unread()`)
  return row?.n ?? 0
}

/** First days of the months that files were brought of, the newest first. */
export async function readMonths(scoped: Scoped, of: OfShop): Promise<string[]> {
  const rows = await scoped
    .selectDistinct({ month: clubFigures.month })
    .from(clubFigures)
    .where(isOf(of))
    .orderBy(desc(clubFigures.month))
  return rows.map(({ month }) => month)
}

/** What was brought of a month, by its first day. */
export const readStored = (scoped: Scoped, of: OfShop, month: string) =>
  scoped
    .select({
      ...{ report: clubFigures.report, month: clubFigures.month, figures: clubFigures.figures },
      ...{ lessons: clubFigures.lessons, madeAt: clubFigures.madeAt, broughtAt: clubFigures.broughtAt },
      broughtBy: { id: staff.id, displayName: staff.displayName },
    })
    .from(clubFigures)
    .leftJoin(staff, eq(staff.id, clubFigures.broughtBy))
    .where(and(isOf(of), eq(clubFigures.month, month)))
    .orderBy(clubFigures.report)

/** Stores the months of a file; those of the same report that were brought before are replaced. */
export async function storeMonths(
  { scoped, now, principal: { staffId } }: Ctx,
  { brandCode, shopId }: OfShop,
  months: readonly MonthFigures[],
  madeAt: Date,
) {
  for (const { report, month, figures, lessons } of months) {
    const set = { figures, lessons, madeAt, broughtAt: now, broughtBy: staffId }
    await scoped
      .insert(clubFigures)
      .values({ brandCode: brandOf(brandCode), shopId, report, month, ...set })
      .onConflictDoUpdate({
        target: [clubFigures.brandCode, clubFigures.report, clubFigures.shopId, clubFigures.month],
        set,
      })
  }
}

/** How many were deleted. */
export async function removeMonth(scoped: Scoped, of: OfShop, month: string, report: ReconciledReport) {
  const removed = await scoped
    .delete(clubFigures)
    .where(and(isOf(of), eq(clubFigures.month, month), eq(clubFigures.report, report)))
    .returning({ id: clubFigures.id })
  return removed.length
}

type NamedMember = NonNullable<DifferenceRow['member']>

/** Members by the numbers of their rows, each with their newest contract. */
export async function namesOf(scoped: Scoped, memberIds: readonly number[]): Promise<Map<number, NamedMember>> {
  const rows = await rowsOf<Omit<NamedMember, 'userId'> & { id: number; userId: number }>(
    scoped,
    sql`
      select m.id, m.user_id as "userId", m.member_no as "memberNo", m.last_name as "lastName",
        m.first_name as "firstName", s.name as "shopName", m.joined_on as "joinedOn", c.start_on as "startOn",
        c.end_on as "endOn"
      from member m join shop s on s.id = m.shop_id
      left join lateral (
        select start_on, end_on from contract c where c.member_id = m.id and c.kind <> 'option'
        order by start_on desc, id desc limit 1
      ) c on true
      where m.id = any (${idArray(memberIds.map(String))})`,
  )
  return new Map(rows.map(({ id, userId, ...named }) => [id, { ...named, userId: String(userId) }]))
}
