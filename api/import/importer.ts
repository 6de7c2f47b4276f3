import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { ImportResult } from '#contract/file-import.ts'
import type { Database, Db } from '../db/client.ts'
import { interruptible } from '../db/interruptible.ts'
import { importFile, importMapping } from '../db/schema/import.ts'
import { attemptStep, endedTwice } from '../db/step-attempts.ts'
import type { Sealing } from '../lib/sealing.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { Log } from '../process/log.ts'
import { checkRows, shopNames } from './check.ts'
import type { OnRows } from './compared.ts'
import { expiryOf, fileOf, givenUp, isAtWork } from './files.ts'
import { errorHeading } from './find-columns.ts'
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
  /** Aborted when the process ends: another process begins the step again. */
  stopping?: AbortSignal
  /** Another process, for tests. */
  process?: string
}

type FileRow = typeof importFile.$inferSelect

/** A step at work. */
interface Work {
  database: Database
  kind: KindOfRows
  file: FileRow
  now: Date
  /** Aborted where staff have cancelled the step, or the process ends. */
  signal: AbortSignal
}

/** Rows that the embedded database writes at once: all other requests wait meanwhile. */
const mostOfEmbedded = 10_000

const failedHere = '処理に失敗しました。データは変わっていません。もう一度お試しください。'

/**
 * Does the step that a file's state names: checks it, writes it or takes it back. The state changes in the transaction
 * that does the work, so a step whose process dies is begun again, once, and never done twice. A step that fails, as
 * where the file cannot be read or its person has lost the right meanwhile, ends with a sentence and has written nothing.
 */
export const importer =
  ({ database, kinds, sealing, clock, log, note, stopping, process }: ImporterOptions) =>
  async ({ importId }: ImportJob): Promise<void> => {
    const { db } = database
    const [file] = await db.select().from(importFile).where(eq(importFile.id, importId))
    if (!file || !isAtWork(file.state)) return
    const step = `import ${file.id} ${file.stepNo}`
    const isDone = await attemptStep(db, { step, now: clock(), process }, async () => {
      const { signal, end } = watchStep(db, file, stopping)
      const work: Work = { database, kind: kinds[file.kind], file, now: clock(), signal }
      try {
        if (file.state === 'checking') await check(work, sealing, note)
        if (file.state === 'writing') await write(work)
        if (file.state === 'undoing') await undo(work)
      } catch (error) {
        if (error instanceof StepCancelled) return
        // The job is begun again by the next process.
        if (stopping?.aborted) throw error
        await noteTaken(db, file, error, clock())
        const isForStaff = error instanceof FileRefused
        if (!isForStaff) log.failure({ requestId: `import ${importId}`, route: 'import', error })
        await fail(db, file, isForStaff ? error.message : failedHere)
      } finally {
        end()
      }
    })
    if (!isDone) await fail(db, file, endedTwice)
  }

async function scopeOf(db: Db, { stepBy }: FileRow) {
  const shops = stepBy === null ? null : await importScopeOf(db, stepBy)
  if (shops === null) throw new FileRefused('取り込みの権限がなくなったため、中止しました。')
  return shops
}

async function check({ database, kind, file, now, signal }: Work, sealing: Sealing, note: ImportNote) {
  const { db } = database
  const shops = await scopeOf(db, file)
  const bytes = await fileOf(db, sealing, file)
  const known = { shops: await shopNames(db, shops), today: tokyoDayOf(now) }
  const reading = async (answers: FileRow['answers']) =>
    readFile({ kind: file.kind, bytes, known, answers }, { who: file.stepBy ?? '', signal })
  let [read, answers] = [await reading(file.answers), file.answers]
  // The first check, before any answer.
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
    const onRows = async (done: number) => {
      signal.throwIfAborted()
      await endStep(db, file, { done })
    }
    await endStep(db, file, { total: read.summary.rows })
    const result = await checkRows(
      interruptible(db, signal),
      kind,
      { ...file, answers },
      read,
      { shops, today: known.today },
      onRows,
    )
    const isHeld = await isHeldBack(db, file, shops, now)
    const found = { answers, result, done: read.summary.rows, failure: null }
    await db.transaction(async (tx) => {
      // What somebody has answered holds for the refused rows too, also where the file itself is never written.
      if (!isFirst && file.stepBy !== null) await remember(tx, file.stepBy, { ...file, answers }, result)
      await endStep(tx, file, { ...found, state: isHeld ? 'waiting' : 'checked' })
      if (isHeld) await noteHeld(tx, note, file, now)
    })
  } finally {
    await read.close()
  }
}

