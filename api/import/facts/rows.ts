import { importKinds, type TranslatedColumn } from '#contract/words/import.ts'
import { importColumns, wordsOfColumns } from '#contract/words/import-columns.ts'
import { isLeftOut, readAnswered } from '../fault-groups.ts'
import { findColumns, unclearColumn } from '../find-columns.ts'
import {
  doubtOf,
  type Fault,
  type Known,
  mendCells,
  type ReadingAnswers,
  type ReadRows,
  readCell,
  readMemberNo,
  shopReader,
  translated,
  widthOfNumbers,
} from '../rows.ts'
import type { Row, Table } from '../table.ts'
import { type Read, readId, readNumber, splitMoment } from '../values.ts'
import { type apart, type ColumnReader, type FactKind, type FactLayout, headingsApart, layoutOf } from './columns.ts'
import { piecesOf } from './products.ts'
import { meaningOf } from './sale-states.ts'
import { inTokyo } from './values.ts'

export interface SaleLine {
  product: string
  category: string | null
  quantity: number
  unitPrice: number
  discount: number
  /** Absent: the file has no such value. */
  tax?: number
  net: number
}

/** What a row says of a fact, by column; absent: no column, or an empty cell that changes nothing; null: to be cleared. */
export interface FactDraft {
  memberId?: number
  memberNo?: string
  shopId?: string
  values: Readonly<Record<string, string | number | null>>
  /** Of a sale: all rows with its number. */
  lines?: SaleLine[]
}

type FactRows = ReadRows<string, FactDraft>

const headingsBy = (kind: FactKind): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(importColumns[kind]).map(([column, label]) => [
      column,
      [label, ...headingsOf(layoutOf(kind), column)],
    ]),
  )

/** All that is known of the headings of a file of facts. */
export const factHeadings = (kind: FactKind): readonly (readonly string[])[] => [
  ...Object.values(headingsBy(kind)),
  layoutOf(kind).elsewhere,
]

/** The columns of a file of facts, and the sentence where one of those that are needed is not there. */
export function findFactColumns(kind: FactKind, headings: readonly string[], answers: ReadingAnswers['columns'] = {}) {
  const layout = layoutOf(kind)
  const { elsewhere } = layout
  const oneOnly = ['memberNo', ...(layout.oneOnly ?? [])]
  const columns = findColumns<string>(headings, { headings: headingsBy(kind), elsewhere, oneOnly }, answers)
  // Times alone, of whole moments.
  for (const [time, { of, day }] of timesOf(layout)) {
    if (columns.at[time] === undefined || columns.at[of] !== undefined || day !== undefined) continue
    columns.at[of] = columns.at[time]
    delete columns.at[time]
  }
  const labels: Readonly<Record<string, string>> = importColumns[kind]
  return { columns, missing: missingColumn(kind, layout, labels, columns.at) }
}

/** The rows of a file of facts, each as a draft or as refused with its first fault. Rows of one sale are one draft. */
export function readFactRows(kind: FactKind, table: Table, known: Known, answers: ReadingAnswers): FactRows {
  const layout = layoutOf(kind)
  const labels: Readonly<Record<string, string>> = importColumns[kind]
  const { columns, missing: needed } = findFactColumns(kind, table.headings, answers.columns)
  mendCells(table, answers.cells)
  if (!known.isProviders) takeOwnNumbers(kind, table, columns, answers)
  const read: FactRows = { columns, drafts: [], faults: [], restored: {}, unknown: {}, without: 0, left: 0 }
  const missing = unclearColumn(labels, columns) ?? needed
  if (missing) {
    read.faults = table.rows.map(({ number }) => ({ row: number, reason: missing }))
    return read
  }
  const words = wordsOfColumns[kind] ?? {}
  const reading = {
    ...known,
    answers,
    layout,
    labels,
    words,
    width: answers.numberWidth ?? widthOfNumbers(table.rows, columns.at.memberNo),
  }
  const at = columns.at
  const drafts: { row: number; draft: FactDraft }[] = []
  const broken = new Set<string>()
  for (const row of table.rows) {
    if (layout.hasFact.every((column) => cellOf(row, at[column]) === '')) {
      read.without += 1
      continue
    }
    const { draft, fault } = readAnswered(row, { groups: answers.groups, at, labels }, read, (counts) => {
      const one = readRow(row, at, reading, counts)
      return { ...one, fault: one.fault ?? faultOfRow(kind, one.draft, reading) }
    })
    const refused = doubtOf(row) ?? fault
    if (refused) {
      if (isLeftOut(answers.groups, refused)) read.left += 1
      else read.faults.push({ row: row.number, ...refused })
      broken.add(saleOf(draft))
    } else drafts.push({ row: row.number, draft })
  }
  if (kind === 'sale') joinLines(drafts, broken, read)
  else read.drafts = drafts
  return read
}

