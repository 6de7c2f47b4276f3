import type { Gender } from '#contract/words/member.ts'
import { type FoundColumns, findMemberColumns, type MemberColumn, memberColumnNames } from './member-columns.ts'
import { FileRefused } from './refusal.ts'
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

/** What a row says of a member; absent: no column, or an empty cell, which changes nothing. */
export interface MemberDraft {
  externalId?: number
  memberNo?: string
  lastName?: string
  firstName?: string
  lastNameKana?: string
  firstNameKana?: string
  email?: string
  tel?: string
  gender?: Gender
  birthday?: string
  zipCode?: string
  prefecture?: string
  address1?: string
  address2?: string
  shopId?: string
  joinedOn?: string
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
}

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

/**
 * The rows of a file of members, each as a draft or as refused with its first fault. Throws `FileRefused` where the file
 * has no column that names or identifies anybody.
 */
export function readMemberRows(table: Table, known: Known): MemberRows {
  const columns = findMemberColumns(table.headings)
  requireColumns(columns.at)
  const width = widthOfNumbers(table.rows, columns.at.memberNo)
  const read: MemberRows = { columns, drafts: [], faults: [], restored: {} }
  const rowOf = { memberNo: new Map<string, number>(), externalId: new Map<number, number>() }
  for (const row of table.rows) {
    const draft: MemberDraft = {}
    const fault = fillDraft(draft, row, columns.at, { ...known, width }, (column) => {
      read.restored[column] = (read.restored[column] ?? 0) + 1
    })
    const refused = fault ?? faultOfRow(draft) ?? doubledIn(rowOf, draft, row.number)
    if (refused) read.faults.push({ row: row.number, ...refused })
    else read.drafts.push({ row: row.number, draft })
  }
  return read
}

type At = FoundColumns['at']

/** Longer than any value: is not searched for one. */
const longestCell = 500

function requireColumns(at: At) {
  if (at.memberNo === undefined && at.externalId === undefined) {
    throw new FileRefused('会員番号の列がありません。見出しを「会員番号」にしてください。')
  }
  if (at.name === undefined && at.lastName === undefined) {
    throw new FileRefused('氏名の列がありません。見出しを「氏名」、または「姓」と「名」にしてください。')
  }
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

/** Reads each cell of the row into the draft; the first fault. */
function fillDraft(
  draft: MemberDraft,
  { cells }: Row,
  at: At,
  { shops, today, width }: Known & { width: number | undefined },
  onRestored: (column: string) => void,
): Found | undefined {
  let fault: Found | undefined
  const take = <Value>(column: MemberColumn, read: (cell: string) => Read<Value>, into: (value: Value) => void) => {
    const index = at[column]
    const cell = index === undefined ? '' : (cells[index] ?? '')
    if (cell === '') return
    const result = cell.length > longestCell ? { reason: '長すぎます' } : read(cell)
    if ('reason' in result) fault ??= { column: memberColumnNames[column], reason: result.reason }
    else {
      if (result.isRestored) onRestored(memberColumnNames[column])
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
  set('gender', readGender)
  set('birthday', (cell) => readDay(cell, '1900-01-02', today))
  set('zipCode', readZipCode)
  set('prefecture', text(100))
  set('address1', text(100))
  set('address2', text(100))
  take(
    'shop',
    (cell) => readShop(cell, shops),
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
  if (birthday !== undefined && joinedOn !== undefined && joinedOn < birthday)
    return { reason: '入会日が生年月日より前です' }
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
