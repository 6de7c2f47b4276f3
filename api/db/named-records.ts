import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Permission } from '#contract/permissions.ts'
import type { SearchRow } from '#contract/search.ts'
import type { Ctx, Scoped } from '../context.ts'
import { keywordIn } from './page.ts'

/** A search by name: rows whose names contain the keyword, by default the first few, or these ids. */
export type NameSearch = { keyword: string; most?: number } | { ids: readonly string[] }

/** Whether a row matches; `foldedText` is its searchable name. */
export const matchesName = (id: PgColumn, foldedText: SQLWrapper, search: NameSearch): SQL | undefined =>
  'ids' in search ? inArray(id, [...search.ids]) : keywordIn(foldedText, search.keyword)

/** Rows first whose name begins with the keyword. */
export function beginningFirst(search: NameSearch, ...names: SQLWrapper[]): SQL[] {
  if ('ids' in search) return []
  const begins = names.map((name) => sql`starts_with(fold_text(${name}), fold_text(${search.keyword}))`)
  return [sql`(${sql.join(begins, sql` or `)}) is true desc`]
}

/** Adds the number of matching rows to each of the first few. */
export const totalCount = sql<number>`(count(*) over ())::integer`

const shownRecords = 6
/** As many records of a keyword as wanted, or the first few; all of the given ids. */
export const limitOf = (search: NameSearch) => ('ids' in search ? search.ids.length : (search.most ?? shownRecords))

/** A record as the palette shows it. */
export type FoundRecord = Omit<SearchRow, 'kind'>
/** A record of the audit log; `key`: what its screen's address needs besides the id. */
export interface NamedRecord {
  id: string
  name: string
  key?: string | null
}

/** A noun's records by name. */
export interface Records {
  /** Those of these ids that exist in the caller's shops. Absent: the log names them otherwise, or never. */
  nameOf?(scoped: Scoped, ids: readonly string[]): Promise<NamedRecord[]>
  /** For the palette: limited to the rows of the noun's list, which the caller may read. */
  find?: { permission: Permission; find(ctx: Ctx, search: NameSearch): Promise<{ list: FoundRecord[]; total: number }> }
}

/** Names of records that are a column of their table. */
export const namesIn =
  (id: PgColumn, name: PgColumn, key?: SQL<string | null>) =>
  (scoped: Scoped, ids: readonly string[]): Promise<NamedRecord[]> =>
    scoped
      .select({ id: sql<string>`${id}::text`, name: sql<string>`${name}`, key: key ?? sql<null>`null` })
      .from(id.table)
      .where(inArray(id, [...ids]))

/** Rows that include their total number. */
export const foundOf = <Row extends { total: number }>(rows: Row[], toFound: (row: Row) => FoundRecord) => ({
  list: rows.map(toFound),
  total: rows[0]?.total ?? 0,
})

/** Facts about a record, in one line. */
export const spaced = (...words: (string | null | false)[]) => words.filter(Boolean).join('　')
