import { eq, sql } from 'drizzle-orm'
import type { ImportResult } from '#contract/file-import.ts'
import { type FaultAct, importKinds, type TranslatedColumn } from '#contract/words/import.ts'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { type importFile, importRow } from '../db/schema/import.ts'
import { besideClubSystem } from './beside-club-system.ts'
import type { ComparedRow, OnRows } from './compared.ts'
import { isLeftOut } from './fault-groups.ts'
import type { KindOfRows } from './kinds.ts'
import type { ReadFile, ReadRow } from './read-file.ts'
import { type ShopName, unknownOf } from './rows.ts'
import { inShops } from './scope.ts'

type FileRow = typeof importFile.$inferSelect
type Texts = NonNullable<ImportResult['unknown'][TranslatedColumn]>

const mostGroups = 100
const mostFirst = 10
const mostAlike = 100

interface Group {
  column: string | null
  reason: string
  rows: number
  first: number[]
  acts: FaultAct[]
}

/** The shops whose names a file may have. */
export async function shopNames(db: Db, shops: ShopScope): Promise<ShopName[]> {
  const { rows } = await db.execute<ShopName & Record<string, unknown>>(sql`select id::text, code, name from shop
    where ${inShops(sql`id`, shops)}`)
  return rows.map(({ id, code, name }) => ({ id, code, name }))
}

/**
 * Compares all rows of a file with the members, and stores what becomes of each that is not as it is already. Answers
 * what staff see before they import it. Its rows of an earlier check go first.
 */
export async function checkRows(
  db: Db,
  { compare, corrections, labelOf, lastDay, newPlans, previous }: KindOfRows,
  { id, kind, answers, stepBy }: Pick<FileRow, 'id' | 'kind' | 'answers' | 'stepBy'>,
  { summary: { without, left, valued, emptied, ...summary }, batches }: ReadFile,
  { shops, today }: { shops: ShopScope; today: string },
  onRows: OnRows = async () => {},
): Promise<ImportResult> {
  await db.delete(importRow).where(eq(importRow.importId, id))
  const counts: ImportResult['counts'] = { created: 0, changed: 0, unchanged: 0, kept: 0, refused: 0, stale: 0 }
  const result: ImportResult = {
    ...summary,
    unknown: { ...summary.unknown },
    counts,
    changes: {},
    alike: [],
    alikeRows: 0,
    faults: [],
  }
  const { overwrite, values } = answers
  const correcting = { importId: id, by: stepBy, shops, answer: answers.correction, refused: 0 }
  const keepsSaid = (await corrections?.may(db, correcting)) === true
  const comparison = await compare(db, { by: stepBy, shops, overwrite, values, keepsSaid })
  const groups = new Map<string, Group>()
  let [done, leftOut] = [0, left]
  for await (const { drafts, faults } of batches) {
    const compared = await comparison.part(drafts)
    const refused = faults.map(
      ({ row, column, reason }): ComparedRow => ({
        ...{ row, outcome: 'refused', fault: { reason, ...(column !== undefined && { column }) } },
      }),
    )
    // A refusal that reveals something of other shops is counted (hold.ts): without it the answer would not be counted.
    const kept = compared.rows.filter(
      ({ fault, asked }) => !fault || asked !== undefined || !isLeftOut(answers.groups, fault),
    )
    leftOut += compared.rows.length - kept.length
    const rows = [...kept, ...refused]
    for (const { outcome } of rows) {
      const name = outcome === 'confirmed' ? 'unchanged' : outcome
      counts[name] = (counts[name] ?? 0) + 1
    }
    for (const { row, fault, asked } of kept) if (fault) addTo(groups, row, fault, asked === undefined ? ['skip'] : [])
    for (const { row, fault } of refused) if (fault) addTo(groups, row, fault, actsOf(fault, { valued, emptied }))
    counts.unchanged += compared.unchanged
    countChanges(rows, labelOf, result.changes)
    result.alike.push(...compared.alike.slice(0, mostAlike - result.alike.length))
    result.alikeRows += compared.alike.length
    await store(db, id, rows, [...drafts, ...faults])
    done += drafts.length + faults.length
    await onRows(done)
  }
  if (keepsSaid) {
    const corrected = await corrections?.find(db, { ...correcting, refused: counts.refused })
    if (corrected?.found) addCorrection(result, corrected.found)
    countChanges(corrected?.replaced ?? [], labelOf, result.changes)
  }
  counts.unchanged += without
  for (const [column, texts] of Object.entries(unknownOf(comparison.unknown)) as [TranslatedColumn, Texts][]) {
    result.unknown[column] = [...(result.unknown[column] ?? []), ...texts]
  }
  result.names = comparison.names()
  const zeros = await comparison.zeros?.()
  if (zeros) result.zeros = zeros
  if (leftOut > 0) result.left = leftOut
  result.notes = [
    ...summary.notes,
    ...(leftOut > 0 ? [`${leftOut.toLocaleString('ja-JP')}行は、答えのとおり取り込みません。`] : []),
    ...(without > 0 ? [`${without.toLocaleString('ja-JP')}行には${importKinds[kind]}がないため、何もしません。`] : []),
    ...comparison.notes(),
    ...(await besideClubSystem(db, { importId: id, kind, today })),
  ]
  result.lastDay = (await lastDay?.(db, id, today)) ?? null
  if (newPlans) result.newPlans = await newPlans(db, id, answers)
  const before = await previous?.(db, id, shops, answers.previous)
  if (before) {
    await store(db, id, before.rows, [])
    result.previous = before.found
    counts.changed += before.rows.length
    const ended = before.rows.length + before.ended
    const label = labelOf('end_on')
    if (ended > 0 && label) result.changes[label] = (result.changes[label] ?? 0) + ended
  }
  result.faults = [...groups.values()].sort((a, b) => b.rows - a.rows).slice(0, mostGroups)
  return result
}

