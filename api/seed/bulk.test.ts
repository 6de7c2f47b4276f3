import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprints } from '../../tests/support/api.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import type { Database } from '../db/client.ts'
import { differingFromPlainCount, sampleOf } from './plain-sample.ts'
import { type SeedOptions, seed } from './seed.ts'

// A large chain, at a small size: without indexes until its rows are in, old visits counted and forgotten.

const large = { until: '2026-11-20', months: 4, inBulk: true, rawVisitMonths: 2 }

async function seeded(options: Pick<SeedOptions, 'members' | 'shops'> & Partial<SeedOptions>): Promise<Database> {
  const database = await openTestDatabase()
  await seed(database, { ...large, ...options })
  return database
}

describe('a large chain', { timeout: 180_000 }, () => {
  let chain: Database
  beforeAll(async () => {
    chain = await seeded({ members: 300, shops: 3 })
  }, 180_000)
  afterAll(() => chain.close())

  test('has each figure of its shops and months as a plain count over the facts finds it', async () => {
    const months = ['2026-11-01', '2026-10-01', '2026-09-01', '2026-08-01']
    const sample = [1, 2, 3].flatMap((shop) => months.map((month) => ({ shopId: String(shop), month })))
    expect(await differingFromPlainCount(chain.db, sample)).toEqual([])
  })

  test('would be found out if its rollups were wrong, by the sample that the command counts again', async () => {
    const sample = await sampleOf(chain.db)
    expect(sample.map(({ shopId, month }) => `${shopId} ${month}`)).toEqual(
      [1, 2, 3].flatMap((shop) => ['2026-11-01', '2026-10-01', '2026-08-01'].map((month) => `${shop} ${month}`)),
    )
    await chain.exec(`
      update shop_day set visits = visits + 1 where shop_id = 2 and date = '2026-11-20';
      update shop_month set admissions = admissions + 1 where shop_id = 3 and month = '2026-08-01'`)
    const differing = await differingFromPlainCount(chain.db, sample)
    expect(differing.map(({ shopId, month, figure }) => `${shopId} ${month} ${figure}`)).toContain(
      '2 2026-11 visits.count',
    )
    expect(differing.every(({ shopId }) => shopId !== '1')).toBe(true)
  })
})

test('a large chain has the rows of one that was made with its indexes, and the same indexes and constraints', {
  timeout: 180_000,
}, async () => {
  const small = { members: 60, shops: 2 }
  const chains = [await seeded(small), await seeded({ ...small, inBulk: false })]
  const [inBulk, rowByRow] = await Promise.all(chains.map(fingerprints))
  // Salts, keys and addresses that are drawn anew each time.
  for (const table of ['staff', 'mail_recipient', 'daily_log', 'daily_log_week']) {
    for (const print of [inBulk, rowByRow]) delete print?.[table]
  }
  expect(inBulk).toEqual(rowByRow)
  const [made, kept] = await Promise.all(chains.map(indexesOf))
  expect(made?.length).toBeGreaterThan(200)
  expect(made).toEqual(kept)
  for (const database of chains) await database.close()
})

async function indexesOf({ db }: Database): Promise<string[]> {
  const { rows } = await db.execute<{ one: string }>(`
    select one from (
      select pg_get_indexdef(indexrelid) as one from pg_index join pg_class c on c.oid = indrelid
      where relnamespace = 'public'::regnamespace
      union all
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    ) part order by one`)
  return rows.map(({ one }) => one)
}
