import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Stub, startStub } from '../../../stub/stub.ts'
import type { Row } from '../../../stub/world.ts'
import { saleStateWords } from '../../import/facts/sale-states.ts'
import { readWord } from '../../import/facts/values.ts'
import type { ClubSystem } from '../club-system.ts'
import { type ProviderRows, type Resource, type RowFilter, UnreadableRow } from '../provider-rows.ts'
import { openHacomono } from './driver.ts'
import { readRow } from './read-row.ts'

let stub: Stub
let system: ClubSystem
let limited: number
const brandCode = 'asa'

beforeEach(async () => {
  limited = 0
  stub = await startStub({ members: 0, studios: 0, perSecond: 1000 })
  for (const rows of Object.values(stub.world)) rows.splice(0)
  const driver = openHacomono(
    { clientId: 'desk', clientSecret: 'secret', hosts: stub.hosts },
    {
      sleep: async () => {},
      limit: async () => {
        limited += 1
      },
    },
  )
  const redirectUri = 'http://localhost/callback'
  const { accessToken } = await driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
  system = driver.open({ brandCode, accessToken })
})
afterEach(() => stub.close())

const member = {
  ...{ id: 1, member_no: 'K1', name: '佐藤 花子', name_kana: 'サトウ ハナコ', mail_address: '', gender: 2 },
  ...{ birthday: '1990-02-28', tel: '09012345678', zip_code: null, prefecture: '東京都', studio_id: 11 },
  ...{ representative_mail_address: 'a@example.com', joined_at: '2025-04-01 00:00:00.000' },
  ...{ cancel_requested_at: null, note: '未知の項目' },
}
const plan = {
  ...{ id: 2, studio_id: 11, plan: { id: 3, code: 'P3', name: 'レギュラー', type: '通常', price: 8800 } },
  ...{ contracted_on: '2025-03-20', start_on: '2025-04-01', end_on: null, cancel_requested_on: '' },
  ...{ payment_method: 'クレジットカード', payment_status: '支払い済み' },
}
const memberTicket = {
  ...{ id: 4, ticket_id: 5, studio_id: 11, count: 10, used_count: '3' },
  ...{ granted_at: '2026-11-01T09:00:00Z', expires_on: '2027-01-31' },
}
const lesson = {
  ...{ id: 6, studio_id: 11, studio_room_id: 7, program_id: 8, instructor_id: null, capacity: 20 },
  ...{ start_at: '2026-11-20 19:00:00.000', end_at: '2026-11-20 20:00:00.000' },
}
const booking = {
  ...{ id: 9, studio_id: 11, member_id: 1, studio_lesson_id: 6, program_name: 'ヨガ', instructor_id: 10 },
  ...{ start_at: lesson.start_at, end_at: lesson.end_at, status: 'チェックイン', is_trial: 0, space_no: 3 },
  ...{ reserved_at: '2026-11-19 08:30:15.250', canceled_at: null, checkin_at: '2026-11-20 18:55:00' },
}
const purchase = {
  ...{ id: 12, studio_id: 11, member_id: 1, settled_at: '2026-11-01 10:00:00.000', target_month: '202611' },
  ...{ payment_method: '口座振替', status: '精算済', fee: null, deposited_on: null },
  details: [
    {
      ...{ code: null, name: '初月会費＋翌月会費＋入会金＋クーポン', category: null, quantity: 1, unit_price: 22000 },
      ...{ discount_amount: 5500, tax_amount: 1500, total_amount: 16500 },
    },
  ],
}

