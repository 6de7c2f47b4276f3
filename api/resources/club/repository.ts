import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ClubDraft, FirstSteps, ShopSenderDraft } from '#contract/club.ts'
import { firstSteps } from '#contract/words/first-steps.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Scoped } from '../../context.ts'
import { type At, atVersion } from '../../db/records.ts'
import { club, shop, staff } from '../../db/schema/organisation.ts'

/** The chain's row; a transaction that changes it locks it. */
export async function readClub(scoped: Scoped) {
  const [found] = await scoped
    .select({
      ...{ name: club.name, address: club.address, contact: club.contact, fromName: club.fromName },
      updatedBy: { id: staff.id, displayName: staff.displayName },
      updatedAt: club.updatedAt,
      version: club.version,
    })
    .from(club)
    .leftJoin(staff, eq(staff.id, club.updatedBy))
  return found as NonNullable<typeof found>
}
export type ClubRow = Awaited<ReturnType<typeof readClub>>

const shopColumns = {
  id: shop.id,
  shopName: shop.name,
  name: shop.senderName,
  address: shop.senderAddress,
  contact: shop.senderContact,
  fromName: shop.senderFromName,
  version: shop.version,
}

export const readShops = (scoped: Scoped) => scoped.select(shopColumns).from(shop).orderBy(shop.sortOrder, shop.id)

export async function readShop(scoped: Scoped, id: string) {
  const [found] = await scoped.select(shopColumns).from(shop).where(eq(shop.id, id))
  return found ?? null
}

const by = ({ principal: { staffId }, now }: Ctx) => ({ updatedBy: staffId, updatedAt: now })

/** False where the version differs. */
export async function updateClub(ctx: Ctx, version: number | undefined, changes: Partial<ClubDraft>): Promise<boolean> {
  const isSeen = version === undefined ? undefined : eq(club.version, version)
  const saved = await ctx.scoped
    .update(club)
    .set({ ...changes, ...by(ctx), version: sql`${club.version} + 1` })
    .where(and(eq(club.id, 1), isSeen))
    .returning({ id: club.id })
  return saved.length > 0
}

/** Updates the sender of a shop. False where the version differs. */
export async function updateShopSender(ctx: Ctx, at: At, changes: Partial<ShopSenderDraft>): Promise<boolean> {
  const { name, address, contact, fromName } = changes
  const set = { senderName: name, senderAddress: address, senderContact: contact, senderFromName: fromName }
  const saved = await ctx.scoped
    .update(shop)
    .set({ ...set, ...by(ctx), version: sql`${shop.version} + 1` as SQL<number> })
    .where(atVersion(shop, at))
    .returning({ id: shop.id })
  return saved.length > 0
}

/** What is set up, read from the data; the second factor is the caller's own. */
export async function readFirstSteps(scoped: Scoped, staffId: string): Promise<FirstSteps['steps']> {
  const [found] = await scoped
    .select({
      secondFactor: sql<boolean>`exists (select from second_factor f where f.staff_id = ${Number(staffId)} and f.confirmed_at is not null)`,
      club: sql<boolean>`'' not in (club.name, club.address, club.contact, club.from_name)`,
      shops: sql<boolean>`exists (select from shop)`,
      staff: sql<boolean>`(select count(*) > 1 from staff s where s.status <> 'cancel' and s.appointed_at is not null)`,
      targets: sql<boolean>`exists (select from shop where jsonb_typeof(monthly_targets) = 'object')
        or exists (select from shop_target where admission is not null)`,
      members: sql<boolean>`exists (select from member)`,
      skipped: club.skippedSteps,
    })
    .from(club)
  const { skipped, ...done } = found as NonNullable<typeof found>
  return valuesOf(firstSteps).map((step) => ({ step, isDone: done[step], isSkipped: skipped.includes(step) }))
}

export async function skipSteps(scoped: Scoped, skipped: FirstSteps['steps'][number]['step'][]): Promise<void> {
  await scoped.update(club).set({ skippedSteps: skipped }).where(eq(club.id, 1))
}
