import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Who decides the category of a product that files name (decision 0110).

let api: Api
let imports: ReturnType<typeof importsOf>
let [head, manager, neighbour] = ['', '', '']
let serial = 0

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api, 'sale')
  const [own, other] = [await api.makeShop({ name: '新宿店' }), await api.makeShop({ name: '渋谷店' })]
  head = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [own] })
  neighbour = await api.as({ role: 'level3', shops: [other] })
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['import_file', 'import_mapping', 'sale_line', 'sale', 'product']) {
    await api.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
})

/** One sale of the product in the shop; without a category the file has no such column. */
function sold(token: string, shop: string, category?: string) {
  serial += 1
  const head = `売上ID,店舗,精算日時,摘要,合計金額${category === undefined ? '' : ',区分'}`
  const row = `${9000 + serial},${shop},2026-11-0${1 + (serial % 9)} 10:00,水素パック,1100${category === undefined ? '' : `,${category}`}`
  return imports.write(token, [head, row]).then((file) => {
    expect(file).toMatchObject({ state: 'written', failure: null })
    return file
  })
}

async function categories() {
  const { rows } = await api.db.execute<{ line: string }>(sql`select s.name || ' ' || p.category as line
    from sale_line l join product p on p.id = l.product_id join shop s on s.id = l.shop_id order by l.sale_id`)
  return rows.map(({ line }) => line)
}

test("a shop's category holds for its own sales without one, and for no other shop's", async () => {
  await sold(manager, '新宿店', '物販')
  await sold(manager, '新宿店')
  await sold(neighbour, '渋谷店')
  await sold(head, '渋谷店')
  expect(await categories()).toEqual(['新宿店 product', '新宿店 product', '渋谷店 other', '渋谷店 other'])
})

test("head office's category holds for the chain, also against what a shop's file says, which its check tells", async () => {
  await sold(manager, '新宿店', '物販')
  await sold(head, '渋谷店', 'オプション')
  await sold(neighbour, '渋谷店')
  const { result } = await sold(manager, '新宿店', '物販')
  expect(result?.notes).toContain('売上の明細1行は、本部が決めた区分で数えます。ファイルの区分は使いません。')
  expect(await categories()).toEqual(['新宿店 product', '渋谷店 option', '渋谷店 option', '新宿店 option'])
})

test("head office's last word counts, and with its undo the word before", async () => {
  await sold(head, '渋谷店', 'オプション')
  const second = await sold(head, '渋谷店', 'パーソナル')
  await sold(neighbour, '渋谷店')
  await imports.undo(head, second.id)
  await sold(neighbour, '渋谷店')
  expect(await categories()).toEqual(['渋谷店 option', '渋谷店 personal', '渋谷店 option'])
})
