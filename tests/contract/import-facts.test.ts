import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { countLater } from '../../api/figures/count-later.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Files of contracts, tickets, visits, bookings, sales and bills. The way of a file is in import.test.ts.

let api: Api
let imports: ReturnType<typeof importsOf>
let shops: { own: string; other: string }
let all: string

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api)
  shops = { own: await api.makeShop({ name: '新宿店' }), other: await api.makeShop({ name: '渋谷店' }) }
  all = await api.as({ role: 'all' })
  const person = { lastSyncedAt: null, gender: 'female', status: 'waiting', contractStatus: 'waiting' } as const
  const member = { ...person, hasActivePlan: false, joinedOn: null, cancelledOn: null }
  for (const [at, lastName] of ['佐藤', '鈴木', '高橋'].entries()) {
    await api.makeMember(shops.own, {
      ...member,
      externalId: 9001 + at,
      memberNo: `0001${at}`,
      lastName,
      firstName: '愛',
    })
  }
  await api.makeMember(shops.other, {
    ...member,
    externalId: 9009,
    memberNo: '00019',
    lastName: '伊藤',
    firstName: '渋',
  })
})
afterAll(() => api.close())
afterEach(async () => void (await api.db.execute(sql`delete from import_file`)))

const rowsOf = async (query: ReturnType<typeof sql>) => (await api.db.execute<Record<string, unknown>>(query)).rows
const counted = async () => {
  await countLater(api.database)
}

/** What an import may not leave behind: facts and everything that is counted from them. */
async function facts() {
  await counted()
  // A month that was counted twice is a corrected one.
  await api.db.execute(sql`update shop_month set corrected_at = null`)
  await api.db.execute(sql`select forget_empty_totals()`)
  const prints = await imports.everythingElse()
  return Object.fromEntries(Object.entries(prints).filter(([table]) => !/^(data_state|rollup_check)$/.test(table)))
}

/** ML001, as the provider exports it. */
const ml001 = [
  'メンバーID,会員番号,氏名,メンバー所属店舗名,契約プランコード,契約プラン名,プラン契約日,プラン契約適用開始日,プラン契約適用終了日,退会手続き日',
  '9001,00010,佐藤 愛,新宿店,P01,レギュラー,2026/01/20,2026/02/01,,',
  '9002,00011,鈴木 愛,新宿店,P01,レギュラー,2025/10/20,2025/11/01,2026/10/31,2026/10/05',
  '9003,00012,高橋 愛,新宿店,P09,休会プラン,2026/06/20,2026/07/01,,',
  '9009,00019,伊藤 渋,渋谷店,,,,,,',
]

test('contracts of ML001 make plans, states of members and months; a second time nothing changes; the undo is exact', async () => {
  // So that there is a data date before.
  const first = await imports.write(all, ['会員番号,プラン,開始日,終了日', '00012,旧プラン,2024-01-01,2024-03-31'], {
    ...{ kind: 'contract', leaversFrom: '2024-01-01' },
  })
  expect(first).toMatchObject({ state: 'written', failure: null })
  const before = await facts()

  const checked = await imports.check(all, ml001, { kind: 'contract' })
  expect(checked.result).toMatchObject({
    counts: { created: 3, changed: 0, unchanged: 1, refused: 0 },
    unknown: {
      plan: [
        { text: 'レギュラー', rows: 2 },
        { text: '休会プラン', rows: 1 },
      ],
    },
    notes: [
      '1行には契約がないため、何もしません。',
      '登録のないプラン2種類は、ファイルで最も多い月額（ない場合は0円）のプランとして、店舗ごとに登録します。',
    ],
  })
  await imports.post(all, checked.id, 'write')
  await imports.runStep(checked.id)
  await counted()
  expect(
    await rowsOf(sql`select member_no, contract_status, status, cancelled_on::text from member order by member_no`),
  ).toEqual([
    { member_no: '00010', contract_status: 'active', status: 'active', cancelled_on: null },
    { member_no: '00011', contract_status: 'cancel', status: 'waiting', cancelled_on: '2026-10-31' },
    { member_no: '00012', contract_status: 'suspended', status: 'waiting', cancelled_on: null },
    { member_no: '00019', contract_status: 'waiting', status: 'waiting', cancelled_on: null },
  ])
  const month = await api.get('/api/admin/report/monthly-stats?year=2026&month=10', { token: all })
  expect(month.json.thisMonthReport.members).toMatchObject({ opening: 3, withdrawals: 1, closing: 2, suspended: 1 })
  expect((await imports.check(all, ml001, { kind: 'contract' })).result?.counts).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 4,
  })

  const { list } = (await api.get(`/api/admin/import/${checked.id}/rows`, { token: all })).json
  expect(list[0]).toMatchObject({
    name: '佐藤 愛',
    changes: expect.arrayContaining([{ label: 'プラン', before: null, after: 'レギュラー' }]),
  })
  expect((await api.get(`/api/admin/import/${checked.id}/undo`, { token: all })).json).toEqual({
    ...{ restored: 3, later: 0, used: 0, impossible: 0 },
  })
  await imports.undo(all, checked.id)
  expect(await facts()).toEqual(before)
})

