import { sql } from 'drizzle-orm'
import papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReservationStatus } from '#contract/words/shop-reservation.ts'
import { dataState } from '../../api/db/schema/derived.ts'
import { reservation, slot } from '../../api/db/schema/facts.ts'
import { auditLog } from '../../api/db/schema/identity.ts'
import { rebuildEverything } from '../../api/figures/rollup.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

let api: Api
let own: string
let other: string
let manager: string
let trainer: string
let head: string
let coach: Person
const people: Record<string, { memberId: string; userId: string; memberNo: string }> = {}
let yoga: string
let empty: string

const tokyo = (at: string) => new Date(`${at}:00+09:00`)
let serial = 0

interface Booking {
  shop: string
  who: string | null
  at: string
  status: ReservationStatus
  more?: Partial<typeof reservation.$inferInsert>
}

async function book({ shop, who, at, status, more }: Booking) {
  serial += 1
  await api.db.insert(reservation).values({
    externalId: 700_000 + serial,
    shopId: shop,
    memberId: who === null ? null : (people[who]?.memberId as string),
    kind: more?.slotId ? 'fixed' : 'free',
    programName: 'ヨガ',
    startAt: tokyo(at),
    endAt: new Date(tokyo(at).getTime() + 3_600_000),
    status,
    bookedAt: tokyo('2026-11-01T09:00'),
    bookedVia: 'app',
    ...more,
  })
}

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  manager = await api.as({ role: 'level3', shops: [own] })
  trainer = await api.as({ role: 'level2', shops: [own] })
  head = await api.as({ role: 'all' })
  coach = await api.makeStaff({ role: 'level2', shops: [own] })
  people.sato = await api.makeMember(own, {
    memberNo: 'K000123',
    lastName: '佐藤',
    firstName: '健一',
    lastNameKana: 'サトウ',
    firstNameKana: 'ケンイチ',
    tel: '09012345678',
    email: 'sato.kenichi@example.jp',
    birthday: '1990-11-21',
  })
  people.mori = await api.makeMember(own, {
    lastName: '森',
    firstName: '=1+1',
    lastNameKana: 'モリ',
    firstNameKana: 'アイ',
  })
  people.far = await api.makeMember(other, {
    memberNo: 'K000777',
    lastName: '遠山',
    firstName: '渚',
    lastNameKana: 'トオヤマ',
    firstNameKana: 'ナギサ',
  })
  const made = await api.db
    .insert(slot)
    .values(
      ['2026-11-20T10:00', '2026-11-20T19:00', '2026-11-26T10:00'].map((at) => ({
        shopId: own,
        studioRoomName: 'スタジオA',
        programName: 'ヨガ',
        staffId: coach.staffId,
        startAt: tokyo(at),
        endAt: new Date(tokyo(at).getTime() + 3_600_000),
        capacity: 2,
      })),
    )
    .returning()
  yoga = made[0]?.id as string
  empty = made[1]?.id as string
  const inYoga = { slotId: yoga, studioRoomName: 'スタジオA', staffId: coach.staffId }
  await book({ shop: own, who: 'sato', at: '2026-11-20T10:00', status: 'completed', more: { ...inYoga, seatNo: '1' } })
  await book({ shop: own, who: 'far', at: '2026-11-20T10:00', status: 'noShow', more: { ...inYoga, seatNo: '2' } })
  await book({ shop: own, who: 'mori', at: '2026-11-20T10:00', status: 'waitlisted', more: inYoga })
  await book({ shop: own, who: 'mori', at: '2026-11-20T10:00', status: 'lateCancelled', more: inYoga })
  // The first and the last minute of 20 November in Tokyo, and the first of the next day.
  await book({ shop: own, who: 'mori', at: '2026-11-20T00:00', status: 'completed' })
  await book({
    shop: own,
    who: null,
    at: '2026-11-20T23:59',
    status: 'completed',
    more: { isTrial: true, programName: 'パーソナル', bookedAt: tokyo('2026-10-01T09:00') },
  })
  await book({ shop: own, who: 'sato', at: '2026-11-21T00:00', status: 'booked', more: { staffId: coach.staffId } })
  await book({ shop: own, who: 'sato', at: '2026-11-21T11:00', status: 'cancelled' })
  await book({ shop: other, who: 'far', at: '2026-11-20T10:00', status: 'completed' })
  await api.db.insert(dataState).values({
    dataAsOf: new Date('2026-11-20T23:59:59.999+09:00'),
    syncedAt: new Date('2026-11-21T04:30:00+09:00'),
  })
  await rebuildEverything(api.db)
})
afterAll(() => api.close())

