import { type SQL, sql } from 'drizzle-orm'
import { type MemberColumn, memberColumnNames } from '#contract/words/import.ts'
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
export type Columns = Record<string, string | number | string[] | null>

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

const fields: readonly Field[] = Object.values(memberFields)

/** The columns of all fields, separated by commas. */
export const columnNames = sql.join(
  fields.map(({ column }) => sql.identifier(column)),
  sql`, `,
)

const ofJson = (json: SQL, { column, type }: Field) => sql`(${json} ->> ${sql.raw(`'${column}'`)})::${sql.raw(type)}`

/** The same in the same order, as a row's JSON has them; a first name is not null. */
export const valuesOfJson = (json: SQL): SQL =>
  sql.join(
    fields.map((field) =>
      field.column === 'first_name' ? sql`coalesce(${ofJson(json, field)}, '')` : ofJson(json, field),
    ),
    sql`, `,
  )

/** For an update of member `m`: each column that the JSON has, as it has it. */
export const setFromJson = (json: SQL): SQL =>
  sql.join(
    fields.map(
      (field) => sql`${sql.identifier(field.column)} = case when ${json} ? ${sql.raw(`'${field.column}'`)}
        then ${ofJson(json, field)} else m.${sql.identifier(field.column)} end`,
    ),
    sql`, `,
  )