/** For each resource: where the stub keeps it, a row, the filter, and what is read. */
const cases: { [R in Resource]: [keyof Stub['world'], { id: number }, RowFilter, ProviderRows[R]] } = {
  rooms: [
    'studio_rooms',
    { id: 7, studio_id: 11, name: 'ルームA' } as { id: number },
    {},
    { id: '7', studioId: '11', name: 'ルームA' },
  ],
  programs: ['programs', { id: 8, name: 'ヨガ' } as { id: number }, {}, { id: '8', name: 'ヨガ' }],
  tickets: [
    'tickets',
    { id: 5, code: 'T5', name: '10回券', price: 11000, max_count: 10, valid_days: 90 } as { id: number },
    {},
    { id: '5', code: 'T5', name: '10回券', price: 11000, num: 10, validDays: 90 },
  ],
  members: [
    'members',
    member,
    { studioId: '11' },
    {
      ...{
        id: '1',
        memberNo: 'K1',
        lastName: '佐藤',
        firstName: '花子',
        lastNameKana: 'サトウ',
        firstNameKana: 'ハナコ',
      },
      ...{ email: null, representativeEmail: 'a@example.com', tel: '09012345678', gender: 'female' },
      ...{ birthday: '1990-02-28', zipCode: null, prefecture: '東京都', address1: null, address2: null },
      ...{ studioId: '11', joinedOn: '2025-04-01', cancelRequestedOn: null },
    },
  ],
  contracts: [
    'plans',
    plan,
    { memberId: '1' },
    {
      ...{ id: '2', memberId: '1', studioId: '11' },
      plan: { id: '3', code: 'P3', name: 'レギュラー', kind: 'regular', monthlyFee: 8800 },
      ...{ contractedOn: '2025-03-20', startOn: '2025-04-01', endOn: null, cancelRequestedOn: null },
      ...{ paymentMethod: 'card', paymentStatus: 'paid' },
    },
  ],
  memberTickets: [
    'member_tickets',
    memberTicket,
    { memberId: '1' },
    {
      ...{ id: '4', memberId: '1', ticketId: '5', studioId: '11', grantedNum: 10, usedNum: 3 },
      ...{ grantedAt: '2026-11-01T18:00:00.000+09:00', expiresOn: '2027-01-31' },
    },
  ],
  lessons: [
    'studio_lessons',
    lesson,
    { from: '2026-11-20', to: '2026-11-20' },
    {
      ...{ id: '6', studioId: '11', roomId: '7', programId: '8', instructorId: null, capacity: 20 },
      ...{ startAt: '2026-11-20T19:00:00.000+09:00', endAt: '2026-11-20T20:00:00.000+09:00' },
    },
  ],
  bookings: [
    'reservations',
    booking,
    { from: '2026-11-20', to: '2026-11-20' },
    {
      ...{ id: '9', studioId: '11', memberId: '1', lessonId: '6', programName: 'ヨガ', instructorId: '10' },
      roomId: null,
      ...{ startAt: '2026-11-20T19:00:00.000+09:00', endAt: '2026-11-20T20:00:00.000+09:00' },
      ...{ status: 'checkedIn', isTrial: false, seatNo: '3', bookedAt: '2026-11-19T08:30:15.250+09:00' },
      ...{ cancelledAt: null, checkedInAt: '2026-11-20T18:55:00.000+09:00' },
    },
  ],
  purchases: [
    'purchases',
    purchase,
    { from: '2026-11-01', to: '2026-11-30' },
    {
      ...{ id: '12', studioId: '11', memberId: '1', settledAt: '2026-11-01T10:00:00.000+09:00' },
      ...{ targetMonth: '2026-11-01', method: 'bankTransfer', status: 'paid' },
      lines: [
        {
          ...{ code: null, name: '初月会費＋翌月会費＋入会金＋クーポン', category: null, quantity: 1 },
          ...{ unitPrice: 22000, discount: 5500, tax: 1500, net: 16500 },
        },
      ],
    },
  ],
}

test.each(Object.entries(cases) as [Resource, (typeof cases)[Resource]][])(
  'is read from the club system: %s',
  async (resource, [rows, row, filter, expected]) => {
    stub.world.members.push({ ...member })
    if (rows !== 'members') (stub.world[rows] as Row[]).push({ ...row, ...(filter.memberId && { member_id: 1 }) })
    const page = await system.page(resource, filter, 1)
    expect(page).toMatchObject({ page: 1, pages: 1, total: 1, rows: [{ id: String(row.id), raw: row }] })
    expect(readRow(resource, page.rows[0]?.raw)).toEqual(expected)
  },
)

