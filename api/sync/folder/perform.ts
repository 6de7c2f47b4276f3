import { type Syncing, workOn } from '../run.ts'
import { beginFolderRun } from './begin.ts'
import type { Folder } from './files.ts'
import { readRow } from './read-row.ts'
import { type FolderReader, folderResources, kindOf, readerOf } from './reader.ts'
import { openStudios } from './studios.ts'

type Surroundings = Pick<Syncing, 'database' | 'sealing' | 'clock' | 'log'>

interface Read {
  runId: string
  /** Names of shops in the files that are not mapped: their rows were left out. */
  openStudios: string[]
}

/** One run of a folder, from its first file to its last. Throws with a sentence where it cannot begin. */
export async function performFolderRun(of: Surroundings, brandCode: string, folder: Folder): Promise<Read> {
  const { database, clock } = of
  const reader = readerOf(folder, clock)
  await requireShop(of, brandCode, folder, reader)
  const run = await database.db.transaction((tx) => beginFolderRun(tx, { brandCode, folder, now: clock() }))
  await workOn({ ...of, readRow, ask: (_, work) => work(reader), files: reader }, run)
  return { runId: run.id, openStudios: (await openStudios(database.db, brandCode, reader.studios)).open }
}

/** Throws where no name in the files is mapped to a shop: nothing may be written before. */
async function requireShop({ database }: Surroundings, brandCode: string, folder: Folder, reader: FolderReader) {
  if ((await openStudios(database.db, brandCode, [])).hasShop) return
  for (const resource of folderResources) {
    // The run reports a file that cannot be read.
    if (folder.files.has(kindOf(resource))) await reader.page(resource, {}, 1).catch(() => null)
  }
  const names = [...reader.studios].sort().join('、')
  throw new Error(
    `どの店舗名がどの店舗かを、--studio '店舗名=店舗コード' で指定してください（取り込まない店舗は '店舗名=-'）。ファイルの店舗名: ${names || 'なし'}`,
  )
}
