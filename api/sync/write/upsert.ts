import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { lockRows, rowsOf } from '../../db/expressions.ts'
import type { ProviderValues } from '../../db/schema/facts.ts'
import { type Grain, isCutFrom, sameMoment } from '../../import/facts/same-fact.ts'
import { failed, type Outcome, type Outcomes } from './outcomes.ts'

type Type = 'integer' | 'text' | 'date' | 'timestamptz' | 'boolean' | 'jsonb'
export type Values = Record<string, unknown>

export interface Target {
  table: 'member' | 'ticket' | 'shop_plan' | 'contract' | 'member_ticket' | 'slot' | 'reservation' | 'sale'
  /** Values that the club system sets each time. */
  columns: Readonly<Record<string, Type>>
  /** Values of a new row, which are kept afterwards. */
  initial?: Readonly<Record<string, Type>>
  /** The stored row with what is compared besides its columns; as `t` it is the row. */
  source?: SQL
  /** Columns by which a row of a file, which has no number of the club system, is the same one. */
  natural?: readonly string[]
  /** Moments among them that a file may show cut. */
  cut?: Readonly<Record<string, Grain>>
  /** Instead of an insert with the given columns. */
  insert?: (tx: Db, rows: SQL, columns: SQL, values: SQL) => Promise<Made[]>
}

/** A new row, with its natural columns. */
type Made = Values & { id: number; externalId: number | null }

export interface Wanted {
  /** The club system's. */
  id: string
  /** Null: the source has no number for it, and its natural columns are its key. */
  externalId: number | null
  /** Undefined: the source has no such value, and ours stays. */
  values: Values
  /** Further values of a new row, also those that the source lacks. */
  initial?: Values
  /** Its moments are cut to seconds, minutes or days, as a file shows them. */
  isCoarse?: boolean | undefined
  /** Values beside the row's columns, such as lines. */
  beside?: Values
}

export interface Stored extends Values {
  id: number
  external_id: number | null
  from_file?: boolean
  provider_values?: ProviderValues | null
}

/** The owner of a row, and the club system's values of columns that a person has chosen. */
const owners: Partial<Record<Target['table'], Readonly<Record<string, Type>>>> = {
  member: { provider_values: 'jsonb' },
  contract: { from_file: 'boolean', provider_values: 'jsonb' },
  member_ticket: { from_file: 'boolean', provider_values: 'jsonb' },
  reservation: { from_file: 'boolean', provider_values: 'jsonb' },
  sale: { from_file: 'boolean', provider_values: 'jsonb' },
}

export interface Upserted {
  outcomes: Outcomes
  /** Rows that were created or changed, with what was there before; beside them what has changed. */
  written: { id: number; wanted: Wanted; before: Stored | null }[]
  /** Ours by the club system's numbers. */
  ids: Map<number, number>
}

const same = (type: Type | undefined, one: unknown, other: unknown, isCoarse = false) => {
  if (type !== 'timestamptz' || one == null || other == null) return (one ?? null) === (other ?? null)
  if (isCoarse) return isCutFrom('day', String(one), String(other))
  return Date.parse(String(one)) === Date.parse(String(other))
}

/**
 * Writes rows of the club system by their numbers: new ones, and those that differ. A row of a file is the club system's
 * from then on. Columns that a person has chosen stay, and the row counts as locked where nothing else differs.
 */
export async function upsert(tx: Db, target: Target, given: readonly Wanted[]): Promise<Upserted> {
  // Where a row is twice on a page, the last one counts.
  const wanted = [...new Map(given.map((one) => [keyOf(target, one), one])).values()]
  const stored = await storedRows(tx, target, wanted)
  const result: Upserted = { outcomes: new Map(), written: [], ids: new Map() }
  const fresh: Wanted[] = []
  const changed: { stored: Stored; values: Values }[] = []
  for (const one of wanted) {
    const known = stored.get(keyOf(target, one))
    if (!known) {
      fresh.push(one)
      continue
    }
    if (isOfAnother(one, known)) {
      result.outcomes.set(one.id, failed(ofAnother))
      continue
    }
    if (one.externalId !== null) result.ids.set(one.externalId, known.id)
    const { values, ours, is } = changesOf(target, one, known)
    result.outcomes.set(one.id, { is })
    if (values) changed.push({ stored: known, values })
    if (ours.length === 0) continue
    const beside = Object.fromEntries(Object.entries(one.beside ?? {}).filter(([name]) => ours.includes(name)))
    result.written.push({ id: known.id, wanted: { ...one, beside }, before: known })
  }
  await update(tx, target, changed)
  const freshBy = new Map(fresh.map((one) => [keyOf(target, one), one]))
  for (const { id, externalId, ...made } of await create(tx, target, fresh)) {
    const one = freshBy.get(keyOf(target, { externalId, values: made })) as Wanted
    if (externalId !== null) result.ids.set(externalId, id)
    result.outcomes.set(one.id, { is: 'created' })
    result.written.push({ id, wanted: one, before: null })
  }
  return result
}

