import { type SQL, sql } from 'drizzle-orm'
import type { MemberColumn } from '#contract/words/import.ts'
import type { FactKind as KnownKind } from '#contract/words/report.ts'
import type { FactColumn, FactKind } from './columns.ts'
import { type Grain, sameMoment } from './same-fact.ts'

// How facts of files lie in the database. A fact is compared, stored and taken back as the JSON of its `source`: its row
// with the names of what it refers to, so that what is stored says the same to people.

export interface Field {
  /** In the source. */
  name: string
  type: 'text' | 'integer' | 'date' | 'timestamptz'
  /** The column of the file under which staff know it; absent: who it belongs to. */
  of?: FactColumn | MemberColumn
  /** Another column of the table, and its value from the JSON: of a name. Null: in a table of its own. */
  stored?: { column: string; value: (json: SQL) => SQL } | null
  /** The club system does not know it: a file's value neither stays out nor is locked. */
  isOwn?: true
}

/** Rows of files in a table. */
export interface RowTable {
  /** The table; as `t` in the source. */
  name: 'member' | 'contract' | 'member_ticket' | 'visit' | 'reservation' | 'sale' | 'billing'
  /** With `from_file`: whether only files know the row. */
  source: SQL
  fields: readonly Field[]
  /** Names whose values nobody else has. */
  unique: readonly string[]
  /** Names whose values only make sense together. */
  together: readonly (readonly string[])[]
  /** Whether a value can be chosen over the club system's, which then stays. */
  hasLocks: boolean
}

export interface FactTable extends RowTable {
  name: Exclude<RowTable['name'], 'member'>
  /** Names of the source that identify a fact which has no number of the provider. Empty: the number alone does. */
  natural: readonly string[]
  /** Moments that a source may show cut. */
  cut?: Readonly<Record<string, Grain>>
  /** Days on which a row counts, for the months to be counted again. */
  days: readonly string[]
  known: KnownKind | null
}

const whose: readonly Field[] = [
  { name: 'member_id', type: 'integer' },
  { name: 'shop_id', type: 'integer', of: 'shop' },
]
const externalId: Field = { name: 'external_id', type: 'integer', of: 'externalId' }
const date = (name: string, of: FactColumn): Field => ({ name, type: 'date', of })
const moment = (name: string, of: FactColumn): Field => ({ name, type: 'timestamptz', of })
const text = (name: string, of: FactColumn): Field => ({ name, type: 'text', of })
/** Follows from the others: staff do not see it. */
const implied = (name: string): Field => ({ name, type: 'text' })
const number = (name: string, of: FactColumn): Field => ({ name, type: 'integer', of })

/** The shop's plan of this name: the published one first. Of what was stored before, the plan itself. */
const planId = (
  json: SQL,
) => sql`coalesce((${json} ->> 'plan_id')::integer, (select coalesce(p.joined_to, p.id) from shop_plan p
  where p.shop_id = (${json} ->> 'shop_id')::integer and p.name = ${json} ->> 'plan'
  order by p.joined_to is null desc, p.status = 'active' desc, p.id limit 1))`
const ticketId = (json: SQL) => sql`coalesce((${json} ->> 'ticket_id')::integer, (select p.id from ticket p
  where p.name = ${json} ->> 'ticket' order by p.status = 'active' desc, p.id limit 1))`