test('a contract changes where the file says so, an end of another shop is refused, and a doubled row too', async () => {
  const head = '会員番号,店舗,プラン,月額(円),開始日,終了日,退会手続き日,退会理由'
  await imports.write(all, [head, '00010,新宿店,夜間,"¥8,800",2026-01-01,,,', '00019,渋谷店,夜間,7000,2026-01-01,,,'], {
    kind: 'contract',
  })
  const manager = await api.as({ role: 'level3', shops: [shops.own] })
  const { result, id } = await imports.check(
    manager,
    [
      head,
      '00010,,夜間,,令和8年1月1日,2026/12/31,2026/11/10,転居・転勤',
      '00019,,夜間,,2026-01-01,2026/12/31,,',
      '00011,新宿店,夜間,8800,2026-02-01,2026-01-31,,',
      '00012,新宿店,夜間,8800,2026-03-01,,,',
      '00012,新宿店,夜間,8800,2026-03-01,,,',
      '99999,新宿店,夜間,8800,2026-03-01,,,',
    ],
    { kind: 'contract' },
  )
  expect(result?.counts).toMatchObject({ created: 1, changed: 1, refused: 4 })
  expect(result?.notes?.at(-1)).toContain('データ時点と、集計できる期間は変わりません')
  const rows = (await api.get(`/api/admin/import/${id}/rows`, { token: manager })).json.list
  expect(
    rows.map(({ row, reason, changes }: { row: number; reason: string; changes: unknown }) => [row, reason ?? changes]),
  ).toEqual([
    [
      2,
      [
        { label: '終了日', before: null, after: '2026-12-31' },
        { label: '退会手続き日', before: null, after: '2026-11-10' },
        { label: '退会理由', before: null, after: '転居・転勤' },
      ],
    ],
    [3, 'この番号の会員が担当店舗に登録されていません（先に会員を取り込んでください）'],
    [4, '開始日より前です'],
    [5, expect.any(Array)],
    [6, '同じ契約の行がファイルに2つあります'],
    [7, 'この番号の会員が担当店舗に登録されていません（先に会員を取り込んでください）'],
  ])
})

test('a number that a contract of another shop has is refused with the sentence of all numbers, and counts', async () => {
  const plan = await api.makePlan(shops.other, { name: '他店プラン' })
  const { memberId } = await api.makeMember(shops.other, { memberNo: '00088' })
  await api.db.execute(sql`insert into contract (external_id, member_id, shop_id, plan_id, kind, contracted_on, start_on,
      monthly_fee, payment_method, payment_status)
    select 88000 + at, ${Number(memberId)}, ${Number(shops.other)}, ${Number(plan)}, 'regular', '2026-04-01',
      '2026-04-01'::date + at, 9350, 'card', 'paid' from generate_series(1, 11) at`)
  const token = await api.as({ role: 'level3', shops: [shops.own] })
  const row = (number: number) => `${number},00012,新宿店,夜間,8800,2026-05-01`
  const header = '契約ID,会員番号,店舗,プラン,月額(円),開始日'
  const { id } = await imports.check(token, [header, row(88001)], { kind: 'contract' })
  const rows = (await api.get(`/api/admin/import/${id}/rows`, { token })).json.list
  expect(rows).toMatchObject([{ outcome: 'refused', reason: 'この番号は登録できません', why: null }])
  const numbers = Array.from({ length: 11 }, (_, at) => row(88001 + at))
  expect((await imports.check(token, [header, ...numbers], { kind: 'contract' })).state).toBe('waiting')
})

