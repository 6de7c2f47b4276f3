import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract, type member } from '../../api/db/schema/facts.ts'
import { type Api, startApi } from '../support/api.ts'

// データ健康診断 (decision 0070).

let api: Api
let head: string
let manager: string
let own: string
let other: string
beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '横浜店' })
  head = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [own] })
})
beforeEach(async () => {
  for (const table of ['joined_day', 'contract', 'member', 'shop_plan'])
    await api.db.execute(sql.raw(`delete from ${table}`))
})
afterAll(() => api.close())

type Values = Partial<typeof member.$inferInsert>
const make = (values: Values, shop = own) => api.makeMember(shop, { contractStatus: 'active', ...values })
async function makeMany(count: number, values: Values, shop = own) {
  for (let at = 0; at < count; at++) await make(values, shop)
}
const path = '/api/admin/data-health'
const read = async (token = head, query = '') => (await api.get(`${path}${query}`, { token })).json
const countsOf = async (token = head, query = '') =>
  Object.fromEntries(
    (await read(token, query)).checks.map(({ check, count, groups }: Record<string, unknown>) => [
      check,
      groups === null ? count : `${count} in ${groups}`,
    ]),
  )
const found = async (check: string, { token = head, query = '' } = {}) =>
  (await api.get(`${path}/member/list?limit=500&check=${check}${query}`, { token })).json
const namesOf = async (check: string, of = {}) =>
  (await found(check, of)).list.map(({ firstName }: { firstName: string }) => firstName)
const answer = async (day: string, answer: string | null, token = head) =>
  api.put(`${path}/joined-day`, { token, body: { day, answer } })

const nothing = {
  ...{ joinedDays: 0, dummyEmails: 0, sharedEmails: 0, families: 0, doubles: 0, invisible: 0 },
  ...{ peopleTwice: 0, twoContracts: 0, salesTwice: 0, visitsTwice: 0 },
  ...{ staffAddresses: 0, futureDates: 0, plansWithoutPrice: 0 },
}

test('without a member there is nothing to find', async () => {
  expect(await read()).toMatchObject({ joinedDays: [] })
  expect(await countsOf()).toEqual(nothing)
})

