import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { followTouched } from '../../import/facts/follow.ts'
import { type Categories, categoryOf } from '../../import/facts/products.ts'
import { categoriesOf, linesOfSales, markRefunds } from '../../import/facts/sales.ts'
import { factTables } from '../../import/facts/tables.ts'
import type { ProviderLine } from '../provider-rows.ts'
import {
  failed,
  membersOf,
  numberOf,
  type Outcomes,
  type Row,
  shopOf,
  unsaid,
  type Writer,
  type Writing,
} from './outcomes.ts'
import { touchedOf } from './touched.ts'
import { type Target, type Upserted, upsert, type Wanted } from './upsert.ts'

const target: Target = {
  table: 'sale',
  columns: {
    ...{ shop_id: 'integer', member_id: 'integer', settled_at: 'timestamptz', target_month: 'date' },
    ...{ method: 'text', status: 'text' },
  },
  source: factTables.sale.source,
}

/**
 * Sales with their lines. A line without a category is what its words say, as in a file: a first sale in one line
 * 「初月会費＋翌月会費＋入会金」 is その他.
 */
export const writePurchases: Writer<'purchases'> = async (writing, rows) => {
  const { tx, words } = writing
  const outcomes: Outcomes = new Map()
  const wanted: Wanted[] = []
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId ?? null),
  )
  const products = await categoriesOf(tx)
  const stored = await storedLines(tx, rows)
  for (const { id, row } of rows) {
    const shop = shopOf(writing, row.studioId)
    const externalId = numberOf(id)
    const status = words.known('salesStatus', row.status)
    if (externalId === null) outcomes.set(id, failed('売上の番号が数字ではないため、反映していません。'))
    else if (typeof shop !== 'number') outcomes.set(id, shop)
    else if (status === null)
      outcomes.set(id, failed('売上の状態の言葉が分からないため、反映していません。対応付けてください。'))
    else {
      const said = { method: words.known('paymentMethod', row.method), status }
      const { memberId } = row
      wanted.push({
        ...{ id, externalId, isCoarse: row.isCoarse },
        values: {
          // A buyer who is not here yet is nobody's sale until the next run.
          ...{ shop_id: shop, member_id: memberId == null ? memberId : (members.get(memberId)?.id ?? null) },
          ...{ settled_at: row.settledAt, target_month: row.targetMonth, ...said },
        },
        initial: unsaid(said, { method: 'cash', status: 'paid' }),
        beside: { lines: linesOf(writing, row, products, stored.get(externalId) ?? []) },
      })
    }
  }
  const result = await upsert(tx, target, wanted)
  await writeLines(writing, result)
  await followTouched(tx, 'sale', touchedOf(result, ['settled_at']))
  return new Map([...outcomes, ...result.outcomes])
}

interface Line {
  product: string
  category: string
  quantity: number
  unitPrice: number
  discount: number
  tax: number
  net: number
}

/** What a source does not say of a line is as it is here, else what its sum says; 10 % of tax are within it. */
const linesOf = (
  { words }: Writing,
  { lines }: Row<'purchases'>['row'],
  products: Categories,
  stored: readonly Line[],
): Line[] =>
  lines.map(({ name, category, net, ...line }) => {
    const known = stored.find((one) => one.product === name && one.net === net)
    const discount = line.discount ?? known?.discount ?? 0
    const said = category == null ? (categoryOf(name, products) ?? 'other') : words.meaning('salesCategory', category)
    return {
      ...{ product: name, category: (category === undefined && known?.category) || (said ?? 'other') },
      ...{ quantity: line.quantity ?? known?.quantity ?? 1, discount, net },
      ...{
        unitPrice: line.unitPrice ?? known?.unitPrice ?? net + discount,
        tax: line.tax ?? known?.tax ?? Math.trunc(net / 11),
      },
    }
  })

/** The lines that are here of sales of which the source does not say all; by number. */
async function storedLines(tx: Db, rows: readonly Row<'purchases'>[]): Promise<Map<number, Line[]>> {
  const ids = rows.flatMap(({ id, row }) => (row.lines.some(isInPart) ? (numberOf(id) ?? []) : []))
  if (ids.length === 0) return new Map()
  const found = await rowsOf<{ external_id: number; lines: Line[] }>(
    tx,
    sql`select f.external_id, f.lines from (${factTables.sale.source}) f where f.external_id = any (${sql.param(ids)}::integer[])`,
  )
  return new Map(found.map(({ external_id, lines }) => [external_id, lines]))
}

const isInPart = ({ category, quantity, unitPrice, discount, tax }: ProviderLine) =>
  [category, quantity, unitPrice, discount, tax].includes(undefined)

async function writeLines({ tx }: Writing, { written }: Upserted) {
  const ids = written.map(({ id }) => id)
  const sales = written.flatMap(({ id, wanted: { beside } }) => (beside?.lines ? [{ id, lines: beside.lines }] : []))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as w (id integer, lines jsonb)`
  await tx.execute(sql`
    insert into product (code, name, category, price, tax_rate)
    select distinct left(md5(category || name), 12), name, category, 0, 0.10
    from (select one ->> 'product' as name, one ->> 'category' as category
      from ${rows}, jsonb_array_elements(w.lines) as one) named
    where not exists (select from product p where p.name = named.name and p.category = named.category)`)
  await tx.execute(sql`delete from sale_line l using ${rows} where l.sale_id = w.id`)
  await tx.execute(linesOfSales(sql`select w.id as sale_id, w.lines from ${rows}`))
  if (ids.length > 0) await markRefunds(tx, sql`t.id = any (${sql.param(ids)}::integer[])`)
}
