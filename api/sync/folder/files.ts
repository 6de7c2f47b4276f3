import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { decode } from '../../import/decode.ts'
import { plainHeading } from '../../import/find-columns.ts'
import { FileRefused } from '../../import/refusal.ts'
import { readTable, type Table } from '../../import/table.ts'

// The folder of the provider's exports. The operator names it on the server; nothing here comes from a form.

/** The provider's exports that are read; each is recognised by a set of headings that no other export has. */
const headingsOf = {
  ML001: ['メンバーID', '会員番号', '氏名', '入会日時'],
  RL001: ['予約ID', '予約ステータス', '受講日'],
  PL001: ['売上ID', '精算日時', '合計金額'],
} as const
export type FileKind = keyof typeof headingsOf
export const fileKinds = Object.keys(headingsOf) as FileKind[]

export interface FoundFile {
  kind: FileKind
  name: string
  modifiedAt: Date
}

export interface Folder {
  path: string
  /** The newest of each kind. */
  files: ReadonlyMap<FileKind, FoundFile>
  /** Files that are not read, for the operator. */
  passedOver: string[]
}

const mostFiles = 1_000
/** About 200,000 rows of members, or 500,000 of sales, which take up to 1.5 GB of memory while they are read. */
const largestFile = 60_000_000
const headBytes = 65_536
/** A file that has just changed is looked at twice. */
const freshMs = 60_000
const settleMs = 1_000

/** Which files there are, by their headings. Links and folders are passed over: nothing outside of the folder is read. */
export async function readFolder(given: string): Promise<Folder> {
  const path = await realpath(given).catch(() => {
    throw new Error(`フォルダーがありません: ${given}`)
  })
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) =>
    /^[^.].*\.(csv|tsv|txt)$/i.test(name),
  )
  if (entries.length > mostFiles) throw new Error(`フォルダーのファイルが多すぎます（${mostFiles}個まで）。`)
  const found: FoundFile[] = []
  const passedOver: string[] = []
  for (const entry of entries) {
    const { name } = entry
    if (!entry.isFile()) {
      passedOver.push(`${name}: リンクかフォルダーのため、読みません。`)
      continue
    }
    const { head, modifiedAt } = await headOf(join(path, name)).catch(() => ({ head: null, modifiedAt: new Date(0) }))
    const kind = head && kindOf(head, name)
    if (kind) found.push({ kind, name, modifiedAt })
    else passedOver.push(`${name}: 会員（ML001）・売上（PL001）・予約（RL001）のどれでもありません。`)
  }
  const files = new Map<FileKind, FoundFile>()
  found.sort((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime() || (a.name < b.name ? 1 : -1))
  for (const file of found) {
    const newer = files.get(file.kind)
    if (newer) passedOver.push(`${file.name}: ${newer.name}のほうが新しいため、読みません。`)
    else files.set(file.kind, file)
  }
  return { path, files, passedOver }
}

const openFile = (path: string) =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => {
    throw new FileRefused('ファイルを開けません。')
  })

async function headOf(path: string) {
  const file = await openFile(path)
  try {
    const { mtime } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { head: buffer.subarray(0, bytesRead), modifiedAt: mtime }
  } finally {
    await file.close()
  }
}

/**
 * By the headings. A file without any of them is of the kind in its name, so that what is wrong with it is said of that
 * kind: a page of HTML, or an encoding that cannot be read.
 */
function kindOf(head: Buffer, name: string): FileKind | null {
  const headings = firstLine(head)
  const isOf = (kind: FileKind) => headingsOf[kind].every((heading) => headings.includes(heading))
  return fileKinds.find(isOf) ?? fileKinds.find((kind) => name.includes(kind)) ?? null
}

function firstLine(head: Buffer): string[] {
  try {
    const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
    const end = head.indexOf(0x0a)
    // No character of UTF-8 or Shift_JIS has this byte inside; of UTF-16 half a character may be left at the end.
    const line = isWide
      ? head.subarray(0, head.length - (head.length % 2))
      : head.subarray(0, end < 0 ? undefined : end)
    const [text = ''] = decode(line).text.split(/\r?\n/)
    const delimiter = text.includes('\t') ? '\t' : ','
    const [cells = []] = parse(text, { delimiter, relax_quotes: true }) as string[][]
    return cells.map((cell) => plainHeading(cell.trim()))
  } catch {
    return []
  }
}

/**
 * The table of a file, and when it was last changed. Throws `FileRefused` with a sentence where it cannot be read as a
 * whole, or somebody still writes it.
 */
export async function readFileOf({ path }: Folder, { name }: FoundFile): Promise<{ table: Table; modifiedAt: Date }> {
  const { bytes, modifiedAt } = await bytesOf(join(path, name))
  const table = await readTable(bytes, { largest: largestFile, mayBeEmpty: true })
  const last = table.rows.at(-1)
  if (last && last.cells.length < table.headings.length) {
    throw new FileRefused(`最後の行（${last.number}行目）が途中で切れています。もう一度書き出してください。`)
  }
  return { table, modifiedAt }
}

async function bytesOf(path: string): Promise<{ bytes: Buffer; modifiedAt: Date }> {
  const file = await openFile(path)
  try {
    const before = await file.stat()
    if (!before.isFile()) throw new FileRefused('ファイルではありません。')
    if (before.size > largestFile) {
      throw new FileRefused(
        `ファイルが大きすぎます（${largestFile / 1_000_000}MBまで）。期間を短くして書き出してください。`,
      )
    }
    const bytes = await file.readFile()
    if (Date.now() - before.mtimeMs < freshMs) await setTimeout(settleMs)
    const [after, named] = [await file.stat(), await lstat(path)]
    const isSame = after.size === before.size && after.mtimeMs === before.mtimeMs && named.ino === before.ino
    if (!isSame || bytes.length !== after.size) {
      throw new FileRefused('読んでいる間にファイルが変わりました。書き込みが終わってから、もう一度実行してください。')
    }
    return { bytes, modifiedAt: before.mtime }
  } finally {
    await file.close()
  }
}
