import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ExportedTable, NotExported } from './exported.ts'

/**
 * Whose rows a table holds, declared beside it in `access`; its row-level security follows from it (api/db/access.ts,
 * decision 0019).
 * - `shop`: of a shop, by `shop_id`; with `home_shop_id` beside it, of both.
 * - `member`: of a member, by `member_id`: readable with the member.
 * - `staff`: of a staff member, by `staff_id`: of themselves and of the shops they work in.
 * - `targets`: for the shops in `target_shop_ids`, or for everybody.
 * - `import`: a file of somebody, by `created_by`, while they have all the shops it was compared for; its parts and rows,
 *   by `import_id`, with the file.
 * - `headOffice`: of the club as a whole, for whoever sees every shop.
 * - `chain`: readable by all staff.
 * - `none`: in no scope; internal tables.
 */
export type RowClass = 'shop' | 'member' | 'staff' | 'targets' | 'import' | 'headOffice' | 'chain' | 'none'

export interface Access {
  table: PgTable
  rows: RowClass
  /** The column with the owner of the row, where it is not the class's default. */
  by?: PgColumn
  /** Aggregated over so many rows that hashing the shops beats comparing each row. */
  summedUp?: true
  /** False: not readable; reads go through a view with its owner's rights. */
  read?: false
  /** What the app's role may write: some columns of an update, all of `insert`, `update`, `delete`. */
  write?: { insert?: true; update?: true | PgColumn[]; delete?: true }
  /** The column of the staff member who may read the row in any shop: its author. */
  readBy?: PgColumn
  /** In a table of people: the column of who adds a row, which must be the caller. */
  addedBy?: PgColumn
  /** Exceptions to the class: anybody reads, or anybody adds. */
  anybody?: 'select' | 'insert'
  /** Its files in the export, or why it is in none. */
  export: ExportedTable | readonly ExportedTable[] | NotExported
}

export const anything = { insert: true, update: true, delete: true } as const
