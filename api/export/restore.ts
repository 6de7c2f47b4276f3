import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { ExportedTable, Numbered } from '../db/schema/exported.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import type { Storage } from '../storage/storage.ts'
import { ExportRefused, type Source } from './archive.ts'
import { columnsOf } from './cells.ts'
import { type CheckedExport, type Row, readPicture, rowsIn } from './read-export.ts'
import { madeOfTexts } from './search-texts.ts'
import { exportedTables, nameOf } from './tables.ts'

interface RestoreOptions {
  storage: Storage
  now: Date
  /** Called as a part begins, with the share that is done, 0–1. */
  onPart?: (done: number, label: string) => void
}

type Numbers = Record<Numbered, (id: number) => number> & {
  /** Staff of the export who are here already, by their number in it. */
  isHere(staffId: number): boolean
}

/**
 * Writes a checked export into a product without members and facts, in the caller's transaction, and counts everything
 * anew. Staff who are not here yet come without a way to sign in. Nothing that would be sent is sent: mails that wait
 * are cancelled, scenarios ended.
 */
export async function restoreExport(
  tx: Db,
  source: Source,
  { tables, pictures }: CheckedExport,
  { storage, now, onPart = () => {} }: RestoreOptions,
): Promise<void> {
  // Nobody else adds a shop, a member or staff meanwhile.
  await tx.execute(sql`lock table shop, member, staff, user_account, club in share row exclusive mode`)
  await requireEmpty(tx)
  await tx.execute(sql`set local app.bulk = 'on'`)
  onPart(0, '画像')
  for (const picture of pictures) {
    await storage.put(picture.name.slice('pictures/'.length), await readPicture(source, picture))
  }
  const numbers = await numbersOf(tx, source, tables)
  for (const [at, { table, file }] of tables.entries()) {
    onPart((0.6 * at) / tables.length, table.label)
    if (table.isOneRow) await tx.execute(sql`delete from ${table.table}`)
    for await (const page of rowsIn(source, table, file)) await insert(tx, table, page, numbers)
    await continueNumbers(tx, table)
  }
  await tx.execute(sql`select setval(pg_get_serial_sequence('user_account', 'id'), max(id)) from user_account`)
  await sendNothing(tx, now)
  // Trainers are approved anew.
  await tx.execute(sql`update member set trainer_approved_by = null, trainer_approved_at = null
    where trainer_approved_at is not null`)
  // As a migration does: an export may be older than this version.
  await tx.execute(sql`select mend_invisible()`)
  onPart(0.6, '集計')
  await tx.execute(sql`select member_list_indexes(false)`)
  await rebuildEverything(tx, (done) => onPart(0.6 + 0.4 * done, '集計'))
  await tx.execute(sql`select member_list_indexes(true)`)
  onPart(1, '完了')
}

async function requireEmpty(tx: Db) {
  for (const table of exportedTables) {
    if (table.isOneRow || table.mayBeHere || table.file === 'staff') continue
    const [found] = await rowsOf(tx, sql`select 1 as one from ${table.table} limit 1`)
    if (!found) continue
    throw new ExportRefused(
      `このデータベースにはすでに「${table.label}」があります。取り込めるのは、会員も店舗もまだない、新しいデータベースだけです。`,
    )
  }
}

/**
 * What becomes of the export's numbers. Members and everything else keep theirs, because the tables are empty; staff and
 * users are numbered after those who are here. Who has the address of somebody here is that person.
 */
async function numbersOf(tx: Db, source: Source, tables: CheckedExport['tables']): Promise<Numbers> {
  const [last] = await rowsOf<{ staff: number; user: number }>(
    tx,
    sql`select coalesce((select max(id) from staff), 0) as staff, coalesce((select max(id) from user_account), 0) as "user"`,
  )
  if (!last) throw new Error('No numbers')
  const here = await rowsOf<{ id: number; userId: number; email: string }>(
    tx,
    sql`select id, user_id as "userId", email from staff`,
  )
  const byEmail = new Map(here.map((one) => [one.email, one]))
  const [staff, users] = [new Map<number, number>(), new Map<number, number>()]
  const given = tables.find(({ table }) => table.file === 'staff')
  if (given) {
    for await (const page of rowsIn(source, given.table, given.file)) {
      for (const row of page) {
        const same = byEmail.get(row.email as string)
        if (!same) continue
        staff.set(row.id as number, same.id)
        users.set(row.user_id as number, same.userId)
      }
    }
  }
  return {
    staff: (id) => staff.get(id) ?? id + last.staff,
    user: (id) => users.get(id) ?? id + last.user,
    member: (id) => id,
    isHere: (id) => staff.has(id),
  }
}