const list = (query: string, token = manager) => api.get(`/api/admin/shop/reservation/list?${query}`, { token })
const rows = async (query: string, token = manager) => (await list(query, token)).json.list as Record<string, unknown>[]
const starts = async (query: string, token = manager) =>
  (await rows(query, token)).map(({ startAt, status }) => `${String(startAt).slice(5, 16)} ${status}`)
const ofDay = 'from=2026-11-20&to=2026-11-20'

test('the bookings of a day start on it in Tokyo, whatever the local time zone', async () => {
  expect(await starts(ofDay)).toEqual([
    '11-20T00:00 completed',
    '11-20T10:00 completed',
    '11-20T10:00 noShow',
    '11-20T10:00 waitlisted',
    '11-20T10:00 lateCancelled',
    '11-20T23:59 completed',
  ])
})

describe('a booking is found', () => {
  test.each([
    ['by half a reading', 'keyword=さと', 3],
    ['by the letter that the name begins with', 'keyword=モ', 3],
    ['by the letter that the first name begins with', 'keyword=健', 3],
    ['by a letter that a program holds and a reading begins with', 'keyword=な', 2],
    ['by nobody’s letter', 'keyword=ぬ', 0],
    ['by the member number', 'keyword=0123', 3],
    ['by its program', 'keyword=パーソ', 1],
    ['by a visitor of another shop, by name', 'keyword=遠山', 1],
    ['by its state', 'status=noShow', 1],
    ['by its program alone', `programName=${encodeURIComponent('パーソナル')}`, 1],
    ['as a trial', 'isTrial=true', 1],
  ])('%s', async (_, query, found) => {
    const { json } = await list(query)
    expect(json.paging.total).toBe(found)
  })

  test('by its member, its class and its instructor', async () => {
    expect((await list(`userId=${people.sato?.userId}`)).json).toMatchObject({
      paging: { total: 3, isAtLeast: false },
      member: { lastName: '佐藤', memberNo: 'K000123' },
    })
    expect((await list(`slotId=${yoga}`)).json.paging.total).toBe(4)
    expect((await list(`slotId=${empty}`)).json.paging.total).toBe(0)
    expect((await list(`staffId=${coach.staffId}`)).json.paging.total).toBe(5)
  })

  test('never by parts of contact data', async () => {
    expect(await rows('keyword=5678')).toEqual([])
    expect(await rows('keyword=kenichi')).toEqual([])
  })

  test('by the whole number of a member whose contact the caller reads', async () => {
    expect(await rows('keyword=090-1234-5678')).toHaveLength(3)
    expect(await rows(`keyword=${encodeURIComponent('1990/11/21')}`)).toHaveLength(3)
    expect(await rows('keyword=090-1234-5678', trainer)).toEqual([])
    expect(await rows('keyword=090-1234-5678', await api.signIn(coach))).toHaveLength(3)
  })
})

test('can be sorted by booking time, latest first, then by number', async () => {
  const order = async (direction: string) =>
    (await rows(`sortKey=bookedAt&sortDir=${direction}&limit=500`)).map(({ id }) => Number(id))
  const [up, down] = [await order('asc'), await order('desc')]
  expect(down).toEqual([...up].reverse())
  expect(up[0]).toBe(Math.max(...(await rows('isTrial=true')).map(({ id }) => Number(id))))
})

test('people are shown by number and name only, and a member of another shop without a link to their record', async () => {
  const { text, json } = await list(`${ofDay}&limit=500`, trainer)
  expect(text).not.toContain('09012345678')
  expect(text).not.toContain('@example.jp')
  const members = json.list.map(({ member }: { member: Record<string, unknown> | null }) => member)
  expect(members).toContainEqual({
    id: people.sato?.userId,
    memberNo: 'K000123',
    lastName: '佐藤',
    firstName: '健一',
    lastNameKana: 'サトウ',
    firstNameKana: 'ケンイチ',
  })
  expect(members).toContainEqual(expect.objectContaining({ id: null, lastName: '遠山' }))
  expect(members).toContain(null)
})

test('head office sees the bookings of every shop, with links to all records', async () => {
  const seen = await rows(`${ofDay}&keyword=遠山`, head)
  expect(seen.map(({ shop }) => (shop as { name: string }).name).sort()).toEqual(['新宿店', '渋谷店'])
  expect(seen.every(({ member }) => (member as { id: string }).id === people.far?.userId)).toBe(true)
})