const ofAnother =
  'ファイルから取り込んだ別の会員の行と番号が同じため、反映していません。その取り込みを取り消すか、番号の列を外して取り込み直してください。'

/** Whether a file has the number with another member: it is another system's number. */
const isOfAnother = ({ values: { member_id } }: Wanted, stored: Stored) =>
  stored.from_file === true && member_id != null && stored.member_id != null && member_id !== stored.member_id

/** The key of a row among those of a page and the stored ones. */
const keyOf = ({ natural = [] }: Target, { externalId, values }: Pick<Wanted, 'externalId' | 'values'>) =>
  externalId ?? natural.map((name) => values[name]).join(' ')

/** The row after the change, where there is one, and which columns are changed. */
function changesOf({ columns }: Target, { values, beside = {}, isCoarse }: Wanted, stored: Stored) {
  const said = Object.entries({ ...values, ...beside }).filter(([, value]) => value !== undefined)
  const isSame = (name: string, one: unknown, other: unknown) =>
    name in columns
      ? same(columns[name], one, other, isCoarse)
      : JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
  const chosen = stored.provider_values ?? {}
  const differing = said.filter(([name, value]) => !isSame(name, value, stored[name]))
  const ours = differing.flatMap(([name]) => (name in chosen ? [] : [name]))
  const news = said.filter(([name, value]) => {
    const known = chosen[name]
    return known && !('value' in known && isSame(name, value, known.value))
  })
  const is: Outcome['is'] = ours.length > 0 ? 'updated' : differing.length > 0 ? 'locked' : 'unchanged'
  if (ours.length === 0 && news.length === 0 && !stored.from_file) return { is, ours, values: null }
  const kept = Object.keys(columns).map((name) => [name, (ours.includes(name) ? values : stored)[name] ?? null])
  const heard = Object.fromEntries(news.map(([name, value]) => [name, { value }]))
  const after: Values = {
    ...Object.fromEntries(kept),
    ...{ from_file: false, provider_values: stored.provider_values ? { ...chosen, ...heard } : null },
  }
  return { is, ours, values: after }
}

/** With the keys of objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}

const nameOf = ({ table }: Target) => sql.identifier(table)
const names = (columns: Iterable<string>) =>
  sql.join(
    [...columns].map((name) => sql.identifier(name)),
    sql`, `,
  )

function recordset(columns: Readonly<Record<string, Type>>, rows: readonly Values[]): SQL {
  const fields = Object.entries(columns).map(([name, type]) => sql`${sql.identifier(name)} ${sql.raw(type)}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (${sql.join(fields, sql`, `)})`
}

/** Whatever is here of the rows, locked before it is read; rows of a file get the club system's numbers. */
async function storedRows(tx: Db, target: Target, wanted: readonly Wanted[]): Promise<Map<number | string, Stored>> {
  const stored = new Map<number | string, Stored>()
  const read = async (numbers: readonly number[]) => {
    if (numbers.length === 0) return
    const those = sql`external_id = any (${sql.param(numbers)}::integer[])`
    await lockRows(tx, target.table, sql`t.${those}`)
    const found = await rowsOf<Stored>(tx, sql`select f.* from (${sourceOf(target)}) f where f.${those}`)
    for (const row of found) stored.set(row.external_id as number, row)
  }
  const numbered = wanted.filter(({ externalId }) => externalId !== null)
  await read(numbered.map(({ externalId }) => externalId as number))
  await read(
    await adopt(
      tx,
      target,
      numbered.filter(({ externalId }) => !stored.has(externalId as number)),
      numbered.map(({ externalId }) => externalId as number),
    ),
  )
  const unnumbered = wanted.flatMap(({ externalId, values }) => (externalId === null ? [values] : []))
  if (!target.natural || unnumbered.length === 0) return stored
  const rows = recordset(target.columns, unnumbered)
  const equal = (table: SQL) => sql.join(equalNatural({ ...target, cut: {} }, table), sql` and `)
  await lockRows(tx, target.table, sql`t.id in (select o.id from ${rows} join ${nameOf(target)} o on ${equal(sql`o`)})`)
  const alike = await rowsOf<Stored>(
    tx,
    sql`select f.* from ${rows} join (${sourceOf(target)}) f on ${equal(sql`f`)} order by f.id desc`,
  )
  // Of several the oldest.
  for (const row of alike) stored.set(keyOf(target, { externalId: null, values: row }), row)
  return stored
}

