import { type SQL, sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { rowsOf } from './expressions.ts'

// Lists over millions of rows without a derived table: bookings, visits, audit rows (decision 0036).

/** Rows that are counted and paged through, where no total is known otherwise. */
const mostCounted = 10_000
/** Rows that a search counts and pages through: it also reads those that do not match. */
export const mostSearched = 5_000

/** A long list and its order: by a key that is never null, then by id, in the same direction. */
export interface LongList<Sums> {
  /** A table, or a join, with its conditions: `reservation r where …`. */
  rows: SQL
  /** These rows, phrased for a page that is read from the order's index, where the plan is clear. */
  walked?: SQL
  key: SQL
  /** The key of a row of `found`, where it is not in the indexes that the rows are found with. */
  keyLater?: SQL
  id: SQL
  direction: 'asc' | 'desc'
  /** Overrides `mostCounted`. */
  most?: number
  /** Selects the answer's columns for the ids of `page`, in their order. */
  around: (page: SQL) => SQL
  /** Sums over all rows: `of` are the columns of each row, `as` the aggregates. */
  sums?: { of: SQL; as: SQL }
  /** Total and sums from an earlier count; called only where there are too many rows to count. */
  known?: () => Promise<{ total: number; sums: Sums | null } | null>
}

export interface LongPage<Row, Sums> {
  rows: Row[]
  /** Exact; with `isAtLeast` a lower bound, which is how many rows can be paged through. */
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
 * Without these settings a few rows of many would be found by scanning the whole table. The indexes are in memory, so
 * random reads cost little more than sequential ones; the default assumes a spinning disk.
 */
const inIndexes = (scoped: Scoped) =>
  scoped.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true)`)

/**
 * One page. Up to `most` rows are found once, then counted, summed and sorted; beyond that the page is read from the
 * index of the order.
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
  // A page in the second half is read from the end.
  const fromEnd = known !== null && known !== undefined && offset > total / 2
  const inOrder = orderOf(key, id, fromEnd ? opposite[direction] : direction)
  const skipped = fromEnd ? total - offset - size : offset
  // So that the index of the order is used, instead of sorting all rows of some shops.
  await scoped.execute(sql`select set_config('enable_sort', 'off', true)`)
  const shown = await rowsOf<Row>(
    scoped,
    around(sql`select ${id} as id from ${walked} ${inOrder} limit ${size} offset ${skipped}`),
  )
  return { rows: fromEnd ? shown.reverse() : shown, ...totals }
}

/** The exact number of rows, for exports. */
export async function longCount(scoped: Scoped, { rows }: Pick<LongList<never>, 'rows'>): Promise<number> {
  await inIndexes(scoped)
  const [counted] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total from ${rows}`)
  return counted?.total ?? 0
}

/** Where an export continues: after this key and id. */
interface Mark {
  key: string | number
  id: number
}

/**
 * The next rows after `after` (null at first), found by key and id, so that the last page costs no more than the first.
 * `rows` must end in a condition, which the cursor is added to; `type` is the key's SQL type.
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