test('the rates equal the report’s: bookings up to the data date, without キャンセル待ち', async () => {
  const { json } = await list(`shopId=${own}&from=2026-11-01&to=2026-11-30`)
  expect(json).toMatchObject({ noShowRate: 1 / 4, lateCancelRate: 1 / 5, syncedAt: '2026-11-21T04:30:00.000+09:00' })
  const report = await api.get(`/api/admin/report/monthly-stats?year=2026&month=11&shopId=${own}`, { token: manager })
  expect(JSON.stringify(report.json)).toContain('"noShowRate":0.25')
  expect(JSON.stringify(report.json)).toContain('"lateCancelRate":0.2')
  expect((await list('from=2026-11-21&to=2026-11-30')).json).toMatchObject({ noShowRate: null, lateCancelRate: null })
})

describe('the timetable', () => {
  const timetable = (query: string) => api.get(`/api/admin/shop/reservation/timetable?${query}`, { token: manager })

  test('and the list say of today alone that a run by day has read it', async () => {
    await api.db.execute(sql`insert into sync_run (id, brand_code, kind, state, began_at) values
      (1, 'karada', 'day', 'done', '2026-11-21T13:00+09:00')`)
    await api.db.execute(sql`insert into sync_part (run_id, resource, state, began_at, ended_at) values
      (1, 'bookings', 'done', '2026-11-21T13:00+09:00', '2026-11-21T13:01+09:00')`)
    const answers = await Promise.all([
      ...[timetable(`shopId=${own}&from=2026-11-21`), list(`shopId=${own}&from=2026-11-21&to=2026-11-21`)],
      ...[timetable(`shopId=${own}&from=2026-11-22`), timetable(`shopId=${own}&from=2026-11-21&days=7`)],
      ...[list(`shopId=${own}&from=2026-11-21&to=2026-11-22`), list(`shopId=${own}`)],
    ])
    await api.db.execute(sql`delete from sync_run`)
    const [today, night] = ['2026-11-21T13:01:00.000+09:00', '2026-11-21T04:30:00.000+09:00']
    expect(answers.map(({ json }) => json.syncedAt)).toEqual([today, today, night, night, night, night])
  })

  test('has every class of the day with its numbers of people, including one without bookings', async () => {
    const { json } = await timetable(`shopId=${own}&from=2026-11-20`)
    expect(json.slots).toEqual([
      expect.objectContaining({ id: yoga, capacity: 2, booked: 2, waitlisted: 1, attended: 1 }),
      expect.objectContaining({ id: empty, capacity: 2, booked: 0, waitlisted: 0, attended: 0 }),
    ])
    expect(json.slots[0].staff).toMatchObject({ id: coach.staffId })
  })

  test('has free slots beside the classes, except cancelled ones', async () => {
    const { json } = await timetable(`shopId=${own}&from=2026-11-20&days=7`)
    expect(json.slots).toHaveLength(3)
    expect(json.bookings.map(({ startAt }: { startAt: string }) => startAt.slice(5, 16))).toEqual([
      '11-20T00:00',
      '11-20T23:59',
      '11-21T00:00',
    ])
  })
})

test('filters offer the shop’s programs and staff around these days', async () => {
  const { json } = await api.get(`/api/admin/shop/reservation/choices?shopId=${own}`, { token: manager })
  expect(json.programs).toEqual(['パーソナル', 'ヨガ'])
  expect(json.staff.map(({ id }: { id: string }) => id)).toEqual([coach.staffId])
})

test('the file has the rows of the list in order, and is audited with their number', async () => {
  const path = `/api/admin/shop/reservation/list?${ofDay}&shopId=${own}&sortDir=desc`
  const { text, headers } = await api.get(path, { token: manager, headers: { accept: 'text/csv' } })
  const name = decodeURIComponent(headers.get('content-disposition') ?? '')
  expect(name).toContain('予約一覧_新宿店_20261120-20261120_20261121_1000.csv')
  const sheet = papa.parse<Record<string, string>>(text.slice(1).trimEnd(), { header: true }).data
  expect(sheet.map((row) => `${row.開始時刻} ${row.状態}`)).toEqual([
    '23:59 受講済',
    '10:00 直前キャンセル',
    '10:00 キャンセル待ち',
    '10:00 無断キャンセル',
    '10:00 受講済',
    '00:00 受講済',
  ])
  expect(sheet[0]).toMatchObject({ 開始日: '2026/11/20', 氏名: '', 体験: '体験', 予約経路: 'アプリ' })
  expect(sheet[1]).toMatchObject({ 氏名: '森　=1+1' })
  const [entry] = await api.db.select().from(auditLog).where(sql`action = 'shopReservation.list.export'`)
  expect(entry).toMatchObject({ rowCount: 6, shopId: own })
})

