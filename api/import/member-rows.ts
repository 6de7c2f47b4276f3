import type { ImportAnswers } from '#contract/file-import.ts'
import { type MemberColumn, memberColumnNames } from '#contract/words/import.ts'
import type { Gender } from '#contract/words/member.ts'
import { type FoundColumns, findMemberColumns } from './member-columns.ts'
import type { Row, Table } from './table.ts'
import {
  type Read,
  readDay,
  readEmail,
  readGender,
  readId,
  readKana,
  readName,
  readNumber,
  readPhone,
  readText,
  readZipCode,
} from './values.ts'

/** What a row says of a member; absent: no column, or an empty cell that changes nothing; null: to be cleared. */
export interface MemberDraft {
  externalId?: number
  memberNo?: string
  lastName?: string
  firstName?: string
  lastNameKana?: string | null
  firstNameKana?: string | null
  email?: string | null
  tel?: string | null
  gender?: Gender
  birthday?: string | null
  zipCode?: string | null
  prefecture?: string | null
  address1?: string | null
  address2?: string | null
  shopId?: string
  joinedOn?: string | null
}

export interface Fault {
  /** Of the file, as spreadsheets count. */
  row: number
  /** The column's name here; absent: the row as a whole. */
  column?: string
  reason: string
}

export interface MemberRows {
  columns: FoundColumns
  drafts: { row: number; draft: MemberDraft }[]
  /** One for each row that is refused: the first that was found. */
  faults: Fault[]
  /** Rows with a leading 0 that a spreadsheet had dropped, by column. */
  restored: Record<string, number>
  /** Values that mean nothing here, with their rows. */
  unknown: Record<Translated, Map<string, number>>
}

/** Columns whose values staff can translate. */
export type Translated = keyof ImportAnswers['values']

export interface ShopName {
  id: string
  code: string
  name: string
}

/** What rows are read against. */
export interface Known {
  shops: readonly ShopName[]
  /** YYYY-MM-DD in Asia/Tokyo. */
  today: string
}

/** How staff want the file to be read. */
export type ReadingAnswers = Omit<ImportAnswers, 'overwrite'>

export const noAnswers: ImportAnswers = {
  columns: {},
  values: { shop: {}, gender: {} },
  blanks: 'keep',
  overwrite: false,
  cells: [],
}

/** The rows of a file of members, each as a draft or as refused with its first fault. */
export function readMemberRows(table: Table, known: Known, answers: ReadingAnswers = noAnswers): MemberRows {
  const columns = findMemberColumns(table.headings, answers.columns)
  mendCells(table, answers.cells)
  const width = widthOfNumbers(table.rows, columns.at.memberNo)
  const read: MemberRows = {
    ...{ columns, drafts: [], faults: [], restored: {} },
    unknown: { shop: new Map(), gender: new Map() },
  }
  const missing = missingColumn(columns.at)
  if (missing) {
    read.faults = table.rows.map(({ number }) => ({ row: number, reason: missing }))
    return read
  }
  const rowOf = { memberNo: new Map<string, number>(), externalId: new Map<number, number>() }
  for (const row of table.rows) {
    const draft: MemberDraft = {}
    const fault = fillDraft(draft, row, columns.at, { ...known, width, answers }, read)
    // Of a club whose file has no number but the provider's.
    if (columns.at.memberNo === undefined && draft.externalId !== undefined) draft.memberNo = String(draft.externalId)
    const refused = fault ?? faultOfRow(draft) ?? doubledIn(rowOf, draft, row.number)
    if (refused) read.faults.push({ row: row.number, ...refused })
    else read.drafts.push({ row: row.number, draft })
  }
  return read
}

function mendCells({ headings, rows }: Table, cells: ReadingAnswers['cells']) {
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  for (const { row, column, text } of cells) {
    const mended = byNumber.get(row)?.cells
    if (!mended || column >= headings.length) continue
    while (mended.length <= column) mended.push('')
    mended[column] = text.trim()
  }
}

type At = FoundColumns['at']

/** Longer than any value: is not searched for one. */
const longestCell = 500

/** Without these nobody is named or identified: the answer is which column of the file they are. */
function missingColumn(at: At): string | undefined {
  if (at.memberNo === undefined && at.externalId === undefined)
    return '会員番号の列がありません（「列の意味」で選べます）'
  if (at.name === undefined && at.lastName === undefined) return '氏名の列がありません（「列の意味」で選べます）'
  return undefined
}

/** Digits of a member's number where half have as many, some with a leading zero: shorter ones have lost theirs. */
function widthOfNumbers(rows: readonly Row[], at: number | undefined): number | undefined {
  if (at === undefined) return undefined
  const numbers = rows.map(({ cells }) => cells[at] ?? '').filter((cell) => /^\d+$/.test(cell))
  const longest = Math.max(0, ...numbers.map((number) => number.length))
  const ofLongest = numbers.filter((number) => number.length === longest)
  const hasZeros = ofLongest.some((number) => number.startsWith('0'))
  return hasZeros && ofLongest.length * 2 >= numbers.length ? longest : undefined
}

