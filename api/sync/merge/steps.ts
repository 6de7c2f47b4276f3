import { eq, sql } from 'drizzle-orm'
import type { MergeGroupKey, MergeState } from '#contract/words/club-merge.ts'
import type { Database, Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { clubMerge, mergePair } from '../../db/schema/club-merge.ts'
import { pagesOf } from '../../lib/pages.ts'
import { remap } from '../remap.ts'
import type { WritingRows } from '../write-page.ts'
import { applyFacts, applyPeople } from './answers.ts'
import { type Comparison, compareFacts, comparePeople } from './compare.ts'
import { hasRowsOfFiles } from './hold.ts'
import { rememberBefore, takeBackMerge } from './take-back.ts'

// How imported data and the club system come together, step by step, within runs: one process at most works on it.

interface Merging {
  database: Database
  of: WritingRows
  /** After each page: renews the lease of the run. */
  page: () => Promise<void>
}

export type MergeRow = typeof clubMerge.$inferSelect

export async function readMerge(db: Db, brandCode: string): Promise<MergeRow | null> {
  const [found] = await db.select().from(clubMerge).where(eq(clubMerge.brandCode, brandCode))
  return found ?? null
}

/** The last whole run of the brand whose parts were all read to their end; null: none. */
export async function lastWholeReading(db: Db, brandCode: string): Promise<{ id: number; beganAt: string } | null> {
  const [found] = await rowsOf<{ id: number; beganAt: string }>(
    db,
    sql`select r.id, r.began_at as "beganAt" from sync_run r
      where r.brand_code = ${brandCode} and r.kind not in ('day', 'folder', 'merge')
        and not exists (select from sync_part p where p.run_id = r.id and p.state not in ('done', 'partial'))
      order by r.began_at desc limit 1`,
  )
  return found ?? null
}

const isOfPeople: readonly MergeGroupKey[] = ['peopleAlike']

/** Compares members once they are read. While their answers wait, each later run compares again. */
export async function comparePeopleNow({ database, of, page }: Merging): Promise<void> {
  const merge = await readMerge(database.db, of.brandCode)
  if (merge?.state !== 'reading' && merge?.state !== 'people') return
  const comparison = await comparePeople(database.db, of, page)
  // Without alike people no answer is needed.
  const next: MergeState = comparison.pairs.length > 0 ? 'people' : 'writingPeople'
  await database.db.transaction((tx) => keep(tx, merge, comparison, isOfPeople, next))
}

/** What is due: members or everything is written, or taken back; then what `read`, a whole run, has read is compared. */
export async function followMerge(merging: Merging, read: { id: number; beganAt: string } | null): Promise<void> {
  const { database, of, page } = merging
  const { db } = database
  let merge = await readMerge(db, of.brandCode)
  if (merge?.state === 'writingPeople') {
    const { answers } = merge
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.merge', ${of.brandCode}, true)`)
      await applyPeople(tx, of.brandCode, answers)
    })
    await remap(db, of, { of: ['members'], page })
    merge = await moveOn(db, merge, 'comparing')
  }
  if (read !== null && (merge?.state === 'comparing' || merge?.state === 'facts')) {
    const comparison = await compareFacts(db, of, read, page)
    const next: MergeState = comparison.pairs.length > 0 ? 'facts' : 'writing'
    const before = merge
    merge = await db.transaction((tx) => keep(tx, before, comparison, null, next))
  }
  if (merge?.state === 'writing') {
    const { answers } = merge
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.merge', ${of.brandCode}, true)`)
      await applyFacts(tx, of.brandCode, answers)
      // Applied answers are removed, so that a step that is begun again does not apply them twice.
      await tx.update(clubMerge).set({ answers: {} }).where(eq(clubMerge.brandCode, of.brandCode))
      await tx.execute(sql`delete from merge_pair where brand_code = ${of.brandCode}`)
    })
    await remap(db, of, { page })
  }
  if (merge?.state === 'takingBack') {
    await db.transaction(async (tx) => {
      await takeBackMerge(tx, of.brandCode)
      await tx
        .update(clubMerge)
        .set({ state: 'open', compared: [], groups: [], answers: {}, mergedAt: null, before: null })
        .where(eq(clubMerge.brandCode, of.brandCode))
    })
  }
}