/** Numbers of the provider are figures: of texts (Y-0012) the column is the club's own, which identifies sales alone. */
function takeOwnNumbers(
  kind: FactKind,
  { rows, headings, notes }: Table,
  { at, elsewhere }: FactRows['columns'],
  answers: ReadingAnswers,
) {
  const index = at.externalId
  if (index === undefined || Object.values(answers.columns).includes('externalId')) return
  const cells = rows.flatMap((row) => cellOf(row, index) || [])
  const texts = cells.filter((cell) => 'reason' in readId(cell) && 'value' in readNumber(cell))
  if (texts.length * 2 <= cells.length) return
  delete at.externalId
  if (kind === 'sale') {
    at.receiptNo ??= index
    return
  }
  elsewhere.push(headings[index] as string)
  notes.push(`「${headings[index]}」は数字ではないため使わず、会員・日付などで同じ${importKinds[kind]}かを判断します。`)
}

type At = FactRows['columns']['at']
type Found = Omit<Fault, 'row'>

interface Reading extends Known {
  answers: ReadingAnswers
  layout: FactLayout
  labels: Readonly<Record<string, string>>
  words: NonNullable<(typeof wordsOfColumns)[FactKind]>
  width: number | undefined
}

const headingsOf = ({ columns }: FactLayout, column: string): readonly string[] =>
  columns[column]?.headings ?? headingsApart[column as (typeof apart)[number]] ?? []

const cellOf = ({ cells }: Row, index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''))

const timesOf = ({ times = {} }: FactLayout) => Object.entries(times)

/** A sale may be a guest's. */
function missingColumn(
  kind: FactKind,
  { needed }: FactLayout,
  labels: Readonly<Record<string, string>>,
  at: At,
): string | undefined {
  const hasMember = at.memberId !== undefined || at.memberNo !== undefined
  const missing =
    kind !== 'sale' && !hasMember
      ? 'memberNo'
      : needed.find((group) => group.every((one) => at[one] === undefined))?.[0]
  return missing && `「${labels[missing]}」の列がありません（「列の意味」で選べます）`
}

