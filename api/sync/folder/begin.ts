import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { syncPart, syncRun } from '../../db/schema/club-sync.ts'
import { beginRun, type RunRow, readStates, takeUp, unfinished } from '../runs.ts'
import type { Folder } from './files.ts'
import { type FolderResource, folderResources, kindOf } from './reader.ts'

/** Rows, answers and words of a brand's files are apart from those of its API: both have names and numbers of their own. */
export const sourceOf = (brandCode: string) => `${brandCode}/csv`

interface Begin {
  brandCode: string
  folder: Folder
  now: Date
}

/**
 * Begins a run of the folder. Its parts are the files that the folder has or had before: a file that is missing this
 * time is reported, one that was never there is not. Throws where another run is at work, or waits to be continued.
 */
export async function beginFolderRun(tx: Db, { brandCode, folder, now }: Begin): Promise<RunRow> {
  const [open] = await tx.select().from(syncRun).where(inArray(syncRun.state, unfinished)).for('update')
  if (open && open.kind !== 'folder')
    throw new Error('会員管理システムからの取得が終わっていません。先に終えてください。')
  if (open?.leaseUntil && open.leaseUntil > now) throw new Error('別の処理がフォルダーを読んでいます。')
  const over = {
    state: 'failed' as const,
    endedAt: now,
    leaseUntil: null,
    sentence: '途中で止まったため、読み直しました。',
  }
  if (open) await tx.update(syncRun).set(over).where(eq(syncRun.id, open.id))
  const source = sourceOf(brandCode)
  const before = await readBefore(tx, source)
  const resources = folderResources.filter((resource) => folder.files.has(kindOf(resource)) || before.has(resource))
  if (resources.length === 0) throw new Error('フォルダーに、読めるCSV（ML001・RL001・PL001）がありません。')
  const { id } = await beginRun(tx, { brandCode: source, kind: 'folder', staffId: null, now, read: resources })
  const run = await takeUp(tx, id, now)
  if (!run) throw new Error('別の処理が始まりました。もう一度実行してください。')
  return run
}

async function readBefore(tx: Db, source: string): Promise<Set<FolderResource>> {
  const done = await tx
    .selectDistinct({ resource: syncPart.resource })
    .from(syncPart)
    .innerJoin(syncRun, eq(syncRun.id, syncPart.runId))
    .where(and(eq(syncRun.brandCode, source), inArray(syncPart.state, readStates)))
  return new Set(done.map(({ resource }) => resource as FolderResource))
}
