import { type SQL, sql } from 'drizzle-orm'
import type { ImportResult } from '#contract/file-import.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { pagesOf } from '../../lib/pages.ts'
import type { ComparedRow } from '../compared.ts'
import type { Correcting } from '../kinds.ts'
import { changedRow, type Stored } from '../owner.ts'
import { inShops } from '../scope.ts'
import type { FactKind } from './columns.ts'
import { dayOf } from './follow.ts'
import { factTables } from './tables.ts'

// A file that corrects an earlier one (decision 0112): its rows that only differ in a moment or a sum replace those of the
// earlier import, and what is no longer in it is listed.

interface Pairing {
  /** Names of the source that a replaced row and the row that replaces it have in common, besides their day. */
  alike: readonly string[]
  /** In this order the rows of one person and day are the same. */
  by: string
  /** Whether a file has everything of its months: a list of what runs today does not. */
  isWhole: boolean
}

const pairings: Readonly<Record<FactKind, Pairing>> = {
  visit: { alike: ['member_id', 'shop_id'], by: 'entered_at', isWhole: true },
  booking: { alike: ['member_id', 'shop_id', 'program_name'], by: 'start_at', isWhole: true },
  sale: { alike: ['member_id', 'shop_id'], by: 'settled_at', isWhole: true },
  // A bill is of a month, which is enough to find it.
  bill: { alike: ['member_id', 'shop_id'], by: 'target_month', isWhole: true },
  // A correction keeps the first day: a later plan of a member corrects none before it.
  contract: { alike: ['member_id', 'shop_id', 'kind'], by: 'start_on', isWhole: false },
  ticket: { alike: ['member_id', 'shop_id', 'ticket'], by: 'granted_at', isWhole: false },
}

const atOnce = 5000

/** Imports of the kind that a file of this person may correct: one's own, and for head office everybody's. */
const earlierFiles = (kind: FactKind, { importId, by, shops }: Correcting): SQL => sql`f.kind = ${kind}
  and f.state = 'written' and f.id <> ${Number(importId)}
  and ${shops === 'all' || by === null ? sql`true` : sql`f.created_by = ${Number(by)}`}`

/** Whether there is anything that the file may correct. */
export async function mayCorrect(kind: FactKind, db: Db, correcting: Correcting): Promise<boolean> {
  const [found] = await rowsOf<{ has: boolean }>(
    db,
    sql`select exists (select from import_file f where ${earlierFiles(kind, correcting)}) as has`,
  )
  return found?.has === true
}

interface Fact {
  id: number
  importId: number
  name: string
  shopId: number
  isMet: boolean
  key: string
}

/**
 * After all rows of a file were compared: of each earlier import, in each shop, the rows of the months and days that the
 * file has. Where at least half of them are in the file too, as they are or changed, it is a correction of these: a new
 * row takes the place of one that is alike, and what is left over is listed.
 */
export async function correctEarlier(
  kind: FactKind,
  db: Db,
  correcting: Correcting,
): Promise<{ found: ImportResult['correction']; replaced: ComparedRow[] } | null> {
  const { importId, answer } = correcting
  const facts = await earlierFacts(kind, db, correcting)
  if (facts.length === 0) return null
  const news = await newRows(kind, db, importId)
  const { pairs, missing, names } = pairsOf(kind, facts, news)
  if (pairs.size === 0 && missing.length === 0) return null
  const isReplacing = answer !== 'add'
  const replaced = isReplacing ? await replaceRows(kind, db, importId, pairs) : []
  if (isReplacing) await listMissing(kind, db, importId, missing, answer === 'remove' && correcting.refused === 0)
  return {
    found: {
      files: names,
      replaced: pairs.size,
      added: news.length - pairs.size,
      missing: missing.length,
      isReplacing,
      isRemoving: isReplacing && answer === 'remove' && correcting.refused === 0,
    },
    replaced,
  }
}

/** The day on which a fact counts. */
const dayIn = (kind: FactKind, row: SQL): SQL => {
  const { by } = pairings[kind]
  return kind === 'ticket' ? sql`tokyo_day(${row}::timestamptz)` : dayOf(row, by)
}

/** By what two rows are alike, as text. */
const keyIn = (kind: FactKind, json: SQL): SQL => {
  const { alike, by } = pairings[kind]
  const sum = sql`(select sum((l ->> 'net')::integer) from jsonb_array_elements(${json} -> 'lines') l)`
  return sql`concat_ws('|', ${sql.join(
    alike.map((name) => sql`coalesce(${json} ->> ${sql.raw(`'${name}'`)}, '')`),
    sql`, `,
  )}, ${dayIn(kind, sql`(${json} ->> ${sql.raw(`'${by}'`)})`)}${kind === 'sale' ? sql`, ${sum}` : sql``})`
}

