import { type SQL, sql } from 'drizzle-orm'
import { type MemberColumn, memberColumnNames } from '#contract/words/import.ts'
import { mailConsentSources } from '#contract/words/mail-consent.ts'
import { type Field, ofJson, type RowTable } from './facts/tables.ts'
import type { MemberDraft } from './member-rows.ts'

interface MemberField extends Pick<Field, 'isOwn' | 'stored'> {
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
  // The latest of a history (mail_consent).
  mailConsent: { column: 'mail_consent', of: 'mailConsent', type: 'text', stored: null, isOwn: true },
  mailConsentOn: { column: 'mail_consent_on', of: 'mailConsentOn', type: 'date', stored: null, isOwn: true },
  mailConsentSource: {
    column: 'mail_consent_source',
    of: 'mailConsentSource',
    type: 'text',
    stored: null,
    isOwn: true,
  },
} as const satisfies Record<keyof MemberDraft, MemberField>

/** Together they are one consent. */
export const consentNames = ['mail_consent', 'mail_consent_on', 'mail_consent_source']
export const addressNames = ['email', 'representative_email']

/** Columns of `member` with their values, as its row's JSON has them. */
export type Columns = Record<string, string | number | null>

/**
 * What goes with these names: a consent is written as a whole, and anew where the file brings another address, because it
 * counts for that one.
 */
export function wholeConsent(names: readonly string[], given: Columns, known: Readonly<Record<string, unknown>>) {
  const isNew = names.includes('mail_consent')
  const isForAddress = given.mail_consent === 'given' && names.some((name) => addressNames.includes(name))
  if (!isForAddress && !names.some((name) => consentNames.includes(name))) return {}
  const whole = isNew ? given : { ...known, ...given }
  return Object.fromEntries(consentNames.map((name) => [name, whole[name] ?? null]))
}

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

const byColumn = new Map<string, MemberField>(Object.values(memberFields).map((field) => [field.column, field]))

/** As staff know a column of `member`; null for those that are no field of a file. */
export const labelOf = (column: string): string | null => {
  const field = byColumn.get(column)
  return field ? memberColumnNames[field.of] : null
}

const { file: _, ...ownSources } = mailConsentSources
const sourceLabels = sql.raw(
  Object.entries(ownSources)
    .map(([source, label]) => `when '${source}' then '${label}'`)
    .join(' '),
)

/** Members as rows of files. */
export const memberTable: RowTable = {
  name: 'member',
  source: sql`select t.*, t.last_synced_at is null as from_file, c.* from member t left join lateral (
    select state as mail_consent, stated_on as mail_consent_on, case source ${sourceLabels} else detail end as mail_consent_source
    from mail_consent where member_id = t.id order by id desc limit 1) c on true`,
  fields: Object.values<MemberField>(memberFields).map(({ column, ...field }) => ({ name: column, ...field })),
  unique: ['member_no', 'external_id'],
  together: [consentNames],
  hasLocks: true,
}

const ownColumns = memberTable.fields.filter(({ stored }) => stored !== null)

/** The columns of all fields that `member` has, separated by commas. */
export const columnNames = sql.join(
  ownColumns.map(({ name }) => sql.identifier(name)),
  sql`, `,
)

/** The values of these columns, in this order, from a row's JSON; a first name is not null. */
export const valuesOfJson = (json: SQL): SQL =>
  sql.join(
    ownColumns.map((field) =>
      field.name === 'first_name' ? sql`coalesce(${ofJson(json, field)}, '')` : ofJson(json, field),
    ),
    sql`, `,
  )
