import { and, desc, eq, getTableColumns, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { TranslatedField } from '#contract/words/club-sync.ts'
import type { Scoped } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { syncPart, syncRun, unknownWord } from '../../db/schema/club-sync.ts'
import { staff } from '../../db/schema/organisation.ts'

const shownRuns = 10
const shownWords = 200

/** Another brand than this whose club system, or files, runs have read; null: none. */
export async function drawnBrand(scoped: Scoped | Db, brandCode: string): Promise<string | null> {
  const brand = sql<string>`split_part(${syncRun.brandCode}, '/', 1)`
  const [found] = await scoped.select({ brandCode: brand }).from(syncRun).where(ne(brand, brandCode)).limit(1)
  return found?.brandCode ?? null
}

/** Of the hourly runs by day, one that is under way and a failure that nothing has followed. */
const isTold = sql`${syncRun.kind} <> 'day' or ${syncRun.state} in ('running', 'stopping', 'stopped')
  or ${syncRun.state} = 'failed' and ${syncRun.id} = (select max(id) from sync_run)`

/** The last runs, the newest first. */
export const readRuns = (scoped: Scoped) =>
  scoped
    .select({
      ...{ id: syncRun.id, kind: syncRun.kind, state: syncRun.state, sentence: syncRun.sentence },
      ...{ beganAt: syncRun.beganAt, endedAt: syncRun.endedAt },
      requestedBy: { id: staff.id, displayName: staff.displayName },
    })
    .from(syncRun)
    .leftJoin(staff, eq(staff.id, syncRun.requestedBy))
    .where(isTold)
    .orderBy(desc(syncRun.beganAt), desc(syncRun.id))
    .limit(shownRuns)

export async function readParts(scoped: Scoped, runIds: readonly string[]) {
  if (runIds.length === 0) return []
  const {
    listNo: _,
    page: _p,
    pass: _q,
    isUnbroken: _u,
    fetchedOfPass: _f,
    totalBefore: _t,
    endedAt: _e,
    ...shown
  } = getTableColumns(syncPart)
  return scoped
    .select(shown)
    .from(syncPart)
    .where(inArray(syncPart.runId, [...runIds]))
}

export const readWords = (scoped: Scoped, brandCode: string) =>
  scoped
    .select({
      ...{ field: unknownWord.field, word: unknownWord.word, rows: unknownWord.count, answer: unknownWord.answer },
      answeredBy: { id: staff.id, displayName: staff.displayName },
    })
    .from(unknownWord)
    .leftJoin(staff, eq(staff.id, unknownWord.answeredBy))
    .where(eq(unknownWord.brandCode, brandCode))
    .orderBy(isNotNull(unknownWord.answer), desc(unknownWord.count), unknownWord.field, unknownWord.word)
    .limit(shownWords)

interface Word {
  brandCode: string
  field: TranslatedField
  word: string
}

const isWord = ({ brandCode, field, word }: Word) =>
  and(eq(unknownWord.brandCode, brandCode), eq(unknownWord.field, field), eq(unknownWord.word, word))

export async function readWord(scoped: Scoped, of: Word) {
  const [found] = await scoped.select({ answer: unknownWord.answer }).from(unknownWord).where(isWord(of)).for('update')
  return found ?? null
}

export const answerWord = (scoped: Scoped, of: Word & { answer: string | null; staffId: string; now: Date }) =>
  scoped
    .update(unknownWord)
    .set({
      answer: of.answer,
      answeredBy: of.answer === null ? sql`null` : of.staffId,
      answeredAt: of.answer === null ? null : of.now,
    })
    .where(isWord(of))
