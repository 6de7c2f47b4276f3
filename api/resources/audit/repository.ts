import { type SQL, sql } from 'drizzle-orm'
import type { audit } from '#contract/audit.ts'
import type { Input } from '#contract/endpoint.ts'
import { actionsOf, withFormer } from '#contract/words/audit.ts'
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
  /** They are retired, or their account is deleted. */
  hasLeft: boolean
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
  select a.seq as id, a.at, a.actor_staff_id as "staffId", coalesce(a.actor_name, t.display_name) as "staffName",
    coalesce(t.status = 'cancel', true) as "hasLeft", a.actor_role as role, a.action,
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

/** Records of each noun by id; members by their user's id. */
export type NamedTargets = Readonly<Record<string, readonly string[]>>

/** What a filter names besides its own values. */
export interface Named {
  /** The internal id of the member; null: not filtered by one. */
  memberId: number | null
  /** The records that a keyword finds; none without a keyword. */
  targets: NamedTargets
}

/** Rows of the staff whose name matches, and rows about the records whose name does. */
async function aboutNamed(scoped: Scoped, keyword: string, { member = [], ...others }: NamedTargets): Promise<SQL> {
  const [actors, members] = [
    await rowsOf<{ id: number }>(
      scoped,
      sql`select id from staff where position(fold_text(${keyword}) in fold_text(display_name)) > 0`,
    ),
    member.length > 0
      ? await rowsOf<{ id: number }>(scoped, sql`select id from member where user_id = any(${idArray(member)})`)
      : [],
  ]
  const ids = (rows: readonly { id: number }[]) => idArray(rows.map(({ id }) => String(id)))
  const records = Object.entries(others).map(
    ([noun, found]) => sql`(a.resource_type = ${noun} and a.resource_id in ${oneOf(found)})`,
  )
  const about = [...(members.length > 0 ? [sql`a.member_id = any(${ids(members)})`] : []), ...records]
  return sql`(${sql.join([sql`a.actor_staff_id = any(${ids(actors)})`, ...about], sql` or `)})`
}

const isByTime = ({ from, to, staffId }: Filter) => Boolean(from || to || staffId)

async function listOf(scoped: Scoped, sight: Sight, filter: Filter, { memberId, targets }: Named) {
  const { staffId, shopId, group, action, resourceType, resourceId, from, to, changed, keyword, sortDir } = filter
  const where = all(
    staffId ? sql`a.actor_staff_id = ${Number(staffId)}` : undefined,
    shopId ? sql`a.shop_id = ${Number(shopId)}` : undefined,
    memberId === null ? undefined : sql`a.member_id = ${memberId}`,
    group ? sql`a.action in ${oneOf(actionsOf(group))}` : undefined,
    action ? sql`a.action = ${action}` : undefined,
    resourceType ? sql`a.resource_type in ${oneOf(withFormer(resourceType))}` : undefined,
    resourceId ? sql`a.resource_id = ${resourceId}` : undefined,
    changed ? sql`a.diff <> '{}'` : undefined,
    from ? sql`a.at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'` : undefined,
    to ? sql`a.at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'` : undefined,
    keyword?.trim() ? await aboutNamed(scoped, keyword.trim(), targets) : undefined,
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
  named: Named,
): Promise<LongPage<FoundAct, never>> {
  return longPage<FoundAct>(scoped, await listOf(scoped, sight, filter, named), { offset, limit })
}

export const countActs = async (scoped: Scoped, sight: Sight, filter: Filter, named: Named) =>
  longCount(scoped, await listOf(scoped, sight, filter, named))

/** The next rows of the whole list after `after`. */
export async function listActsAfter(
  scoped: Scoped,
  sight: Sight,
  filter: Filter,
  named: Named,
  after: string | null,
  limit: number,
) {
  const type = isByTime(filter) ? ('timestamptz' as const) : ('bigint' as const)
  const list = { ...(await listOf(scoped, sight, filter, named)), type }
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

/** Fields that name a record in the log. */
const nameFields = ['displayName', 'title', 'name', 'subject']

/**
 * The last name of each view of a report that an older release shared, from the rows that the caller sees: it has
 * another number today. Not of those that were deleted then.
 */
export const formerViewsNamed = (scoped: Scoped, sight: Sight, ids: readonly string[]) =>
  rowsOf<{ id: string; name: string }>(
    scoped,
    sql`select distinct on (a.resource_id) a.resource_id as id, a.diff -> 'name' ->> 'after' as name
      from ${inSight(sight)} and a.resource_type = 'reportView' and a.resource_id in ${oneOf(ids)}
      and a.diff -> 'name' ->> 'after' is not null
      and not exists (select from audit_log gone where gone.resource_type = 'reportView'
        and gone.resource_id = a.resource_id and gone.action = 'reportView.remove')
      order by a.resource_id, a.seq desc`,
  )

/** Under which name records were deleted, by noun and id: from those rows of their deletion that the caller sees. */
export async function namesOfDeleted(
  scoped: Scoped,
  sight: Sight,
  records: readonly { resourceType: string; resourceId: string }[],
): Promise<Map<string, string>> {
  if (records.length === 0) return new Map()
  // Conditions of a list have the number that they had as `segment`.
  const today = records.flatMap((one) => (one.resourceType === 'segment' ? { ...one, resourceType: 'savedView' } : []))
  const wanted = [...records, ...today].map(({ resourceType, resourceId }) => sql`(${resourceType}, ${resourceId})`)
  const name = sql.join(
    nameFields.map((field) => sql`a.diff -> ${field} ->> 'before'`),
    sql`, `,
  )
  const rows = await rowsOf<{ noun: string; id: string; name: string }>(
    scoped,
    sql`select a.resource_type as noun, a.resource_id as id, coalesce(${name}) as name from ${inSight(sight)}
      and (a.resource_type, a.resource_id) in (${sql.join(wanted, sql`, `)})
      and a.action = a.resource_type || '.remove' and coalesce(${name}) is not null`,
  )
  const names = new Map(rows.map(({ noun, id, name }) => [`${noun}:${id}`, name]))
  for (const { resourceId } of today) {
    const name = names.get(`savedView:${resourceId}`)
    if (name !== undefined && !names.has(`segment:${resourceId}`)) names.set(`segment:${resourceId}`, name)
  }
  return names
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
