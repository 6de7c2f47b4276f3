import { type StaffColumn, staffColumnNames } from '#contract/words/import-columns.ts'
import { type RoleLevel, roleLevels } from '#contract/words/staff.ts'
import { employmentTypes } from '#contract/words/staff-record.ts'
import type { ValueOf } from '#contract/words/words.ts'
import { readLabelled } from './facts/values.ts'
import { isLeftOut, readAnswered } from './fault-groups.ts'
import { findColumns } from './find-columns.ts'
import {
  doubtOf,
  type Fault,
  type Known,
  mendCells,
  type ReadingAnswers,
  type ReadRows,
  readCell,
  shopReader,
  translated,
} from './rows.ts'
import type { Row, Table } from './table.ts'
import { type Read, readDay, readEmail, readKana, readName, readPhone, readText } from './values.ts'

/** What a row says of a new member of staff. */
export interface StaffDraft {
  lastName: string
  firstName: string
  lastNameKana: string | null
  firstNameKana: string | null
  email: string
  role: RoleLevel
  shopIds: string[]
  mainShopId: string | null
  jobTitle: string | null
  employmentType: ValueOf<typeof employmentTypes> | null
  tel: string | null
  joinedOn: string | null
}

type StaffRows = ReadRows<StaffColumn, StaffDraft>

/** The columns by their headings; compared without spaces and in half width. */
const headings = {
  name: ['氏名', '名前', 'スタッフ名', 'お名前'],
  lastName: ['姓', '氏'],
  firstName: ['名'],
  kana: ['フリガナ', '氏名カナ', '氏名(カナ)', '氏名フリガナ', 'カナ'],
  lastNameKana: ['セイ', '姓カナ', '姓(カナ)'],
  firstNameKana: ['メイ', '名カナ', '名(カナ)'],
  email: ['メールアドレス', 'メール', 'Eメール', 'ログインID'],
  role: ['権限', '権限レベル', 'ロール'],
  shops: ['担当店舗', '所属店舗', '店舗', '店舗名', '所属店舗名'],
  mainShop: ['主担当の店舗', '主店舗', '主担当店舗', 'メイン店舗'],
  jobTitle: ['役職', '肩書'],
  employmentType: ['雇用区分', '雇用形態'],
  tel: ['電話番号', '電話', '携帯電話', '携帯番号', 'TEL'],
  joinedOn: ['入社日', '入社年月日'],
} as const satisfies Record<StaffColumn, readonly string[]>

const elsewhere = ['状態', '招待', '最終ログイン', '生年月日', '性別']

/** All that is known of the headings of a file of staff. */
export const staffHeadings: readonly (readonly string[])[] = [...Object.values(headings), elsewhere]

/** The columns of a file of staff, and the sentence where one of those that are needed is not there. */
export function findStaffColumns(names: readonly string[], answers: ReadingAnswers['columns'] = {}) {
  const columns = findColumns(names, { headings, elsewhere }, answers)
  return { columns, missing: missingColumn(columns.at) }
}

/** The rows of a file of staff, each as a draft or as refused with its first fault. */
export function readStaffRows(table: Table, known: Known, answers: ReadingAnswers): StaffRows {
  const { columns, missing } = findStaffColumns(table.headings, answers.columns)
  mendCells(table, answers.cells)
  const read: StaffRows = { columns, drafts: [], faults: [], restored: {}, unknown: {}, without: 0, left: 0 }
  for (const row of table.rows) {
    if (missing) read.faults.push({ row: row.number, reason: missing })
    else {
      const groups = { groups: answers.groups, at: columns.at, labels: staffColumnNames }
      const { draft, fault } = readAnswered(row, groups, read, (counts) =>
        readRow(row, columns.at, { ...known, answers }, counts),
      )
      const refused = doubtOf(row) ?? fault
      if (refused && isLeftOut(answers.groups, refused)) read.left += 1
      else if (refused) read.faults.push({ row: row.number, ...refused })
      else read.drafts.push({ row: row.number, draft })
    }
  }
  return read
}

type At = StaffRows['columns']['at']
type Found = Omit<Fault, 'row'>