describe('one day as 入会日 of many', () => {
  const day = '2024-04-01'
  /** So many on that day, of a hundred with an 入会日. */
  const crowd = (many: number) =>
    api.db.execute(sql`
      with made as (insert into user_account (type) select 'member' from generate_series(1, 100) returning id)
      insert into member (user_id, member_no, shop_id, last_name, first_name, gender, status, contract_status, joined_on)
      select id, 'C' || id, ${own}::integer, '会員', id, 'none', 'waiting', 'active',
        case when row_number() over () <= ${many} then ${day}::date else '2020-01-01'::date + (row_number() over ())::integer * 9 end
      from made`)

  test('is reported from more than a fifth of all on, and from twenty members on', async () => {
    await crowd(20)
    expect((await read()).joinedDays).toEqual([])
    await api.db.execute(sql`update member set joined_on = ${day} where id = (select max(id) from member)`)
    expect((await read()).joinedDays).toEqual([
      { day, members: 21, kept: 0, share: 0.21, planDays: 0, answer: null, answeredBy: null, answeredAt: null },
    ])
    expect(await countsOf()).toMatchObject({ joinedDays: 21 })
    expect((await found('joinedDays', { query: `&day=${day}` })).paging.total).toBe(21)
    // Nineteen of nineteen.
    await api.db.execute(
      sql`delete from member where id not in (select id from member where joined_on = ${day} limit 19)`,
    )
    expect((await read()).joinedDays).toEqual([])
  })

  /** The 入会日 of a member wherever it is read. */
  async function joinedOnOf(userId: string) {
    const { json: record } = await api.get(`/api/admin/user/${userId}?type=member`, { token: head })
    const list = await api.get('/api/admin/user/member/list?limit=500', { token: head })
    const csv = await api.get('/api/admin/user/member/list', { token: head, headers: { accept: 'text/csv' } })
    const [heads = [], ...lines] = csv.text.split('\r\n').map((line) => line.split(','))
    const line = lines.find(([number]) => number?.includes(record.memberNo))
    const inList = list.json.list.find(({ id }: { id: string }) => id === userId)
    return [record.joinedOn, inList.joinedOn, line?.[heads.indexOf('入会日')]?.replaceAll('/', '-') || null]
  }
  const totalFrom = async (query: string, token = head) =>
    (await api.get(`/api/admin/user/member/list?${query}`, { token })).json.paging.total
  const everywhere = (value: string | null) => [value, value, value]
  const sign = (memberId: string, planId: string, contractedOn: string, more = {}) =>
    api.db.insert(contract).values({
      ...{ memberId, shopId: own, planId, kind: 'regular' as const, contractedOn, startOn: day, monthlyFee: 8000 },
      ...{ externalId: Number(memberId), paymentMethod: 'card' as const, paymentStatus: 'paid' as const, ...more },
    })

  test('as unknown is nowhere a date any more, is taken back exactly, and keeps what came', async () => {
    const { userId } = await make({ joinedOn: day })
    await make({ joinedOn: '2024-05-01' })
    const state = () =>
      api.db.execute(sql`select (select json_agg(l order by member_id) from member_list l) as list,
        (select json_agg(c order by what, day) from member_day_count c where members > 0) as counts`)
    const before = (await state()).rows
    expect((await answer(day, 'unknown')).json).toMatchObject({ day, members: 1, answer: 'unknown' })
    expect(await joinedOnOf(userId)).toEqual(everywhere(null))
    expect((await api.get(`/api/admin/user/${userId}?type=member`, { token: head })).json.joinedDay).toEqual({
      given: day,
      answer: 'unknown',
    })
    expect([await totalFrom(`joinedFrom=${day}`), await totalFrom(`joinedTo=${day}`, manager)]).toEqual([1, 0])
    const { rows } = await api.db.execute(sql`select count(*)::integer as n from member where joined_on = ${day}`)
    expect(rows).toEqual([{ n: 1 }])
    expect((await answer(day, null)).json).toMatchObject({ day, answer: null, answeredBy: null })
    expect(await joinedOnOf(userId)).toEqual(everywhere(day))
    expect((await state()).rows).toEqual(before)
  })

  test('gives way to the day of the first contract, and is unknown without one or where that is the same day', async () => {
    const plan = await api.makePlan(own)
    const [signed, without, sameDay] = [
      await make({ joinedOn: day }),
      await make({ joinedOn: day }),
      await make({ joinedOn: day }),
    ]
    await sign(signed.memberId, plan, '2019-06-15')
    await sign(sameDay.memberId, plan, day)
    expect((await answer(day, 'planDay')).json).toMatchObject({ members: 3, planDays: 1 })
    expect(await joinedOnOf(signed.userId)).toEqual(everywhere('2019-06-15'))
    expect(await joinedOnOf(without.userId)).toEqual(everywhere(null))
    expect(await joinedOnOf(sameDay.userId)).toEqual(everywhere(null))
    expect(await totalFrom('joinedTo=2019-12-31')).toBe(1)
    // A contract that comes later, of an option or earlier.
    await sign(without.memberId, plan, '2018-01-01', { kind: 'option', externalId: 900_001 })
    await sign(signed.memberId, plan, '2019-01-01', { externalId: 900_002 })
    expect(await joinedOnOf(without.userId)).toEqual(everywhere(null))
    expect(await joinedOnOf(signed.userId)).toEqual(everywhere('2019-01-01'))
    // That day is answered for too.
    await make({ joinedOn: '2019-01-01' })
    await answer('2019-01-01', 'unknown')
    expect(await joinedOnOf(signed.userId)).toEqual(everywhere(null))
  })

  test('the answer holds for who comes later, and for a member whose day is corrected', async () => {
    await make({ joinedOn: day })
    await answer(day, 'unknown')
    const later = await make({ joinedOn: day })
    expect(await joinedOnOf(later.userId)).toEqual(everywhere(null))
    await api.db.execute(sql`update member set joined_on = '2023-01-01' where id = ${later.memberId}`)
    expect(await joinedOnOf(later.userId)).toEqual(everywhere('2023-01-01'))
  })

  test('may be correct, and then changes nothing and is asked no more', async () => {
    const { userId } = await make({ joinedOn: day })
    await makeMany(20, { joinedOn: day })
    expect(await countsOf()).toMatchObject({ joinedDays: 21 })
    await answer(day, 'correct')
    expect(await countsOf()).toMatchObject({ joinedDays: 0 })
    expect((await read()).joinedDays).toMatchObject([{ day, answer: 'correct' }])
    expect(await joinedOnOf(userId)).toEqual(everywhere(day))
  })

  test('is answered for members who are there, and the log has who, when and the day', async () => {
    expect((await answer('2024-04-02', 'unknown')).json.fields).toEqual({ day: 'この日に入会した会員はいません。' })
    await make({ joinedOn: day })
    await answer(day, 'unknown')
    await answer(day, null)
    const { rows } = await api.db.execute(
      sql`select diff, filter from audit_log where action = 'dataHealth.answer' order by seq desc limit 2`,
    )
    expect(rows).toEqual([
      { diff: { answer: { before: 'unknown', after: null } }, filter: { joinedDay: day } },
      { diff: { answer: { before: null, after: 'unknown' } }, filter: { joinedDay: day } },
    ])
  })

  test('of another shop is no day of a manager’s, in number or answer', async () => {
    await makeMany(21, { joinedOn: day }, other)
    await make({ joinedOn: '2024-05-01' })
    await answer(day, 'unknown')
    expect((await read(manager)).joinedDays).toEqual([])
    expect((await found('joinedDays', { token: manager, query: `&day=${day}` })).paging.total).toBe(0)
    await make({ joinedOn: day })
    expect((await read(manager)).joinedDays).toMatchObject([{ day, members: 1, planDays: null, answer: 'unknown' }])
    expect((await answer(day, null, manager)).status).toBe(403)
  })
})

