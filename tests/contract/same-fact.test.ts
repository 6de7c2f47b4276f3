import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportKind } from '#contract/words/import.ts'
import { providerContract, providerMember } from '../support/provider.ts'
import { startTwoSources, type TwoSources } from '../support/two-sources.ts'

// A fact from a file and from the club system, in either order, is one fact; equal facts of one source are not.

let api: TwoSources['api']
let imports: TwoSources['imports']
let club: TwoSources['club']
let all: string
let at = 100

beforeAll(async () => {
  ;({ api, imports, club } = await startTwoSources())
  all = await api.as({ role: 'all' })
})
afterAll(() => api.close())

const rowsOf = async (query: ReturnType<typeof sql>) => (await api.db.execute<Record<string, unknown>>(query)).rows

const studio = { studioId: '11', targetMonth: null }
const sale = (id: string, net: number, more: { settledAt?: string; name?: string; category?: string | null } = {}) => {
  const { settledAt = '2026-11-03T12:34:56.789+09:00', name = 'プロテイン', category = 'product' } = more
  club.world.purchases.push({
    ...{ id, memberId: String(at), settledAt, method: 'cash', status: 'paid', ...studio },
    lines: [{ code: null, name, category, quantity: 1, discount: 0, unitPrice: net, tax: 0, net }],
  })
}
const saleHead = '売上ID,精算日時,購入店舗,支払方法,摘要,合計金額,会員番号,ステータス'
const saleLine = (id: number, net: number, more: { day?: string; product?: string } = {}) =>
  `${id},${more.day ?? '2026/11/03'},新宿店,現金,${more.product ?? 'プロテイン'},${net},N${at},支払済み`
const booking = (id: string, checkedInAt: string | null) =>
  club.world.bookings.push({
    ...{ id, studioId: '11', memberId: String(at), lessonId: null, programName: 'ヨガ', instructorId: null },
    ...{ isTrial: false, seatNo: null, startAt: '2026-11-21T10:00:00.250+09:00', endAt: '2026-11-21T11:00:00+09:00' },
    ...{ status: 'checkedIn', bookedAt: '2026-11-01T09:00:00+09:00', cancelledAt: null, checkedInAt },
  })
const ticket = () =>
  club.world.memberTickets.push({
    ...{ id: `7${at}`, memberId: String(at), ticketId: '3', studioId: '11', grantedNum: 10, usedNum: 1 },
    ...{ expiresOn: '2027-01-31', grantedAt: '2026-11-01T14:03:22.501+09:00' },
  })

/** Of a member: what a file and the club system say of it, and how many rows of which sum it is. */
const facts: Record<
  string,
  { kind: ImportKind; table: string; lines: () => string[]; theirs: () => void; rows: number }
> = {
  'a visit in minutes and a check-in in milliseconds': {
    ...{ kind: 'visit', table: 'visit', rows: 1 },
    lines: () => ['会員番号,店舗,入館日時', `N${at},新宿店,2026/11/21 09:50`],
    theirs: () => booking(`5${at}`, '2026-11-21T09:50:31.407+09:00'),
  },
  'a booking in minutes and in milliseconds, with numbers of two systems': {
    ...{ kind: 'booking', table: 'reservation', rows: 1 },
    lines: () => [
      '予約ID,会員番号,予約ステータス,予約処理日,受講日,開始時刻,プログラム,店舗',
      `8${at},N${at},予約済み,2026/11/01 09:00,2026/11/21,10:00,ヨガ,新宿店`,
    ],
    theirs: () => booking(`5${at}`, null),
  },
  'a ticket of a day and of a moment': {
    ...{ kind: 'ticket', table: 'member_ticket', rows: 1 },
    lines: () => ['会員番号,チケット,付与日,枚数,利用枚数,有効期限', `N${at},10回券,2026/11/01,10,1,2027/01/31`],
    theirs: ticket,
  },
  'a sale whose number is another system’s': {
    ...{ kind: 'sale', table: 'sale', rows: 1 },
    lines: () => [saleHead, saleLine(Number(`3${at}`), 3300)],
    theirs: () => sale(`6${at}`, 3300),
  },
  'a sale of which one source does not know the category': {
    ...{ kind: 'sale', table: 'sale', rows: 1 },
    lines: () => [saleHead, saleLine(Number(`3${at}`), 3300)],
    theirs: () => sale(`6${at}`, 3300, { name: '売上', category: null }),
  },
  'two equal sales of a day here and three there are three': {
    ...{ kind: 'sale', table: 'sale', rows: 3 },
    lines: () => [saleHead, saleLine(Number(`31${at}`), 150), saleLine(Number(`32${at}`), 150)],
    theirs: () => ['61', '62', '63'].map((number) => sale(`${number}${at}`, 150)),
  },
  'three equal sales of a day here and two there are three': {
    ...{ kind: 'sale', table: 'sale', rows: 3 },
    lines: () => [saleHead, ...['31', '32', '33'].map((number) => saleLine(Number(`${number}${at}`), 150))],
    theirs: () => ['61', '62'].map((number) => sale(`${number}${at}`, 150)),
  },
  'sales of two days, of two sums or of two categories are two': {
    ...{ kind: 'sale', table: 'sale', rows: 6 },
    lines: () => [
      saleHead,
      saleLine(Number(`31${at}`), 150, { day: '2026/11/02' }),
      saleLine(Number(`32${at}`), 160),
      saleLine(Number(`33${at}`), 8800, { product: '月会費' }),
    ],
    theirs: () => {
      sale(`61${at}`, 150)
      sale(`62${at}`, 170)
      sale(`63${at}`, 8800, { name: 'レンタル', category: 'option' })
    },
  },
}

