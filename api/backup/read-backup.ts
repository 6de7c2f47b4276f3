import { BackupRefused, type Header, readLines, type TableSum, zHeader, zLine } from './file.ts'
import { summing } from './tables.ts'

export interface ReadBackup {
  header: Header
  tables: Map<string, TableSum>
  pictures: number
  sequences: Record<string, string>
}

interface Found {
  onRows?: (table: string, rows: readonly string[]) => Promise<void>
  onPicture?: (name: string, bytes: Uint8Array) => Promise<void>
}

/** Reads the whole file and counts and sums it anew. Throws `BackupRefused` where it is not what was written. */
export async function readBackup(path: string, identity: string, found: Found = {}): Promise<ReadBackup> {
  const lines = readLines(path, identity)
  const first = zHeader.safeParse((await lines.next()).value)
  if (!first.success) throw new BackupRefused('この版で読めるバックアップではありません。')
  const tables = new Map<string, TableSum>()
  let pictures = 0
  let sum = summing([])
  for await (const given of lines) {
    const line = zLine.parse(given)
    if ('rows' in line) {
      sum.add(line.rows)
      await found.onRows?.(line.table, line.rows)
    } else if ('sum' in line) {
      const { rows, sum: read } = sum.end()
      if (rows !== line.sum.rows || read !== line.sum.sum) throw differs(line.table)
      tables.set(line.table, line.sum)
      sum = summing([])
    } else if ('picture' in line) {
      pictures += 1
      await found.onPicture?.(line.picture, Buffer.from(line.base64, 'base64'))
    } else {
      const { end } = line
      const isWhole = end.tables === tables.size && end.pictures === pictures && (await lines.next()).done
      if (!isWhole) break
      return { header: first.data, tables, pictures, sequences: end.sequences }
    }
  }
  throw new BackupRefused('バックアップが途中までしかありません。')
}

export const differs = (table: string) =>
  new BackupRefused(`${table} の行が、バックアップしたときと一致しません。復元に使わないでください。`)