test('addresses that nobody reads are found, and no others', async () => {
  const dummies = ['dummy@karada.jp', 'dummy12@gmail.com', 'no-reply@karada.jp', 'TEST@karada.jp', 'aaa@gmail.com']
  dummies.push('tanaka@example.com', 'tanaka@mail.example', 'x@example.co.jp', '0000@docomo.ne.jp', 'a@localhost')
  const real = [
    'tester.taro@gmail.com',
    'tanaka@example.jp',
    'aab@gmail.com',
    'dummy.yamada@gmail.com',
    'nonen@karada.jp',
  ]
  for (const email of [...dummies, ...real]) await make({ firstName: email, email })
  await make({ email: 'dummy@left.jp', contractStatus: 'cancel' })
  expect((await namesOf('dummyEmails')).sort()).toEqual([...dummies].sort())
  expect(await countsOf()).toMatchObject({ dummyEmails: dummies.length })
})

test('an address of several members is shared, whatever its case; a dummy is not', async () => {
  await make({ firstName: '一', email: 'ie@karada.jp' })
  await make({ firstName: '二', email: 'IE@karada.jp' })
  await make({ firstName: '三', email: 'hitori@karada.jp' })
  await makeMany(2, { email: 'dummy@karada.jp' })
  expect((await namesOf('sharedEmails')).sort()).toEqual(['一', '二'])
  expect(await countsOf()).toMatchObject({ sharedEmails: '2 in 1', dummyEmails: 2 })
})

test('a family has one name, and one telephone, home or address', async () => {
  const home = { zipCode: '1600022', prefecture: '東京都', address1: '新宿区新宿1-1-1' }
  await make({ firstName: '父', lastName: '青木', tel: '090-0000-0001' })
  await make({ firstName: '母', lastName: '青木', tel: '09000000001' })
  await make({ firstName: '姉', lastName: '石田', ...home })
  await make({ firstName: '妹', lastName: '石田', ...home })
  await make({ firstName: '隣', lastName: '上野', ...home, tel: '000-0000-0000' })
  await make({ firstName: '他', lastName: '上野', tel: '00000000000' })
  await make({ firstName: '弟', lastName: '石田', ...home }, other)
  expect((await namesOf('families', { token: manager })).sort()).toEqual(['妹', '姉', '母', '父'])
  expect(await countsOf()).toMatchObject({ families: '5 in 2' })
  expect(await countsOf(manager)).toMatchObject({ families: '4 in 2' })
})

test('a double has the same reading and birthday, left or not; of another shop it is nobody’s', async () => {
  const person = { lastNameKana: 'アオキ', firstNameKana: 'ユイ', birthday: '1990-04-01' }
  await make({ firstName: '結衣', ...person, tel: '09000000001' })
  await make({ firstName: 'ゆい', ...person, contractStatus: 'cancel' })
  await make({ firstName: '双子', ...person, firstNameKana: 'マイ' })
  await make({ firstName: '名無し', birthday: person.birthday })
  await make({ firstName: '名無し', birthday: person.birthday })
  const elsewhere = { lastNameKana: 'イシダ', firstNameKana: 'ケン', birthday: '1991-01-01' }
  await make({ firstName: '健', ...elsewhere })
  await make({ firstName: '健', ...elsewhere }, other)
  expect((await namesOf('doubles', { token: manager })).sort()).toEqual(['ゆい', '結衣'])
  expect(await countsOf(manager)).toMatchObject({ doubles: '2 in 1' })
  expect(await countsOf()).toMatchObject({ doubles: '4 in 2' })
  const { list } = await found('doubles', { token: manager })
  expect(list.map(({ group }: { group: number }) => group)).toEqual([1, 1])
})