test('a booking of a 自由枠 has a room and an instructor and no lesson, and a guest is marked', () => {
  const free = { ...booking, studio_lesson_id: null, studio_room_id: 7, program_name: null, instructor_id: null }
  const read = readRow('bookings', { ...free, instructor_ids: [10, 14] })
  expect(read).toMatchObject({ lessonId: null, roomId: '7', instructorId: '10' })
  expect(read.programName).toBeUndefined()
  expect([member, { ...member, is_guest: true }].map((row) => readRow('members', row).isGuest)).toEqual([
    undefined,
    true,
  ])
})

test('somebody else’s contracts are not taken for a member’s', async () => {
  stub.world.members.push({ ...member })
  const theirs = { ...plan, member_id: 1 } as unknown as Stub['world']['plans'][number]
  stub.world.plans.push(theirs)
  expect((await system.page('contracts', { memberId: '1' }, 1)).total).toBe(1)
  const read = stub.world.plans
  // The stub finds them by the number that it had.
  Object.assign(read[0] as object, { member_id: 2 })
  await expect(system.page('contracts', { memberId: '1' }, 1)).rejects.toMatchObject({ kind: 'unexpected' })
})

test('404 is an absence only in the club system’s own words', async () => {
  stub.world.members.push({ ...member })
  expect(await system.one('members', '404')).toBe(null)
  stub.faults.on('otherRefusal')
  await expect(system.one('members', '404')).rejects.toMatchObject({ kind: 'unexpected', isRefusal: false })
})

test('rows outside of the requested days, shop or member are not read', async () => {
  stub.world.members.push({ ...member }, { ...member, id: 2, studio_id: 12 })
  stub.world.plans.push({ ...plan, member_id: 2 } as Stub['world']['plans'][number])
  stub.world.reservations.push(booking, { ...booking, id: 13, start_at: '2026-11-21 00:00:00.000' })
  expect((await system.page('contracts', { memberId: '1' }, 1)).total).toBe(0)
  expect((await system.page('members', { studioId: '12' }, 1)).rows.map(({ id }) => id)).toEqual(['2'])
  expect((await system.page('bookings', { from: '2026-11-21', to: '2026-11-22' }, 1)).rows).toMatchObject([
    { id: '13' },
  ])
})

test('one row is read by its id; what the club system has no more is null, and a wrong address is no absence', async () => {
  stub.world.members.push({ ...member })
  stub.world.reservations.push(booking)
  const found = await system.one('members', '1')
  expect(readRow('members', found?.raw).lastName).toBe('佐藤')
  expect((await system.one('bookings', '9'))?.id).toBe('9')
  expect([await system.one('members', '404'), await system.one('bookings', '404')]).toEqual([null, null])
  stub.faults.on('screenWith404')
  await expect(system.one('members', '404')).rejects.toMatchObject({ kind: 'unexpected' })
})

test('every call waits for the limit, also those that are tried again', async () => {
  stub.faults.on('http500', 1)
  const before = limited
  await system.page('members', {}, 1)
  expect(limited - before).toBe(2)
})

