import { and, asc, eq, exists, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Input } from '#contract/endpoint.ts'
import type { staff as api } from '#contract/staff.ts'
import type { InvitationState } from '#contract/words/staff-record.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { awaitsReaderApproval } from '../../daily-logs/readers.ts'
import { mayApprove } from '../../db/approvals.ts'
import { isBirthday, isPhone } from '../../db/contact-search.ts'
import { idArray, rowsOf, tokyoDay } from '../../db/expressions.ts'
import { beginningFirst, limitOf, type NameSearch, totalCount } from '../../db/named-records.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { shopStaff, staff } from '../../db/schema/organisation.ts'

/** Whether a staff member works in one of `shops`. */
const worksIn = (scoped: Scoped, shops: string[]) =>
  exists(
    scoped
      .select({ id: shopStaff.id })
      .from(shopStaff)
      .where(and(eq(shopStaff.staffId, staff.id), inArray(shopStaff.shopId, shops))),
  )

/**
 * Staff visible from `shops`: those who work there, and those they created who work nowhere yet. Head office has no
 * shop and is visible to callers who see every shop.
 */
const inSight = (scoped: Scoped, shops: ShopScope) =>
  shops === 'all'
    ? undefined
    : or(worksIn(scoped, shops), sql`(${staff.createdBy} = app_staff() and staff_wholly_in_sight(${staff.id}))`)

/** The last invitation of a staff member. */
const lastInvitation = (what: SQL) =>
  sql`(select ${what} from invitation i where i.staff_id = staff.id and i.kind = 'invitation' order by i.id desc limit 1)`

/** Its state, as in `invitationStates`. */
const invitationState = (now: Date) =>
  sql<InvitationState>`coalesce(${lastInvitation(sql`case when i.used_at is not null then 'accepted'
    when i.voided_at is not null or i.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else 'sent' end`)}, 'none')`

const columns = (now: Date) => ({
  id: staff.id,
  userId: staff.userId,
  displayName: staff.displayName,
  role: staff.role,
  email: staff.email,
  status: staff.status,
  isAdmin: staff.isAdmin,
  jobTitle: staff.jobTitle,
  joinedOn: staff.joinedOn,
  lastLoginAt: staff.lastLoginAt,
  version: staff.version,
  invitation: invitationState(now),
  /** In scope: row-level security filters the others. */
  shops: sql<{ id: number; name: string }[]>`(
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.sort_order), '[]')
    from shop_staff w join shop s on s.id = w.shop_id where w.staff_id = staff.id)`,
})

/** When a link expires, or was ended by a change. */
const linkEnd = sql`least(i.expires_at, i.voided_at)`

/** The day on which the last invitation expires; null once it is accepted. */
const inviteEndDay = lastInvitation(sql`case when i.used_at is null then ${tokyoDay(linkEnd)} end`)

const lastLoginDay = tokyoDay(sql`${staff.lastLoginAt}`)

const sortColumns = {
  displayName: staff.displayName,
  role: staff.role,
  status: staff.status,
  lastLoginAt: staff.lastLoginAt,
  joinedOn: staff.joinedOn,
}

const isOwnAppointee = sql<boolean>`appoints(${staff.id}, app_staff())`

const searched = sql`fold_text(concat_ws(' ', ${staff.displayName}, concat(${staff.lastName}, ${staff.firstName}),
  concat(${staff.lastNameKana}, ${staff.firstNameKana}), ${staff.email}))`

/** Callers who read names only search names only. */
const matches = (keyword: string, now: Date, readsAll: boolean) =>
  readsAll
    ? or(
        keywordIn(searched, keyword),
        isPhone(sql`phone_digits(${staff.tel})`, keyword),
        isBirthday(staff.birthday, keyword, now),
      )
    : keywordIn(sql`fold_text(${staff.displayName})`, keyword)