test('values of the club system stay, unless they are to be replaced', async () => {
  const plan = await api.makePlan(shops.own, { name: '連携プラン' })
  await api.db.execute(sql`insert into contract (external_id, member_id, shop_id, plan_id, kind, contracted_on, start_on,
      monthly_fee, payment_method, payment_status)
    select 777, id, shop_id, ${Number(plan)}, 'regular', '2026-04-01', '2026-04-01', 9350, 'card', 'paid'
    from member where member_no = '00011'`)
  const lines = ['契約ID,会員番号,プラン,開始日,月額(円)', '777,00011,連携プラン,2026-04-01,5000']
  expect((await imports.check(all, lines, { kind: 'contract' })).result?.counts).toMatchObject({ kept: 1, changed: 0 })
  const { id } = await imports.write(all, lines, { kind: 'contract', overwrite: true })
  expect(await rowsOf(sql`select monthly_fee, from_file from contract where external_id = 777`)).toEqual([
    { monthly_fee: 5000, from_file: false },
  ])
  await imports.undo(all, id)
  expect(await rowsOf(sql`select monthly_fee, from_file from contract where external_id = 777`)).toEqual([
    { monthly_fee: 9350, from_file: false },
  ])
})

/** A file of each kind, with the rows that it makes. */
const files = {
  ticket: [
    '会員番号,チケット,付与日,枚数,利用枚数,有効期限,単価(円)',
    '00010,10回券,2026/11/01,10,3,2027/04/30,"1,100"',
    '00011,10回券,2026-11-02 10:30,10,0,,1100',
  ],
  visit: [
    '会員番号,店舗,入館日時,退館日時',
    '00010,新宿店,2026/11/01 10:00,2026/11/01 11:30',
    '00010,渋谷店,2026/11/03 19:05:30.123,',
  ],
  // RL001.
  booking: [
    '予約ID,会員番号,予約ステータス,予約処理日,受講日,開始時刻,使用チケット,店舗',
    '501,00010,受講済み,2026/10/30 09:00,2026/11/01,10:00,10回券,新宿店',
    '502,00011,無断キャンセル,2026/10/30,2026/11/02,19:30,,新宿店',
  ],
  // PL001: two lines of one sale, and one that says several things.
  sale: [
    '売上ID,精算日時,購入店舗,支払方法,摘要,合計金額,内税,割引金額,手数料,入金日,メンバーID,会員番号,ステータス',
    '601,2026/11/01 12:00,新宿店,クレジットカード,プロテイン,"3,300",300,0,99,2026/12/31,9001,00010,精算済み',
    '601,2026/11/01 12:00,新宿店,クレジットカード,10回券,"11,000",1000,1000,330,2026/12/31,9001,00010,精算済み',
    '602,2026/11/02 12:00,渋谷店,現金,初月会費＋翌月会費＋入会金＋クーポン,16500,1500,0,0,,9009,00019,精算済み',
  ],
  bill: [
    '会員番号,対象月,請求額,支払方法,状態,入金日',
    '00010,2026/10,9350,口座振替,支払済,2026/10/27',
    '00011,202610,9350,口座振替,未払い,',
  ],
} as const

test.each(Object.keys(files) as (keyof typeof files)[])(
  'a file of %ss is written once, read again changes nothing, and goes again without a trace',
  async (kind) => {
    const before = await facts()
    const { id, result, failure } = await imports.write(all, files[kind], { kind })
    expect({ failure, counts: result?.counts }).toMatchObject({ failure: null, counts: { created: 2, refused: 0 } })
    expect((await imports.check(all, files[kind], { kind })).result?.counts).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 2,
    })
    expect(await facts()).not.toEqual(before)
    await imports.undo(all, id)
    expect(await facts()).toEqual(before)
  },
)

