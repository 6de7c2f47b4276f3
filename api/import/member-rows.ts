import { firstAnswers, type MemberColumn, memberColumnNames } from '#contract/words/import.ts'
import { mailConsentAnswers } from '#contract/words/mail-consent.ts'
import { type Gender, genders } from '#contract/words/member.ts'
import { isLeftOut, readAnswered } from './fault-groups.ts'
import { findColumns, unclearColumn } from './find-columns.ts'
import { memberColumns, notOfMembers } from './member-columns.ts'
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
} from './rows.ts'
import type { Row, Table } from './table.ts'
import {
  type Read,
  readConsent,
  readDay,
  readEmail,
  readGender,
  readId,
  readKana,
  readName,
  readPhone,
  readText,
  readZipCode,
} from './values.ts'

/** What a source says of a person; absent: it does not know, and what is here stays; null: there is none. */
export interface PersonFacts {
  firstName?: string
  lastNameKana?: string | null
  firstNameKana?: string | null
  email?: string | null
  /** Of a family: the representative's. */
  representativeEmail?: string | null
  tel?: string | null
  gender?: Gender
  birthday?: string | null
  zipCode?: string | null
  prefecture?: string | null
  address1?: string | null
  address2?: string | null
  /** 入会日: of many members it is the day of a migration. */
  joinedOn?: string | null
}

/** What a row says of a member; absent: no column, or an empty cell that changes nothing; null: to be cleared. */
export interface MemberDraft extends PersonFacts {
  externalId?: number
  memberNo?: string
  lastName?: string
  shopId?: string
  /** What they say of mails that require consent; of who consented before, a no is a withdrawal. */
  mailConsent?: 'given' | 'declined' | 'withdrawn'
  mailConsentOn?: string
  mailConsentSource?: string
}

/** 会員ID and 会員コード beside one another: one is the number that the club uses, and only the club knows which. */
const layout = { headings: memberColumns, elsewhere: notOfMembers, oneOnly: ['memberNo'] } as const

type MemberRows = ReadRows<MemberColumn, MemberDraft>

/** The columns of a file of members, and the sentence where one of those that are needed is not there. */
export function findMemberColumns(headings: readonly string[], answers: ReadingAnswers['columns'] = {}) {
  const columns = findColumns(headings, layout, answers)
  return { columns, missing: missingColumn(columns.at) }
}

/** The rows of a file of members, each as a draft or as refused with its first fault. */
export function readMemberRows(table: Table, known: Known, answers: ReadingAnswers = firstAnswers()): MemberRows {
  const { columns, missing: needed } = findMemberColumns(table.headings, answers.columns)
  mendCells(table, answers.cells)
  const width = answers.numberWidth ?? widthOfNumbers(table.rows, columns.at.memberNo)
  const read: MemberRows = { columns, drafts: [], faults: [], restored: {}, unknown: {}, without: 0, left: 0 }
  const missing = unclearColumn(memberColumnNames, columns) ?? needed
  if (missing) {
    read.faults = table.rows.map(({ number }) => ({ row: number, reason: missing }))
    return read
  }
  const rowOf = { memberNo: new Map<string, number>(), externalId: new Map<number, number>() }
  for (const row of table.rows) {
    const groups = { groups: answers.groups, at: columns.at, labels: memberColumnNames }
    const { draft, fault } = readAnswered(row, groups, read, (counts) => {
      const person: MemberDraft = {}
      return { draft: person, fault: fillDraft(person, row, columns.at, { ...known, width, answers }, counts) }
    })
    // Of a club whose file has no number but the provider's.
    if (columns.at.memberNo === undefined && draft.externalId !== undefined) draft.memberNo = String(draft.externalId)
    const refused = doubtOf(row) ?? fault ?? faultOfRow(draft) ?? doubledIn(rowOf, draft, row.number)
    if (refused && isLeftOut(answers.groups, refused)) read.left += 1
    else if (refused) read.faults.push({ row: row.number, ...refused })
    else read.drafts.push({ row: row.number, draft })
  }
  return read
}

type At = MemberRows['columns']['at']

/** Columns without which a member has no name or number: staff choose which column of the file they are. */
function missingColumn(at: At): string | undefined {
  if (at.memberNo === undefined && at.externalId === undefined)
    return '会員番号の列がありません（「列の意味」で選べます）'
  if (at.name === undefined && at.lastName === undefined) return '氏名の列がありません（「列の意味」で選べます）'
  return undefined
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
  representativeEmail: ['representativeEmail'],
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
    const result = readCell(cell, label, read, restored)
    if ('reason' in result) fault ??= { column: label, reason: result.reason }
    else into(result.value)
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
  take('lastNameKana', readKana, ([last, first]) => Object.assign(draft, { lastNameKana: `${last} ${first}`.trim() }))
  take('firstNameKana', readKana, ([last, first]) => Object.assign(draft, { firstNameKana: `${last} ${first}`.trim() }))
  set('email', readEmail)
  set('representativeEmail', readEmail)
  set('tel', readPhone)
  set(
    'gender',
    translated(answers, unknown, 'gender', readGender, (answer) => Object.hasOwn(genders, answer)),
  )
  set('birthday', (cell) => readDay(cell, '1900-01-02', today))
  set('zipCode', readZipCode)
  set('prefecture', text(100))
  set('address1', text(100))
  set('address2', text(100))
  take('shop', shopReader(answers, unknown, shops), (shopId) => Object.assign(draft, { shopId }))
  set('joinedOn', (cell) => readDay(cell, '1950-01-01', today))
  set(
    'mailConsent',
    translated(answers, unknown, 'mailConsent', readConsent, (answer) => Object.hasOwn(mailConsentAnswers, answer)),
  )
  set('mailConsentOn', (cell) => readDay(cell, '1990-01-01', today))
  set('mailConsentSource', text(100))
  // Day and place say nothing by themselves.
  if (draft.mailConsent === undefined) {
    delete draft.mailConsentOn
    delete draft.mailConsentSource
  }
  return fault
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
  if (first !== undefined) return { reason: '同じ会員の行が上にもあります（上の行を取り込みます）' }
  if (externalId !== undefined) rowOf.externalId.set(externalId, row)
  if (memberNo !== undefined) rowOf.memberNo.set(memberNo, row)
  return undefined
}
