import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { visibleName } from '#contract/invisible.ts'
import type { TranslatedColumn } from '#contract/words/import.ts'
import type { FoundColumns } from './find-columns.ts'
import type { Row, Table } from './table.ts'
import { type Read, readNumber } from './values.ts'

// What the readers of all kinds of rows share.

export interface Fault {
  /** Of the file, as spreadsheets count. */
  row: number
  /** The column's name here; absent: the row as a whole. */
  column?: string
  reason: string
}

export interface ReadRows<Column extends string, Draft> {
  columns: FoundColumns<Column>
  drafts: { row: number; draft: Draft }[]
  /** The first fault of each refused row. */
  faults: Fault[]
  /** Rows with a leading 0 that a spreadsheet had dropped, by column. */
  restored: Record<string, number>
  /** Values without a meaning here, with their rows. */
  unknown: UnknownValues
  /** Rows that have nothing of this kind: members without a contract. */
  without: number
  /** Rows that are left out as was answered. */
  left: number
}

export type UnknownValues = Partial<Record<TranslatedColumn, Map<string, number>>>

export interface ShopName {
  id: string
  code: string
  name: string
}

/** What readers need besides the rows. */
export interface Known {
  shops: readonly ShopName[]
  /** YYYY-MM-DD in Asia/Tokyo. */
  today: string
  /** Bookings without a member are guests', as sales are. */
  hasGuests?: boolean
  /** A run's own export of the provider: a number that is none refuses its row. */
  isProviders?: boolean
}

/** The answers of staff on how to read the file. */
export type ReadingAnswers = Omit<ImportAnswers, 'overwrite'>

/** Longer cells are not searched for a value. */
const longestCell = 500

/** Error texts of spreadsheets: neither a value nor an empty cell. */
const isErrorCell = (cell: string) =>
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!)$/i.test(
    cell,
  )

/** A cell that is not empty; counts a leading 0 that was put back under the column's label. */
export function readCell<Value>(
  cell: string,
  label: string,
  read: (cell: string) => Read<Value>,
  restored: Record<string, number>,
): Read<Value> {
  if (cell.length > longestCell) return { reason: '長すぎます' }
  if (isErrorCell(cell)) return { reason: `Excelのエラー（${cell}）です` }
  const result = read(cell)
  if ('value' in result && result.isRestored) restored[label] = (restored[label] ?? 0) + 1
  return result
}

/** A suspect row is refused until one of its cells was corrected. */
export const doubtOf = ({ doubt }: Row): { reason: string } | undefined => (doubt ? { reason: doubt } : undefined)

export function mendCells({ headings, rows }: Table, cells: ReadingAnswers['cells']) {
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  for (const { row, column, text } of cells) {
    const found = byNumber.get(row)
    if (!found || column >= headings.length) continue
    const mended = found.cells
    delete found.doubt
    while (mended.length <= column) mended.push('')
    mended[column] = visibleName(text).trim()
  }
}

/** Digits of a member's number where half have as many, some with a leading zero: shorter ones have lost theirs. */
export function widthOfNumbers(rows: readonly Row[], at: number | undefined): number | undefined {
  if (at === undefined) return undefined
  const numbers = rows.map(({ cells }) => cells[at] ?? '').filter((cell) => /^\d+$/.test(cell))
  const longest = numbers.reduce((length, number) => Math.max(length, number.length), 0)
  const ofLongest = numbers.filter((number) => number.length === longest)
  const hasZeros = ofLongest.some((number) => number.startsWith('0'))
  return hasZeros && ofLongest.length * 2 >= numbers.length ? longest : undefined
}

/** With the zeros that the others' `width` shows to be lost. */
export function readMemberNo(cell: string, width: number | undefined): Read<string> {
  const read = readNumber(cell)
  const isShort = 'value' in read && width !== undefined && /^\d+$/.test(read.value) && read.value.length < width
  return isShort ? { value: read.value.padStart(width, '0'), isRestored: true } : read
}

/** By name or code, exactly. */
function readShop(cell: string, shops: readonly ShopName[]): Read<string> {
  const wanted = cell.normalize('NFKC')
  const found = shops.filter(({ name, code }) => [name.normalize('NFKC'), code].includes(wanted))
  const [one] = found
  return one && found.length === 1 ? { value: one.id } : { reason: `店舗「${wanted}」が登録されていません` }
}

/** The answer of staff, else the value as read; without either it is counted as unknown. */
export const translated =
  <Value extends string>(
    answers: Pick<ReadingAnswers, 'values'>,
    unknown: UnknownValues,
    column: TranslatedColumn,
    read: (cell: string) => Read<Value>,
    isValue: (answer: string) => boolean,
  ) =>
  (cell: string): Read<Value> => {
    const texts = answers.values[column] ?? {}
    const answer = Object.hasOwn(texts, cell) ? (texts[cell] ?? '') : ''
    const result = isValue(answer) ? { value: answer as Value } : read(cell)
    if ('reason' in result) countUnknown(unknown, column, cell)
    return result
  }

/** The id of a shop: as staff have answered, else by name or code. */
export const shopReader = (
  answers: Pick<ReadingAnswers, 'values'>,
  unknown: UnknownValues,
  shops: readonly ShopName[],
) =>
  translated(
    answers,
    unknown,
    'shop',
    (cell) => readShop(cell, shops),
    (answer) => shops.some(({ id }) => id === answer),
  )

export function countUnknown(unknown: UnknownValues, column: TranslatedColumn, text: string, rows = 1) {
  const texts = unknown[column] ?? new Map<string, number>()
  unknown[column] = texts
  texts.set(text, (texts.get(text) ?? 0) + rows)
}

/** Unknown texts of a column. */
const mostUnknown = 50

/** For the screen, the most frequent first. */
export const unknownOf = (unknown: UnknownValues): ImportResult['unknown'] =>
  Object.fromEntries(
    Object.entries(unknown).map(([column, texts]) => [
      column,
      [...texts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, mostUnknown)
        .map(([text, rows]) => ({ text, rows })),
    ]),
  )