export const factTables: Readonly<Record<FactKind, FactTable>> = {
  contract: {
    name: 'contract',
    source: sql`select t.*, p.name as plan from contract t join shop_plan p on p.id = t.plan_id`,
    fields: [
      externalId,
      ...whose,
      { name: 'plan', type: 'text', of: 'plan', stored: { column: 'plan_id', value: planId } },
      implied('kind'),
      number('monthly_fee', 'monthlyFee'),
      date('contracted_on', 'contractedOn'),
      date('start_on', 'startOn'),
      date('end_on', 'endOn'),
      date('cancel_requested_on', 'cancelRequestedOn'),
      text('cancel_reason', 'cancelReason'),
      text('payment_method', 'paymentMethod'),
      implied('payment_status'),
    ],
    natural: ['member_id', 'plan', 'start_on'],
    unique: ['external_id'],
    together: [
      ['plan', 'kind', 'shop_id'],
      ['start_on', 'end_on'],
    ],
    hasLocks: true,
    days: ['start_on', 'cancel_requested_on'],
    known: 'contracts',
  },
  ticket: {
    name: 'member_ticket',
    source: sql`select t.*, p.name as ticket from member_ticket t join ticket p on p.id = t.ticket_id`,
    fields: [
      externalId,
      ...whose,
      { name: 'home_shop_id', type: 'integer' },
      { name: 'ticket', type: 'text', of: 'ticket', stored: { column: 'ticket_id', value: ticketId } },
      moment('granted_at', 'grantedAt'),
      number('granted_num', 'grantedNum'),
      number('used_num', 'usedNum'),
      date('expires_on', 'expiresOn'),
      number('unit_price', 'unitPrice'),
      text('source', 'source'),
    ],
    natural: ['member_id', 'ticket', 'granted_at'],
    cut: { granted_at: 'day' },
    unique: ['external_id'],
    together: [['granted_num', 'used_num']],
    hasLocks: true,
    days: [],
    known: null,
  },
  visit: {
    name: 'visit',
    source: sql`select t.* from visit t`,
    fields: [...whose, moment('entered_at', 'enteredAt'), moment('left_at', 'leftAt'), implied('source')],
    natural: ['member_id', 'shop_id', 'entered_at'],
    cut: { entered_at: 'minute' },
    unique: [],
    together: [],
    hasLocks: false,
    days: ['entered_at'],
    known: 'visits',
  },
  booking: {
    name: 'reservation',
    source: sql`select t.* from reservation t`,
    fields: [
      externalId,
      ...whose,
      text('program_name', 'program'),
      text('studio_room_name', 'room'),
      moment('start_at', 'startTime'),
      moment('end_at', 'endTime'),
      text('status', 'status'),
      moment('booked_at', 'bookedAt'),
      implied('kind'),
      implied('booked_via'),
    ],
    natural: ['member_id', 'start_at', 'program_name'],
    cut: { start_at: 'minute' },
    unique: ['external_id'],
    together: [],
    hasLocks: true,
    days: ['start_at'],
    known: 'bookings',
  },
  sale: {
    name: 'sale',
    // Names of products instead of their numbers; in the order of the receipt.
    source: sql`select t.*, (
        select coalesce(jsonb_agg(jsonb_build_object('product', p.name, 'category', p.category, 'quantity', l.quantity,
          'unitPrice', l.unit_price, 'discount', l.discount, 'tax', l.tax, 'net', l.net) order by l.line_no), '[]')
        from sale_line l join product p on p.id = l.product_id where l.sale_id = t.id) as lines
      from sale t`,
    fields: [
      externalId,
      ...whose,
      text('receipt_no', 'receiptNo'),
      moment('settled_at', 'settledAt'),
      date('target_month', 'targetMonth'),
      text('method', 'method'),
      text('status', 'status'),
      { name: 'lines', type: 'text', of: 'product', stored: null },
    ],
    natural: ['receipt_no', 'shop_id'],
    cut: { settled_at: 'day' },
    unique: ['external_id'],
    together: [],
    hasLocks: true,
    days: ['settled_at'],
    known: 'sales',
  },
  bill: {
    name: 'billing',
    source: sql`select t.* from billing t`,
    fields: [
      ...whose,
      date('target_month', 'targetMonth'),
      date('due_on', 'dueOn'),
      number('amount', 'amount'),
      text('method', 'method'),
      text('status', 'status'),
      date('paid_on', 'paidOn'),
    ],
    natural: ['member_id', 'target_month'],
    unique: [],
    together: [],
    hasLocks: false,
    days: ['target_month'],
    known: 'bills',
  },
}

/** Whether the stored row of the source is the fact of the JSON, apart from numbers: of another source also if cut. */
export function isSameFact({ natural, fields, cut = {}, name: table }: FactTable, stored: SQL, json: SQL): SQL {
  const equal = natural.map((name) => {
    const field = fields.find((one) => one.name === name)
    if (!field) throw new Error(`${table} has no field ${name}`)
    const [one, other] = [sql`${stored}.${sql.identifier(name)}`, ofJson(json, field)]
    const grain = cut[name]
    return grain
      ? sql`${sameMoment(grain, one, other)} and (${one} = ${other} or not ${stored}.from_file)`
      : sql`${one} = ${other}`
  })
  return sql.join(equal, sql` and `)
}

/** A value of the JSON as the field's type. */
export const ofJson = (json: SQL, { name, type }: Pick<Field, 'name' | 'type'>): SQL =>
  sql`(${json} ->> ${sql.raw(`'${name}'`)})::${sql.raw(type)}`

/** Columns of the table itself with their values from the JSON. */
export const storedFields = ({ fields }: RowTable) =>
  fields.flatMap((field) => {
    if (field.stored === null) return []
    const column = sql.identifier(field.stored?.column ?? field.name)
    return [{ field, column, value: field.stored?.value ?? ((json: SQL) => ofJson(json, field)) }]
  })