test('sales count by the product’s words, bills by what is owed, visits for the days that their files cover', async () => {
  const sale = await imports.write(all, files.sale, { kind: 'sale', isLastDayWhole: true })
  expect(sale.result?.notes).toEqual(['売上の明細1行は、摘要から区分を1つに決められないため「その他」に数えます。'])
  await imports.write(all, files.bill, { kind: 'bill' })
  const visit = await imports.write(all, files.visit, { kind: 'visit', isLastDayWhole: true })
  expect([sale.result?.lastDay, visit.result?.lastDay]).toEqual(['2026-11-02', '2026-11-03'])
  await counted()
  expect(
    await rowsOf(
      sql`select category, sum(gross)::integer as gross, sum(tax)::integer as tax from shop_day_sales group by 1 order by 1`,
    ),
  ).toEqual([
    { category: 'other', gross: 16500, tax: 1500 },
    { category: 'product', gross: 3300, tax: 300 },
    { category: 'ticket', gross: 11000, tax: 1000 },
  ])
  expect(await rowsOf(sql`select member_no, unpaid_amount from member where unpaid_amount > 0`)).toEqual([
    { member_no: '00011', unpaid_amount: 9350 },
  ])
  expect(
    await rowsOf(
      sql`select distinct kind, first_on::text, last_on::text from data_period where kind <> 'leavers' order by kind`,
    ),
  ).toEqual([
    { kind: 'bills', first_on: '2026-10-01', last_on: '2026-10-31' },
    { kind: 'sales', first_on: '2026-11-01', last_on: '2026-11-02' },
    { kind: 'visits', first_on: '2026-11-01', last_on: '2026-11-03' },
  ])
  expect(
    await rowsOf(sql`select s.name, v.home_shop_id is not null as at_home, visit_days
    from visit v join shop s on s.id = v.shop_id cross join lateral (select sum(visits)::integer as visit_days from shop_day where shop_id = s.id) d
    order by v.entered_at`),
  ).toMatchObject([
    { name: '新宿店', visit_days: 1 },
    { name: '渋谷店', visit_days: 1 },
  ])
})

test('a negative sale is a refund, of the sale of that sum to the member', async () => {
  const head = '売上ID,精算日時,購入店舗,摘要,合計金額,会員番号,ステータス'
  const line = (id: number, at: string, sum: number) =>
    `${id},2026/11/0${at} 12:00,新宿店,プロテイン,${sum},00012,精算済み`
  await imports.write(all, [head, line(811, '3', 4400), line(812, '4', 3300), line(813, '5', -4400)], { kind: 'sale' })
  expect(
    await rowsOf(sql`select o.external_id from sale s join sale o on o.id = s.refund_of where s.external_id = 813`),
  ).toEqual([{ external_id: 811 }])
})

test('a sale without its tax has that of the product: 8 % of food, 10 % of what is not registered', async () => {
  const [food] = await rowsOf(
    sql`insert into product (code, name, category, price, tax_rate)
      values ('F01', '持ち帰り弁当', 'product', 1080, 0.08) returning id`,
  )
  try {
    const head = '売上ID,精算日時,購入店舗,摘要,合計金額,会員番号,ステータス'
    const line = (id: number, what: string, sum: number) =>
      `${id},2026/11/03 12:00,新宿店,${what},${sum},00012,精算済み`
    const lines = [head, line(871, '持ち帰り弁当', 1080), line(872, 'ウェア', 1100), line(873, '持ち帰り弁当', -1080)]
    const { id } = await imports.write(all, lines, { kind: 'sale' })
    expect(
      await rowsOf(sql`select s.external_id, l.net, l.tax from sale_line l join sale s on s.id = l.sale_id
        where s.external_id > 870 order by 1`),
    ).toEqual([
      { external_id: 871, net: 1080, tax: 80 },
      { external_id: 872, net: 1100, tax: 100 },
      { external_id: 873, net: -1080, tax: -80 },
    ])
    await imports.undo(all, id)
  } finally {
    await api.db.execute(sql`delete from product where id = ${food?.id}`)
  }
})

test('a sale that is not paid needs no 精算日時, one that is paid does', async () => {
  const head = '売上ID,精算日時,購入店舗,摘要,合計金額,会員番号,ステータス'
  const line = (id: number, status: string) => `${id},,新宿店,プロテイン,5500,00012,${status}`
  const { result } = await imports.check(all, [head, line(831, '未収'), line(832, '決済エラー'), line(833, '精算済')], {
    kind: 'sale',
  })
  expect(result?.counts).toMatchObject({ created: 2, refused: 1 })
  expect(result?.faults).toMatchObject([{ column: '精算日時', first: [4] }])
})

