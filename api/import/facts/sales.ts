import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Product, Products } from './products.ts'

/** The products here, by name. Of two of one name the first counts. */
export const productsByName = async (db: Db): Promise<Products> => {
  const products = await rowsOf<Product>(
    db,
    sql`select name, category, (tax_rate * 100)::float as "taxPercent" from product order by id desc`,
  )
  return new Map(products.map((product) => [product.name, product]))
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