function missingColumn(at: At): string | undefined {
  const hasName = at.name !== undefined || (at.lastName !== undefined && at.firstName !== undefined)
  const missing: StaffColumn | undefined = hasName
    ? (['email', 'role'] as const).find((column) => at[column] === undefined)
    : 'name'
  return missing && `「${staffColumnNames[missing]}」の列がありません（「列の意味」で選べます）`
}

interface Reading extends Known {
  answers: ReadingAnswers
}

const roleOf = readLabelled(roleLevels)
const employmentOf = readLabelled(employmentTypes, { employee: ['社員'], partTime: ['アルバイト', 'パート'] })

function readRow(
  { cells }: Row,
  at: At,
  { shops, answers }: Reading,
  { restored, unknown }: Pick<StaffRows, 'restored' | 'unknown'>,
) {
  const draft: StaffDraft = {
    ...{ lastName: '', firstName: '', lastNameKana: null, firstNameKana: null, email: '', role: 'level1' },
    ...{ shopIds: [], mainShopId: null, jobTitle: null, employmentType: null, tel: null, joinedOn: null },
  }
  let fault: Found | undefined
  const refuse = (column: StaffColumn, reason: string) => {
    fault ??= { column: staffColumnNames[column], reason }
  }
  const cellOf = (column: StaffColumn) => cells[at[column] ?? -1] ?? ''
  const take = <Value>(column: StaffColumn, read: (cell: string) => Read<Value>, into: (value: Value) => void) => {
    const cell = cellOf(column)
    if (cell === '') return
    const result = readCell(cell, staffColumnNames[column], read, restored)
    if ('reason' in result) refuse(column, result.reason)
    else into(result.value)
  }
  const text = (length: number) => (cell: string) => readText(cell.trim(), length)
  const into =
    <K extends keyof StaffDraft>(field: K) =>
    (value: StaffDraft[K]) => {
      draft[field] = value
    }
  take('name', readName, ([last, first]) => Object.assign(draft, { lastName: last, firstName: first }))
  take('lastName', text(50), into('lastName'))
  take('firstName', text(50), into('firstName'))
  if (draft.lastName === '') refuse('name', '氏名がありません')
  else if (draft.firstName === '') refuse('name', '名がありません（姓と名の間に空白を入れてください）')
  const kana = (last: string, first: string) =>
    Object.assign(draft, { lastNameKana: last || null, firstNameKana: first || null })
  take('kana', readKana, ([last, first]) => kana(last, first))
  take('lastNameKana', readKana, ([last, first]) => kana(`${last} ${first}`.trim(), draft.firstNameKana ?? ''))
  take('firstNameKana', readKana, ([last, first]) => kana(draft.lastNameKana ?? '', `${last} ${first}`.trim()))
  take('email', readEmail, into('email'))
  if (cellOf('email') === '') refuse('email', 'メールアドレスがありません')
  const isRole = (answer: string) => Object.hasOwn(roleLevels, answer)
  take('role', translated(answers, unknown, 'role', roleOf, isRole), into('role'))
  if (cellOf('role') === '') refuse('role', '権限がありません')
  const shopOf = shopReader(answers, unknown, shops)
  take('shops', (cell) => readShops(cell, shopOf), into('shopIds'))
  take('mainShop', shopOf, (id) => {
    draft.mainShopId = id
    if (cellOf('shops') === '') draft.shopIds = [id]
    else if (!draft.shopIds.includes(id)) refuse('mainShop', '主担当の店舗が担当店舗の中にありません')
  })
  take('jobTitle', text(50), into('jobTitle'))
  const isEmployment = (answer: string) => Object.hasOwn(employmentTypes, answer)
  take(
    'employmentType',
    translated(answers, unknown, 'employmentType', employmentOf, isEmployment),
    into('employmentType'),
  )
  take('tel', readPhone, into('tel'))
  take('joinedOn', (cell) => readDay(cell, '1950-01-01', '2100-12-31'), into('joinedOn'))
  return { draft, fault }
}

/** Several in one cell; each once. */
function readShops(cell: string, shopOf: (cell: string) => Read<string>): Read<string[]> {
  const names = cell.split(/[、;；\n]/).flatMap((name) => name.trim() || [])
  const ids = new Set<string>()
  for (const name of names) {
    const read = shopOf(name)
    if ('reason' in read) return read
    ids.add(read.value)
  }
  return { value: [...ids] }
}
