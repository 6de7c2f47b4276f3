import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { rowsOf } from '../db/expressions.ts'

// 離脱リスク by a member's visits and contracts on 20 November 2026.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 1, members: 1, dayStartHours: [0] })
})
afterAll(() => club.close())

interface Facts {
  came: number
  before: number
  since?: string
  term?: [from: string, minMonths: number]
  resumed?: string
}

const table: [string, Facts, string, string[]][] = [
  ['who joined 55 days ago', { came: 0, before: 9, since: '2026-09-26' }, 'new', []],
  ['who comes as before', { came: 8, before: 8 }, 'low', []],
  ['who stopped coming', { came: 0, before: 8 }, 'high', ['stopped']],
  ['who has not come for long', { came: 0, before: 0 }, 'high', ['stopped']],
  ['who comes less', { came: 5, before: 8 }, 'mid', ['decrease']],
  ['who comes less than a third of before', { came: 2, before: 8 }, 'high', ['decrease', 'third']],
  ['who comes a third of before', { came: 3, before: 9 }, 'high', ['decrease', 'third']],
  ['who comes less, in the fourth month', { came: 5, before: 8, since: '2026-08-01' }, 'high', ['decrease', 'tenure']],
  ['who has been here for three months', { came: 8, before: 8, since: '2026-08-20' }, 'low', ['tenure']],
  ['a day less', { came: 8, before: 8, since: '2026-08-21' }, 'low', []],
  ['who has been here for six months and a day', { came: 8, before: 8, since: '2026-05-19' }, 'low', ['tenure']],
  ['who has been here for seven months', { came: 8, before: 8, since: '2026-04-20' }, 'low', []],
  ['whose term ends today', { came: 8, before: 8, term: ['2026-05-21', 6] }, 'low', ['term']],
  ['whose term ends in 60 days', { came: 8, before: 8, term: ['2026-07-20', 6] }, 'low', ['term']],
  ['whose term ends in 61 days', { came: 8, before: 8, term: ['2026-07-21', 6] }, 'low', []],
  ['whose term is over', { came: 8, before: 8, term: ['2026-05-20', 6] }, 'low', []],
  ['who is back for 59 days', { came: 8, before: 8, resumed: '2026-09-22' }, 'low', ['resumed']],
  ['who is back for 60 days', { came: 8, before: 8, resumed: '2026-09-21' }, 'low', []],
  [
    'two signs of the contract',
    { came: 8, before: 8, since: '2026-07-01', term: ['2026-07-01', 6] },
    'mid',
    ['tenure', 'term'],
  ],
]

test.each(table)('%s', async (_, { came, before, since = '2020-01-01', term, resumed }, level, signs) => {
  const day = sql`'2026-11-20'::date`
  const [row] = await rowsOf(
    club.db,
    sql`select risk_level(class, signs) as level, signs
      from (select usual_class(${came}::integer, ${before}::integer, ${since}::date, ${day}) as class) c
      cross join lateral (select risk_signs(class, ${came}::integer, ${before}::integer, ${since}::date,
        ${term?.[0] ?? null}::date, ${term?.[1] ?? null}::integer, ${resumed ?? null}::date, ${day}) as signs) s`,
  )
  expect(row).toEqual({ level, signs })
})

test('who is not 稼働 has none', async () => {
  const [row] = await rowsOf(
    club.db,
    sql`select risk_level(null, risk_signs(null, 0, 0, '2020-01-01', null, null, null,
    '2026-11-20')) as level`,
  )
  expect(row).toEqual({ level: null })
})
