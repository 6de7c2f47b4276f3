import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Scoped } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import {
  clubAuthorization,
  clubConnection,
  clubInbox,
  clubInstructor,
  clubStudio,
} from '../../db/schema/club-system.ts'
import { shop, staff } from '../../db/schema/organisation.ts'

/** What a page may show of the connection: never the tokens. */
export async function readShown(scoped: Scoped) {
  const [found] = await scoped
    .select({
      publicId: clubConnection.publicId,
      brandCode: clubConnection.brandCode,
      hasTokens: sql<boolean>`${clubConnection.sealed} is not null`,
      refusedAt: clubConnection.refusedAt,
      connectedAt: clubConnection.connectedAt,
      connectedBy: { id: staff.id, displayName: staff.displayName },
      version: clubConnection.version,
    })
    .from(clubConnection)
    .leftJoin(staff, eq(staff.id, clubConnection.connectedBy))
  return found ?? null
}

/** When the last webhook of this club was accepted. */
export async function lastWebhookAt(scoped: Scoped, brandCode: string): Promise<Date | null> {
  const [last] = await scoped
    .select({ at: clubInbox.receivedAt })
    .from(clubInbox)
    .where(eq(clubInbox.brandCode, brandCode))
    .orderBy(desc(clubInbox.receivedAt))
    .limit(1)
  return last?.at ?? null
}

/** The demo's accounts, whose addresses belong to nobody. */
export async function holdsDemo(scoped: Scoped | Db): Promise<boolean> {
  const [found] = await rowsOf<{ n: number }>(
    scoped,
    sql`select count(*)::int as n from staff where email in ('trainer@example.jp', 'partner@example.jp')`,
  )
  return found?.n === 2
}

export const keepAuthorization = (scoped: Scoped, row: typeof clubAuthorization.$inferInsert) =>
  scoped.insert(clubAuthorization).values(row)

export const forgetAuthorizations = (scoped: Scoped, before: Date) =>
  scoped.delete(clubAuthorization).where(lt(clubAuthorization.expiresAt, before))

/** The way that this person has set out on, spent with this; null where it is another's, unknown, used or too old. */
export async function spendAuthorization(scoped: Scoped, of: { stateHash: string; staffId: string; now: Date }) {
  const [spent] = await scoped
    .delete(clubAuthorization)
    .where(
      and(
        eq(clubAuthorization.stateHash, of.stateHash),
        eq(clubAuthorization.staffId, of.staffId),
        gt(clubAuthorization.expiresAt, of.now),
      ),
    )
    .returning()
  return spent ?? null
}

export const readStudios = (scoped: Scoped, brandCode: string) =>
  scoped
    .select({
      ...{ id: clubStudio.theirId, name: clubStudio.name, choice: clubStudio.choice },
      shop: { id: shop.id, name: shop.name },
    })
    .from(clubStudio)
    .leftJoin(shop, eq(shop.id, clubStudio.shopId))
    .where(eq(clubStudio.brandCode, brandCode))
    .orderBy(asc(clubStudio.theirId))

export const readInstructors = (scoped: Scoped, brandCode: string) =>
  scoped
    .select({
      ...{ id: clubInstructor.theirId, name: clubInstructor.name, choice: clubInstructor.choice },
      staff: { id: staff.id, displayName: staff.displayName },
    })
    .from(clubInstructor)
    .leftJoin(staff, eq(staff.id, clubInstructor.staffId))
    .where(eq(clubInstructor.brandCode, brandCode))
    .orderBy(asc(clubInstructor.theirId))

export const readShops = (scoped: Scoped) =>
  scoped.select({ id: shop.id, code: shop.code, name: shop.name }).from(shop).orderBy(shop.sortOrder, shop.id)

/** Whoever is or was staff and is not gone: an instructor may be somebody who has not signed in yet. */
export const readStaff = (scoped: Scoped) =>
  scoped
    .select({ id: staff.id, displayName: staff.displayName })
    .from(staff)
    .where(sql`${staff.status} <> 'cancel' and ${staff.appointedAt} is not null`)
    .orderBy(staff.displayName, staff.id)

/** The connection's next version; false where it has another than `version`. Locks the row. */
export async function countVersion(scoped: Scoped, version: number | undefined): Promise<boolean> {
  const counted = await scoped
    .update(clubConnection)
    .set({ version: sql`${clubConnection.version} + 1` })
    .where(version === undefined ? undefined : eq(clubConnection.version, version))
    .returning({ id: clubConnection.id })
  return counted.length > 0
}

export async function replaceStudio(scoped: Scoped, row: typeof clubStudio.$inferInsert) {
  const { brandCode, theirId, ...set } = row
  await scoped
    .insert(clubStudio)
    .values(row)
    .onConflictDoUpdate({ target: [clubStudio.brandCode, clubStudio.theirId], set })
}

export async function replaceInstructor(scoped: Scoped, row: typeof clubInstructor.$inferInsert) {
  const { brandCode, theirId, ...set } = row
  await scoped
    .insert(clubInstructor)
    .values(row)
    .onConflictDoUpdate({ target: [clubInstructor.brandCode, clubInstructor.theirId], set })
}

export const removeStudio = (scoped: Scoped, brandCode: string, theirId: string) =>
  scoped.delete(clubStudio).where(and(eq(clubStudio.brandCode, brandCode), eq(clubStudio.theirId, theirId)))

export const removeInstructor = (scoped: Scoped, brandCode: string, theirId: string) =>
  scoped.delete(clubInstructor).where(and(eq(clubInstructor.brandCode, brandCode), eq(clubInstructor.theirId, theirId)))
