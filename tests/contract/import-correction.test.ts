import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { countLater } from '../../api/figures/count-later.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// A file that corrects an earlier one (decision 0112).

let api: Api
let imports: ReturnType<typeof importsOf>
let all: string

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api, 'visit')
  const shop = await api.makeShop({ name: '新宿店' })
  const other = await api.makeShop({ name: '渋谷店' })
  all = await api.as({ role: 'all' })
  const person = { lastSyncedAt: null, gender: 'female', firstName: '愛' } as const
  await api.makeMember(shop, { ...person, memberNo: '101', lastName: '佐藤' })
  await api.makeMember(shop, { ...person, memberNo: '102', lastName: '鈴木' })
  await api.makeMember(other, { ...person, memberNo: '103', lastName: '高橋' })
})
afterAll(() => api.close())
afterEach(async () => {
  await api.db.execute(sql`delete from import_file`)
  await api.db.execute(sql`delete from visit`)
  await api.db.execute(sql`delete from billing`)
  await api.db.execute(sql`delete from sale_line`)
  await api.db.execute(sql`delete from sale`)
})

const head = '会員番号,店舗,入館日時'
const first = [
  head,
  '101,新宿店,2026-11-02 10:00',
  '101,新宿店,2026-11-03 10:00',
  '102,新宿店,2026-11-03 11:00',
  '102,新宿店,2026-11-05 09:00',
]
/** One as it was, two at another time, one that is new and none of 102 on the 5th. */
const corrected = [
  head,
  '101,新宿店,2026-11-02 10:00',
  '101,新宿店,2026-11-03 08:00',
  '102,新宿店,2026-11-03 08:30',
  '101,新宿店,2026-11-06 12:00',
]

const visits = async () => {
  const { rows } = await api.db.execute<{ at: string }>(
    sql`select m.member_no || ' ' || to_char(v.entered_at at time zone 'Asia/Tokyo', 'MM-DD HH24:MI') as at
      from visit v join member m on m.id = v.member_id order by 1`,
  )
  return rows.map(({ at }) => at)
}

const outcome = async (token: string, id: string, which: string) =>
  (await api.get(`/api/admin/import/${id}/rows?outcome=${which}`, { token })).json.list

test('rows at another time replace those of the earlier file, and what is no longer there is listed and stays', async () => {
  await imports.write(all, first)
  const checked = await imports.check(all, corrected)
  expect(checked.result).toMatchObject({
    counts: { created: 1, changed: 2, unchanged: 1, missing: 1 },
    correction: { files: ['会員.csv'], replaced: 2, added: 1, missing: 1, isReplacing: true, isRemoving: false },
    changes: { 入館日時: 2 },
  })
  const [changed] = await outcome(all, checked.id, 'changed')
  expect(changed.changes).toEqual([{ label: '入館日時', before: '2026/11/03 10:00', after: '2026/11/03 08:00' }])
  const [missing] = await outcome(all, checked.id, 'missing')
  expect(missing).toMatchObject({
    name: '鈴木 愛',
    changes: expect.arrayContaining([{ label: '入館日時', before: '2026/11/05 09:00', after: null }]),
  })
  await imports.post(all, checked.id, 'write')
  await imports.runStep(checked.id)
  expect(await visits()).toEqual([
    '101 11-02 10:00',
    '101 11-03 08:00',
    '101 11-06 12:00',
    '102 11-03 08:30',
    '102 11-05 09:00',
  ])
})

test('what is no longer there goes where a person says so, days are counted again, and the undo brings all of it back', async () => {
  await imports.write(all, first)
  await countLater(api.database)
  const before = await visits()
  const rows = async () => (await api.db.execute(sql`select * from visit order by id`)).rows
  const exactly = await rows()
  const written = await imports.write(all, corrected, { correction: 'remove' })
  expect(written.result?.counts).toMatchObject({ created: 1, changed: 2, removed: 1, stale: 0 })
  expect(await visits()).toEqual(['101 11-02 10:00', '101 11-03 08:00', '101 11-06 12:00', '102 11-03 08:30'])
  const { rows: marks } = await api.db.execute(sql`select distinct month::text as month from rollup_later`)
  expect(marks).toContainEqual({ month: '2026-11-01' })
  expect((await api.get(`/api/admin/import/${written.id}/undo`, { token: all })).json).toEqual({
    ...{ restored: 4, later: 0, used: 0, impossible: 0 },
  })
  await imports.undo(all, written.id)
  expect(await visits()).toEqual(before)
  expect(await rows()).toEqual(exactly)
})

