import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Plans that a file of contracts makes (decision 0110).

let api: Api
let imports: ReturnType<typeof importsOf>
let all: string
const numbers = ['00010', '00011', '00012', '00013']

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api, 'contract')
  const shop = await api.makeShop({ name: '新宿店' })
  all = await api.as({ role: 'all' })
  for (const memberNo of numbers) {
    await api.makeMember(shop, { memberNo, lastSyncedAt: null, hasActivePlan: false, status: 'waiting' })
  }
})
afterAll(() => api.close())
afterEach(async () => {
  for (const table of ['import_file', 'import_mapping', 'membership_interval', 'contract', 'shop_plan']) {
    await api.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
})

const head = '会員番号,店舗,プラン,種別,リーンボディ,開始日'
const rows = [
  '00010,新宿店,プランA,オプション,○,2026-01-01',
  '00011,新宿店,プランA,オプション,○,2026-01-01',
  '00012,新宿店,プランA,基本,×,2026-01-01',
  '00013,新宿店,プランB,その他の区分,,2026-01-01',
]

async function plans() {
  const { rows: found } = await api.db.execute<Record<string, unknown>>(sql`select p.name, p.category,
      p.with_lean_body_content as lean, array_agg(distinct c.kind) as kinds, count(*)::integer as contracts
    from shop_plan p join contract c on c.plan_id = p.id group by p.id order by p.name`)
  return found
}

test('a new plan is of the kind, and has LEAN BODY, as most rows of the file say', async () => {
  const { result } = await imports.write(all, [head, ...rows])
  expect(result?.counts).toMatchObject({ created: 4, refused: 0 })
  expect(result?.newPlans).toEqual([
    { name: 'プランA', kind: 'option', withLeanBodyContent: true },
    { name: 'プランB', kind: 'regular', withLeanBodyContent: false },
  ])
  expect(await plans()).toEqual([
    { name: 'プランA', category: 'option', lean: true, kinds: ['option'], contracts: 3 },
    { name: 'プランB', category: 'other', lean: false, kinds: ['regular'], contracts: 1 },
  ])
})

test('an answer on the screen counts more than the file', async () => {
  const values = {
    planKind: { プランA: 'regular', プランB: 'suspension' },
    leanBody: { プランA: 'false', プランB: 'true' },
  }
  await imports.write(all, [head, ...rows], { values })
  expect(await plans()).toMatchObject([
    { name: 'プランA', category: 'other', lean: false, kinds: ['regular'] },
    { name: 'プランB', category: 'suspension', lean: true, kinds: ['suspension'] },
  ])
})

test('two new names that are answered as one make one plan', async () => {
  await imports.write(all, [head, ...rows], { values: { plan: { プランA: 'プランB' } } })
  expect(await plans()).toEqual([{ name: 'プランB', category: 'option', lean: true, kinds: ['option'], contracts: 4 }])
})

test('a plan that is here stays as it is, whatever a file says of its kind', async () => {
  await imports.write(all, [head, rows[3] as string])
  await imports.write(all, [head, '00010,新宿店,プランB,オプション,○,2026-01-01'])
  expect(await plans()).toEqual([{ name: 'プランB', category: 'other', lean: false, kinds: ['regular'], contracts: 2 }])
})