/** Rows of files alone that earlier imports have made, in the shops, months and days of this file. */
async function earlierFacts(kind: FactKind, db: Db, correcting: Correcting): Promise<Fact[]> {
  const { importId, shops } = correcting
  const table = factTables[kind]
  const name = sql.identifier(table.name)
  const { by } = pairings[kind]
  const field = sql.raw(`'${by}'`)
  const id = Number(importId)
  return rowsOf<Fact>(
    db,
    sql`with own as materialized (
        select coalesce((r.after ->> 'shop_id')::integer, t.shop_id) as shop_id,
          coalesce(${dayIn(kind, sql`(r.after ->> ${field})`)}, ${dayIn(kind, sql`t.${sql.identifier(by)}`)}) as day
        from import_row r left join ${name} t on t.id = r.fact_id
        where r.import_id = ${id} and r.outcome in ('created', 'changed', 'kept', 'confirmed')
      ), months as materialized (
        select shop_id, date_trunc('month', day)::date as month,
          min(min(day)) over (partition by shop_id) as first, max(max(day)) over (partition by shop_id) as last
        from own where day is not null group by 1, 2
      ), made as materialized (
        select f.id as import_id, f.name, r.fact_id from import_file f join import_row r on r.import_id = f.id
        where ${earlierFiles(kind, correcting)} and r.outcome = 'created' and r.fact_id is not null
      )
      select x.id, m.import_id as "importId", m.name, x.shop_id as "shopId",
        x.id in (select fact_id from import_row where import_id = ${id} and fact_id is not null) as "isMet",
        ${keyIn(kind, sql`to_jsonb(x)`)} as key
      from made m cross join lateral (select * from (${table.source}) t where t.id = m.fact_id) x
      where x.from_file and ${inShops(sql`x.shop_id`, shops)}
        and exists (select from months d where d.shop_id = x.shop_id
          and ${dayIn(kind, sql`x.${sql.identifier(by)}`)} between greatest(d.month, d.first)
            and least((d.month + interval '1 month')::date - 1, d.last))
      order by x.${sql.identifier(by)}, x.id`,
  )
}

interface NewRow {
  line: number
  key: string
}

const newRows = (kind: FactKind, db: Db, importId: string) =>
  rowsOf<NewRow>(
    db,
    sql`select r.line, ${keyIn(kind, sql`r.after`)} as key from import_row r
      where r.import_id = ${Number(importId)} and r.outcome = 'created'
      order by r.after ->> ${sql.raw(`'${pairings[kind].by}'`)}, r.line`,
  )

function pairsOf(kind: FactKind, facts: readonly Fact[], news: readonly NewRow[]) {
  const waiting = Map.groupBy(news, ({ key }) => key)
  const paired = new Map<Fact, NewRow>()
  for (const fact of facts) {
    const row = fact.isMet ? undefined : waiting.get(fact.key)?.shift()
    if (row) paired.set(fact, row)
  }
  const pairs = new Map<number, number>()
  const missing: number[] = []
  const names = new Set<string>()
  for (const of of Map.groupBy(facts, ({ importId, shopId }) => `${importId} ${shopId}`).values()) {
    const recurring = of.filter((fact) => fact.isMet || paired.has(fact)).length
    if (recurring * 2 < of.length) continue
    for (const fact of of) {
      const row = paired.get(fact)
      if (row) pairs.set(row.line, fact.id)
      else if (!fact.isMet && pairings[kind].isWhole) missing.push(fact.id)
      else continue
      names.add(fact.name)
    }
  }
  return { pairs, missing, names: [...names].slice(0, 10) }
}

/** New rows become changes of the rows that they replace; answers them as the check counts them. */
async function replaceRows(
  kind: FactKind,
  db: Db,
  importId: string,
  pairs: ReadonlyMap<number, number>,
): Promise<ComparedRow[]> {
  const table = factTables[kind]
  const replaced: ComparedRow[] = []
  for (const some of pagesOf([...pairs], atOnce)) {
    const wanted = sql`jsonb_to_recordset(${JSON.stringify(some.map(([line, id]) => ({ line, id })))}::jsonb) as w (line integer, id integer)`
    const found = await rowsOf<{ line: number; after: Record<string, unknown>; said: string[]; fact: Stored }>(
      db,
      sql`select w.line, r.after, r.confirmed as said, to_jsonb(x) as fact from ${wanted}
        join import_row r on r.import_id = ${Number(importId)} and r.line = w.line
        cross join lateral (select * from (${table.source}) t where t.id = w.id) x`,
    )
    const rows = found.map(({ line, after, said, fact }) => {
      const given = Object.fromEntries(said.map((name) => [name, after[name]]))
      // The kind of a contract is that of its plan.
      const implied = (names: string[]) =>
        kind === 'contract' && names.includes('plan') ? { kind: after.kind, shop_id: after.shop_id } : {}
      return changedRow(table, line, given, fact, { overwrite: false, implied })
    })
    const values = rows.map(({ row, outcome, factId, before, after, confirmed }) => ({
      ...{ line: row, outcome, fact_id: factId, before, after, confirmed },
    }))
    await db.execute(sql`update import_row r
      set outcome = w.outcome, fact_id = w.fact_id, before = w.before, after = w.after, confirmed = w.confirmed
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as w (line integer, outcome text, fact_id integer, before jsonb, after jsonb, confirmed text[])
      where r.import_id = ${Number(importId)} and r.line = w.line`)
    replaced.push(...rows)
  }
  return replaced
}

/**
 * Rows that the file no longer has get line numbers before its own, so that they are not taken for rows of the file.
 */
async function listMissing(kind: FactKind, db: Db, importId: string, ids: readonly number[], isRemoving: boolean) {
  const table = factTables[kind]
  for (const [page, some] of pagesOf(ids, atOnce).entries()) {
    await db.execute(sql`
      insert into import_row (import_id, line, outcome, member_id, fact_id, before)
      select ${Number(importId)}, -(${page * atOnce} + w.at)::integer, ${isRemoving ? 'removed' : 'missing'}, x.member_id, x.id,
        to_jsonb(x) ${linesAsTheyAre(kind)}
      from unnest(${sql.param(some)}::integer[]) with ordinality as w (id, at)
      cross join lateral (select * from (${table.source}) t where t.id = w.id) x`)
  }
}

/** Beside a sale the rows of its lines, with the numbers of their products. */
const linesAsTheyAre = (kind: FactKind): SQL =>
  kind === 'sale'
    ? sql`|| jsonb_build_object('sale_lines', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from sale_line l where l.sale_id = x.id))`
    : sql``