async function insert(tx: Db, table: ExportedTable, page: readonly Row[], numbers: Numbers) {
  const name = nameOf(table)
  const numbered = columnsOf(table).flatMap(({ of, column }) => (of && column ? [[column.name, of] as const] : []))
  const json = columnsOf(table).flatMap(({ column }) => (column?.getSQLType() === 'jsonb' ? [column.name] : []))
  const staffColumn = { staff: 'id', shop_staff: 'staff_id' }[name]
  const rows = page
    .filter((row) => !(staffColumn && numbers.isHere(row[staffColumn] as number)))
    .map((given) => {
      const row = { ...given }
      for (const [column, of] of numbered) row[column] = renumbered(given[column], numbers[of])
      for (const column of json) row[column] = renumberedWithin(given[column], numbers)
      for (const column of table.zeros ?? []) row[column] = 0
      Object.assign(row, table.until)
      if (name === 'staff') row.status = statusOf(given.status)
      return Object.assign(row, madeOfTexts(name, row))
    })
  const [first] = rows
  if (!first) return
  if (name === 'staff' || name === 'member') await addUsers(tx, rows, name)
  await tx.execute(insertion(table, Object.keys(first), JSON.stringify(rows)))
}

/** The rows in one parameter: as JSON both databases read them fast. */
function insertion({ table, mayBeHere }: ExportedTable, columns: readonly string[], rows: string): SQL {
  const known = new Set(Object.values(getTableColumns(table)).map(({ name }) => name))
  const names = columns.filter((column) => known.has(column)).map((column) => sql.identifier(column))
  const values = columns.map((column) =>
    column === 'search_text' ? sql`fold_text(r.search_text)` : sql`r.${sql.identifier(column)}`,
  )
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
    from json_populate_recordset(null::${table}, ${rows}::json) r ${mayBeHere ? sql`on conflict do nothing` : sql``}`
}

async function addUsers(tx: Db, rows: readonly Row[], type: 'staff' | 'member') {
  const users = JSON.stringify(rows.map((row) => ({ id: row.user_id, type })))
  await tx.execute(sql`insert into user_account (id, type)
    select id, type from json_populate_recordset(null::user_account, ${users}::json)`)
}

const renumbered = (value: unknown, number: (id: number) => number): unknown => {
  if (Array.isArray(value)) return value.map((one) => number(one as number))
  return value === null || value === undefined ? value : number(value as number)
}

/** Numbers of people within a stored value, which are texts there. */
const within: Readonly<Record<string, Numbered>> = { staffId: 'staff', trainerStaffId: 'staff', userId: 'user' }

function renumberedWithin(value: unknown, numbers: Numbers): unknown {
  if (Array.isArray(value)) return value.map((one) => renumberedWithin(one, numbers))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const of = within[name]
      const isNumber = of !== undefined && typeof one === 'string' && /^\d{1,9}$/.test(one)
      return [name, isNumber ? String(numbers[of](Number(one))) : renumberedWithin(one, numbers)]
    }),
  )
}

/** Nobody signs in before they have been invited here. */
const statusOf = (status: unknown) => (status === 'active' ? 'waiting' : status)

async function continueNumbers(tx: Db, table: ExportedTable) {
  const columns = Object.values(getTableColumns(table.table))
  if (!columns.some((column) => column.name === 'id' && /identity/i.test(column.getSQLType()))) return
  await tx.execute(sql`select setval(pg_get_serial_sequence(${nameOf(table)}, 'id'), max(id)) from ${table.table}`)
}

/** What waits to be sent was sent, or is to be sent, by the product that it comes from. */
export async function sendNothing(tx: Db, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`update mail_recipient set status = 'cancelled', at = ${at} where status = 'waiting'`)
  await tx.execute(
    sql`update mail set cancelled_at = coalesce(cancelled_at, ${at}) where status in ('scheduled', 'sending')`,
  )
  await tx.execute(
    sql`select recount_mails(array(select id from mail where status in ('scheduled', 'sending')), ${at})`,
  )
  // Those without recipients are not recounted.
  await tx.execute(sql`update mail set status = 'cancelled', finished_at = coalesce(finished_at, ${at})
    where status in ('scheduled', 'sending')`)
  await tx.execute(sql`update mail_step set status = 'disabled' where status = 'active'`)
  await tx.execute(sql`update mail_step_enrolment set ended_at = ${at}, exit = 'disabled', next_days = null, next_at = null
    where ended_at is null`)
}
