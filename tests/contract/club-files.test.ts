import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAnswers } from '#contract/words/import.ts'
import { type Api, startApi } from '../support/api.ts'
import { clubFiles } from '../support/club-files.ts'
import { importsOf } from '../support/imports.ts'

let api: Api
let imports: ReturnType<typeof importsOf>
let all: string

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api)
  for (const name of ['三軒茶屋店', '二子玉川店']) await api.makeShop({ name })
  all = await api.as({ role: 'all' })
})
afterAll(() => api.close())

// In the order in which they stand: members first.
for (const { from, name, kind, bytes, answers, created } of clubFiles)
  test(`${name}, of ${from}, is read as it is`, async () => {
    const id = await imports.upload(all, bytes, kind)
    const check = async (given: object) => {
      expect((await imports.post(all, id, 'check', { ...firstAnswers(), ...given })).status).toBe(200)
      await imports.runStep(id)
      const { result, failure } = await imports.read(all, id)
      expect(failure).toBe(null)
      return result
    }
    const first = await check({})
    const answered = Object.keys(answers).length > 0
    // What is not answered is refused with a sentence, never guessed.
    if (answered) expect(first?.counts).toMatchObject({ created: 0, refused: first?.rows })
    const result = answered ? await check(answers) : first
    expect(result).toMatchObject({ counts: { created, refused: 0 }, faults: [], unknown: {} })
    expect((await imports.post(all, id, 'write')).status).toBe(200)
    await imports.runStep(id)
    expect((await imports.read(all, id)).state).toBe('written')
  })

test('what the files say is what is here', async () => {
  const linesOf = async (query: ReturnType<typeof sql>) =>
    (await api.db.execute<{ line: string }>(query)).rows.map(({ line }) => line)
  expect(
    await linesOf(
      sql`select concat_ws(' ', member_no, last_name, first_name, tel, birthday, joined_on) as line from member order by 1`,
    ),
  ).toEqual([
    'M0001 佐藤 葵 09012345601 1990-04-01 2025-04-01',
    'M0002 鈴木 蓮 09012345602 1985-12-24 2025-05-10',
    'M0003 髙橋 陽菜 2001-02-03 2026-11-01',
    'M0004 伊藤 結衣 09012345604 1990-05-07',
    'M0005 渡辺 大翔 09012345605 1982-02-18',
    'M0006 中村 さくら 0312345606 1988-01-07 2019-05-01',
  ])
  expect(
    await linesOf(sql`select concat_ws(' ', m.member_no, p.name, c.monthly_fee, c.start_on) as line
      from contract c join member m on m.id = c.member_id join shop_plan p on p.id = c.plan_id order by 1`),
  ).toEqual(['M0001 レギュラー 8800 2025-04-01', 'M0002 デイ 6600 2025-05-10', 'M0003 レギュラー 8800 2026-11-01'])
  const local = sql`at time zone 'Asia/Tokyo', 'DD HH24:MI'`
  expect(
    await linesOf(sql`select concat_ws(' ', m.member_no, to_char(v.entered_at ${local}), to_char(v.left_at ${local})) as line
      from visit v join member m on m.id = v.member_id order by 1`),
  ).toEqual(['M0001 02 07:05 02 08:10', 'M0002 02 19:30 02 20:45', 'M0003 02 23:40 03 00:20'])
  expect(
    await linesOf(sql`select concat_ws(' ', s.receipt_no, to_char(s.settled_at ${local}), l.net, l.tax) as line
      from sale_line l join sale s on s.id = l.sale_id order by 1`),
  ).toEqual([
    'R-1001 02 10:15 216 16',
    'R-1001 02 10:15 5400 400',
    'R-1002 02 18:40 220 20',
    'Tx9aQ 02 12:03 1100 100',
    'Tx9bR 02 20:11 59400 5400',
  ])
})
