import { cutText } from '#contract/cut-text.ts'
import { FileRefused } from '../../import/refusal.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { ProviderFailure } from '../club-system.ts'
import type { ProviderReader, RawRow, Resource } from '../provider-rows.ts'
import { type FileKind, type Folder, readFileOf } from './files.ts'
import { bookingRows, contractRows, memberRows, saleRows, studiosIn } from './rows.ts'

/** What the files have, in the order in which a run reads it. */
const sources = {
  members: { kind: 'ML001', rows: memberRows },
  contracts: { kind: 'ML001', rows: contractRows },
  bookings: { kind: 'RL001', rows: bookingRows },
  purchases: { kind: 'PL001', rows: saleRows },
} as const
export type FolderResource = keyof typeof sources
export const folderResources = Object.keys(sources) as FolderResource[]
export const kindOf = (resource: FolderResource): FileKind => sources[resource].kind

const rowsPerPage = 200

export interface FolderReader extends ProviderReader {
  /** The names of shops in the files that were read. */
  studios: ReadonlySet<string>
  /** The last change of the oldest file that was read. */
  readonly changedAt: Date | null
}

/** Reads the files of a folder, one at a time, in pages. */
export function readerOf(folder: Folder, clock: () => Date): FolderReader {
  let open: { resource: Resource; rows: RawRow[] } | null = null
  const studios = new Set<string>()
  let changedAt: Date | null = null

  async function rowsOf(resource: FolderResource): Promise<RawRow[]> {
    if (open?.resource === resource) return open.rows
    const { kind, rows: rowsIn } = sources[resource]
    const file = folder.files.get(kind)
    if (!file) throw new ProviderFailure('unexpected', `${kind}のファイルがフォルダーにありません。`)
    open = null
    try {
      const { table, modifiedAt } = await readFileOf(folder, file)
      const rows = rowsIn(table, tokyoDayOf(clock()))
      for (const name of studiosIn(rows)) studios.add(name)
      if (!changedAt || modifiedAt < changedAt) changedAt = modifiedAt
      open = { resource, rows }
      return rows
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      throw new ProviderFailure('unexpected', `${kind}（${shown(file.name)}）: ${error.message}`)
    }
  }

  return {
    page: async (resource, _, page) => {
      const rows = await rowsOf(resource as FolderResource)
      return {
        rows: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage),
        ...{ page, pages: Math.max(1, Math.ceil(rows.length / rowsPerPage)), total: rows.length },
      }
    },
    // Files are never read by number.
    one: async () => null,
    studios,
    get changedAt() {
      return changedAt
    },
  }
}

/** A file's name in a sentence. */
const shown = (name: string) => cutText(name.replaceAll(/\p{C}/gu, ''), 60)