type Found = Omit<Fault, 'row'>

interface Reading extends Known {
  width: number | undefined
  answers: ReadingAnswers
}

/** Fields that an empty cell may clear. A name, a number, a shop and a gender stay. */
const clearable = {
  kana: ['lastNameKana', 'firstNameKana'],
  lastNameKana: ['lastNameKana'],
  firstNameKana: ['firstNameKana'],
  email: ['email'],
  tel: ['tel'],
  birthday: ['birthday'],
  zipCode: ['zipCode'],
  prefecture: ['prefecture'],
  address1: ['address1'],
  address2: ['address2'],
  joinedOn: ['joinedOn'],
} as const satisfies Partial<Record<MemberColumn, readonly (keyof MemberDraft)[]>>

/** Reads each cell of the row into the draft; the first fault. */
function fillDraft(
  draft: MemberDraft,
  { cells }: Row,
  at: At,
  { shops, today, width, answers }: Reading,
  { restored, unknown }: Pick<MemberRows, 'restored' | 'unknown'>,
): Found | undefined {
  let fault: Found | undefined
  const take = <Value>(column: MemberColumn, read: (cell: string) => Read<Value>, into: (value: Value) => void) => {
    const index = at[column]
    if (index === undefined) return
    const cell = cells[index] ?? ''
    if (cell === '') {
      const cleared: readonly (keyof MemberDraft)[] =
        column in clearable ? clearable[column as keyof typeof clearable] : []
      if (answers.blanks === 'clear') Object.assign(draft, Object.fromEntries(cleared.map((field) => [field, null])))
      return
    }
    const label = memberColumnNames[column]
    const result = cell.length > longestCell ? { reason: '長すぎます' } : read(cell)
    if ('reason' in result) fault ??= { column: label, reason: result.reason }
    else {
      if (result.isRestored) restored[label] = (restored[label] ?? 0) + 1
      into(result.value)
    }
  }
  const set = <Field extends MemberColumn & keyof MemberDraft>(
    field: Field,
    read: (cell: string) => Read<NonNullable<MemberDraft[Field]>>,
  ) =>
    take(field, read, (value) => {
      draft[field] = value
    })
  /** As staff have answered, else as it is read. */
  const translated =
    <Value extends string>(column: Translated, read: (cell: string) => Read<Value>) =>
    (cell: string): Read<Value> => {
      const answer = Object.hasOwn(answers.values[column], cell) ? (answers.values[column][cell] as Value) : undefined
      const result = answer === undefined ? read(cell) : { value: answer }
      if ('reason' in result) unknown[column].set(cell, (unknown[column].get(cell) ?? 0) + 1)
      return result
    }
  const text = (length: number) => (cell: string) => readText(cell, length)
  set('externalId', readId)
  set('memberNo', (cell) => readMemberNo(cell, width))
  take('name', readName, ([last, first]) => Object.assign(draft, { lastName: last, firstName: first }))
  set('lastName', text(40))
  set('firstName', text(40))
  take('kana', readKana, ([last, first]) => Object.assign(draft, { lastNameKana: last, firstNameKana: first }))
  take('lastNameKana', readKana, ([last, first]) => Object.assign(draft, { lastNameKana: last + first }))
  take('firstNameKana', readKana, ([last, first]) => Object.assign(draft, { firstNameKana: last + first }))
  set('email', readEmail)
  set('tel', readPhone)
  set('gender', translated('gender', readGender))
  set('birthday', (cell) => readDay(cell, '1900-01-02', today))
  set('zipCode', readZipCode)
  set('prefecture', text(100))
  set('address1', text(100))
  set('address2', text(100))
  take(
    'shop',
    translated('shop', (cell) => readShop(cell, shops)),
    (shopId) => Object.assign(draft, { shopId }),
  )
  set('joinedOn', (cell) => readDay(cell, '1950-01-01', today))
  return fault
}

/** With the zeros that the others' `width` shows to be lost. */
function readMemberNo(cell: string, width: number | undefined): Read<string> {
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

function faultOfRow({ memberNo, externalId, lastName, birthday, joinedOn }: MemberDraft): Found | undefined {
  if (memberNo === undefined && externalId === undefined) return { reason: '会員番号がありません' }
  if (!lastName) return { reason: '氏名がありません' }
  if (birthday && joinedOn && joinedOn < birthday) return { reason: '入会日が生年月日より前です' }
  return undefined
}

interface RowOf {
  memberNo: Map<string, number>
  externalId: Map<number, number>
}

/** The second row of a number is refused, and names the first. */
function doubledIn(rowOf: RowOf, { memberNo, externalId }: MemberDraft, row: number): Found | undefined {
  const first =
    (externalId === undefined ? undefined : rowOf.externalId.get(externalId)) ??
    (memberNo === undefined ? undefined : rowOf.memberNo.get(memberNo))
  if (first !== undefined) return { reason: '同じ会員の行がファイルに2つあります' }
  if (externalId !== undefined) rowOf.externalId.set(externalId, row)
  if (memberNo !== undefined) rowOf.memberNo.set(memberNo, row)
  return undefined
}
