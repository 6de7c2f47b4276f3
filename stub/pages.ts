import type { Found } from './lists.ts'
import type { Traps } from './traps.ts'

const mostRows = 100

/** A page of a list, or one row, in the provider's shape; at most 100 rows whatever is asked for. */
export function bodyFor(found: Found, page: number, asked: number, traps: Traps) {
  if ('row' in found) return { data: { [found.name]: found.row } }
  const { rows, name, send } = found
  const length = Math.min(Math.max(1, asked), mostRows)
  const list = rows.slice((page - 1) * length, page * length).map(send)
  const read = { length, page, total_count: rows.length, total_page: Math.ceil(rows.length / length), list }
  return traps.isOn('otherEnvelope') ? { [name]: list, meta: { count: rows.length } } : { data: { [name]: read } }
}
