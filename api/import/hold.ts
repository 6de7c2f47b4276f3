import { eq, sql } from 'drizzle-orm'
import type { AuditNote, Scoped, ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { areRefusalsUsedUp, mostRefusedValues, noteRefusedValues } from '../db/refused-values.ts'
import type { importFile } from '../db/schema/import.ts'
import { staff } from '../db/schema/organisation.ts'
import { FileRefused } from './refusal.ts'

// A file asks for many numbers at once. What a person may learn of other shops is a few refused values a day, over files
// and forms (api/db/refused-values.ts): beyond that nobody but head office sees what the check has found.

type File = Pick<typeof importFile.$inferSelect, 'id' | 'stepBy'>

/** Adds rows to the audit log. */
export type ImportNote = (
  tx: Scoped,
  client: { requestId: string; ip: null; userAgent: null },
  now: Date,
  ...entries: Parameters<AuditNote>[1][]
) => Promise<void>

/** Reading so many refused values is enough: they are beyond the limit of a day. */
const enough = mostRefusedValues + 1

/**
 * Whether what the check has found is for head office first. Once the day's answers are used up this holds for every file
 * that asks: that it is not held back would be an answer, too.
 */
export async function isHeldBack(db: Db, file: File, shops: ShopScope, now: Date): Promise<boolean> {
  if (shops === 'all' || file.stepBy === null) return false
  const asking = { staffId: file.stepBy, now }
  const isUsedUp = await areRefusalsUsedUp(db, asking)
  const [found] = await rowsOf<{ asks: boolean; values: string[] }>(
    db,
    sql`select count(*) > 0 as asks, coalesce((
        select array_agg(asked) from (select distinct asked from import_row
          where import_id = ${Number(file.id)} and why is not null limit ${enough}) v), '{}') as values
      from import_row where import_id = ${Number(file.id)} and asked is not null`,
  )
  if (!found) return false
  const isMore = await noteRefusedValues(db, asking, found.values)
  return isMore || (isUsedUp && found.asks)
}

/** Values that somebody has taken between the check and the write count as well; throws where they are too many. */
export async function countTaken(tx: Db, file: File, shops: ShopScope, now: Date): Promise<void> {
  if (shops === 'all' || file.stepBy === null) return
  const rows = await rowsOf<{ asked: string }>(
    tx,
    sql`select distinct asked from import_row
      where import_id = ${Number(file.id)} and outcome = 'stale' and asked is not null limit ${enough}`,
  )
  const values = rows.map(({ asked }) => asked)
  if (!(await noteRefusedValues(tx, { staffId: file.stepBy, now }, values))) return
  throw new TooManyTaken(values)
}

/** Takes the write back. */
class TooManyTaken extends FileRefused {
  readonly values: readonly string[]
  constructor(values: readonly string[]) {
    super('確認したあとに登録できなくなった番号が多いため、取り込みませんでした。もう一度確認してください。')
    this.values = values
  }
}

/** Counts the values that a rolled-back write has revealed. */
export async function noteTaken(db: Db, { stepBy }: File, error: unknown, now: Date): Promise<void> {
  if (error instanceof TooManyTaken && stepBy !== null) {
    await noteRefusedValues(db, { staffId: stepBy, now }, error.values)
  }
}

/** The row of 操作履歴 of a file that waits: without a number of rows, because its person reads their own acts. */
export async function noteHeld(tx: Db, note: ImportNote, file: File, now: Date): Promise<void> {
  const [person] = await tx
    .select({ role: staff.role })
    .from(staff)
    .where(eq(staff.id, file.stepBy ?? '0'))
  await note(tx as Scoped, { requestId: `import ${file.id}`, ip: null, userAgent: null }, now, {
    ...{ action: 'importHeld', resourceType: 'fileImport', resourceId: file.id },
    ...(person && file.stepBy !== null && { actor: { staffId: file.stepBy, role: person.role } }),
  })
}
