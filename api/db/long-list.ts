import { type SQL, sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { rowsOf } from './expressions.ts'

// Lists of millions of rows that no table is derived for: bookings, visits, what was done by whom (decision 0036).

/** So many rows are counted, and offered page by page, where nothing else knows how many there are. */
const mostCounted = 10_000
/** The same of a search, which looks at each row that it does not find as well. */
export const mostSearched = 5_000

/** What a long list is of, and its order: by a key that is never missing, then by id, both in the same direction. */
export interface LongList<Sums> {
  /** A table, or a join, with its conditions: `reservation r where …`. */
  rows: SQL
  /** The same, said so that it is planned at once: for a page that is counted off, whose plan is clear. */
  walked?: SQL
  key: SQL
  /** The key of a row of `found`, where the indexes that rows are found in do not hold it. */
  keyLater?: SQL
  id: SQL
  direction: 'asc' | 'desc'
  /** How many rows are counted and paged through, where it is not `mostCounted`. */
  most?: number
  /** The answer's columns of the ids that `page` selects, in their order. */
  around: (page: SQL) => SQL
  /** What is summed over all rows of the list, from these columns of each: `r.status` and `count(*) as …`. */
  sums?: { of: SQL; as: SQL }
  /** Total and sums as something counted before knows them; asked only where there are more than are counted. */
  known?: () => Promise<{ total: number; sums: Sums | null } | null>
}

export interface LongPage<Row, Sums> {
  rows: Row[]
  /** Exact, or with `isAtLeast` how many rows can be paged through, of more. */
  total: number
  isAtLeast: boolean
  /** Null where they would cost too much. */
  sums: Sums | null
}

interface Found<Row, Sums> {
  total: number
  sums: Sums | null
  rows: Row[] | null
}

const orderOf = (key: SQL, id: SQL, direction: 'asc' | 'desc') =>
  sql`order by ${key} ${sql.raw(direction)}, ${id} ${sql.raw(direction)}`
const opposite = { asc: 'desc', desc: 'asc' } as const

/**
 * A few rows of many would else be looked for in the whole table, from its oldest on. And the indexes are in memory: to
 * go to a person's bookings costs little more than to read on, where PostgreSQL expects a disk that turns.
 */
const inIndexes = (scoped: Scoped) =>
  scoped.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true)`)

/**
 * One page. Up to `most` rows are found once, and counted, summed and sorted from there; of more the page is counted off
 * in the index of the order.
 */
export async function longPage<Row, Sums = never>(
  scoped: Scoped,
  list: LongList<Sums>,
  { offset, limit }: { offset: number; limit: number },
): Promise<LongPage<Row, Sums>> {
  const { rows, walked = rows, key, keyLater, id, direction, around, sums, most = mostCounted } = list
  await inIndexes(scoped)
  const order = orderOf(keyLater ?? sql`key`, sql`id`, direction)
  const page = sql`select id from found ${order} limit ${limit} offset ${offset}`
  const columns = sql`${keyLater ? sql`` : sql`${key} as key,`} ${id} as id ${sums ? sql`, ${sums.of}` : sql``}`
  const summed = sums ? sql`(select row_to_json(s) from (select ${sums.as} from found) s)` : sql`null`
  const [found] = await rowsOf<Found<Row, Sums>>(
    scoped,
    sql`
      with found as materialized (
        select ${columns} from ${rows} limit ${most + 1}
      ), counted as (select count(*)::integer as total from found)
      select total, case when total <= ${most} then (
          select coalesce(json_agg(row), '[]') from (${around(page)}) row) end as rows,
        case when total <= ${most} then ${summed} end as sums
      from counted`,
  )
  if (!found) throw new Error('A count has one row')
  if (found.rows) return { rows: found.rows, total: found.total, isAtLeast: false, sums: found.sums }

  const known = await list.known?.()
  const total = known?.total ?? most
  const totals = { total, isAtLeast: !known, sums: known?.sums ?? null }
  const size = Math.min(limit, total - offset)
  if (size <= 0) return { rows: [], ...totals }
  // A page of the second half is counted off from the end.
  const fromEnd = known !== null && known !== undefined && offset > total / 2
  const inOrder = orderOf(key, id, fromEnd ? opposite[direction] : direction)
  const skipped = fromEnd ? total - offset - size : offset
  // Rather than finding all rows of some shops and sorting them.
  await scoped.execute(sql`select set_config('enable_sort', 'off', true)`)
  const shown = await rowsOf<Row>(
    scoped,
    around(sql`select ${id} as id from ${walked} ${inOrder} limit ${size} offset ${skipped}`),
  )
  return { rows: fromEnd ? shown.reverse() : shown, ...totals }
}

/** All rows of the list, for what says how many it hands over. */
export async function longCount(scoped: Scoped, { rows }: Pick<LongList<never>, 'rows'>): Promise<number> {
  await inIndexes(scoped)
  const [counted] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total from ${rows}`)
  return counted?.total ?? 0
}

/** Where an export goes on: after this key and id of the order. */
interface Mark {
  key: string | number
  id: number
}

/**
 * The next rows after `after` (null at first), found by key and id, so that the last page costs what the first does.
 * `rows` has to end in a condition, which the mark is added to; `type` is what SQL calls the key.
 */
export async function longRowsAfter<Row extends { id: number }>(
  scoped: Scoped,
  list: Pick<LongList<never>, 'rows' | 'key' | 'id' | 'direction' | 'around'> & {
    type: 'timestamptz' | 'date' | 'bigint'
  },
  after: string | null,
  limit: number,
): Promise<{ rows: Row[]; after: string | null }> {
  const { rows, key, id, direction, around, type } = list
  const mark = after === null ? null : (JSON.parse(after) as Mark)
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  const from = mark ? sql`and (${key}, ${id}) ${beyond} (${mark.key}::${sql.raw(type)}, ${mark.id})` : sql``
  await inIndexes(scoped)
  const page = sql`select ${id} as id from ${rows} ${from} ${orderOf(key, id, direction)} limit ${limit}`
  const found = await rowsOf<Row>(scoped, around(page))
  const last = found.at(-1)
  if (found.length < limit || !last) return { rows: found, after: null }
  const [next] = await rowsOf<Mark>(scoped, sql`select ${key} as key, ${id} as id from ${rows} and ${id} = ${last.id}`)
  return { rows: found, after: next ? JSON.stringify(next) : null }
}
