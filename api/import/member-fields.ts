import { type SQL, sql } from 'drizzle-orm'
import { type MemberColumn, memberColumnNames } from '#contract/words/import.ts'
import { ofJson, type RowTable } from './facts/tables.ts'
import type { MemberDraft } from './member-rows.ts'

interface Field {
  /** In the database. */
  column: string
  /** The column of the file under which staff know it. */
  of: MemberColumn
  type: 'text' | 'integer' | 'date'
}

/** The fields of a member that a file sets. */
export const memberFields = {
  externalId: { column: 'external_id', of: 'externalId', type: 'integer' },
  memberNo: { column: 'member_no', of: 'memberNo', type: 'text' },
  lastName: { column: 'last_name', of: 'lastName', type: 'text' },
  firstName: { column: 'first_name', of: 'firstName', type: 'text' },
  lastNameKana: { column: 'last_name_kana', of: 'lastNameKana', type: 'text' },
  firstNameKana: { column: 'first_name_kana', of: 'firstNameKana', type: 'text' },
  email: { column: 'email', of: 'email', type: 'text' },
  representativeEmail: { column: 'representative_email', of: 'representativeEmail', type: 'text' },
  tel: { column: 'tel', of: 'tel', type: 'text' },
  gender: { column: 'gender', of: 'gender', type: 'text' },
  birthday: { column: 'birthday', of: 'birthday', type: 'date' },
  zipCode: { column: 'zip_code', of: 'zipCode', type: 'text' },
  prefecture: { column: 'prefecture', of: 'prefecture', type: 'text' },
  address1: { column: 'address1', of: 'address1', type: 'text' },
  address2: { column: 'address2', of: 'address2', type: 'text' },
  shopId: { column: 'shop_id', of: 'shop', type: 'integer' },
  joinedOn: { column: 'joined_on', of: 'joinedOn', type: 'date' },
} as const satisfies Record<keyof MemberDraft, Field>

/** Columns of `member` with their values, as its row's JSON has them. */
export type Columns = Record<string, string | number | null>

/** The draft as columns of `member`. */
export function columnsOf(draft: MemberDraft): Columns {
  const fields = Object.keys(memberFields) as (keyof MemberDraft)[]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = draft[field]
      if (value === undefined) return []
      const { column, type } = memberFields[field]
      return [[column, type === 'integer' && value !== null ? Number(value) : value]]
    }),
  )
}

const byColumn = new Map<string, Field>(Object.values(memberFields).map((field) => [field.column, field]))

/** As staff know a column of `member`; null for those that are no field of a file. */
export const labelOf = (column: string): string | null => {
  const field = byColumn.get(column)
  return field ? memberColumnNames[field.of] : null
}

/** Members as rows of files. */
export const memberTable: RowTable = {
  name: 'member',
  source: sql`select t.*, t.last_synced_at is null as from_file from member t`,
  fields: Object.values(memberFields).map(({ column, of, type }) => ({ name: column, of, type })),
  unique: ['member_no', 'external_id'],
  together: [],
  hasLocks: true,
}

/** The columns of all fields, separated by commas. */
export const columnNames = sql.join(
  memberTable.fields.map(({ name }) => sql.identifier(name)),
  sql`, `,
)

/** The same in the same order, as a row's JSON has them; a first name is not null. */
export const valuesOfJson = (json: SQL): SQL =>
  sql.join(
    memberTable.fields.map((field) =>
      field.name === 'first_name' ? sql`coalesce(${ofJson(json, field)}, '')` : ofJson(json, field),
    ),
    sql`, `,
  )
