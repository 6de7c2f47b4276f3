import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { lockRows, rowsOf } from '../../db/expressions.ts'
import { followTouched, joined } from '../../import/facts/follow.ts'
import { categoryOf, type Products, piecesOf, taxWithin } from '../../import/facts/products.ts'
import { settleRefunds } from '../../import/facts/refunds.ts'
import { meaningOf } from '../../import/facts/sale-states.ts'
import { linesOfSales, productsByName } from '../../import/facts/sales.ts'
import { pairSales, salesLike } from '../../import/facts/same-fact.ts'
import { factTables } from '../../import/facts/tables.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import type { ProviderLine } from '../provider-rows.ts'
import { removeSales } from './moved-away.ts'
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
import { type Target, type Upserted, upsert, type Values, type Wanted } from './upsert.ts'

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
  const products = await productsByName(tx)
  await adoptSales(writing, rows, { products, members })
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
          // A sale has no member while its buyer is not here yet; the next run sets it. A known buyer stays.
          ...{ shop_id: shop, member_id: memberId == null ? memberId : members.get(memberId)?.id },
          ...{ settled_at: row.settledAt, target_month: row.targetMonth, ...said },
        },
        initial: unsaid(said, { method: 'cash', status: 'paid' }),
        beside: { lines: linesOf(writing, row, products, stored.get(externalId) ?? []) },
      })
    }
  }
  await removeSales(writing, rows)
  const result = await upsert(tx, target, wanted)
  await writeLines(writing, result)
  const touched = touchedOf(result, ['settled_at'])
  await followTouched(tx, 'sale', joined(touched, await writeRefunds(tx, wanted, result)))
  return new Map([...outcomes, ...result.outcomes])
}

/**
 * Gives sales of files whose number is not the club system's the number under which it knows them: of the same person,
 * day, sum and categories, one to one.
 */
async function adoptSales(
  writing: Writing,
  rows: readonly Row<'purchases'>[],
  { products, members }: { products: Products; members: Awaited<ReturnType<typeof membersOf>> },
) {
  const numbers = sql`${sql.param(rows.flatMap(({ id }) => numberOf(id) ?? []))}::integer[]`
  const here = await rowsOf<{ externalId: number }>(
    writing.tx,
    sql`select external_id as "externalId" from sale where external_id = any (${numbers})`,
  )
  const known = new Set(here.map(({ externalId }) => String(externalId)))
  const fresh = rows.flatMap(({ id, row }) => {
    const [shopId, externalId] = [shopOf(writing, row.studioId), numberOf(id)]
    const memberId = row.memberId == null ? null : (members.get(row.memberId)?.id ?? null)
    const isGuest = row.memberId === null
    if (known.has(id) || externalId === null || typeof shopId !== 'number' || !row.settledAt) return []
    if (memberId === null && !isGuest) return []
    const day = tokyoDayOf(new Date(row.settledAt))
    return [{ externalId, memberId, shopId, day, lines: linesOf(writing, row, products, []) }]
  })
  const stored = await salesLike(
    writing.tx,
    fresh,
    sql`t.from_file and (t.external_id is null or t.external_id <> all (${numbers}))`,
  )
  const pairs = [...pairSales(fresh, stored)].map(([{ externalId }, { id }]) => ({ id, externalId }))
  if (pairs.length === 0) return
  await lockRows(writing.tx, 'sale', sql`t.id = any (${sql.param(pairs.map(({ id }) => id))}::integer[])`)
  await writing.tx.execute(sql`update sale t set external_id = w."externalId"
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w (id integer, "externalId" integer) where t.id = w.id`)
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

/** A value of a line that the source lacks stays as it is here, else it follows from the sum. */
export const linesOf = (
  { words }: Writing,
  { lines }: Row<'purchases'>['row'],
  products: Products,
  stored: readonly Line[],
): Line[] => {
  const pieces = piecesOf(lines)
  return lines.map(({ name, category, net, ...line }) => {
    const known = stored.find((one) => one.product === name && one.net === net)
    const discount = line.discount ?? known?.discount ?? 0
    const said = category == null ? (categoryOf(name, products) ?? 'other') : words.meaning('salesCategory', category)
    return {
      ...{ product: name, category: (category === undefined && known?.category) || (said ?? 'other') },
      ...{ quantity: line.quantity ?? known?.quantity ?? pieces, discount, net },
      ...{
        unitPrice: line.unitPrice ?? known?.unitPrice ?? pieces * (net + discount),
        tax: line.tax ?? known?.tax ?? taxWithin(net, products.get(name)),
      },
    }
  })
}

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
}

/** Of whose sales something changes, and whose are 返金済 as they were without a refund, as an earlier version left them. */
async function writeRefunds(tx: Db, wanted: readonly Wanted[], { written }: Upserted) {
  const unsettled = await withoutRefund(
    tx,
    wanted.flatMap(({ externalId, values }) => (isPaidBack(values) && externalId !== null ? externalId : [])),
  )
  const sales = [
    ...written.flatMap(({ wanted: { values, beside }, before }) => [
      { ...values, ...beside },
      ...(before ? [before] : []),
    ]),
    ...wanted.flatMap(({ externalId, values, beside }) =>
      unsettled.has(externalId) ? [{ ...values, ...beside }] : [],
    ),
  ] as Values[]
  const guests = sales.filter((sale) => sale.member_id == null && (isPaidBack(sale) || sumOf(sale) < 0))
  if (sales.length === 0) return { shops: [], since: null }
  return settleRefunds(tx, sql`t.id = any (${sql.param(written.map(({ id }) => id))}::integer[])`, {
    members: numbersOf(sales, 'member_id'),
    guestsOf: numbersOf(guests, 'shop_id'),
    withStrangers: true,
  })
}

/** Of these numbers those of a member's sale that nothing pays back. */
async function withoutRefund(tx: Db, numbers: readonly number[]): Promise<Set<number | null>> {
  if (numbers.length === 0) return new Set()
  const found = await rowsOf<{ number: number }>(
    tx,
    sql`select t.external_id as number from sale t where t.external_id = any (${sql.param(numbers)}::integer[])
      and t.member_id is not null and not exists (select from sale r where r.member_id = t.member_id and r.refund_of = t.id)`,
  )
  return new Set(found.map(({ number }) => number))
}

const isPaidBack = ({ status }: Values) => meaningOf(String(status))?.isPaidBack === true
/** Of lines that are known. */
const sumOf = ({ lines = [] }: Values) => (lines as Line[]).reduce((sum, { net }) => sum + net, 0)
const numbersOf = (sales: readonly Values[], name: string) => [
  ...new Set(sales.flatMap((sale) => (sale[name] == null ? [] : Number(sale[name])))),
]