const rowsHere = (table: string) =>
  rowsOf(
    sql`select t.id from ${sql.identifier(table)} t join member m on m.id = t.member_id where m.member_no = ${`N${at}`}`,
  )

beforeEach(async () => {
  at += 1
  // A person may have few files that are checked and not written.
  all = await api.as({ role: 'all' })
  const { members, bookings, purchases, memberTickets } = club.world
  for (const rows of [members, bookings, purchases, memberTickets]) rows.length = 0
  members.push(providerMember(String(at)))
  await club.run()
})

test.each(Object.keys(facts))('%s, the file first', async (name) => {
  const { kind, table, lines, theirs, rows } = facts[name] as (typeof facts)[string]
  const { id } = await imports.write(all, lines(), { kind })
  theirs()
  await club.run()
  expect(await rowsHere(table)).toHaveLength(rows)
  await club.run()
  expect(await rowsHere(table)).toHaveLength(rows)
  // What the club system has stays when the file is taken back; what it does not have goes.
  await imports.undo(all, id)
  const theirsAlone = { visit: 1, reservation: 1, member_ticket: 1, sale: club.world.purchases.length }
  expect(await rowsHere(table)).toHaveLength(theirsAlone[table as 'sale'])
})

test.each(Object.keys(facts))('%s, the club system first', async (name) => {
  const { kind, table, lines, theirs, rows } = facts[name] as (typeof facts)[string]
  theirs()
  await club.run()
  const there = (await rowsHere(table)).length
  const { result } = await imports.check(all, lines(), { kind })
  expect(result?.counts.created).toBe(rows - there)
  if (rows > there) await imports.write(all, lines(), { kind })
  expect(await rowsHere(table)).toHaveLength(rows)
  await club.run()
  expect(await rowsHere(table)).toHaveLength(rows)
  // A file that comes again brings nothing.
  expect((await imports.check(all, lines(), { kind })).result?.counts.created).toBe(0)
})

test('a contract that is over is one, although its plan has another name there; a second one of other days is another', async () => {
  const head = '会員番号,プラン,開始日,終了日,月額(円)'
  const lines = [`N${at},デイ（平日）,2025-01-10,2026-09-30,6600`, `N${at},ナイト,2024-01-10,2024-12-31,6600`]
  await imports.write(all, [head, ...lines], { kind: 'contract' })
  const { contracts } = club.world
  contracts.push(providerContract(`9${at}`, String(at), { startOn: '2025-01-10', endOn: '2026-09-30' }))
  await club.run()
  contracts.length = 0
  expect(
    await rowsOf(sql`select p.name, t.end_on::text as end, t.from_file as "ofFile" from contract t join shop_plan p on p.id = t.plan_id
      join member m on m.id = t.member_id where m.member_no = ${`N${at}`} order by t.start_on`),
  ).toEqual([
    { name: 'ナイト', end: '2024-12-31', ofFile: true },
    { name: 'レギュラー', end: '2026-09-30', ofFile: false },
  ])
})

test('a number of the club system with another member’s 会員番号 is refused in a file', async () => {
  sale(`6${at}`, 3300)
  at += 1
  club.world.members.push(providerMember(String(at)))
  await club.run()
  const { result } = await imports.check(all, [saleHead, saleLine(Number(`6${at - 1}`), 900)], { kind: 'sale' })
  expect(JSON.stringify(result)).toContain('別々の会員のもの')
})

test('a number that a file has with another member is not written by a run, which says why', async () => {
  await imports.write(all, [saleHead, saleLine(Number(`6${at}`), 900)], { kind: 'sale' })
  at += 1
  club.world.members.push(providerMember(String(at)))
  sale(`6${at - 1}`, 3300)
  expect((await club.run()).purchases?.failed).toBe(1)
  expect(await rowsHere('sale')).toEqual([])
})

const people = (line: string) => imports.write(all, ['メンバーID,会員番号,氏名,生年月日,性別,店舗', line])
const here = (no: string) =>
  rowsOf(sql`select external_id, last_name from member where member_no = ${no} or external_id = ${at}`)

test('a メンバーID of another system does not make one person of two', async () => {
  at += 1
  await people(`${at},Z${at},別人 太郎,1955-05-05,男,新宿店`)
  club.world.members.push(providerMember(String(at)))
  expect((await club.run()).members?.failed).toBe(1)
  expect(await here(`Z${at}`)).toEqual([{ external_id: at, last_name: '別人' }])
})

test('a 会員番号 of another system does not make one person of two', async () => {
  at += 1
  await imports.write(all, ['会員番号,氏名,生年月日,性別,店舗', `N${at},別人 太郎,1955-05-05,男,新宿店`])
  club.world.members.push(providerMember(String(at)))
  expect((await club.run()).members?.failed).toBe(1)
  expect(await here(`N${at}`)).toEqual([{ external_id: null, last_name: '別人' }])
})

test('a メンバーID of another system is replaced where 会員番号 and name agree', async () => {
  at += 1
  await people(`7${at},N${at},会員 名${at},1955-05-05,男,新宿店`)
  club.world.members.push(providerMember(String(at)))
  await club.run()
  expect(await here(`N${at}`)).toEqual([{ external_id: at, last_name: '会員' }])
})

test('who has married is the same person by number and birthday', async () => {
  at += 1
  await people(`${at},Z${at},旧姓 花子,1990-01-02,女,新宿店`)
  club.world.members.push(providerMember(String(at)))
  await club.run()
  expect(await here(`N${at}`)).toEqual([{ external_id: at, last_name: '会員' }])
})