/** One page of the staff of `shops`, and the exact total. Callers who read names only also search names only. */
export const listStaff = (
  scoped: Scoped,
  shops: ShopScope,
  now: Date,
  {
    shopId,
    role,
    status,
    notLeft,
    invitation: invited,
    inviteEndsFrom,
    inviteEndsTo,
    lastLoginFrom,
    lastLoginTo,
    readerApproval,
    unfinished,
    ...query
  }: Input<typeof api.list>,
  { readsAll, approves }: { readsAll: boolean; approves: boolean },
) =>
  pageOf(scoped, scoped.select(columns(now)).from(staff).$dynamic(), {
    from: staff,
    where: and(
      shopId === undefined ? inSight(scoped, shops) : worksIn(scoped, [shopId]),
      unfinished ? isNull(staff.appointedAt) : isNotNull(staff.appointedAt),
      role && eq(staff.role, role),
      status && eq(staff.status, status),
      notLeft && ne(staff.status, 'cancel'),
      invited && sql`${invitationState(now)} = ${invited}`,
      inviteEndsFrom ? sql`${inviteEndDay} >= ${inviteEndsFrom}` : undefined,
      inviteEndsTo ? sql`${inviteEndDay} <= ${inviteEndsTo}` : undefined,
      lastLoginFrom ? sql`${lastLoginDay} >= ${lastLoginFrom}` : undefined,
      lastLoginTo ? sql`(${lastLoginDay} <= ${lastLoginTo} or ${staff.lastLoginAt} is null)` : undefined,
      readerApproval && awaitsReaderApproval(staff.id),
      readerApproval &&
        (readerApproval === 'toApprove' ? mayApprove(staff.id, approves) : not(mayApprove(staff.id, approves))),
      query.keyword ? matches(query.keyword, now, readsAll) : undefined,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, staff.id),
    page: query,
  })

/** Staff by name, reading and address, as in their list: callers who read names only find active staff, by name. */
export const staffNamed = (scoped: Scoped, shops: ShopScope, now: Date, search: NameSearch, readsAll: boolean) =>
  scoped
    .select({
      id: staff.id,
      displayName: staff.displayName,
      lastNameKana: staff.lastNameKana,
      firstNameKana: staff.firstNameKana,
      birthday: staff.birthday,
      role: staff.role,
      status: staff.status,
      total: totalCount,
    })
    .from(staff)
    .where(
      and(
        inSight(scoped, shops),
        isNotNull(staff.appointedAt),
        readsAll ? undefined : eq(staff.status, 'active'),
        'ids' in search ? inArray(staff.id, [...search.ids]) : matches(search.keyword, now, readsAll),
      ),
    )
    .orderBy(
      ...beginningFirst(
        search,
        staff.displayName,
        ...(readsAll ? [sql`concat(${staff.lastNameKana}, ${staff.firstNameKana})`, staff.firstNameKana] : []),
      ),
      asc(staff.displayName),
      asc(staff.id),
    )
    .limit(limitOf(search))

const editor = alias(staff, 'editor')

export type StaffRow = Awaited<ReturnType<typeof staffBy>>[number]

/** Visible people with the record's details. */
const staffBy = (scoped: Scoped, shops: ShopScope, now: Date, which: SQL) =>
  scoped
    .select({
      ...columns(now),
      lastName: staff.lastName,
      firstName: staff.firstName,
      lastNameKana: staff.lastNameKana,
      firstNameKana: staff.firstNameKana,
      gender: staff.gender,
      tel: staff.tel,
      birthday: staff.birthday,
      imgUrl: staff.imgUrl,
      employmentType: staff.employmentType,
      leftOn: staff.leftOn,
      appointedAt: staff.appointedAt,
      updatedAt: staff.updatedAt,
      updatedBy: { id: editor.id, displayName: editor.displayName },
      pendingEmail: sql<string | null>`(
        select case when i.used_at is null and i.voided_at is null and i.expires_at > ${now.toISOString()}::timestamptz
          then i.email end
        from invitation i where i.staff_id = staff.id and i.kind = 'addressProof' order by i.id desc limit 1)`,
      awaitsReaderApproval: awaitsReaderApproval(staff.id),
      isOwnAppointee,
      hasUnconfirmedPassword: sql<boolean>`${staff.passwordSetAt} is not null`,
      invitedAt: sql<string | null>`${lastInvitation(sql`i.created_at`)}`,
      inviteExpiresAt: sql<string | null>`${lastInvitation(linkEnd)}`,
      links: sql<{ id: number; shopId: number; name: string; isMain: boolean }[]>`(
        select coalesce(json_agg(json_build_object('id', w.id, 'shopId', s.id, 'name', s.name, 'isMain', w.is_main)
          order by s.sort_order), '[]')
        from shop_staff w join shop s on s.id = w.shop_id where w.staff_id = staff.id)`,
      hasSecondFactor: sql<boolean>`exists (
        select 1 from second_factor f where f.staff_id = staff.id and f.confirmed_at is not null)`,
      isWhollyInSight: sql<boolean>`${shops === 'all'} or staff_wholly_in_sight(${staff.id})`,
    })
    .from(staff)
    .leftJoin(editor, eq(editor.id, staff.updatedBy))
    .where(and(which, inSight(scoped, shops)))