test('取消 takes a sale out, 返金済 without a refund’s row pays it back on its day, and the undo is exact', async () => {
  const head = '売上ID,精算日時,購入店舗,摘要,合計金額,会員番号,ステータス'
  const line = (id: number, status: string, sum = 5500) =>
    `${id},2026/10/${sum < 0 ? '25' : '03'} 12:00,新宿店,プロテイン,${sum},00012,${status}`
  const october = async () => {
    await counted()
    return (
      await rowsOf(sql`select coalesce(sum(gross), 0)::integer as gross, coalesce(sum(refund), 0)::integer as refund
        from shop_day_sales where date between '2026-10-01' and '2026-10-31'`)
    )[0]
  }
  const sold = await imports.write(all, [head, line(821, '精算済'), line(822, '返金済み'), line(823, '取消', 9900)], {
    kind: 'sale',
  })
  expect(sold.result?.counts).toMatchObject({ created: 3, refused: 0 })
  expect(await october()).toEqual({ gross: 11000, refund: 5500 })
  const before = await facts()
  const later = await imports.write(all, [head, line(821, '取消'), line(822, '返金済み'), line(824, '返金', -5500)], {
    kind: 'sale',
  })
  expect(later.result?.counts).toMatchObject({ created: 1, changed: 1, unchanged: 1 })
  // The row of a refund says when; it is not counted twice.
  expect(await october()).toEqual({ gross: 5500, refund: 5500 })
  expect(
    await rowsOf(
      sql`select l.quantity, l.unit_price from sale s join sale_line l on l.sale_id = s.id where s.external_id = 824`,
    ),
  ).toEqual([{ quantity: -1, unit_price: 5500 }])
  await imports.undo(all, later.id)
  expect(await october()).toEqual({ gross: 11000, refund: 5500 })
  const numbers = ({ sale: _, sale_line: __, ...others }: Record<string, unknown>) => others
  expect(numbers(await facts())).toEqual(numbers(before))
})

test('a sale with one line that cannot be read is refused as a whole', async () => {
  const [head, ...lines] = files.sale
  const [first, second, other] = lines.map((line) => line.replace(/^6/, '7')) as [string, string, string]
  const { result } = await imports.check(all, [head, first, second.replace('"11,000"', '1.1E+4'), other], {
    kind: 'sale',
  })
  expect(result?.counts).toMatchObject({ created: 1, refused: 2 })
  expect(result?.faults.map(({ reason }) => reason).sort()).toEqual([
    '同じ番号の別の行が取り込めません',
    '金額として読めません',
  ])
})

test('sales by a shop’s own numbers are told apart by shop, corrected by a later file, and taken back', async () => {
  const before = await facts()
  const file = (net: string) => [
    '売上一覧,,,,,,',
    '伝票番号,売上日,会員番号,店舗,商品,金額,支払',
    `A00001,2026/10/2,00010,新宿店,水,${net},現金`,
    'A00001,2026/10/2,00010,新宿店,タオル,300,現金',
    'A00001,2026/10/2,00019,渋谷店,水,500,口振',
    'A00002,2026/10/3,00010,新宿店,水,-500,現金',
  ]
  const first = await imports.write(all, file('500'), { kind: 'sale' })
  expect(first.result?.counts).toMatchObject({ created: 3, refused: 0 })
  const sums = () =>
    rowsOf(sql`select s.receipt_no as no, s.method, sum(l.net)::integer as net from sale s join sale_line l on l.sale_id = s.id
      where s.receipt_no is not null group by s.id order by s.receipt_no, s.shop_id`)
  expect(await sums()).toEqual([
    { no: 'A00001', method: 'cash', net: 800 },
    { no: 'A00001', method: 'bankTransfer', net: 500 },
    { no: 'A00002', method: 'cash', net: -500 },
  ])
  const again = await imports.check(all, file('500'), { kind: 'sale' })
  expect(again.result?.counts).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  const later = await imports.write(all, file('600'), { kind: 'sale' })
  expect(later.result?.counts).toMatchObject({ created: 0, changed: 1, unchanged: 2 })
  expect((await sums())[0]).toMatchObject({ net: 900 })
  await imports.undo(all, later.id)
  expect((await sums())[0]).toMatchObject({ net: 800 })
  await imports.undo(all, first.id)
  const numbers = ({ sale: _, sale_line: __, ...others }: Record<string, unknown>) => others
  expect(numbers(await facts())).toEqual(numbers(before))
})

