import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { ExportedTable } from '../db/schema/exported.ts'
import { placeOfDay, placeOfWeek, type Sealing } from '../lib/sealing.ts'
import { ExportRefused, type Source } from './archive.ts'
import { CellRefused, columnsOf, type FileColumn } from './cells.ts'
import {
  exportVersion,
  largestManifest,
  type Manifest,
  type ManifestFile,
  manifestName,
  oldestVersion,
  zManifest,
} from './manifest.ts'
import { exportedTables, nameOf } from './tables.ts'

/** A row by the database's columns, as JSON that it reads. */
export type Row = Record<string, unknown>

export interface CheckedExport {
  manifest: Manifest
  /** Those that are in the export, with their files. */
  tables: { table: ExportedTable; file: ManifestFile }[]
  pictures: ManifestFile[]
}

const largestPicture = 20_000_000
/** Bytes of a line: a text with its markup. */
const longestLine = 8_000_000
const rowsAtOnce = 1000

/**
 * Reads the whole export and checks it: manifest, sums and every value. Throws `ExportRefused` with a sentence. `sealing`
 * opens its health days, each of which must belong to its row. Writes nothing.
 */
export async function checkExport(source: Source, sealing: Sealing | null): Promise<CheckedExport> {
  const manifest = await readManifest(source)
  const files = new Map(manifest.files.map((file) => [file.name, file]))
  if (files.size !== manifest.files.length) throw new ExportRefused('マニフェストに同じファイルが2回あります。')
  const unknown = (manifest.healthKeys ?? []).filter((key) => !sealing?.keyIds.includes(key))
  if (unknown.length > 0) {
    throw new ExportRefused(`日次ログの鍵「${unknown.join('」「')}」が DAILY_LOG_KEYS にありません。`)
  }
  const tables = exportedTables
    .filter(({ isHealth }) => manifest.healthKeys !== null || !isHealth)
    .filter(({ since = oldestVersion }) => manifest.version >= since)
    .map((table) => {
      const name = `${table.file}.csv`
      const file = files.get(name)
      if (!file) throw new ExportRefused(`${name} がありません。`)
      files.delete(name)
      return { table, file }
    })
  const pictures = [...files.values()]
  const [stranger] = pictures.filter(({ name }) => !name.startsWith('pictures/'))
  if (stranger) throw new ExportRefused(`${stranger.name} は、この版では取り込めないファイルです。`)
  const most = largestMemberId(tables)
  for (const { table, file } of tables)
    await checkTable(source, table, file, { sealing, most, version: manifest.version })
  for (const picture of pictures) await readPicture(source, picture)
  return { manifest, tables, pictures }
}

async function readManifest(source: Source): Promise<Manifest> {
  const bytes = await wholeFile(source, manifestName, largestManifest)
  let given: unknown
  try {
    given = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ExportRefused('マニフェストを読めません。')
  }
  const { version } = (given ?? {}) as { version?: unknown }
  if (typeof version === 'number' && !(version >= oldestVersion && version <= exportVersion)) {
    throw new ExportRefused(
      `形式の版が ${version} です。この版で取り込めるのは ${oldestVersion} から ${exportVersion} までです。`,
    )
  }
  const parsed = zManifest.safeParse(given)
  if (!parsed.success) throw new ExportRefused('マニフェストの形式が正しくありません。')
  return parsed.data
}

/** Members' numbers are bits in sets: a few huge ones would fill the disk. */
const largestMemberId = (tables: CheckedExport['tables']) =>
  100_000 + 10 * (tables.find(({ table }) => table.file === 'members')?.file.rows ?? 0)

interface Limits {
  sealing: Sealing | null
  /** The largest number of a member. */
  most: number
  /** Of the format. */
  version: number
}

/** Of an older version of the product, whose columns were others. */
class HeadingsDiffer extends ExportRefused {}

async function checkTable(
  source: Source,
  table: ExportedTable,
  file: ManifestFile,
  { sealing, most, version }: Limits,
) {
  let rows = 0
  const members = columnsOf(table).flatMap(({ of, column }) => (of === 'member' && column ? [column.name] : []))
  const pages = rowsIn(source, table, file)
  for (;;) {
    const { value: page, done } = await pages.next().catch((error: unknown) => {
      if (!(error instanceof HeadingsDiffer) || version === exportVersion) throw error
      throw new ExportRefused(`形式の版が ${version} です。${error.message}`)
    })
    if (done) break
    rows += page.length
    const isBeyond = page.some((row) => members.some((name) => Number(row[name] ?? 1) < 1 || Number(row[name]) > most))
    if (isBeyond) throw new ExportRefused(`${file.name} に、会員の番号として大きすぎる番号があります。`)
    if (table.isHealth && sealing) for (const row of page) openSealed(sealing, nameOf(table), row, file)
  }
  if (rows !== file.rows) throw new ExportRefused(`${file.name} の行数がマニフェストと一致しません。`)
}

