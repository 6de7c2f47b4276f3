import { getTableName } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { access } from '../db/access.ts'
import type { ExportedTable } from '../db/schema/exported.ts'

export const nameOf = ({ table }: ExportedTable) => getTableName(table)

const exported = new Map(
  access.flatMap(({ table, export: files }) => ('not' in files ? [] : [[table, [files].flat()] as const])),
)

/** Each after those to which its rows refer. */
function inOrder(): ExportedTable[] {
  const order = new Set<PgTable>()
  const add = (table: PgTable) => {
    if (order.has(table)) return
    for (const { reference } of getTableConfig(table).foreignKeys) {
      const { foreignTable } = reference()
      if (foreignTable !== table) add(foreignTable)
    }
    order.add(table)
  }
  for (const table of exported.keys()) add(table)
  return [...order].flatMap((table) => exported.get(table) ?? [])
}

/** Every table that the export has, in the order in which the rows refer to each other. */
export const exportedTables: readonly ExportedTable[] = inOrder()