test('a 会員番号 or an address that is another’s but for a letter that nobody sees is found with that other', async () => {
  await make({ firstName: '見', memberNo: 'K700' })
  await make({ firstName: '隠', memberNo: 'K7\u200b00' })
  await make({ firstName: '他', memberNo: 'K701' })
  expect((await namesOf('invisible', { token: manager })).sort()).toEqual(['見', '隠'])
  const seen = await api.makeStaff({ role: 'level2', shops: [own], email: 'twice@example.jp' })
  const hidden = await api.makeStaff({ role: 'level2', shops: [own], email: 'twi\u200bce@example.jp' })
  const elsewhere = await api.makeStaff({ role: 'level2', shops: [other], email: 'lone\u200b@example.jp' })
  const staffOf = async (token: string) => (await read(token)).staff.map(({ id }: { id: string }) => id).sort()
  expect(await staffOf(manager)).toEqual([seen.staffId, hidden.staffId].sort())
  expect(await staffOf(head)).toEqual([seen.staffId, hidden.staffId, elsewhere.staffId].sort())
  expect(await countsOf(manager)).toMatchObject({ invisible: '2 in 1', staffAddresses: 2 })
  await api.db.execute(sql`delete from staff where email ~ '(twi|lone)'`)
})

test('a birthday or 入会日 in the future is found, except of who is to start', async () => {
  const plan = await api.makePlan(own)
  await make({ firstName: '生', birthday: '2026-11-22' })
  await make({ firstName: '今', birthday: '2026-11-21', joinedOn: '2026-11-21' })
  await make({ firstName: '入', joinedOn: '2062-04-01' })
  const { memberId } = await make({ firstName: '予', joinedOn: '2026-12-01' })
  await api.db.insert(contract).values({
    ...{ memberId, shopId: own, planId: plan, kind: 'regular', contractedOn: '2026-11-20', startOn: '2026-12-01' },
    ...{ externalId: 1, monthlyFee: 8000, paymentMethod: 'card', paymentStatus: 'paid' },
  })
  expect((await namesOf('futureDates')).sort()).toEqual(['入', '生'])
})

test('who has a running contract of a file and one of the club system is found, until one of them has ended', async () => {
  const plan = await api.makePlan(own)
  const contracts = async (firstName: string, ...all: Partial<typeof contract.$inferInsert>[]) => {
    const { memberId } = await make({ firstName })
    for (const one of all) {
      await api.db.insert(contract).values({
        ...{ memberId, shopId: own, planId: plan, kind: 'regular', contractedOn: '2026-01-10', startOn: '2026-01-10' },
        ...{ monthlyFee: 8000, paymentMethod: 'card', paymentStatus: 'paid', ...one },
      })
    }
  }
  const ofFile = { fromFile: true }
  await contracts('二', ofFile, { startOn: '2026-02-01' })
  await contracts('終', { ...ofFile, endOn: '2026-11-20' }, { startOn: '2026-02-01' })
  await contracts('後', { ...ofFile, endOn: '2026-11-30' }, { startOn: '2026-12-01' })
  await contracts('選', ofFile, { kind: 'option' })
  await contracts('移', {}, { startOn: '2026-02-01' })
  const { list } = (await api.get(`${path}/double/list?check=twoContracts`, { token: head })).json
  expect(list.map(({ member }: { member: { firstName: string } }) => member.firstName)).toEqual(['二'])
})

test('a plan without a price is found with who has it; of 休会 it is none', async () => {
  const free = await api.makePlan(own, { name: '名称未設定', code: 'FREE', priceMonthly: 0 })
  await api.makePlan(own, { priceMonthly: 0, isSuspensionPlan: true, category: 'suspension' })
  await api.makePlan(other, { priceMonthly: 0 })
  await api.makePlan(own)
  const plans = (token: string) => api.get(`${path}/plan/list`, { token })
  expect((await plans(manager)).json).toMatchObject({
    list: [{ planId: free, code: 'FREE', name: '名称未設定', shop: { id: own, name: '新宿店' }, members: 0 }],
    paging: { total: 1 },
  })
  expect(await countsOf(manager)).toMatchObject({ plansWithoutPrice: 1 })
  expect(await countsOf()).toMatchObject({ plansWithoutPrice: 2 })
  expect(await countsOf(head, `?shopId=${other}`)).toMatchObject({ plansWithoutPrice: 1 })
})

test('the members of a check come in pages, and those of a day need the day', async () => {
  await makeMany(3, { birthday: '2040-01-01' })
  const page = (await api.get(`${path}/member/list?check=futureDates&offset=2&limit=2`, { token: manager })).json
  expect([page.list.length, page.paging]).toEqual([1, { offset: 2, count: 1, total: 3 }])
  expect((await found('joinedDays')).fields).toEqual({ day: 'この項目を指定してください。' })
})
