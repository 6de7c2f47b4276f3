import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { report as endpoints } from '#contract/report.ts'
import type { ComparedShop } from '#contract/report-shops.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { openFacts } from '../../../tests/support/facts.ts'

let api: Api
let facts: Awaited<ReturnType<typeof openFacts>>
const tokens: Record<string, string> = {}
beforeAll(async () => {
  facts = await openFacts({ shops: 3, members: 8 })
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  api = await startApi({ database: facts.database })
  tokens.head = await api.as({ role: 'all' })
  tokens.owner = await api.as({ role: 'level4', shops: ['1', '2'] })
  tokens.trainer = await api.as({ role: 'level2', shops: ['1', '2'] })
  // Two of shop 1 leave within three months, one of shop 2 stays; shop 3 has nobody new.
  await facts.happened('2026-06-30', {
    contracts: [
      { member: 1, shop: 1, from: '2026-01-05', to: '2026-02-10' },
      { member: 2, shop: 1, from: '2026-01-20', to: '2026-04-20' },
      { member: 3, shop: 1, from: '2026-02-01' },
      { member: 4, shop: 2, from: '2026-01-10' },
      { member: 5, shop: 2, from: '2025-01-10' },
      { member: 6, shop: 3, from: '2024-01-10' },
    ],
  })
})
afterAll(() => api.close())

const get = async (query: string, who = 'head') =>
  (await api.get(`/api/admin/report/${query}`, { token: tokens[who] })).json
const compared = async (query = 'year=2026&month=6', who?: string) =>
  endpoints.shopComparison.output.parse(await get(`shop-comparison?${query}`, who))
const nameless = ({ shopName: _, ...shop }: ComparedShop) => shop

test('early withdrawals are those of the three-month cohorts, with an interval, and lead to the same people', async () => {
  const { period, shops } = await compared()
  expect(period).toEqual({ from: '2025-07-01', to: '2026-06-30' })
  expect(shops.map(({ early }) => [early.count, early.of])).toEqual([
    [2, 3],
    [0, 1],
    [0, 0],
  ])
  expect(shops[0]?.early.low).toBeCloseTo(0.2077, 3)
  expect(shops[2]?.early.rate).toBeNull()
  const left = await get('figure/members?figure=retentionLost&months=3&shopId=1&year=2025&fiscalStartMonth=7')
  expect([left.figure, left.list.map(({ memberNo }: { memberNo: string }) => memberNo)]).toEqual([2, ['M1', 'M2']])
})

test('the month is the dashboard’s, shop by shop', async () => {
  const { shops } = await compared('year=2026&month=4&months=1')
  const { shops: dashboard } = await get('monthly-stats/shops?year=2026&month=4')
  expect(shops.map(({ shopId, closing, churn, arpu }) => ({ shopId, closing, churnRate: churn.rate, arpu }))).toEqual(
    dashboard.map(({ shopId, closing, churnRate, arpu }: Record<string, unknown>) => ({
      shopId,
      closing,
      churnRate,
      arpu,
    })),
  )
})

test('the most similar shop is the one of like size, ages and plans; who sees two shops gets two', async () => {
  const { similar } = await compared('year=2026&month=6&shopId=1')
  expect(similar.map(({ shopId }) => shopId)).toEqual(['3', '2'])
  const mine = await compared('year=2026&month=6&shopId=1', 'owner')
  expect([mine.shops.map(({ shopId }) => shopId), mine.similar.map(({ shopId }) => shopId)]).toEqual([
    ['1', '2'],
    ['2'],
  ])
})

test('without the right to money there is none, and who sees counts only is led to no names', async () => {
  const { shops } = await compared('year=2026&month=6', 'trainer')
  expect(shops.map(nameless)).toEqual(
    (await compared('year=2026&month=6', 'owner')).shops.map(nameless).map(({ arpu: _, ...shop }) => shop),
  )
  expect(Object.keys(shops[0] ?? {})).not.toContain('arpu')
})
