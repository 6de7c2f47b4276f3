import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Product, Products } from './products.ts'

/**
 * The products here, by name. Of two of one name head office's word counts first, then that of the shop, then the first
 * product that nobody has decided about; what another shop's file says of a name counts for nobody else (decision 0110).
 */
export async function productsOf(
  db: Db,
): Promise<{ in(shopId: string): Products; ofChain: ReadonlyMap<string, string[]> }> {
  const rows = await rowsOf<Product & { decidedIn: number[] | null }>(
    db,
    sql`select name, category, (tax_rate * 100)::float as "taxPercent", decided_in as "decidedIn" from product order by id desc`,
  )
  const [chain, free] = [rows.filter(isOfChain), rows.filter(({ decidedIn }) => decidedIn === null)]
  const known = new Map<string, Products>()
  return {
    in: (shopId) => {
      const here =
        known.get(shopId) ??
        byName([...free, ...rows.filter(({ decidedIn }) => decidedIn?.includes(Number(shopId))), ...chain])
      known.set(shopId, here)
      return here
    },
    ofChain: new Map(
      [...Map.groupBy(chain, ({ name }) => name)].map(([name, all]) => [
        name,
        all.map(({ category }) => category).reverse(),
      ]),
    ),
  }
}

const isOfChain = ({ decidedIn }: { decidedIn: number[] | null }) => decidedIn?.length === 0
const byName = (products: readonly Product[]): Products => new Map(products.map((product) => [product.name, product]))

/** For whoever has no shop's word: the club system. */
export const productsByName = async (db: Db): Promise<Products> => (await productsOf(db)).in('0')

/** Who decides the category of a file's products: its category column, and in which shops; empty: for the chain. */
export interface Decided {
  id: number
  before: number[] | null
  after: number[] | null
}

/**
 * Products that the rows of an import name and nobody has, and who decides about the named ones: where the file has a
 * column of categories, head office for the chain, else the shops of the sales. その他 decides nothing.
 */
export async function makeProducts(tx: Db, rows: SQL, by: { isSaid: boolean; isHeadOffice: boolean }) {
  const named = sql`select one ->> 'product' as name, one ->> 'category' as category,
      array_agg(distinct shop_id order by shop_id) as shops
    from (select r.after -> 'lines' as lines,
        coalesce((r.after ->> 'shop_id')::integer, (select s.shop_id from sale s where s.id = r.fact_id)) as shop_id
      from ${rows} and r.after ? 'lines') sold, jsonb_array_elements(sold.lines) as one
    group by 1, 2`
  const isSaid = sql`${by.isSaid}::boolean and n.category <> 'other'`
  const deciders = by.isHeadOffice ? sql`'{}'::integer[]` : sql`n.shops`
  const made = await tx.execute<{ id: number }>(
    sql`insert into product (code, name, category, price, tax_rate, decided_in)
      select left(md5(n.category || n.name), 12), n.name, n.category, 0, 0.10, case when ${isSaid} then ${deciders} end
      from (${named}) n
      where not exists (select from product p where p.name = n.name and p.category = n.category) returning id`,
  )
  const ids = made.rows.map(({ id }) => id)
  // Head office's last word replaces any; a shop joins other shops.
  const isNamed = sql`exists (select from named n where n.name = p.name and n.category = p.category and ${isSaid})`
  const change = by.isHeadOffice
    ? sql`select p.id, p.decided_in as before, case when ${isNamed} then '{}'::integer[] end as after from product p
        where (${isNamed} or p.decided_in = '{}' and exists (select from named n where n.name = p.name and ${isSaid}))`
    : sql`select p.id, p.decided_in as before, array(select distinct s from unnest(p.decided_in || n.shops) s order by s) as after
        from product p join named n on n.name = p.name and n.category = p.category
        where ${isSaid} and cardinality(p.decided_in) > 0`
  const decided = await tx.execute<Decided & Record<string, unknown>>(
    sql`with named as (${named}), change as (${change})
      update product p set decided_in = c.after from change c
      where c.id = p.id and c.after is distinct from c.before and p.id <> all (${sql.param(ids)}::integer[])
      returning p.id, c.before, c.after`,
  )
  return { products: ids, decided: decided.rows }
}

/** What an import has decided goes back where nobody has decided since. */
export async function takeBackDecided(tx: Db, decided: readonly Decided[]): Promise<void> {
  await tx.execute(sql`update product p set decided_in = d.before
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as d (id integer, before integer[], after integer[])
    where p.id = d.id and p.decided_in is not distinct from d.after`)
}

/** Inserts the lines of `source` (sale_id, lines: JSON); their products are here by name and category. */
export const linesOfSales = (source: SQL): SQL => sql`
  insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, discount, tax, net)
  select w.sale_id, one.at, s.shop_id,
    (select p.id from product p where p.name = one.line ->> 'product' and p.category = one.line ->> 'category' order by p.id limit 1),
    (one.line ->> 'quantity')::integer, (one.line ->> 'unitPrice')::integer, (one.line ->> 'discount')::integer,
    (one.line ->> 'tax')::integer, (one.line ->> 'net')::integer
  from (${source}) w join sale s on s.id = w.sale_id
  cross join lateral jsonb_array_elements(w.lines) with ordinality as one (line, at)`