describe('a row', () => {
  test('that is not whole is refused with a sentence that holds nothing of it, and its page is read', async () => {
    stub.world.members.push({ ...member, birthday: '1990-02-30' }, { ...member, id: 2 })
    const { rows } = await system.page('members', {}, 1)
    expect(rows.map(({ id }) => id)).toEqual(['1', '2'])
    const refusal = () => readRow('members', rows[0]?.raw)
    expect(refusal).toThrow(UnreadableRow)
    expect(refusal).toThrow('会員の生年月日が空か、想定と異なる形です。')
  })

  test('without a number leaves its page readable, and of a sale says what is known', async () => {
    const { id: _, ...unnumbered } = purchase
    stub.world.purchases.push({ ...unnumbered, settled_at: '2026-11-01 10:00' } as never, { ...purchase } as never)
    const { rows } = await system.page('purchases', {}, 1)
    expect(rows.map(({ id }) => id)).toEqual([expect.stringMatching(/^番号なし /), String(purchase.id)])
    const known = () => {
      try {
        return readRow('purchases', rows[0]?.raw)
      } catch (error) {
        return (error as UnreadableRow).known
      }
    }
    expect(known()).toEqual({ memberId: '1', day: '2026-11-01', studioId: '11', yen: 16_500 })
  })

  test.each([
    ['members', { ...member, studio_id: null }, '会員の店舗'],
    ['members', { ...member, name: ' ' }, '会員の名前'],
    ['contracts', { ...plan, member_id: 1, plan: { ...plan.plan, price: 1.5 } }, '契約の価格'],
    ['bookings', { ...booking, checkin_at: '25:00' }, '予約のチェックイン日時'],
    ['purchases', { ...purchase, details: [{ ...purchase.details[0], total_amount: 5500 }] }, '売上の合計金額'],
    ['purchases', { ...purchase, total_amount: 16_000 }, '売上の合計金額'],
    ['purchases', 'x', '売上の行'],
  ] as const)('names what is missing: %s %#', (resource, raw, beginning) => {
    expect(() => readRow(resource, raw)).toThrow(beginning)
  })

  test('has no letter that nobody sees in numbers and addresses, and none in names but what shapes a letter', () => {
    const read = readRow('members', {
      ...{
        ...member,
        member_no: 'K\u200b1',
        name: '\u200b葛\u{e0100}城 花\u2060子',
        mail_address: 'mailto:a\u200b@b.jp',
      },
      ...{ representative_mail_address: '\u200b', tel: '\u202d09012345678\u202c', zip_code: '\ufeff1600022' },
    })
    expect(read).toMatchObject({
      ...{ memberNo: 'K1', lastName: '葛\u{e0100}城', firstName: '花子', email: 'a@b.jp', representativeEmail: null },
      ...{ tel: '09012345678', zipCode: '1600022' },
    })
    const { plan: withCode } = plan
    expect(readRow('contracts', { ...plan, member_id: 1, plan: { ...withCode, code: 'P\u200d3' } }).plan.code).toBe(
      'P3',
    )
  })

  test('keeps words that are not known as they came', () => {
    const { plan: read, paymentMethod } = readRow('contracts', {
      ...{ ...plan, member_id: 1, plan: { ...plan.plan, type: '法人' }, payment_method: 'コンビニ払い' },
    })
    expect([read.kind, paymentMethod]).toEqual(['法人', 'コンビニ払い'])
    expect(readRow('bookings', { ...booking, status: 7 }).status).toBe('7')
    const [line] = readRow('purchases', {
      ...purchase,
      details: [{ ...purchase.details[0], category: '水素水' }],
    }).lines
    expect(line?.category).toBe('水素水')
  })

  test.each([
    ['paid', '精算済', '精算済み', '支払済', ' 入金済 ', '一部返金', '部分返金済'],
    ['unpaid', '未収', '未払い', '未収金'],
    ['error', '決済エラー', 'ｴﾗｰ', '決済失敗'],
    ['refunded', '返金済', '返金', '返金済み', '全額返金', '返金　済'],
    ['cancelled', '取消', '取消済', '取り消し', '取 消', 'ｷｬﾝｾﾙ', 'キャンセル済'],
  ])('of a sale means the same by the API and in a file: %s', (meaning, ...words) => {
    for (const status of words) {
      expect([status, readRow('purchases', { ...purchase, status }).status]).toEqual([status, meaning])
      expect([status, readWord(saleStateWords)(status)]).toEqual([status, { value: meaning }])
    }
  })
})
