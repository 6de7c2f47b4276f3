import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { ImportResult } from '#contract/file-import.ts'
import type { ImportState } from '#contract/words/import.ts'
import type { Database, Db } from '../db/client.ts'
import { importFile, importMapping } from '../db/schema/import.ts'
import type { Sealing } from '../lib/sealing.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { Log } from '../process/log.ts'
import { checkRows, shopNames } from './check.ts'
import { expiryOf, fileOf } from './files.ts'
import { countTaken, type ImportNote, isHeldBack, noteHeld, noteTaken } from './hold.ts'
import type { KindOfRows, Kinds } from './kinds.ts'
import { readFile } from './read-file.ts'
import { FileRefused } from './refusal.ts'
import { importScopeOf } from './scope.ts'

export interface ImportJob {
  importId: string
}

interface ImporterOptions {
  database: Database
  kinds: Kinds
  sealing: Sealing
  clock: () => Date
  log: Pick<Log, 'failure'>
  note: ImportNote
}

type FileRow = typeof importFile.$inferSelect

/** Rows that the embedded database takes at once: everybody waits meanwhile. */
const mostOfEmbedded = 10_000

/**
 * Does the step that a file's state names: checks it, writes it or takes it back. The state changes in the transaction
 * that does the work, so a step whose process dies is begun again and never done twice. A step that fails, as where
 * the file cannot be read or its person has lost the right meanwhile, ends with a sentence and has written nothing.
 */
export const importer =
  ({ database, kinds, sealing, clock, log, note }: ImporterOptions) =>
  async ({ importId }: ImportJob): Promise<void> => {
    const { db } = database
    const [file] = await db.select().from(importFile).where(eq(importFile.id, importId))
    if (!file) return
    const kind = kinds[file.kind]
    try {
      if (file.state === 'checking') await check(database, kind, sealing, clock(), file, note)
      if (file.state === 'writing') await write(db, kind, clock(), file)
      if (file.state === 'undoing') await undo(db, kind, clock(), file)
    } catch (error) {
      await noteTaken(db, file, error, clock())
      const isForStaff = error instanceof FileRefused
      if (!isForStaff) log.failure({ requestId: `import ${importId}`, route: 'import', error })
      await fail(
        db,
        file,
        isForStaff ? error.message : '処理に失敗しました。データは変わっていません。もう一度お試しください。',
      )
    }
  }

async function scopeOf(db: Db, { stepBy }: FileRow) {
  const shops = stepBy === null ? null : await importScopeOf(db, stepBy)
  if (shops === null) throw new FileRefused('取り込みの権限がなくなったため、中止しました。')
  return shops
}

async function check(
  database: Database,
  kind: KindOfRows,
  sealing: Sealing,
  now: Date,
  file: FileRow,
  note: ImportNote,
) {
  const { db } = database
  const shops = await scopeOf(db, file)
  const bytes = await fileOf(db, sealing, file)
  const known = { shops: await shopNames(db, shops), today: tokyoDayOf(now) }
  const reading = async (answers: FileRow['answers']) => readFile({ kind: file.kind, bytes, known, answers })
  let [read, answers] = [await reading(file.answers), file.answers]
  // Of the first check, before anybody has answered.
  const isFirst = file.result === null && Object.keys(answers.columns).length === 0
  const remembered = isFirst ? await rememberedFor(db, file, read.summary) : null
  if (remembered) {
    await read.close()
    answers = { ...answers, ...remembered }
    read = await reading(answers)
  }
  const rows = read.summary.rows.toLocaleString('ja-JP')
  try {
    if (kind.mostRows && read.summary.rows > kind.mostRows) {
      throw new FileRefused(
        `${rows}行あります。一度に取り込めるのは${kind.mostRows}行までです。ファイルを分けてください。`,
      )
    }
    if (database.kind === 'pglite' && read.summary.rows > mostOfEmbedded) {
      throw new FileRefused(
        `${rows}行あります。内蔵のデータベースで一度に取り込めるのは10,000行までです。ファイルを分けるか、PostgreSQLをお使いください。`,
      )
    }
    const result = await checkRows(db, kind, { ...file, answers }, read, shops, (done) => noteProgress(db, file, done))
    const isHeld = await isHeldBack(db, file, shops, now)
    const found = { answers, result, done: read.summary.rows, failure: null }
    await db.transaction(async (tx) => {
      await endStep(tx, file, { ...found, state: isHeld ? 'waiting' : 'checked' })
      if (isHeld) await noteHeld(tx, note, file, now)
    })
  } finally {
    await read.close()
  }
}

