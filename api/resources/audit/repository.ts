import { type SQL, sql } from 'drizzle-orm'
import type { audit } from '#contract/audit.ts'
import type { Input } from '#contract/endpoint.ts'
import { actionsOf } from '#contract/words/audit.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { Reach, Scoped } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { type LongPage, longCount, longPage, longRowsAfter } from '../../db/long-list.ts'
import { staffInSight } from '../../db/staff-in-sight.ts'

type ListInput = Input<typeof audit.list>
export type Filter = Omit<ListInput, 'offset' | 'limit'>

/** Whose rows a caller reads: everybody's, or those of their shops, and always their own. */
export interface Sight {
  reach: Reach
  staffId: string
}

export type Diff = Record<string, { before: unknown; after: unknown }>

/** A row as stored, with the names of its staff, shop and member. */
export interface FoundAct {
  id: number
  at: string
  staffId: number | null
  staffName: string | null
  role: RoleLevel | null
  action: string
  resourceType: string
  resourceId: string | null
  userId: number | null
  memberNo: string | null
  memberName: string | null
  shopId: number | null
  shopName: string | null
  diff: Diff | null
  reason: string | null
  filter: Record<string, unknown> | null
  rowCount: number | null
  ip: string | null
  userAgent: string | null
  session: string | null
}

const all = (...conditions: (SQL | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)
const oneOf = (texts: readonly string[]) =>
  sql`(${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )})`

/** The visible part of the log. */
function inSight({ reach, staffId }: Sight): SQL {
  const own = sql`a.actor_staff_id = ${Number(staffId)}`
  if (reach.rule === 'all') return sql`audit_log a where true`
  if (reach.rule !== 'shops') return sql`audit_log a where ${own}`
  return sql`audit_log a where (a.shop_id = any(${idArray(reach.shopIds)}) or ${own})`
}

/** The rows that `page` selects, in order. Members and shops out of the caller's scope have no name. */
const rowsAround = (page: SQL) => sql`
  select a.seq as id, a.at, a.actor_staff_id as "staffId", coalesce(a.actor_name, t.display_name) as "staffName", a.actor_role as role, a.action,
    a.resource_type as "resourceType", a.resource_id as "resourceId",
    m.user_id as "userId", m.member_no as "memberNo", concat_ws('　', m.last_name, m.first_name) as "memberName",
    s.id as "shopId", s.name as "shopName", a.diff, a.reason, a.filter, a.row_count as "rowCount", a.ip,
    a.user_agent as "userAgent", a.session
  from (select id, row_number() over () as place from (${page}) ids) page
  join audit_log a on a.seq = page.id
  left join staff t on t.id = a.actor_staff_id
  left join shop s on s.id = a.shop_id
  left join member m on m.id = a.member_id
  order by page.place`

/** Rows of the staff whose name matches. */
async function actedByNamed(scoped: Scoped, keyword: string): Promise<SQL> {
  const found = await rowsOf<{ id: number }>(
    scoped,
    sql`select id from staff where position(fold_text(${keyword}) in fold_text(display_name)) > 0`,
  )
  return sql`a.actor_staff_id = any(${idArray(found.map(({ id }) => String(id)))})`
}

const isByTime = ({ from, to, staffId }: Filter) => Boolean(from || to || staffId)

async function listOf(scoped: Scoped, sight: Sight, filter: Filter, memberId: number | null) {
  const { staffId, shopId, group, action, resourceType, resourceId, from, to, changed, keyword, sortDir } = filter
  const where = all(
    staffId ? sql`a.actor_staff_id = ${Number(staffId)}` : undefined,
    shopId ? sql`a.shop_id = ${Number(shopId)}` : undefined,
    memberId === null ? undefined : sql`a.member_id = ${memberId}`,
    group ? sql`a.action in ${oneOf(actionsOf(group))}` : undefined,
    action ? sql`a.action = ${action}` : undefined,
    resourceType ? sql`a.resource_type = ${resourceType}` : undefined,
    resourceId ? sql`a.resource_id = ${resourceId}` : undefined,
    changed ? sql`a.diff <> '{}'` : undefined,
    from ? sql`a.at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'` : undefined,
    to ? sql`a.at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'` : undefined,
    keyword?.trim() ? await actedByNamed(scoped, keyword.trim()) : undefined,
  )
  return {
    rows: sql`${inSight(sight)} and ${where}`,
    // Rows are numbered in the order of commits; the indexes by day and by person are in the order of time.
    key: isByTime(filter) ? sql`a.at` : sql`a.seq`,
    id: sql`a.seq`,
    direction: sortDir === 'asc' ? ('asc' as const) : ('desc' as const),
    around: rowsAround,
  }
}

export async function listActs(
  scoped: Scoped,
  sight: Sight,
  { offset, limit, ...filter }: ListInput,
  memberId: number | null,
): Promise<LongPage<FoundAct, never>> {
  return longPage<FoundAct>(scoped, await listOf(scoped, sight, filter, memberId), { offset, limit })
}

export const countActs = async (scoped: Scoped, sight: Sight, filter: Filter, memberId: number | null) =>
  longCount(scoped, await listOf(scoped, sight, filter, memberId))

/** The next rows of the whole list after `after`. */
export async function listActsAfter(
  scoped: Scoped,
  sight: Sight,
  filter: Filter,
  memberId: number | null,
  after: string | null,
  limit: number,
) {
  const type = isByTime(filter) ? ('timestamptz' as const) : ('bigint' as const)
  const list = { ...(await listOf(scoped, sight, filter, memberId)), type }
  return longRowsAfter<FoundAct>(scoped, list, after, limit)
}

export async function actById(scoped: Scoped, sight: Sight, id: string): Promise<FoundAct | null> {
  const one = sql`select a.seq as id from ${inSight(sight)} and a.seq = ${Number(id)}`
  const [found] = await rowsOf<FoundAct>(scoped, rowsAround(one))
  return found ?? null
}

/** Names of staff, and of shops in scope, by id. */
export async function namesOf(scoped: Scoped, ids: Record<'staff' | 'inConditions' | 'shops', readonly string[]>) {
  const read = async (table: SQL, name: SQL, wanted: readonly string[]) => {
    if (wanted.length === 0) return new Map<string, string>()
    const found = await rowsOf<{ id: number; name: string }>(
      scoped,
      sql`select id, ${name} as name from ${table} where id = any(${idArray(wanted)})`,
    )
    return new Map(found.map((one) => [String(one.id), one.name]))
  }
  return {
    staff: await read(sql`staff`, sql`display_name`, ids.staff),
    staffInSight: await staffInSight(scoped, ids.inConditions),
    shops: await read(sql`shop`, sql`name`, ids.shops),
  }
}

/** The number of rows, and the first one with a broken link. */
export async function checkLog(scoped: Scoped): Promise<{ rows: number; firstBroken: number | null }> {
  const [found] = await rowsOf<{ rows: number; firstBroken: number | null }>(
    scoped,
    sql`select (select count(*) from audit_log) as rows, audit_log_first_break() as "firstBroken"`,
  )
  if (!found) throw new Error('A count has one row')
  return found
}