const write = (work: Work) =>
  inStep(work, async (tx) => {
    const { kind, file, now } = work
    const shops = await scopeOf(tx, file)
    await kind.write(tx, file.id, shops, now, file.stepBy, progressOf(work))
    await countTaken(tx, file, shops, now)
    const { rows } = await tx.execute<{ stale: number }>(
      sql`select count(*)::integer as stale from import_row where import_id = ${Number(file.id)} and outcome = 'stale'`,
    )
    const result = file.result && { ...file.result, counts: { ...file.result.counts, stale: rows[0]?.stale ?? 0 } }
    await endStep(tx, file, { state: 'written', result, writtenAt: now, expiresAt: expiryOf(now) })
    if (file.stepBy !== null && file.result) await remember(tx, file.stepBy, file, file.result)
  })

/**
 * Tells whoever waits how many rows are written: on a connection of its own, because nobody sees what the step's own one
 * writes before its end. The embedded database has one connection for all.
 */
const progressOf =
  ({ database, file }: Work): OnRows =>
  async (done) => {
    if (database.kind === 'postgres') await endStep(database.db, file, { done })
  }

const undo = (work: Work) =>
  inStep(work, async (tx) => {
    const { kind, file, now } = work
    await kind.undo(tx, file.id, await scopeOf(tx, file), now, file.stepBy)
    await endStep(tx, file, { state: 'undone', undoneAt: now })
  })

/** Of two processes one does it, without a lock of the file's row: whoever cancels the step would wait for that. */
async function inStep({ database, file, signal }: Work, work: (tx: Db) => Promise<void>) {
  await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`import_file ${file.id}`}, 0)) as held`,
    )
    const [current] = await tx.select({ id: importFile.id }).from(importFile).where(isStill(file))
    if (rows[0]?.held && current) await work(interruptible(tx, signal))
  })
}

const isStill = ({ id, state, stepNo }: FileRow) =>
  and(eq(importFile.id, id), eq(importFile.state, state), eq(importFile.stepNo, stepNo))

/** Changes the file where this step is still its step. */
async function endStep(db: Db, file: FileRow, set: Partial<typeof importFile.$inferInsert>) {
  const changed = await db.update(importFile).set(set).where(isStill(file)).returning({ id: importFile.id })
  if (changed.length === 0) throw new StepCancelled()
}

/** Staff have cancelled the step, or removed the file. */
class StepCancelled extends Error {}

/** How often a step looks whether it was cancelled, in milliseconds. */
const lookedForEvery = 1_000

function watchStep(db: Db, file: FileRow, stopping: AbortSignal | undefined) {
  const ending = new AbortController()
  const stop = () => ending.abort(stopping?.reason)
  if (stopping?.aborted) stop()
  stopping?.addEventListener('abort', stop)
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const found = await db.select({ id: importFile.id }).from(importFile).where(isStill(file))
    if (found.length === 0) ending.abort(new StepCancelled())
    isLooking = false
  }
  // Where the database is lost, the step itself fails.
  const looking = setInterval(() => void look().catch(() => {}), lookedForEvery).unref()
  const end = () => {
    clearInterval(looking)
    stopping?.removeEventListener('abort', stop)
  }
  return { signal: ending.signal, end }
}

async function fail(db: Db, file: FileRow, failure: string) {
  await db
    .update(importFile)
    .set({ state: givenUp(file.state), failure })
    .where(isStill(file))
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
    .update(JSON.stringify(headings.flatMap(({ heading }) => (heading === errorHeading ? [] : heading)).sort()))
    .digest('hex')
