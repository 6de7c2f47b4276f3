import { sql } from 'drizzle-orm'
import { type MergeState, mergeRevocableDays } from '#contract/words/club-merge.ts'
import type { Scoped } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Resource } from '../provider-rows.ts'

// Imported data and the club system are two pictures of one club. Until somebody has said how they meet, runs keep what
// they read and write nothing that counts (decision 0106).

const counting = ['members', 'contracts', 'memberTickets', 'bookings', 'purchases'] as const satisfies Resource[]
const facts = ['contracts', 'memberTickets', 'bookings', 'purchases'] as const satisfies Resource[]

const heldIn: Record<MergeState, readonly Resource[]> = {
  open: counting,
  undoing: counting,
  reading: counting,
  people: counting,
  writingPeople: facts,
  comparing: facts,
  facts,
  takingBack: counting,
  writing: [],
  merged: [],
  undone: [],
}

/** The reason of a kept row that is not written yet. */
export const heldSentence = '突き合わせの回答を待っているため、反映していません。'

export interface Hold {
  /** Resources whose rows are kept and not written. */
  held: ReadonlySet<Resource>
  /** Rows are kept as they were before they are changed. */
  isRevocable: boolean
}

const nothing: Hold = { held: new Set(), isRevocable: false }

interface Merging {
  state: MergeState
  isRevocable: boolean
}

/** The merge of a brand, where there is one. */
export const mergingOf = (brandCode: string, now: Date) => sql`
  select state, before is not null and (merged_at is null
      or merged_at > ${now.toISOString()}::timestamptz - make_interval(days => ${mergeRevocableDays})) as "isRevocable"
    from club_merge where brand_code = ${brandCode}`

export const holdOf = (merging: Merging | undefined): Hold =>
  merging ? { held: new Set(heldIn[merging.state]), isRevocable: merging.isRevocable } : nothing

const isOfFiles = sql`(exists (select from member where last_synced_at is null)
  or exists (select from contract where from_file) or exists (select from sale where from_file)
  or exists (select from reservation where from_file) or exists (select from visit where from_file)
  or exists (select from member_ticket where from_file))`

export async function hasRowsOfFiles(tx: Db): Promise<boolean> {
  const [here] = await rowsOf<{ any: boolean }>(tx, sql`select ${isOfFiles} as any`)
  return here?.any === true
}

/** States in which no run may begin: somebody has to choose first. */
const unchosen: readonly MergeState[] = ['open', 'undoing']

/** Whether data of files are here that nobody has compared with a club system from which nothing was written yet. */
export async function needsChoice(tx: Scoped | Db, brandCode: string): Promise<boolean> {
  const [found] = await rowsOf<{ state: MergeState | null; isNew: boolean }>(
    tx as Db,
    sql`select (select state from club_merge where brand_code = ${brandCode}) as state,
      not has_written_rows(${brandCode}) and not exists (select from sync_run where brand_code = ${brandCode}
        and kind in ('manual', 'night') and state in ('done', 'partial')) as "isNew"`,
  )
  if (found?.state) return unchosen.includes(found.state)
  if (!found?.isNew) return false
  return hasRowsOfFiles(tx as Db)
}

export const chooseFirst =
  '取り込んだデータがあります。会員管理システムのデータと二重にならないよう、先に比べて、扱いを選んでください。'

/** Forgets what was here before a merge, once it can no longer be taken back. */
export async function forgetMergedRows(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from merge_row r using club_merge m where m.brand_code = r.brand_code
    and m.merged_at < ${now.toISOString()}::timestamptz - make_interval(days => ${mergeRevocableDays})`)
  // A merge of doubles is of no use once it cannot be taken back.
  await db.execute(sql`with gone as (delete from club_merge where brand_code like 'doubles-%'
      and merged_at < ${now.toISOString()}::timestamptz - make_interval(days => ${mergeRevocableDays}) returning brand_code)
    delete from merge_pair p using gone where p.brand_code = gone.brand_code`)
}
