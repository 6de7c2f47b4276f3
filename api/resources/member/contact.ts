import type { Ctx } from '../../context.ts'
import { seesContact } from '../../db/member-search.ts'
import { assignedAmong } from './records.ts'
import type { FoundMember } from './repository.ts'

/** Whether the caller sees the contact of each of these members. */
export async function contactOf(ctx: Ctx, rows: readonly FoundMember[]): Promise<(row: FoundMember) => boolean> {
  if (seesContact(ctx)) return () => true
  const ids = rows.map(({ memberId }) => memberId)
  const assigned = await assignedAmong(ctx.scoped, ids, ctx.now)
  return ({ memberId }) => assigned.has(memberId)
}