const sourceOf = (target: Target) => target.source ?? sql`select t.* from ${nameOf(target)} t`

/**
 * Gives rows of files the numbers under which the club system knows them, one row to one number; which numbers were given.
 * `numbers`: of all rows of the page, which stay with theirs.
 */
async function adopt(tx: Db, target: Target, fresh: readonly Wanted[], numbers: readonly number[]): Promise<number[]> {
  if (!target.natural || fresh.length === 0) return []
  const rows = recordset(
    { external_id: 'integer', ...target.columns },
    fresh.map(({ externalId, values }) => ({ external_id: externalId, ...values })),
  )
  const isFree = sql`(t.external_id is null or (${isOfFile(target)} and t.external_id <> all (${sql.param(numbers)}::integer[])))`
  const pairs = sql`${rows} join ${nameOf(target)} t on ${sql.join(equalNatural(target, sql`t`), sql` and `)} and ${isFree}`
  const found = await rowsOf<{ id: number }>(tx, sql`select distinct t.id from ${pairs}`)
  if (found.length === 0) return []
  await lockRows(tx, target.table, sql`t.id = any (${sql.param(found.map(({ id }) => id))}::integer[])`)
  const { rows: adopted } = await tx.execute<{ number: number }>(sql`
    with pair as (
      select t.id, w.external_id, row_number() over (partition by t.id order by w.external_id) as of_row,
        row_number() over (partition by w.external_id order by t.id) as of_number
      from ${pairs}
    )
    update ${nameOf(target)} t set external_id = pair.external_id from pair
    where t.id = pair.id and pair.of_row = 1 and pair.of_number = 1 returning t.external_id as number`)
  return adopted.map(({ number }) => number)
}

/** Rows that only files know. Their number may be another system's. */
const isOfFile = ({ table }: Target) => {
  if (table === 'member') return sql`t.last_synced_at is null`
  return table in owners ? sql`t.from_file` : sql`false`
}

const equalNatural = ({ natural = [], cut = {} }: Target, table: SQL) =>
  natural.map((name) => {
    const [one, other] = [sql`${table}.${sql.identifier(name)}`, sql`w.${sql.identifier(name)}`]
    return cut[name] ? sameMoment(cut[name], one, other) : sql`${one} = ${other}`
  })

async function update(tx: Db, target: Target, changed: readonly { stored: Stored; values: Values }[]) {
  if (changed.length === 0) return
  const set = { ...target.columns, ...owners[target.table] }
  const columns = { id: 'integer', ...set } as const
  const sets = Object.keys(set).map((name) => sql`${sql.identifier(name)} = w.${sql.identifier(name)}`)
  const rows = changed.map(({ stored, values }) => ({ ...values, id: stored.id }))
  await tx.execute(
    sql`update ${nameOf(target)} t set ${sql.join(sets, sql`, `)} from ${recordset(columns, rows)} where t.id = w.id`,
  )
}

async function create(tx: Db, target: Target, fresh: readonly Wanted[]): Promise<Made[]> {
  if (fresh.length === 0) return []
  const columns = { external_id: 'integer', ...target.columns, ...target.initial } as const
  const rows = fresh.map(({ externalId, values, initial }) => ({ external_id: externalId, ...values, ...initial }))
  const into = names(Object.keys(columns))
  const values = sql.join(
    Object.keys(columns).map((name) => sql`w.${sql.identifier(name)}`),
    sql`, `,
  )
  if (target.insert) return target.insert(tx, recordset(columns, rows), into, values)
  const natural = target.natural?.map((name) => sql`, ${sql.identifier(name)}::text`) ?? []
  const { rows: made } = await tx.execute<Made>(sql`
    insert into ${nameOf(target)} (${into}) select ${values} from ${recordset(columns, rows)}
    order by w.external_id returning id, external_id as "externalId"${sql.join(natural)}`)
  return made
}