function readRow(row: Row, at: At, reading: Reading, { restored, unknown }: Pick<FactRows, 'restored' | 'unknown'>) {
  const { answers, labels, layout, shops, width } = reading
  const values: Record<string, string | number | null> = {}
  const draft: FactDraft = { values }
  let fault: Found | undefined
  const take = <Value>(column: string, read: (cell: string) => Read<Value>, into: (value: Value) => void) => {
    const cell = cellOf(row, at[column])
    if (cell === '') return
    const label = labels[column] ?? column
    const result = readCell(cell, label, read, restored)
    if ('reason' in result) fault ??= { column: label, reason: result.reason }
    else into(result.value)
  }
  take('memberId', readId, (value) => Object.assign(draft, { memberId: value }))
  take(
    'memberNo',
    (cell) => readMemberNo(cell, width),
    (value) => Object.assign(draft, { memberNo: value }),
  )
  take('shop', shopReader(answers, unknown, shops), (value) => Object.assign(draft, { shopId: value }))
  const moments = momentsOf(row, at, layout)
  for (const [column, reader] of Object.entries(layout.columns)) {
    const moment = moments.get(column)
    if (moment) {
      const result = readCell(moment.text, labels[moment.column] ?? '', reader.read, restored)
      if ('reason' in result) fault ??= { column: labels[moment.column] ?? '', reason: result.reason }
      else values[column] = moment.isLater(values, result.value) ? nextDay(String(result.value)) : result.value
      continue
    }
    if (at[column] === undefined) continue
    if (clears(reader, row, at[column], answers)) values[column] = null
    take(column, wordReader(column, reader, reading, unknown), (value) => {
      values[column] = value
    })
  }
  return { draft, fault }
}

/** A word of a fixed list is what staff have answered, where it means nothing by itself. */
function wordReader(column: string, { read }: ColumnReader, { answers, words }: Reading, unknown: FactRows['unknown']) {
  const labels = words[column as TranslatedColumn]
  if (!labels) return read
  const word = read as (cell: string) => Read<string>
  return translated(answers, unknown, column as TranslatedColumn, word, (answer) => Object.hasOwn(labels, answer))
}

interface Moment {
  text: string
  /** The column to which a fault belongs. */
  column: string
  /** A time without a day of its own that is before the moment whose day it has: of the day after. */
  isLater: (values: FactDraft['values'], value: unknown) => boolean
}

/** Moments of which day and time stand in two cells, by their columns. */
function momentsOf(row: Row, at: At, layout: FactLayout): Map<string, Moment> {
  const found = new Map<string, Moment>()
  for (const [column, { of, day }] of timesOf(layout)) {
    const time = cellOf(row, at[column])
    const own = cellOf(row, at[of])
    const cell = own === '' && day !== undefined ? cellOf(row, at[day]) : own
    if (time === '' || cell === '') continue
    // The day cell of a spreadsheet may hold midnight.
    const { day: dayText, rest } = splitMoment(cell)
    const isDay = own === '' || rest === '' || /^0?0:00(:00)?$/.test(rest)
    const isWhole = splitMoment(time).rest !== ''
    found.set(of, {
      text: isWhole ? time : `${isDay ? dayText : cell} ${time}`,
      column,
      isLater: (values, value) => !isWhole && own === '' && day !== undefined && before(value, values[day]),
    })
  }
  return found
}

/** This time on the next day. */
const nextDay = (moment: string) => inTokyo(new Date(new Date(moment).getTime() + 86_400_000))

const clears = ({ stays }: ColumnReader, row: Row, index: number | undefined, { blanks }: ReadingAnswers) =>
  blanks === 'clear' && !stays && cellOf(row, index) === ''

function faultOfRow(
  kind: FactKind,
  { values, ...draft }: FactDraft,
  { layout, labels, today, hasGuests }: Reading,
): Found | undefined {
  if (kind !== 'sale' && !hasGuests && draft.memberId === undefined && draft.memberNo === undefined)
    return { reason: '会員番号がありません' }
  const missing = layout.needed.find((group) => group.every((one) => values[one] === undefined))
  // A sale that does not count may have no settlement.
  const isOpen = missing?.[0] === 'settledAt' && values.status && !meaningOf(String(values.status)).counts
  if (missing && !isOpen) {
    return { column: labels[missing[0] as string] ?? '', reason: '空欄です' }
  }
  return rules[kind]?.(values, today)
}

type Values = FactDraft['values']
const before = (a: unknown, b: unknown) => typeof a === 'string' && typeof b === 'string' && a < b

