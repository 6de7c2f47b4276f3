import { sql } from 'drizzle-orm'
import type { ImportOfMember } from '#contract/member.ts'
import type { Ctx } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { toTokyoDateTime } from '../../lib/time.ts'

interface Found extends Pick<ImportOfMember, 'kind' | 'name' | 'isMade'> {
  id: number
  writtenAt: string
  undoneAt: string | null
  staffId: number | null
  displayName: string | null
  isInSight: boolean
}

/** The imports that have written something of a member, the latest first; of `by` alone where the caller's sight is their own acts. */
export async function importsOfMember(ctx: Ctx, memberId: number, by: string | undefined): Promise<ImportOfMember[]> {
  const rows = await rowsOf<Found>(
    ctx.scoped,
    sql`
      select i.id, i.kind, i.name, i.written_at as "writtenAt", i.undone_at as "undoneAt", s.id as "staffId",
        s.display_name as "displayName", i.is_made as "isMade",
        exists (select from import_file f where f.id = i.id) as "isInSight"
      from imports_of_member(${memberId}) i left join staff s on s.id = i.created_by
      ${by === undefined ? sql`` : sql`where i.created_by = ${Number(by)}`}
      order by i.written_at desc, i.id desc`,
  )
  return rows.map(({ id, kind, name, isMade, writtenAt, undoneAt, staffId, displayName, isInSight }) => ({
    ...{ id: String(id), kind, name, isMade },
    writtenAt: tokyo(writtenAt),
    undoneAt: undoneAt === null ? null : tokyo(undoneAt),
    by: staffId !== null && displayName !== null ? { id: String(staffId), displayName } : null,
    mayOpen: ctx.can('import.run') && isInSight,
  }))
}

const tokyo = (at: string) => toTokyoDateTime(new Date(at))