/** One visible person; null where there is none in `shops`. */
export const staffById = async (scoped: Scoped, shops: ShopScope, now: Date, id: string): Promise<StaffRow | null> =>
  (await staffBy(scoped, shops, now, eq(staff.id, id)))[0] ?? null

export const staffByIds = (scoped: Scoped, shops: ShopScope, now: Date, ids: readonly string[]) =>
  staffBy(scoped, shops, now, inArray(staff.id, [...ids]))

export const staffByUserId = async (scoped: Scoped, shops: ShopScope, now: Date, userId: string) =>
  (await staffBy(scoped, shops, now, eq(staff.userId, userId)))[0] ?? null

/** Whether the address is already used for signing in, also by staff the caller cannot see. */
export async function isAddressTaken(scoped: Scoped, email: string, exceptStaffId: string | null): Promise<boolean> {
  const [found] = await scoped.select({ id: staff.id }).from(staff).where(eq(staff.email, email))
  return found !== undefined && found.id !== exceptStaffId
}

/** The id of a new user of type staff. */
export async function newUserId(scoped: Scoped): Promise<string> {
  const [made] = await scoped.insert(userAccount).values({ type: 'staff' }).returning({ id: userAccount.id })
  return (made as { id: string }).id
}

/**
 * The active admins, locked until the transaction ends in a fixed order: of two who revoke each other's flag the second
 * waits, and then sees the first's change.
 */
export async function holdActiveAdmins(scoped: Scoped): Promise<string[]> {
  const admins = await scoped
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.isAdmin, true), eq(staff.status, 'active')))
    .orderBy(staff.id)
    .for('update')
  return admins.map(({ id }) => id)
}

/** Locks these people until the transaction ends, in a fixed order. */
export const holdStaffRows = (scoped: Scoped, ids: readonly string[]) =>
  scoped
    .select({ id: staff.id })
    .from(staff)
    .where(inArray(staff.id, [...ids]))
    .orderBy(staff.id)
    .for('update')

export async function linkById(scoped: Scoped, id: string) {
  const [found] = await scoped.select().from(shopStaff).where(eq(shopStaff.id, id))
  return found ?? null
}

export async function addShops(scoped: Scoped, staffId: string, shopIds: readonly string[]): Promise<void> {
  if (shopIds.length === 0) return
  await scoped.insert(shopStaff).values(shopIds.map((shopId) => ({ staffId, shopId })))
}

export async function removeShops(scoped: Scoped, staffId: string, shopIds: readonly string[]): Promise<void> {
  if (shopIds.length === 0) return
  await scoped.delete(shopStaff).where(and(eq(shopStaff.staffId, staffId), inArray(shopStaff.shopId, [...shopIds])))
}

/** Makes this shop the only main one; null: none. */
export async function setMainShop(scoped: Scoped, staffId: string, shopId: string | null): Promise<void> {
  await scoped
    .update(shopStaff)
    .set({ isMain: shopId === null ? false : sql`${shopStaff.shopId} = ${Number(shopId)}` })
    .where(eq(shopStaff.staffId, staffId))
}

/** Whether this user is a member in scope. */
export async function isMember(scoped: Scoped, userId: string): Promise<boolean> {
  const found = await rowsOf(scoped, sql`select id from member where user_id = ${Number(userId)}`)
  return found.length > 0
}

/** Those of them to whom members, classes, bookings or anything else refers, in any shop. */
export async function withTraces(scoped: Scoped, staffIds: readonly string[]): Promise<Set<string>> {
  const found = await rowsOf<{ id: number }>(scoped, sql`select staff_with_traces(${idArray(staffIds)}) as id`)
  return new Set(found.map(({ id }) => String(id)))
}

export const approveReader = (scoped: Scoped, staffId: string, now: Date) =>
  scoped.execute(sql`select approve_reader(${Number(staffId)}, ${now.toISOString()}::timestamptz)`)

export async function passwordHashOf(scoped: Scoped, staffId: string): Promise<string | null> {
  const [found] = await scoped.select({ hash: staff.passwordHash }).from(staff).where(eq(staff.id, staffId))
  return found?.hash ?? null
}

/** `by`: somebody else, whose choice the person has to confirm; null: themselves. */
export async function setPasswordHash(
  scoped: Scoped,
  staffId: string,
  passwordHash: string,
  by: { staffId: string; now: Date } | null,
): Promise<void> {
  await scoped
    .update(staff)
    .set({
      passwordHash,
      passwordSetBy: by?.staffId ?? null,
      passwordSetAt: by?.now ?? null,
      version: sql`${staff.version} + 1`,
    })
    .where(eq(staff.id, staffId))
}
