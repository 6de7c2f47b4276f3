import { sql } from 'drizzle-orm'
import { followTouched } from '../../import/facts/follow.ts'
import { type Categories, categoryOf } from '../../import/facts/products.ts'
import { categoriesOf, linesOfSales, markRefunds } from '../../import/facts/sales.ts'
import { factTables } from '../../import/facts/tables.ts'
import { failed, membersOf, numberOf, type Outcomes, type Row, shopOf, type Writer, type Writing } from './outcomes.ts'
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
    rows.map(({ row }) => row.memberId),
  )
  const products = await categoriesOf(tx)
  for (const { id, row } of rows) {
    const shop = shopOf(writing, row.studioId)
    const externalId = numberOf(id)
    const status = words.meaning('salesStatus', row.status)
    if (externalId === null) outcomes.set(id, failed('売上の番号が数字ではないため、反映していません。'))
    else if (typeof shop !== 'number') outcomes.set(id, shop)
    else if (status === null)
      outcomes.set(id, failed('売上の状態の言葉が分からないため、反映していません。対応付けてください。'))
    else
      wanted.push({
        ...{ id, externalId },
        values: {
          // A buyer who is not here yet is nobody's sale until the next run.
          ...{ shop_id: shop, member_id: row.memberId === null ? null : (members.get(row.memberId)?.id ?? null) },
          ...{ settled_at: row.settledAt, target_month: row.targetMonth },
          ...{ method: words.meaning('paymentMethod', row.method), status },
        },
        beside: { lines: linesOf(writing, row, products) },
      })
  }
  const result = await upsert(tx, target, wanted)
  await writeLines(writing, result)
  await followTouched(tx, 'sale', touchedOf(result, ['settled_at']))
  return new Map([...outcomes, ...result.outcomes])
}

const linesOf = ({ words }: Writing, { lines }: Row<'purchases'>['row'], products: Categories) =>
  lines.map(({ name, category, quantity, unitPrice, discount, tax, net }) => ({
    product: name,
    category:
      category === null
        ? (categoryOf(name, products) ?? 'other')
        : (words.meaning('salesCategory', category) ?? 'other'),
    ...{ quantity, unitPrice, discount, tax, net },
  }))

async function writeLines({ tx }: Writing, { written }: Upserted) {
  if (written.length === 0) return
  const sales = written.map(({ id, wanted }) => ({ id, lines: wanted.beside?.lines }))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as w (id integer, lines jsonb)`
  await tx.execute(sql`
    insert into product (code, name, category, price, tax_rate)
    select distinct left(md5(category || name), 12), name, category, 0, 0.10
    from (select one ->> 'product' as name, one ->> 'category' as category
      from ${rows}, jsonb_array_elements(w.lines) as one) named
    where not exists (select from product p where p.name = named.name and p.category = named.category)`)
  await tx.execute(sql`delete from sale_line l using ${rows} where l.sale_id = w.id`)
  await tx.execute(linesOfSales(sql`select w.id as sale_id, w.lines from ${rows}`))
  await markRefunds(tx, sql`t.id = any (${sql.param(sales.map(({ id }) => id))}::integer[])`)
}
