import { sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { idArray, rowsOf } from './expressions.ts'

/**
 * Names by id of the staff whom the caller's own screens name: those of their shops, trainers of their members, and
 * people they registered. For ids that a request or a stored condition chose: the table itself is readable across
 * shops, because names stand beside changes.
 */
export async function staffInSight(scoped: Scoped, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<{ id: number; name: string }>(
    scoped,
    sql`
      select s.id, s.display_name as name from staff s
      where s.id = any(${idArray(ids)}) and (
        (select app_sees_every_shop()) or s.id = (select app_staff())
        or exists (select from shop_staff w where w.staff_id = s.id)
        or exists (select from member_in_scope l where l.trainer_id = s.id)
        or (s.created_by = (select app_staff()) and staff_wholly_in_sight(s.id)))`,
  )
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
