import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { dayStartHours, history, people, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { independentOf, readVisitsByPerson } from './by-person.ts'

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

test('the months of 稼働 and of visits of each person are those of the months’ people', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ until, facts }) => {
      await club.happened(until, facts)
      const ids = idArray(shops.map(String))
      const sums = await readVisitsByPerson(club.db, ids, { from: '2026-01-01', to: '2026-03-31' })
      const plain = await rowsOf<{ shop: number; cc: number; mc: number; mm: number }>(
        club.db,
        sql`select shop, sum(c * c)::integer as cc, sum(m * c)::integer as mc, sum(m * m)::integer as mm from (
            select p.shop_id as shop, i.id, count(*) as m, count(*) filter (where get_bit(p.own_visitors, i.id) = 1) as c
            from shop_month_people p join member i on get_bit(p.operating, i.id) = 1
            where p.shop_id = any(${ids}) and p.month between '2026-01-01' and '2026-03-31' group by p.shop_id, i.id
          ) person group by shop`,
      )
      const known = [...sums].filter(([, { mm }]) => mm > 0)
      expect(known.map(([shop, one]) => ({ shop: Number(shop), ...one })).sort((a, b) => a.shop - b.shop)).toEqual(
        plain.sort((a, b) => a.shop - b.shop),
      )
    }),
    runs(10),
  )
})

test('twelve months of people who always or never come are one observation each', () => {
  const sums = { cc: 60 * 144, mc: 60 * 144, mm: 100 * 144 }
  expect(independentOf(60 * 12, 100 * 12, sums)).toBeCloseTo(100)
})

test('months that say nothing about one another are an observation each', () => {
  // 100 people with six months of twelve: as far apart as coins.
  const counts = Array.from({ length: 10 }).flatMap(() => [4, 5, 6, 6, 6, 6, 7, 8, 9, 3])
  const cc = counts.reduce((sum, count) => sum + count * count, 0)
  expect(independentOf(600, 1200, { cc, mc: 12 * 600, mm: 100 * 144 })).toBeGreaterThan(1000)
})