/** Whether an answer makes a run due. */
export async function mergeIsDue(db: Db, brandCode: string): Promise<boolean> {
  const merge = await readMerge(db, brandCode)
  if (!merge) return false
  if (merge.state === 'comparing') return (await lastWholeReading(db, brandCode)) !== null
  return ['writingPeople', 'writing', 'takingBack'].includes(merge.state)
}

/**
 * Where imports are taken back before the first run: true once all of them are. Where one could not be, somebody has to choose
 * again. What files have left is compared with what the run reads.
 */
export async function followUndo(db: Db, brandCode: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [merge] = await tx.select().from(clubMerge).where(eq(clubMerge.brandCode, brandCode)).for('update')
    if (merge?.state !== 'undoing') return false
    const files = await rowsOf<{ state: string; name: string }>(
      tx,
      sql`select state, name from import_file where id = any (${sql.param(merge.imports ?? [])}::integer[])`,
    )
    if (files.some(({ state }) => state === 'undoing')) return false
    const left = files.find(({ state }) => state !== 'undone')
    const sentence = left ? `「${left.name}」を取り消せませんでした。取り込みの画面で理由を確認してください。` : null
    const next = left
      ? ({ state: 'open' } as const)
      : (await hasRowsOfFiles(tx))
        ? ({ state: 'reading', before: await rememberBefore(tx), answers: {}, groups: [], compared: [] } as const)
        : ({ state: 'undone' } as const)
    await tx
      .update(clubMerge)
      .set({ ...next, sentence } as Partial<MergeRow>)
      .where(eq(clubMerge.brandCode, brandCode))
    return !left
  })
}

/** Rows of the run that waited are written now: its totals are counted again. */
export async function endMerge(
  tx: Db,
  { brandCode, readIn }: { brandCode: string; readIn: number },
  now: Date,
): Promise<void> {
  await tx
    .update(clubMerge)
    .set({ state: 'merged', mergedAt: now })
    .where(sql`${clubMerge.brandCode} = ${brandCode} and ${clubMerge.state} = 'writing'`)
  await tx.execute(sql`update sync_part p set our_total = (select count(*) from provider_row r where r.brand_code = ${brandCode}
      and r.resource = p.resource and r.outcome = 'written' and r.missing_since is null)
    where p.run_id = ${readIn}`)
  await tx.execute(sql`update sync_run r set sentence = null,
      state = case when exists (select from sync_part p where p.run_id = r.id and p.state <> 'done') then 'partial' else 'done' end
    where r.id = ${readIn} and r.state = 'partial'`)
}

async function moveOn(db: Db, { brandCode, state }: MergeRow, next: MergeState): Promise<MergeRow | null> {
  await db
    .update(clubMerge)
    .set({ state: next })
    .where(sql`${clubMerge.brandCode} = ${brandCode} and ${clubMerge.state} = ${state}`)
  return readMerge(db, brandCode)
}

const pairsAtOnce = 500

/** Keeps counts and groups, of one stage instead of those before; what has been answered meanwhile stays. */
async function keep(
  tx: Db,
  { brandCode, state }: MergeRow,
  { compared, pairs }: Comparison,
  only: readonly MergeGroupKey[] | null,
  next: MergeState,
): Promise<MergeRow | null> {
  const held = await tx.select().from(clubMerge).where(eq(clubMerge.brandCode, brandCode)).for('update')
  if (held[0]?.state !== state) return held[0] ?? null
  await tx.execute(sql`delete from merge_pair where brand_code = ${brandCode}`)
  for (const some of pagesOf(pairs, pairsAtOnce)) {
    await tx.insert(mergePair).values(some.map((pair) => ({ brandCode, ...pair })))
  }
  const groups = [...Map.groupBy(pairs, ({ key }) => key)].map(([key, those]) => ({
    ...{ key, rows: those.length, heads: new Set(those.map(({ memberId }) => memberId)).size },
    yen: those.some(({ yen }) => yen !== null) ? those.reduce((sum, { yen }) => sum + (yen ?? 0), 0) : null,
  }))
  const others = only ? [] : held[0].compared.filter(({ kind }) => kind === 'members')
  await tx
    .update(clubMerge)
    .set({ state: next, compared: [...others, ...compared], groups })
    .where(eq(clubMerge.brandCode, brandCode))
  return readMerge(tx, brandCode)
}
