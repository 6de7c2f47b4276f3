import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Contracts that replace one another (decision 0110).

let api: Api
let imports: ReturnType<typeof importsOf>
let shops: { own: string; other: string }
let all: string

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api, 'contract')
  shops = { own: await api.makeShop({ name: '新宿店' }), other: await api.makeShop({ name: '渋谷店' }) }
  all = await api.as({ role: 'all' })
  for (const memberNo of ['00010', '00011', '00012']) {
    await api.makeMember(shops.own, { memberNo, lastSyncedAt: null, hasActivePlan: false, status: 'waiting' })
  }
})
afterAll(() => api.close())

const head = '会員番号,店舗,プラン,月額,開始日,終了日'
beforeEach(async () => {
  for (const table of ['import_file', 'membership_interval', 'contract', 'shop_plan']) {
    await api.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
  await imports.write(all, [
    head,
    '00010,新宿店,レギュラー,8800,2026-01-01,',
    '00011,新宿店,レギュラー,8800,2026-01-01,',
  ])
})

async function contracts() {
  const { rows } = await api.db.execute<{ line: string }>(sql`select m.member_no || ' ' || p.name || ' ' || c.start_on
      || '〜' || coalesce(c.end_on::text, '') as line
    from contract c join member m on m.id = c.member_id join shop_plan p on p.id = c.plan_id order by 1`)
  return rows.map(({ line }) => line)
}

const ended = ['00010 デイ 2026-06-01〜', '00010 レギュラー 2026-01-01〜2026-05-31', '00011 レギュラー 2026-01-01〜']

test('a new contract beside a running one is not written before somebody has said which holds', async () => {
  const { id, result } = await imports.check(all, [head, '00010,新宿店,デイ,6600,2026-06-01,'])
  expect(result).toMatchObject({ previous: { contracts: 1, ofClubSystem: 0 }, counts: { created: 1, changed: 0 } })
  const answer = await imports.post(all, id, 'write')
  expect(answer).toMatchObject({ status: 409, json: { message: expect.stringContaining('「前の契約」の扱いを選び') } })
})

test('the earlier contract ends on the day before, is shown as a change, and has no end again after the undo', async () => {
  const before = await contracts()
  const file = await imports.write(all, [head, '00010,新宿店,デイ,6600,2026-06-01,'], { previous: 'end' })
  expect(file.result).toMatchObject({ counts: { created: 1, changed: 1 }, changes: { 終了日: 1 } })
  expect(await contracts()).toEqual(ended)
  const { list } = (await api.get(`/api/admin/import/${file.id}/rows?outcome=changed`, { token: all })).json
  expect(list).toMatchObject([{ memberNo: '00010', changes: [{ label: '終了日', before: null, after: '2026-05-31' }] }])
  expect((await api.get(`/api/admin/import/${file.id}/undo`, { token: all })).json.restored).toBe(2)
  await imports.undo(all, file.id)
  expect(await contracts()).toEqual(before)
})

test('with the answer that both go on nothing but the new contract is written', async () => {
  await imports.write(all, [head, '00010,新宿店,デイ,6600,2026-06-01,'], { previous: 'both' })
  expect(await contracts()).toContain('00010 レギュラー 2026-01-01〜')
})

test('of two contracts in one file the first ends before the second', async () => {
  const rows = ['00012,新宿店,デイ,6600,2026-06-01,', '00012,新宿店,ナイト,7700,2026-02-01,']
  const { result } = await imports.write(all, [head, ...rows], { previous: 'end' })
  expect(result).toMatchObject({ previous: { contracts: 1 }, counts: { created: 2, changed: 0 } })
  expect(await contracts()).toEqual(
    expect.arrayContaining(['00012 デイ 2026-06-01〜', '00012 ナイト 2026-02-01〜2026-05-31']),
  )
})

test.each([
  ['an option', '00010,新宿店,ロッカーオプション,1100,2026-06-01,'],
  ['a suspension that has an end', '00010,新宿店,休会プラン,1100,2026-06-01,2026-08-31'],
  ['a contract that was over before', '00010,新宿店,デイ,6600,2025-06-01,2025-12-31'],
])('%s ends nothing and asks nothing', async (_, row) => {
  const { result } = await imports.check(all, [head, row])
  expect(result?.previous).toEqual({ contracts: 0, ofClubSystem: 0 })
})

test('a contract of the club system is never ended by a file, and the check says so', async () => {
  await api.db.execute(sql`update contract set from_file = false`)
  const file = await imports.write(all, [head, '00010,新宿店,デイ,6600,2026-06-01,'], {
    previous: 'end',
    overwrite: true,
  })
  expect(file.result?.previous).toEqual({ contracts: 0, ofClubSystem: 1 })
  expect(await contracts()).toContain('00010 レギュラー 2026-01-01〜')
})

test("a shop's staff neither end a contract of another shop nor learn of it", async () => {
  await api.db.execute(sql`update contract set shop_id = ${Number(shops.other)}`)
  const manager = await api.as({ role: 'level3', shops: [shops.own] })
  const file = await imports.write(manager, [head, '00010,新宿店,デイ,6600,2026-06-01,'], { previous: 'end' })
  expect(file.result?.previous).toEqual({ contracts: 0, ofClubSystem: 0 })
  expect(await contracts()).toContain('00010 レギュラー 2026-01-01〜')
})

test('an end that somebody has written since the check stays, and so does a contract whose later one did not come', async () => {
  const { id } = await imports.check(
    all,
    [head, '00010,新宿店,デイ,6600,2026-06-01,', '00011,新宿店,デイ,6600,2026-06-01,'],
    {
      previous: 'end',
    },
  )
  await api.db.execute(
    sql`update contract c set end_on = '2026-03-31' from member m where m.id = c.member_id and m.member_no = '00010'`,
  )
  await api.db.execute(sql`insert into shop_plan (shop_id, code, name, status, category, price_monthly)
    values (${Number(shops.own)}, 'デイ', 'デイ', 'active', 'other', 6600)`)
  await api.db.execute(sql`insert into contract (member_id, shop_id, plan_id, kind, contracted_on, start_on, monthly_fee,
      payment_method, payment_status, from_file)
    select c.member_id, c.shop_id, p.id, 'option', '2026-06-01', '2026-06-01', 6600, 'cash', 'paid', true
    from contract c join member m on m.id = c.member_id, shop_plan p where m.member_no = '00011' and p.name = 'デイ'`)
  await imports.post(all, id, 'write')
  await imports.runStep(id)
  expect((await imports.read(all, id)).result?.counts.stale).toBe(3)
  expect(await contracts()).toEqual(
    expect.arrayContaining(['00010 レギュラー 2026-01-01〜2026-03-31', '00011 レギュラー 2026-01-01〜']),
  )
})