test('nothing goes while a row is refused, because it may be the one that seems to be missing', async () => {
  await imports.write(all, first)
  const checked = await imports.check(all, [...corrected, '102,新宿店,2026-13-05 09:00'], { correction: 'remove' })
  expect(checked.result?.correction).toMatchObject({ missing: 1, isRemoving: false })
})

test('as other rows the file is added to the earlier one', async () => {
  await imports.write(all, first)
  const written = await imports.write(all, corrected, { correction: 'add' })
  expect(written.result?.counts).toMatchObject({ created: 3, changed: 0, unchanged: 1 })
  expect(await visits()).toHaveLength(7)
})

test('a file of another month and another list of the same month correct nothing', async () => {
  await imports.write(all, first)
  const next = [head, '101,新宿店,2026-10-02 10:00', '102,新宿店,2026-10-03 10:00']
  const lists = [next, [head, '101,新宿店,2026-11-03 18:00', '101,新宿店,2026-11-05 18:00']]
  for (const lines of lists) {
    const { result } = await imports.check(all, lines)
    expect(result).toMatchObject({ counts: { created: 2, changed: 0 } })
    expect(result?.correction).toBeUndefined()
  }
})

test('an import that another has made is not corrected by a shop’s person, nor one that was taken back', async () => {
  await imports.write(all, first)
  const shopId = (await api.db.execute<{ id: string }>(sql`select id::text from shop where name = '新宿店'`)).rows[0]
    ?.id
  const leader = await api.as({ role: 'level4', shops: [shopId as string] })
  expect((await imports.check(leader, corrected)).result).toMatchObject({ counts: { created: 3, unchanged: 1 } })
  const { rows } = await api.db.execute<{ id: string }>(sql`select id::text from import_file where state = 'written'`)
  await imports.undo(all, rows[0]?.id as string)
  const after = await imports.check(all, corrected)
  expect(after.result?.correction).toBeUndefined()
})

test('a removed row does not come back after the import that had made it was taken back', async () => {
  const made = await imports.write(all, first)
  const written = await imports.write(all, corrected, { correction: 'remove' })
  await imports.undo(all, made.id)
  const undone = await imports.undo(all, written.id)
  expect(undone.state).toBe('undone')
  expect(await visits()).not.toContain('102 11-05 09:00')
})

test('a bill that is paid in the corrected file is paid, and another month is added', async () => {
  const bills = ['会員番号,店舗,請求月,請求日,金額,状態', '101,新宿店,2026-10,2026-10-27,8800,未納']
  await imports.write(all, bills, { kind: 'bill' })
  const later = [
    bills[0] as string,
    '101,新宿店,2026-10,2026-10-27,8800,支払済',
    '101,新宿店,2026-11,2026-11-27,8800,未納',
  ]
  const written = await imports.write(all, later, { kind: 'bill' })
  expect(written.result?.counts).toMatchObject({ created: 1, changed: 1, stale: 0 })
  const { rows } = await api.db.execute(sql`select target_month::text, status from billing order by 1`)
  expect(rows).toEqual([
    { target_month: '2026-10-01', status: 'paid' },
    { target_month: '2026-11-01', status: 'unpaid' },
  ])
})

test('a sale that a corrected file no longer has goes with its lines and comes back with them', async () => {
  const sales = [
    '伝票番号,会員番号,店舗,精算日時,摘要,合計金額',
    'A1,101,新宿店,2026-11-02,水,200',
    'A2,102,新宿店,2026-11-02,月会費,8800',
  ]
  await imports.write(all, sales, { kind: 'sale' })
  const stored = async () =>
    (await api.db.execute(sql`select s.*, l.* from sale s join sale_line l on l.sale_id = s.id order by s.id`)).rows
  const exactly = await stored()
  const again = await imports.write(
    all,
    [...sales.slice(0, 1), 'A1,101,新宿店,2026-11-02,水,300', 'A9,103,渋谷店,2026-11-02,水,200'],
    {
      ...{ kind: 'sale', correction: 'remove' },
    },
  )
  expect(again.result?.counts).toMatchObject({ created: 1, changed: 1, removed: 1 })
  expect(await stored()).toHaveLength(2)
  await imports.undo(all, again.id)
  expect(await stored()).toEqual(exactly)
})
