import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import { type Scope, scopeOf } from '#contract/permissions.ts'
import { type LogKind, logKinds, rightOf } from '#contract/words/daily-log.ts'
import { type RoleLevel, roleLevels } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx } from '../context.ts'
import { rowsOf } from '../db/expressions.ts'

// Nobody reads health data through a person whom they have appointed: who was appointed by somebody who may read less
// of a log reads none of it until another person approves (decision 0061).

const breadth: Partial<Record<Scope, number>> = { aggregate: 1, assigned: 2, shops: 3, all: 4 }
const breadthOf = (person: { role: RoleLevel; isAdmin: boolean }, kind: LogKind) =>
  breadth[scopeOf(person, rightOf[kind]) ?? 'own'] ?? 0

interface Appointer {
  role: RoleLevel
  isAdmin: boolean
  /** They have changed the person's address, and so may have become them. */
  hasAddress: boolean
}

/**
 * Whether this appointer would gain by reading a log as a person of this breadth. Of members assigned to them or booked
 * with them only who has taken over the address of a known trainer: assignments are approved one by one.
 */
const wouldGain = (appointer: Appointer, mine: number, kind: LogKind) =>
  breadthOf(appointer, kind) < mine && (mine !== breadth.assigned || appointer.hasAddress)

/** 403 while the caller's reading of a log waits for an approval. */
export async function requireApprovedReader(ctx: Ctx, kind: LogKind): Promise<void> {
  const mine = breadth[ctx.reach(rightOf[kind]).rule] ?? 0
  const appointers = await rowsOf<Appointer>(
    ctx.scoped,
    sql`select role, is_admin as "isAdmin", has_address as "hasAddress" from unapproved_appointers(app_staff())`,
  )
  if (!appointers.some((one) => wouldGain(one, mine, kind))) return
  throw new ApiError('forbidden', {
    message: '健康情報の閲覧の承認を待っています。本部か、ほかのFCオーナーが承認すると表示されます。',
  })
}

const roles = valuesOf(roleLevels)
const pairsOf = (hasAddress: boolean) =>
  roles.flatMap((role) =>
    roles
      .filter((appointer) =>
        valuesOf(logKinds).some((kind) =>
          wouldGain({ role: appointer, isAdmin: false, hasAddress }, breadthOf({ role, isAdmin: false }, kind), kind),
        ),
      )
      .map((appointer) => `${role} ${appointer}`),
  )
const arrayOf = (pairs: readonly string[]) => sql`${`{${pairs.map((pair) => `"${pair}"`).join(',')}}`}::text[]`

/** Whether a staff member waits for an approval as a reader of some log. */
export const awaitsReaderApproval = (staffId: SQL | { getSQL(): SQL }) =>
  sql<boolean>`awaits_reader_approval(${staffId}, ${arrayOf(pairsOf(false))}, ${arrayOf(pairsOf(true))})`
