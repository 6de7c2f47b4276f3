import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/database.ts'
import { access } from '../db/access.ts'
import type { Database } from '../db/client.ts'
import { auditLog } from '../db/schema/identity.ts'
import { leanBodyDayCount, leanBodyDayMembers } from '../db/schema/lean-body.ts'
import { inScope } from '../db/scope.ts'
import { seed } from './seed.ts'

let club: Database
beforeAll(async () => {
  club = await openTestDatabase()
  await seed(club, { until: '2026-11-20', members: 150, shops: 6, months: 3 })
  // What an import leaves to be counted; the seed counts everything itself.
  await club.db.execute(`insert into rollup_later (shop_id, month) select id, '2026-11-01' from shop`)
  // Of so few letters hardly one bounces.
  await club.db.execute(`insert into mail_bounce (email, shop_id, at, detail)
    select id || '@example.jp', id, '2026-11-20 10:00+09', '550 5.1.1 User unknown' from shop`)
  await club.db.execute(`insert into sales_later (shop_id, month) select id, '2026-11-01' from shop`)
  // The demo's shops have the targets of every month.
  await club.db.execute(`insert into shop_target (shop_id, month, admission, withdrawal_max, sales, closing_members, created_at, updated_at)
    select id, '2026-11-01', 1, 1, 1, 1, now(), now() from shop`)
  await club.db.execute(`insert into visit_class_due (shop_id, month) select id, '2026-11-01' from shop`)
})
afterAll(() => club.close())

async function rowsOf<Row extends Record<string, unknown>>(query: string): Promise<Row[]> {
  return (await club.db.execute<Row>(query)).rows
}
const countOf = async (query: string) =>
  (await rowsOf<{ n: number }>(`select count(*)::integer as n from ${query}`))[0]?.n

describe('a shop sees only its own rows', () => {
  // The seed acts for no staff member, so there is no audit log.
  const ofChain: readonly unknown[] = [leanBodyDayCount, leanBodyDayMembers]
  const ofShops = access.filter(
    ({ table, rows, read }) => rows === 'shop' && read !== false && table !== auditLog && !ofChain.includes(table),
  )

  test.each(ofShops.map(({ table }) => getTableName(table)))('of %s', async (name) => {
    const columns = await rowsOf<{ name: string }>(`
      select column_name as name from information_schema.columns where table_name = '${name}'
        and (column_name in ('shop_id', 'home_shop_id') or table_name || '.' || column_name = 'shop.id')`)
    const fingerprint = `select count(*)::integer as n, sum(hashtextextended(t::text, 0))::text as all_of_them from ${name} t`
    const own = await rowsOf<{ n: number }>(
      `${fingerprint} where ${columns.map((column) => `${column.name} in (2, 5)`).join(' or ')}`,
    )
    const seen = await inScope(club, { shops: ['2', '5'] }, 'read', (tx) => tx.execute(fingerprint))
    expect(seen.rows).toEqual(own)
    expect(own[0]?.n).toBeGreaterThan(0)
    expect(await countOf(name)).toBeGreaterThan(own[0]?.n as number)
  })

  test.each(['lean_body_day_count', 'lean_body_day_members'])(
    'sees nothing of %s, which belongs to the chain',
    async (name) => {
      const count = `select count(*)::integer as n from ${name}`
      const seen = await inScope(club, { shops: ['2', '5'] }, 'read', (tx) => tx.execute(count))
      expect(seen.rows).toEqual([{ n: 0 }])
      expect(await countOf(name)).toBeGreaterThan(0)
    },
  )
})