async function write(db: Db, kind: KindOfRows, now: Date, file: FileRow) {
  await db.transaction(async (tx) => {
    if (!(await holdStep(tx, file))) return
    const shops = await scopeOf(tx, file)
    await kind.write(tx, file.id, shops, now, file.stepBy)
    await countTaken(tx, file, shops, now)
    const { rows } = await tx.execute<{ stale: number }>(
      sql`select count(*)::integer as stale from import_row where import_id = ${Number(file.id)} and outcome = 'stale'`,
    )
    const result = file.result && { ...file.result, counts: { ...file.result.counts, stale: rows[0]?.stale ?? 0 } }
    await endStep(tx, file, { state: 'written', result, writtenAt: now, expiresAt: expiryOf(now) })
    if (file.stepBy !== null && file.result) await remember(tx, file.stepBy, file, file.result)
  })
}

async function undo(db: Db, kind: KindOfRows, now: Date, file: FileRow) {
  await db.transaction(async (tx) => {
    if (!(await holdStep(tx, file))) return
    await kind.undo(tx, file.id, await scopeOf(tx, file), now, file.stepBy)
    await endStep(tx, file, { state: 'undone', undoneAt: now })
  })
}

/** Whether the step is still to be done: of two processes one does it. */
async function holdStep(tx: Db, { id, state }: FileRow): Promise<boolean> {
  const held = await tx
    .select({ id: importFile.id })
    .from(importFile)
    .where(and(eq(importFile.id, id), eq(importFile.state, state)))
    .for('update')
  return held.length > 0
}

const endStep = (db: Db, { id, state }: FileRow, set: Partial<typeof importFile.$inferInsert>) =>
  db
    .update(importFile)
    .set(set)
    .where(and(eq(importFile.id, id), eq(importFile.state, state)))

const noteProgress = async (db: Db, file: FileRow, done: number) => void (await endStep(db, file, { done }))

/** A file that was written before stays so: only its undo is given up. */
async function fail(db: Db, file: FileRow, failure: string) {
  const after: Partial<Record<ImportState, ImportState>> = { undoing: 'written' }
  await endStep(db, file, { state: after[file.state] ?? 'failed', failure })
}

/** The next file with these headings is read the same way. */
async function remember(tx: Db, staffId: string, { kind, answers }: FileRow, { headings }: ImportResult) {
  const { columns, values, blanks } = answers
  const remembered = { columns, values, blanks }
  await tx
    .insert(importMapping)
    .values({ staffId, kind, headings: setOfHeadings(headings), answers: remembered })
    .onConflictDoUpdate({
      target: [importMapping.staffId, importMapping.kind, importMapping.headings],
      set: { answers: remembered },
    })
}

async function rememberedFor(db: Db, { kind, stepBy }: FileRow, { headings }: Pick<ImportResult, 'headings'>) {
  const [found] = await db
    .select({ answers: importMapping.answers })
    .from(importMapping)
    .where(
      and(
        eq(importMapping.staffId, stepBy ?? '0'),
        eq(importMapping.kind, kind),
        eq(importMapping.headings, setOfHeadings(headings)),
      ),
    )
  return found?.answers ?? null
}

/** One text for the same headings in any order. */
const setOfHeadings = (headings: ImportResult['headings']) =>
  createHash('sha256')
    .update(JSON.stringify(headings.map(({ heading }) => heading).sort()))
    .digest('hex')
