import { sql } from 'drizzle-orm'
import type { UnreadRow } from '#contract/club-sync.ts'
import type { clubSystem } from '#contract/club-system.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type SyncResource, syncResources } from '#contract/words/sync-resources.ts'
import type { Handlers, Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { listAnswer } from '../../wire/list-answer.ts'

// Rows of the club system that cannot be read, and of which somebody has said that nothing is to be done about them.

export const unreadHandlers: Pick<Handlers<typeof clubSystem>, 'unread' | 'setAside'> = {
  unread: async ({ scoped }, input) => listAnswer(input, await listUnread(scoped, input), toUnread),

  setAside: async ({ scoped, principal, now, audit }, { id, reason }) => {
    const [resource = '', ...parts] = id.split('-')
    const key = { resource, theirId: parts.join('-') }
    const before = await readUnread(scoped, key)
    if (!before) throw new ApiError('not_found')
    await writeAside(scoped, { ...key, reason, staffId: principal.staffId, now })
    const row = toUnread((await readUnread(scoped, key)) ?? before)
    if (before.aside?.reason !== row.aside?.reason) {
      audit({
        diff: {
          row: { before: null, after: `${syncResources[row.kind]} ${row.theirId ?? '番号なし'}` },
          reason: { before: before.aside?.reason ?? null, after: reason },
        },
      })
    }
    return row
  },
}

interface Key {
  resource: string
  theirId: string
}

interface Row {
  resource: SyncResource
  theirId: string
  member: UnreadRow['member']
  reason: string
  since: string
  day: string | null
  yen: number | null
  aside: { reason: string; by: { id: string; displayName: string } | null; at: string } | null
}

const numbered = /^[0-9]+$/

const toUnread = ({ resource, theirId, since, aside, ...row }: Row): UnreadRow => ({
  ...row,
  ...{ id: `${resource}-${theirId}`, kind: resource, theirId: numbered.test(theirId) ? theirId : null },
  since: toTokyoDateTime(new Date(since)),
  aside: aside && { ...aside, at: toTokyoDateTime(new Date(aside.at)) },
})

const unread = sql`unread_rows() u left join unread_row_aside a on a.resource = u.resource and a.their_id = u.their_id
  left join staff s on s.id = a.set_by
  left join member m on m.external_id = case when u.member ~ '^[1-9][0-9]{0,9}$' then u.member::bigint end`
const columns = sql`u.resource, u.their_id as "theirId", coalesce(u.reason, '') as reason, to_json(u.since) #>> '{}' as since,
  u.day::text as day, u.yen,
  case when m.id is not null then jsonb_build_object('id', m.user_id::text, 'memberNo', m.member_no, 'lastName', m.last_name,
    'firstName', m.first_name, 'lastNameKana', m.last_name_kana, 'firstNameKana', m.first_name_kana) end as member,
  case when a.their_id is not null then jsonb_build_object('reason', a.reason, 'at', a.set_at,
    'by', case when s.id is not null then jsonb_build_object('id', s.id::text, 'displayName', s.display_name) end) end as aside`

/** One page of the rows, and the exact total. */
async function listUnread(scoped: Scoped, query: Input<typeof clubSystem.unread>) {
  const { kind, state, sinceTo, keyword } = query
  const from = sql`from ${unread} where ${kind === undefined ? sql`true` : sql`u.resource = ${kind}`}
    and ${state === undefined ? sql`true` : state === 'open' ? sql`a.their_id is null` : sql`a.their_id is not null`}
    and ${sinceTo === undefined ? sql`true` : sql`tokyo_day(u.since) <= ${sinceTo}::date`}
    and ${
      keyword === undefined
        ? sql`true`
        : sql`(position(${keyword} in u.their_id) > 0 or exists (select from member_in_scope l where l.member_id = m.id
            and (position(fold_text(${keyword}) in l.names) > 0 or position(fold_text(${keyword}) in l.number) > 0)))`
    }`
  const [{ total = 0 } = {}] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total ${from}`)
  const direction = query.sortDir === 'desc' ? sql`desc` : sql`asc`
  const rows = await rowsOf<Row>(
    scoped,
    sql`select ${columns} ${from} order by u.since ${direction}, u.resource, u.their_id limit ${query.limit} offset ${query.offset}`,
  )
  return { rows, total }
}

async function readUnread(scoped: Scoped, { resource, theirId }: Key): Promise<Row | null> {
  const [row] = await rowsOf<Row>(
    scoped,
    sql`select ${columns} from ${unread} where u.resource = ${resource} and u.their_id = ${theirId}`,
  )
  return row ?? null
}

interface Aside extends Key {
  reason: string | null
  staffId: string
  now: Date
}

async function writeAside(scoped: Scoped, { resource, theirId, reason, staffId, now }: Aside) {
  if (reason === null) {
    await scoped.execute(sql`delete from unread_row_aside where resource = ${resource} and their_id = ${theirId}`)
    return
  }
  await scoped.execute(sql`
    insert into unread_row_aside as a (resource, their_id, reason, set_by, set_at)
    values (${resource}, ${theirId}, ${reason}, ${Number(staffId)}, ${now.toISOString()}::timestamptz)
    on conflict (resource, their_id) do update set reason = excluded.reason, set_by = excluded.set_by, set_at = excluded.set_at
    where a.reason <> excluded.reason`)
}
