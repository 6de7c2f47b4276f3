import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allPages } from '../../../tests/support/drill-down-pages.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import { countLater } from '../count-later.ts'
import { countedPeriod } from './period.ts'
import { saleRows } from './sales.ts'

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 1, members: 1 })
})
afterAll(() => club.close())

const inJanuary = (what: Parameters<typeof saleRows>[2]) =>
  allPages(club.database, {
    period: { year: 2026, month: 1 },
    set: [1],
    days: countedPeriod,
    read: (scoped, shopIds, days, page, dataDate) => saleRows(scoped, shopIds, what, days, page, dataDate),
  })

test('a refund is listed with its sign, and its figure is the amount that the report subtracts', async () => {
  await club.happened('2026-01-31', {
    sales: [
      { shop: 1, at: '2026-01-05T10:00', lines: [{ category: 'product', net: 1100, tax: 100 }] },
      { shop: 1, at: '2026-01-06T10:00', refundOf: 1, lines: [{ category: 'product', net: -1100, tax: -100 }] },
      { shop: 1, at: '2026-01-06T11:00', lines: [{ category: 'ticket', net: 3300, tax: 300 }] },
      { shop: 1, at: '2026-01-06T12:00', status: 'unpaid', lines: [{ category: 'ticket', net: 3300, tax: 300 }] },
    ],
  })
  expect(await inJanuary({ figure: 'refund' })).toMatchObject({ figure: 1100, rows: [{ amount: -1100 }] })
  expect(await inJanuary({ figure: 'gross' })).toMatchObject({ figure: 4400, total: 2 })
  const net = await inJanuary({ figure: 'netSales' })
  expect(net?.figure).toBe(3300)
  expect(net?.rows.map(({ date, category, amount }) => [date, category, amount])).toEqual([
    ['2026-01-05', 'product', 1100],
    ['2026-01-06', 'product', -1100],
    ['2026-01-06', 'ticket', 3300],
  ])
  expect(await inJanuary({ figure: 'netSales', category: 'product' })).toMatchObject({ figure: 0, total: 2 })
})

test('while a changed category is still to be counted, the figure beside the rows is already theirs', async () => {
  await club.happened('2026-01-31', {
    sales: [{ shop: 1, at: '2026-01-05T10:00', lines: [{ category: 'product', net: 1100, tax: 100 }] }],
  })
  await club.db.execute(sql`update product set category = 'other' where category = 'product'`)
  const figures = async () => [
    (await inJanuary({ figure: 'netSales', category: 'product' }))?.figure,
    (await inJanuary({ figure: 'netSales', category: 'other' }))?.figure,
  ]
  expect(await figures()).toEqual([0, 1100])
  await countLater(club.database)
  expect(await figures()).toEqual([0, 1100])
  await club.db.execute(sql`update product set category = 'product' where code = 'product'`)
  await countLater(club.database)
})

test('a bill is unpaid from the day of its run until it is paid', async () => {
  const bill = { shop: 1, month: '2026-01-01', amount: 8000 }
  await club.happened('2026-01-20', {
    bills: [
      { ...bill, dueOn: '2026-01-20', status: 'paid' },
      { ...bill, dueOn: '2026-01-20', status: 'error' },
      { ...bill, dueOn: '2026-01-27', status: 'pending' },
    ],
  })
  const unpaid = await inJanuary({ figure: 'unpaid' })
  expect(unpaid?.figure).toBe(8000)
  expect(unpaid?.rows).toMatchObject([
    { date: '2026-01-20', memberNo: 'M1', productName: '2026年1月分 会費', quantity: 1, amount: 8000 },
  ])
})