/** Throws where a sealed value is not that of its row. */
function openSealed(sealing: Sealing, table: string, row: Row, { name }: ManifestFile) {
  if (typeof row.sealed !== 'string') return
  const [kind, sealed] = [row.kind as string, Buffer.from(row.sealed.slice(2), 'hex')]
  const place =
    table === 'daily_log'
      ? placeOfDay(kind, row.member_id as number, row.date as string)
      : placeOfWeek(kind, row.shop_id as number, row.week as string)
  try {
    sealing.open(place, row.key_id as string, sealed)
  } catch {
    throw new ExportRefused(`${name} に、鍵で開けない記録があります。`)
  }
}

/** The rows of a file in pages, each value checked. Throws `ExportRefused` where the file is not the manifest's. */
export async function* rowsIn(source: Source, table: ExportedTable, file: ManifestFile): AsyncGenerator<Row[]> {
  const columns = columnsOf(table)
  const parser = parse({ bom: true, record_delimiter: '\r\n', max_record_size: longestLine })
  // Its errors end the loop below.
  pipeline(Readable.from(checkedChunks(source, file)), parser).catch(() => {})
  let number = 0
  let places: readonly number[] = []
  let page: Row[] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number += 1
      if (number === 1) {
        places = placesIn(record, columns)
        const isSame =
          record.length === places.filter((place) => place !== -1).length &&
          columns.every(({ without }, at) => places[at] !== -1 || without !== undefined)
        if (!isSame) throw new HeadingsDiffer(`${file.name} の見出しが、この版のものと一致しません。`)
        continue
      }
      const cells = places.map((place, at) => (place === -1 ? columns[at]?.without : record[place]) ?? '')
      page.push(rowOf(columns, cells, `${file.name} の${number}行目`))
      if (page.length < rowsAtOnce) continue
      yield page
      page = []
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ExportRefused(`${file.name} の${number + 1}行目のあたりを読めません。`)
    throw error
  } finally {
    parser.destroy()
  }
  if (number === 0) throw new ExportRefused(`${file.name} に見出しがありません。`)
  yield page
}

/** Where each column is in a file, under its heading or one of an earlier release; -1: nowhere. */
const placesIn = (headings: readonly string[], columns: readonly FileColumn[]) =>
  columns.map(({ heading, formerly = [] }) => headings.findIndex((one) => one === heading || formerly.includes(one)))

function rowOf(columns: readonly FileColumn[], cells: readonly string[], place: string): Row {
  const row: Row = {}
  for (const [at, { column, heading, isOnlyShown, restored }] of columns.entries()) {
    if (!column) continue
    try {
      const value = restored(cells[at] ?? '')
      if (!isOnlyShown) row[column.name] = value
    } catch (error) {
      if (error instanceof CellRefused) throw new ExportRefused(`${place}「${heading}」: ${error.message}。`)
      throw error
    }
  }
  return row
}

/** The bytes of a file, as many as the manifest has and with its sum: what unpacks to more ends at once. */
async function* checkedChunks(source: Source, { name, bytes, sha256 }: ManifestFile): AsyncGenerator<Uint8Array> {
  const chunks = source.read(name)
  if (chunks === null) throw new ExportRefused(`${name} がありません。`)
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > bytes) break
    hash.update(chunk)
    yield chunk
  }
  if (size !== bytes || hash.digest('hex') !== sha256) {
    throw new ExportRefused(`${name} は、出力したときのファイルと異なります。`)
  }
}

/** A picture's bytes. */
export async function readPicture(source: Source, file: ManifestFile): Promise<Uint8Array> {
  if (file.bytes > largestPicture) throw new ExportRefused(`${file.name} が大きすぎます。`)
  const chunks: Uint8Array[] = []
  for await (const chunk of checkedChunks(source, file)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    throw new ExportRefused(`${file.name} は画像ではありません。`)
  }
  return bytes
}

async function wholeFile(source: Source, name: string, largest: number): Promise<Buffer> {
  const read = source.read(name)
  if (read === null) throw new ExportRefused(`${name} がありません。出力したフォルダーかzipを指定してください。`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of read) {
    size += chunk.length
    if (size > largest) throw new ExportRefused(`${name} が大きすぎます。`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
