import { and, eq, exists, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { staff as api } from '#contract/staff.ts'
import type { InvitationState } from '#contract/words/staff.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { rowsOf, tokyoDay } from '../../db/expressions.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { shopStaff, staff } from '../../db/schema/organisation.ts'

/** Whether somebody works in one of `shops`; head office works in none, and is seen by who sees every shop. */
const worksIn = (scoped: Scoped, shops: ShopScope) =>
  shops === 'all'
    ? undefined
    : exists(
        scoped
          .select({ id: shopStaff.id })
          .from(shopStaff)
          .where(and(eq(shopStaff.staffId, staff.id), inArray(shopStaff.shopId, shops))),
      )

const columns = {
  id: staff.id,
  userId: staff.userId,
  displayName: staff.displayName,
  role: staff.role,
  email: staff.email,
  status: staff.status,
  lastLoginAt: staff.lastLoginAt,
  /** In scope: row-level security leaves out the others. */
  shops: sql<{ id: number; name: string }[]>`(
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.sort_order), '[]')
    from shop_staff w join shop s on s.id = w.shop_id where w.staff_id = staff.id)`,
}

/** Where the last invitation stands, as `invitationStates` has it. */
const invitationState = (now: Date) => sql<InvitationState>`coalesce((
  select case when i.used_at is not null then 'accepted'
    when i.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else 'sent' end
  from invitation i where i.staff_id = staff.id and i.kind = 'invitation' order by i.id desc limit 1), 'none')`

const lastLoginDay = tokyoDay(sql`${staff.lastLoginAt}`)

const sortColumns = {
  displayName: staff.displayName,
  role: staff.role,
  status: staff.status,
  lastLoginAt: staff.lastLoginAt,
  joinedOn: staff.joinedOn,
}

/** One page of the staff of `shops`, and the exact total. */
export const listStaff = (
  scoped: Scoped,
  shops: ShopScope,
  now: Date,
  { shopId, role, status, invitation: invited, lastLoginFrom, lastLoginTo, ...query }: Input<typeof api.list>,
) =>
  pageOf(
    scoped,
    scoped
      .select({ ...columns, invitation: invitationState(now) })
      .from(staff)
      .$dynamic(),
    {
      from: staff,
      where: and(
        worksIn(scoped, shopId === undefined ? shops : [shopId]),
        isNotNull(staff.appointedAt),
        role && eq(staff.role, role),
        status && eq(staff.status, status),
        invited && sql`${invitationState(now)} = ${invited}`,
        lastLoginFrom ? sql`${lastLoginDay} >= ${lastLoginFrom}` : undefined,
        lastLoginTo ? sql`(${lastLoginDay} <= ${lastLoginTo} or ${staff.lastLoginAt} is null)` : undefined,
        keywordIn(sql`fold_text(${staff.displayName})`, query.keyword),
      ),
      orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, staff.id),
      page: query,
    },
  )

/** Whether this user is a member in scope. */
export async function isMember(scoped: Scoped, userId: string): Promise<boolean> {
  const found = await rowsOf(scoped, sql`select id from member where user_id = ${Number(userId)}`)
  return found.length > 0
}

/** Whether members, classes or bookings name them, also of other shops. */
export async function leftTraces(scoped: Scoped, staffId: string): Promise<boolean> {
  const [found] = await rowsOf<{ yes: boolean }>(scoped, sql`select staff_left_traces(${Number(staffId)}) as yes`)
  return found?.yes ?? false
}

/** Takes the row away; its user's number is never given again. */
export async function removeStaff(scoped: Scoped, staffId: string): Promise<void> {
  await scoped.delete(staff).where(eq(staff.id, staffId))
}

/** A member of staff who works in one of `shops`; `isWhollyInSight` where in no other. */
export async function staffByUserId(scoped: Scoped, shops: ShopScope, userId: string) {
  const [found] = await scoped
    .select({
      staffId: staff.id,
      role: staff.role,
      isAdmin: staff.isAdmin,
      email: staff.email,
      status: staff.status,
      lastLoginAt: staff.lastLoginAt,
      isWhollyInSight: sql<boolean>`${shops === 'all'} or staff_wholly_in_sight(${staff.id})`,
    })
    .from(staff)
    .where(and(eq(staff.userId, userId), worksIn(scoped, shops)))
  return found ?? null
}

export async function passwordHashOf(scoped: Scoped, staffId: string): Promise<string | null> {
  const [found] = await scoped.select({ hash: staff.passwordHash }).from(staff).where(eq(staff.id, staffId))
  return found?.hash ?? null
}

export async function setPasswordHash(scoped: Scoped, staffId: string, passwordHash: string): Promise<void> {
  await scoped
    .update(staff)
    .set({ passwordHash, version: sql`${staff.version} + 1` })
    .where(eq(staff.id, staffId))
}