const rules: { [Kind in FactKind]?: (values: Values, today: string) => Found | undefined } = {
  contract: ({ startOn, contractedOn, endOn, monthlyFee }) => {
    if (before(endOn, startOn ?? contractedOn)) return { column: '終了日', reason: '開始日より前です' }
    return Number(monthlyFee ?? 0) < 0 ? { column: '月額', reason: 'マイナスの金額です' } : undefined
  },
  ticket: ({ grantedNum, usedNum }) => {
    if (Number(grantedNum) < 1) return { column: '付与枚数', reason: '1枚より少なくなっています' }
    return Number(usedNum ?? 0) > Number(grantedNum) || Number(usedNum ?? 0) < 0
      ? { column: '利用枚数', reason: '付与枚数より多くなっています' }
      : undefined
  },
  visit: ({ enteredAt, leftAt }, today) => {
    if (String(enteredAt).slice(0, 10) > today) return { column: '入館日時', reason: '未来の日付です' }
    return before(leftAt, enteredAt) ? { column: '退館日時', reason: '入館日時より前です' } : undefined
  },
  booking: ({ startTime, endTime }) =>
    before(endTime, startTime) ? { column: '終了時刻', reason: '開始時刻より前です' } : undefined,
  sale: ({ settledAt, quantity }, today) => {
    if (settledAt && String(settledAt).slice(0, 10) > today) return { column: '精算日時', reason: '未来の日付です' }
    return quantity === 0 ? { column: '数量', reason: '0です' } : undefined
  },
  bill: ({ amount }) => (Number(amount) < 0 ? { column: '請求額', reason: 'マイナスの金額です' } : undefined),
}

/**
 * Rows of one number are the lines of one sale, in the file's order, under its first row. Where one of them is refused
 * all are: a part of a sale would be a wrong sum.
 */
function joinLines(rows: readonly { row: number; draft: FactDraft }[], broken: ReadonlySet<string>, read: FactRows) {
  const sales = Map.groupBy(rows, ({ draft }) => saleOf(draft))
  for (const [sale, lines] of sales) {
    const [first] = lines as [(typeof lines)[number]]
    const isOne = lines.every(({ draft }) => headOf(draft) === headOf(first.draft))
    if (!broken.has(sale) && isOne) {
      const { product, category, quantity, net, tax, discount, ...values } = first.draft.values
      const pieces = piecesOf(lines.map((one) => ({ net: Number(one.draft.values.net) })))
      const draft = { ...first.draft, values, lines: lines.map((one) => lineOf(one.draft.values, pieces)) }
      read.drafts.push({ row: first.row, draft })
      continue
    }
    const reason = isOne
      ? '同じ番号の別の行が取り込めません'
      : '同じ番号の売上の行なのに、会員・店舗・精算日時・状態のどれかが違います'
    read.faults.push(...lines.map(({ row }) => ({ row, reason })))
  }
}

/** Rows with the same are lines of one sale. Two shops may give the same number of their own. */
const saleOf = ({ shopId, values: { externalId, receiptNo } }: FactDraft) =>
  JSON.stringify(externalId === undefined ? [receiptNo, shopId] : [externalId])

const headOf = ({ memberId, memberNo, shopId, values: { settledAt, status, targetMonth, method } }: FactDraft) =>
  JSON.stringify([memberId, memberNo, shopId, settledAt, status, targetMonth, method])

/** The sum counts; the price of one is what it was before the discount. */
function lineOf({ product, category, quantity, net, tax, discount }: Values, unsaid: number): SaleLine {
  const [sum, off, pieces] = [Number(net), Number(discount ?? 0), Number(quantity ?? unsaid)]
  const isWhole = (sum + off) % pieces === 0
  return {
    ...{ product: String(product), category: category === undefined ? null : String(category) },
    ...{ quantity: isWhole ? pieces : 1, unitPrice: isWhole ? (sum + off) / pieces : sum + off, discount: off },
    ...(tax !== undefined && { tax: Number(tax) }),
    net: sum,
  }
}