describe('with more rows than are counted', () => {
  const many = 10_400
  let busy: string
  let member: string

  beforeAll(async () => {
    busy = await api.makeShop({ name: '池袋店' })
    member = (await api.makeMember(busy)).memberId
    await api.db.execute(sql`
      insert into reservation (external_id, shop_id, member_id, kind, program_name, start_at, end_at, status, booked_at, booked_via)
      select 800000 + n, ${Number(busy)}, ${Number(member)}, 'free', 'ピラティス', at, at + interval '1 hour',
        (array['completed', 'completed', 'noShow', 'lateCancelled', 'waitlisted', 'cancelled', 'booked'])[1 + n % 7],
        at - interval '1 day', 'app'
      from (select n, timestamptz '2026-10-01 09:00+09' + n * interval '7 minutes' as at from generate_series(1, ${many}) n) t`)
    await rebuildEverything(api.db)
  })

  test('the total is a lower bound, and pages reach exactly that far', async () => {
    const { json } = await list(`shopId=${busy}&limit=3`, head)
    expect(json.paging).toEqual({ offset: 0, count: 3, total: 10_000, isAtLeast: true })
    expect(json).toMatchObject({ noShowRate: null, lateCancelRate: null })
    const last = await list(`shopId=${busy}&limit=10&offset=9995`, head)
    expect(last.json.paging).toEqual({ offset: 9995, count: 5, total: 10_000, isAtLeast: true })
    expect((await list(`shopId=${busy}&offset=10000`, head)).json.list).toEqual([])
  })

  test('a search counts to half of that, and its pages reach as far', async () => {
    const { json } = await list(`shopId=${busy}&keyword=${encodeURIComponent('ピラティス')}&limit=3`, head)
    expect(json.paging).toEqual({ offset: 0, count: 3, total: 5000, isAtLeast: true })
    const last = await list(`shopId=${busy}&keyword=${encodeURIComponent('ピラティス')}&limit=10&offset=4995`, head)
    expect(last.json.paging).toEqual({ offset: 4995, count: 5, total: 5000, isAtLeast: true })
  })

  test('for whole days of up to three months total and rates are exact, future ones included', async () => {
    const period = `shopId=${busy}&from=2026-10-01&to=2026-12-31`
    const { json } = await list(period, head)
    expect(json.paging).toMatchObject({ total: many, isAtLeast: false })
    const {
      rows: [plain],
    } = await api.db.execute<{ missed: number; came: number; late: number; booked: number }>(sql`
      select count(*) filter (where status = 'noShow')::integer as missed,
        count(*) filter (where status in ('completed', 'checkedIn'))::integer as came,
        count(*) filter (where status = 'lateCancelled')::integer as late,
        count(*) filter (where status <> 'waitlisted')::integer as booked
      from reservation where shop_id = ${Number(busy)} and start_at < timestamptz '2026-11-21 00:00+09'`)
    expect(plain?.booked).toBeGreaterThan(5000)
    expect(json.noShowRate).toBeCloseTo((plain?.missed ?? 0) / ((plain?.missed ?? 0) + (plain?.came ?? 0)), 12)
    expect(json.lateCancelRate).toBeCloseTo((plain?.late ?? 0) / (plain?.booked ?? 1), 12)

    // The last page is read from the end, in the same order.
    const end = await list(`${period}&limit=4&offset=${many - 6}`, head)
    const expected = await api.db.execute(sql`
      select id from reservation where shop_id = ${Number(busy)} order by start_at, id offset ${many - 6} limit 4`)
    expect(end.json.list.map(({ id }: { id: string }) => Number(id))).toEqual(expected.rows.map(({ id }) => id))
  })

  test('the file has every row once', async () => {
    const path = `/api/admin/shop/reservation/list?shopId=${busy}&sortKey=bookedAt&sortDir=desc`
    const { text } = await api.get(path, { token: head, headers: { accept: 'text/csv' } })
    const numbers = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    expect(new Set(numbers).size).toBe(many)
    expect(numbers).toHaveLength(many)
    expect(numbers[0]).toBe(String(800_000 + many))
  })
})