test('a new plan has the fee that most of its contracts pay', async () => {
  const lines = [
    '会員番号,コース名,開始日,月会費',
    '00010,朝,2022-05-01,"¥6,600"',
    '00011,朝,2022-05-01,6600',
    '00012,朝,2022-05-01,0',
  ]
  const written = await imports.write(all, lines, { kind: 'contract', previous: 'both', leaversFrom: '2022-01-01' })
  expect(written.result?.notes?.join('')).toContain('最も多い月額')
  expect(await rowsOf(sql`select price_monthly from shop_plan where name = '朝'`)).toEqual([{ price_monthly: 6600 }])
  await imports.undo(all, written.id)
  expect(await rowsOf(sql`select price_monthly from shop_plan where name = '朝'`)).toEqual([])
})

test('a plan that is called otherwise in the file is translated once', async () => {
  await api.makePlan(shops.own, { name: 'マスター' })
  const lines = ['会員番号,プラン,開始日', '00012,マスタ会員,2022-05-01']
  const first = await imports.check(all, lines, { kind: 'contract' })
  expect(first.result?.names?.plan).toContain('マスター')
  const { result } = await imports.check(all, lines, { kind: 'contract', values: { plan: { マスタ会員: 'マスター' } } })
  expect(result).toMatchObject({ counts: { created: 1 }, unknown: {}, notes: [] })
})

test('a manager’s file moves no day of the chain, and makes tickets for their shops only', async () => {
  const state = () =>
    rowsOf(sql`select data_as_of, (select jsonb_agg(p order by kind) from data_period p) from data_state`)
  const before = await state()
  const manager = await api.as({ role: 'level3', shops: [shops.own] })
  await imports.write(manager, ['会員番号,入館日時', '00010,2026/11/21 09:00', '00010,1999/11/26 10:00'], {
    kind: 'visit',
  })
  await imports.write(manager, ['会員番号,チケット,付与日,枚数', '00010,店長の回数券,2026/11/20,5'], { kind: 'ticket' })
  expect(await state()).toEqual(before)
  expect(await rowsOf(sql`select target_shop_ids from ticket where name = '店長の回数券'`)).toEqual([
    { target_shop_ids: [Number(shops.own)] },
  ])
})

test('a ticket that nobody had is registered as most of its rows were sold', async () => {
  await imports.write(
    all,
    [
      '会員番号,チケット,付与日,枚数,有効期限,単価(円)',
      '00010,ヨガ4回券,2026/11/01,4,2027/01/30,"1,100"',
      '00011,ヨガ4回券,2026/11/02,4,2027/01/31,1100',
      '00012,ヨガ4回券,2026/11/03,1,,0',
    ],
    { kind: 'ticket' },
  )
  expect(await rowsOf(sql`select price, num, valid_days from ticket where name = 'ヨガ4回券'`)).toEqual([
    { price: 4400, num: 4, valid_days: 90 },
  ])
})

test('a later file moves the data date, and members whose contract is over by then have left', async () => {
  await imports.write(all, ['会員番号,プラン,開始日,終了日', '00012,短期,2026-11-01,2026-12-05'], { kind: 'contract' })
  const status = () => rowsOf(sql`select contract_status from member where member_no = '00012'`)
  expect(await status()).toEqual([{ contract_status: 'active' }])
  api.time.now = new Date('2026-12-20T10:00:00+09:00')
  const token = await api.as({ role: 'all' })
  await imports.write(token, ['会員番号,入館日時', '00012,2026/12/19 10:00'], { kind: 'visit' })
  expect(await status()).toEqual([{ contract_status: 'cancel' }])
})

test('days are known in the shops that a file has rows of; the last one only where it is said to be whole', async () => {
  const head = await api.as({ role: 'all' })
  await rowsOf(sql`delete from data_period where kind = 'visits'`)
  await rowsOf(sql`delete from visit`)
  const lines = ['会員番号,入館日時', '00010,2026/09/01 09:00', '00010,2026/09/09 09:00']
  const { id, result } = await imports.write(head, lines, { kind: 'visit' })
  expect(result?.lastDay).toBe('2026-09-09')
  const known = () =>
    rowsOf(sql`select shop_id::text as shop, first_on::text, last_on::text from data_period where kind = 'visits'`)
  expect(await known()).toEqual([{ shop: shops.own, first_on: '2026-09-01', last_on: '2026-09-08' }])
  await imports.undo(head, id)
  expect(await known()).toEqual([])
})