function addCorrection(result: ImportResult, found: NonNullable<ImportResult['correction']>) {
  result.correction = found
  const { counts } = result
  if (!found.isReplacing) return
  counts.created -= found.replaced
  counts.changed += found.replaced
  counts[found.isRemoving ? 'removed' : 'missing'] = found.missing
}

/** Equal reasons are shown as one line. */
function addTo(
  groups: Map<string, Group>,
  row: number,
  { column = null, reason }: { column?: string | null; reason: string },
  acts: FaultAct[],
) {
  const key = `${column}|${reason}`
  const group = groups.get(key) ?? { column, reason, rows: 0, first: [], acts }
  groups.set(key, group)
  group.rows += 1
  if (group.first.length < mostFirst) group.first.push(row)
}

/** How all faults of a column can be answered: with a value, with none, or by leaving their rows out. */
function actsOf({ column }: { column?: string }, { valued, emptied }: Pick<ReadFile['summary'], 'valued' | 'emptied'>) {
  const acts: FaultAct[] = []
  if (column !== undefined && valued.includes(column)) acts.push('value')
  if (column !== undefined && emptied.includes(column)) acts.push('blank')
  return [...acts, 'skip'] satisfies FaultAct[]
}

/** How many members, or facts, change in each column, by the columns' names. */
function countChanges(
  rows: readonly ComparedRow[],
  labelOf: (name: string) => string | null,
  into: Record<string, number>,
) {
  for (const { after, outcome } of rows) {
    if (outcome !== 'changed' && outcome !== 'kept') continue
    for (const label of new Set(Object.keys(after ?? {}).map(labelOf))) {
      if (label) into[label] = (into[label] ?? 0) + 1
    }
  }
}

async function store(
  db: Db,
  id: string,
  rows: readonly ComparedRow[],
  read: readonly Pick<ReadRow, 'row' | 'cells'>[],
) {
  if (rows.length === 0) return
  const cellsOf = new Map(read.map(({ row, cells }) => [row, cells]))
  const values = rows.map(({ row, outcome, memberId, factId, before, after, confirmed, fault, asked, why }) => ({
    ...{
      line: row,
      outcome,
      member_id: memberId && Number(memberId),
      fact_id: factId,
      before,
      after,
      confirmed,
      asked,
      why,
    },
    ...(fault && { fault_column: fault.column, reason: fault.reason, cells: cellsOf.get(row) ?? [] }),
  }))
  // As one value: a parameter each would be more than a statement takes.
  await db.execute(sql`
    insert into import_row (import_id, line, outcome, member_id, fact_id, before, after, confirmed, fault_column, reason, cells,
      asked, why)
    select ${Number(id)}, r.* from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as r (line integer, outcome text, member_id integer, fact_id integer, before jsonb, after jsonb, confirmed text[], fault_column text, reason text,
        cells text[], asked text, why text)`)
}
