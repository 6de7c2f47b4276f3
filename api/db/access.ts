import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { modulesIn } from '../lib/modules.ts'
import type { Access } from './schema/access.ts'

// From a table's class to its grants and its row-level security (decision 0019). A sub-select that does not depend on
// the row is evaluated once per query.

const modules = await modulesIn<{ access?: readonly Access[] }>(new URL('schema/', import.meta.url))
/** Every table's. One without access cannot be read or written by the app's role, and fails a test. */
export const access = modules.flatMap(({ access = [] }) => access)

const everyShop = '(select app_sees_every_shop())'
const inMyShops = (column: string) => `${column} = any ((select app_shops())::integer[])`
/** Hashed once per query, where the above compares each row with every shop; it cannot use an index. */
const inMyShopsHashed = (column: string) => `${column} in (select unnest(app_shops()))`

interface Policy {
  name: string
  on: 'all' | 'select' | 'insert' | 'update' | 'delete'
  rows: string
}

/** The rights of the app's role on a table's rows; empty: no row-level security. */
function policiesOf(access: Access): Policy[] {
  const policies = policiesOfClass(access)
  if (access.readBy) {
    policies.push({ name: 'reads_own', on: 'select', rows: `${access.readBy.name} = (select app_staff())` })
  }
  if (access.anybody) policies.push({ name: `anybody_${access.anybody}s`, on: access.anybody, rows: 'true' })
  return policies
}

function policiesOfClass(access: Access): Policy[] {
  switch (access.rows) {
    case 'shop': {
      const inShops = access.summedUp ? inMyShopsHashed : inMyShops
      const columns = shopColumns(access).map((column) => ` or ${inShops(column)}`)
      return [{ name: 'shop_scope', on: 'all', rows: everyShop + columns.join('') }]
    }
    case 'member':
      // The sub-select applies the member table's own policy. Not `in`: with few rows each member is looked up, with
      // many all are hashed once.
      return [
        {
          name: 'member_scope',
          on: 'all',
          rows: `${everyShop} or exists (select from member where member.id = ${column(access, 'member_id')})`,
        },
      ]
    case 'staff': {
      const owner = column(access, 'staff_id')
      const own = `${everyShop} or ${owner} = (select app_staff())`
      // Readable with one of their shops, writable with all of them: sharing one shop does not open the others.
      const read = `${own} or exists (select from shop_staff where shop_staff.staff_id = ${owner})`
      const write = `${own} or staff_wholly_in_sight(${owner})`
      return [
        { name: 'staff_in_sight', on: 'select', rows: read },
        {
          name: 'adds_own',
          on: 'insert',
          rows: access.addedBy ? `${access.addedBy.name} = (select app_staff())` : write,
        },
        { name: 'changes_own', on: 'update', rows: write },
        { name: 'removes_own', on: 'delete', rows: write },
      ]
    }
    case 'targets': {
      // Readable with one of its shops, writable with all of them; a write may not leave a target out of scope
      // (decision 0013).
      const all = `${everyShop} or (target_scope = 'shops' and target_shop_ids <@ (select app_shops()))`
      const any = `${everyShop} or target_scope = 'all' or target_shop_ids && (select app_shops())`
      return [
        { name: 'any_target', on: 'select', rows: any },
        { name: 'adds_own', on: 'insert', rows: all },
        { name: 'changes_own', on: 'update', rows: all },
        { name: 'removes_own', on: 'delete', rows: all },
      ]
    }
    case 'import': {
      const isPart = columnsOf(access.table).includes('import_id')
      const mine = isPart
        ? `exists (select from import_file where import_file.id = ${column(access, 'import_id')})`
        : 'created_by = (select app_staff()) and shop_ids <@ (select app_shops())'
      return [{ name: 'importers', on: 'all', rows: `${everyShop} or ${mine}` }]
    }
    case 'headOffice':
      return [{ name: 'head_office', on: 'all', rows: everyShop }]
    case 'chain':
    case 'none':
      return []
  }
}

/** A row with two shops (a visit: where it was, and whose member it is) is readable from both. */
function shopColumns({ table, by }: Access): string[] {
  if (by) return [by.name]
  const names = columnsOf(table)
  const found = ['shop_id', 'home_shop_id'].filter((name) => names.includes(name))
  if (found.length === 0) throw new Error(`${getTableName(table)} has no shop in it`)
  return found
}

/** Qualified with the table's name: inside a sub-select the bare column would be another table's. */
function column({ table, by }: Access, name: string): string {
  const found = by?.name ?? name
  if (!columnsOf(table).includes(found)) throw new Error(`${getTableName(table)} has no ${found}`)
  return `${getTableName(table)}.${found}`
}

const columnsOf = (table: Access['table']) => Object.values(getTableColumns(table)).map(({ name }) => name)

function grantsOf({ read, write = {} }: Access): string[] {
  const update = Array.isArray(write.update) ? `update (${namesOf(write.update)})` : write.update && 'update'
  return [read !== false && 'select', write.insert && 'insert', update, write.delete && 'delete'].filter(
    (grant) => typeof grant === 'string',
  )
}

const namesOf = (columns: PgColumn[]) => columns.map(({ name }) => name).join(', ')

/** The statements that set a table's grants and policies to those of its class, and revoke all others. */
export function accessSql(access: Access): string {
  const table = `"${getTableName(access.table)}"`
  const policies = policiesOf(access)
  const grants = grantsOf(access)
  const statements = [
    `do $$ declare old name; begin
      for old in select polname from pg_policy where polrelid = '${table}'::regclass loop
        execute format('drop policy %I on ${table}', old);
      end loop;
    end $$`,
    `revoke all on ${table} from public, karada_app`,
    ...(grants.length > 0 ? [`grant ${grants.join(', ')} on ${table} to karada_app`] : []),
  ]
  if (policies.length === 0) {
    statements.push(
      `alter table ${table} disable row level security`,
      `alter table ${table} no force row level security`,
    )
    return `${statements.join(';\n')};`
  }
  statements.push(
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    ...policies.map(
      ({ name, on, rows }) =>
        `create policy ${name} on ${table} for ${on} to karada_app ${on === 'insert' ? 'with check' : 'using'} (${rows})`,
    ),
    // The owner seeds and synchronises.
    `create policy owner_sees_all on ${table} to current_user using (true)`,
  )
  return `${statements.join(';\n')};`
}