test('a shop’s first contracts say nothing of leavers until it is answered from when on they are in the file', async () => {
  const head = await api.as({ role: 'all' })
  await rowsOf(sql`delete from data_period where kind = 'leavers'`)
  await rowsOf(sql`delete from membership_interval`)
  await rowsOf(sql`delete from contract`)
  const columns = '会員番号,プラン,開始日'
  const known = () =>
    rowsOf(sql`select shop_id::text as shop, first_on::text, last_on::text from data_period where kind = 'leavers'`)
  const first = await imports.write(head, [columns, '00010,昼間,2026-03-01'], { kind: 'contract' })
  expect(await known()).toEqual([{ shop: shops.own, first_on: null, last_on: null }])
  await counted()
  const month = async () =>
    (await api.get('/api/admin/report/monthly-stats?year=2026&month=10', { token: head })).json.thisMonthReport.members
  expect(await month()).toMatchObject({ opening: null, withdrawals: null, churnRate: null })
  const answered = await imports.write(head, [columns, '00011,昼間,2026-03-01'], {
    ...{ kind: 'contract', leaversFrom: '2026-05-01' },
  })
  expect(await known()).toEqual([{ shop: shops.own, first_on: '2026-05-01', last_on: null }])
  await counted()
  expect(await month()).toMatchObject({ withdrawals: 0, churnRate: 0 })
  // Taken back, the answer is no longer given.
  await imports.undo(head, answered.id)
  expect(await known()).toEqual([{ shop: shops.own, first_on: null, last_on: null }])
  await imports.undo(head, first.id)
  expect(await known()).toEqual([])
})

test('a file whose contracts are all here says since when leavers are in it, and changes nothing else', async () => {
  const head = await api.as({ role: 'all' })
  const columns = '会員番号,プラン,開始日'
  const known = () =>
    rowsOf(sql`select shop_id::text as shop, first_on::text, last_on::text from data_period where kind = 'leavers'`)
  const first = await imports.write(head, [columns, '00012,夜間,2026-03-01'], { kind: 'contract' })
  const before = await facts()
  const without = await imports.check(head, [columns, '00012,夜間,2026-03-01'], { kind: 'contract' })
  expect((await imports.post(head, without.id, 'write')).status).toBe(409)
  const answered = await imports.write(head, [columns, '00012,夜間,2026-03-01'], {
    ...{ kind: 'contract', leaversFrom: '2026-04-01' },
  })
  expect(answered).toMatchObject({ state: 'written', result: { counts: { created: 0, changed: 0, unchanged: 1 } } })
  expect(await known()).toEqual([{ shop: shops.own, first_on: '2026-04-01', last_on: null }])
  await imports.undo(head, answered.id)
  expect(await facts()).toEqual(before)
  await imports.undo(head, first.id)
})

test('a file with the number of a contract that is over brings another contract, and the first one stays', async () => {
  const token = await api.as({ role: 'all' })
  const heading = '契約ID,会員番号,プラン,開始日,終了日'
  const early = [heading, '7001,00010,復会プラン,2023-01-01,2023-06-20']
  const late = [heading, '7001,00010,復会プラン,2023-09-01,2023-10-31']
  await imports.write(token, early, { kind: 'contract', leaversFrom: '2023-01-01' })
  expect((await imports.check(token, late, { kind: 'contract' })).result?.counts).toMatchObject({
    created: 1,
    changed: 0,
  })
  const written = await imports.write(token, late, { kind: 'contract', leaversFrom: '2023-01-01' })
  const both = () =>
    rowsOf(sql`select c.external_id as id, c.start_on::text as "from" from contract c join shop_plan p on p.id = c.plan_id
      where p.name = '復会プラン' order by c.start_on`)
  expect(await both()).toEqual([
    { id: 7001, from: '2023-01-01' },
    { id: null, from: '2023-09-01' },
  ])
  expect((await imports.check(token, late, { kind: 'contract' })).result?.counts).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 1,
  })
  await imports.post(token, written.id, 'undo')
  await imports.runStep(written.id)
  expect(await both()).toEqual([{ id: 7001, from: '2023-01-01' }])
})
