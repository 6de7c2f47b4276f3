import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChosenKind } from '#contract/words/chosen-value.ts'
import type { ImportKind } from '#contract/words/import.ts'
import { lettingGo } from '../../api/import/let-go.ts'
import { providerContract, providerMember } from '../support/provider.ts'
import { startTwoSources, type TwoSources } from '../support/two-sources.ts'

// Rows that come from files and from the club system, in either order: each value has one owner, and an undo of a file
// takes back what the file alone has said.

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
const undoOf = async (id: string) => (await api.get(`/api/admin/import/${id}/undo`, { token: all })).json

/** One row of a kind, here and there. */
interface Case {
  kind: ImportKind
  /** Of the column, as staff know it. */
  label: string
  /** By file: the row, and the row with another value. */
  file(value: string): string[]
  /** The values that a file and the club system give the column. */
  values: { file: string; theirs: string; later: string }
  /** There, with a value of the column; `more`: and what else has happened. */
  theirs(value: string, more: boolean): void
  /** The column's value here, and what else has happened there. */
  here(): Promise<[unknown, unknown]>
  /** What else has happened, as it is here before and afterwards. */
  else: [before: unknown, after: unknown]
}

const put = <Row extends { id: string }>(rows: Row[], row: Row) => {
  const old = rows.findIndex(({ id }) => id === row.id)
  if (old < 0) rows.push(row)
  else rows[old] = row
}
const values = async (query: ReturnType<typeof sql>) => {
  const rows = await rowsOf(query)
  expect(rows).toHaveLength(1)
  return Object.values(rows[0] ?? {}) as [unknown, unknown]
}

/** Of a member of their own each time. */
const cases: Record<string, () => Case> = {
  member: () => ({
    kind: 'member',
    label: '電話番号',
    file: (tel) => ['会員番号,氏名,性別,店舗,電話番号', `N${at},会員 名${at},女,新宿店,${tel}`],
    values: { file: '0311112222', theirs: '0322223333', later: '0344445555' },
    theirs: (tel, more) =>
      put(club.world.members, providerMember(String(at), { tel, email: more ? 'new@example.jp' : 'old@example.jp' })),
    here: () => values(sql`select tel, email from member where member_no = ${`N${at}`}`),
    else: ['old@example.jp', 'new@example.jp'],
  }),
  contract: () => ({
    kind: 'contract',
    label: '月額',
    file: (fee) => ['会員番号,プラン,開始日,月額(円)', `N${at},レギュラー,2026-01-10,${fee}`],
    values: { file: '5000', theirs: '8800', later: '9900' },
    theirs: (fee, more) =>
      put(
        club.world.contracts,
        providerContract(`9${at}`, String(at), {
          plan: { id: '5', code: 'P5', name: 'レギュラー', kind: 'regular', monthlyFee: Number(fee) },
          ...(more && { endOn: '2026-11-10', cancelRequestedOn: '2026-10-20' }),
        }),
      ),
    here: () =>
      values(sql`select c.monthly_fee::text, m.contract_status from contract c join member m on m.id = c.member_id
        where m.member_no = ${`N${at}`}`),
    else: ['active', 'cancel'],
  }),
  booking: () => ({
    kind: 'booking',
    label: 'プログラム',
    file: (program) => [
      '予約ID,会員番号,予約ステータス,予約処理日,受講日,開始時刻,プログラム,店舗',
      `5${at},N${at},予約済み,2026/11/01 09:00,2026/11/20,10:00,${program},新宿店`,
    ],
    values: { file: 'ヨガ', theirs: 'ピラティス', later: 'ストレッチ' },
    theirs: (programName, more) =>
      put(club.world.bookings, {
        ...{ id: `5${at}`, studioId: '11', memberId: String(at), lessonId: null, programName, instructorId: null },
        ...{ isTrial: false, seatNo: null, startAt: '2026-11-20T10:00:00+09:00', endAt: '2026-11-20T11:00:00+09:00' },
        ...{ status: more ? 'checkedIn' : 'booked', bookedAt: '2026-11-01T09:00:00+09:00', cancelledAt: null },
        checkedInAt: more ? '2026-11-20T09:50:00+09:00' : null,
      }),
    here: () =>
      values(sql`select program_name, (select count(*)::integer from visit v where v.reservation_id = r.id)
        from reservation r where external_id = ${Number(`5${at}`)}`),
    else: [0, 1],
  }),
  sale: () => ({
    kind: 'sale',
    label: '摘要',
    file: (sum) => [
      '売上ID,精算日時,購入店舗,支払方法,摘要,合計金額,会員番号,ステータス',
      `6${at},2026/11/02 12:00,新宿店,現金,プロテイン,${sum},N${at},未払い`,
    ],
    values: { file: '3300', theirs: '4400', later: '5500' },
    theirs: (sum, more) =>
      put(club.world.purchases, {
        ...{ id: `6${at}`, studioId: '11', memberId: String(at), settledAt: '2026-11-02T12:00:00+09:00' },
        ...{ targetMonth: null, method: 'cash', status: more ? 'paid' : 'unpaid' },
        lines: [
          {
            ...{ code: null, name: 'プロテイン', category: 'product', quantity: 1, discount: 0 },
            ...{ unitPrice: Number(sum), tax: Math.trunc(Number(sum) / 11), net: Number(sum) },
          },
        ],
      }),
    here: () =>
      values(sql`select (select sum(net)::text from sale_line l where l.sale_id = s.id), status from sale s
        where external_id = ${Number(`6${at}`)}`),
    else: ['unpaid', 'paid'],
  }),
  ticket: () => ({
    kind: 'ticket',
    label: '有効期限',
    file: (until) => ['会員番号,チケット,付与日,枚数,利用枚数,有効期限', `N${at},10回券,2026/11/01,10,3,${until}`],
    values: { file: '2027-01-31', theirs: '2027-02-28', later: '2027-03-31' },
    theirs: (expiresOn, more) =>
      put(club.world.memberTickets, {
        ...{ id: `7${at}`, memberId: String(at), ticketId: '3', studioId: '11', grantedNum: 10, expiresOn },
        ...{ usedNum: more ? 5 : 3, grantedAt: '2026-11-01T00:00:00+09:00' },
      }),
    here: () =>
      values(sql`select expires_on::text, used_num from member_ticket t join member m on m.id = t.member_id
        where m.member_no = ${`N${at}`}`),
    else: [3, 5],
  }),
}

describe.each(Object.keys(cases))('a %s', (name) => {
  let one: Case
  beforeEach(async () => {
    at += 1
    one = (cases[name] as () => Case)()
    if (name !== 'member') club.world.members.push(providerMember(String(at)))
  })
  /** The member is here, as files of facts need them; there, too. */
  const withMember = async () => {
    if (name === 'member') return
    await imports.write(all, ['会員番号,氏名,性別,店舗', `N${at},会員 名${at},女,新宿店`])
  }
  const write = (value: string, overwrite = false) => imports.write(all, one.file(value), { kind: one.kind, overwrite })

  test('of a file is the club system’s once it has it, and what happens there arrives', async () => {
    await withMember()
    await write(one.values.file)
    one.theirs(one.values.theirs, true)
    await club.run()
    expect(await one.here()).toEqual([one.values.theirs, one.else[1]])
    one.theirs(one.values.later, true)
    expect((await club.run())[resourceOf(one.kind)]?.locked).toBe(0)
    expect(await one.here()).toEqual([one.values.later, one.else[1]])
  })

  test('that the club system has adopted is not deleted by the undo of its file, and is counted before', async () => {
    await withMember()
    const { id } = await write(one.values.file)
    one.theirs(one.values.file, false)
    await club.run()
    expect(await undoOf(id)).toMatchObject({ restored: 0, later: 1 })
    await imports.undo(all, id)
    expect(await one.here()).toEqual([one.values.file, one.else[0]])
  })

  test('of the club system stays beside a file that is not to replace it, and goes on', async () => {
    one.theirs(one.values.theirs, false)
    await club.run()
    const checked = await imports.check(all, one.file(one.values.file), { kind: one.kind })
    expect(checked.result?.counts).toMatchObject({ kept: 1, changed: 0 })
    one.theirs(one.values.later, true)
    await club.run()
    expect(await one.here()).toEqual([one.values.later, one.else[1]])
  })

  test('keeps the column that a file has replaced on request, and that one alone; the undo lets it go', async () => {
    one.theirs(one.values.theirs, false)
    await club.run()
    const { id, failure } = await write(one.values.file, true)
    expect(failure).toBeNull()
    one.theirs(one.values.later, true)
    await club.run()
    expect(await one.here()).toEqual([one.values.file, one.else[1]])
    expect((await club.run())[resourceOf(one.kind)]?.locked).toBe(1)
    expect(await undoOf(id)).toMatchObject({ restored: 1, later: 0 })
    await imports.undo(all, id)
    // As the club system has it by now.
    expect(await one.here()).toEqual([one.values.later, one.else[1]])
    expect((await club.run())[resourceOf(one.kind)]?.locked).toBe(0)
  })

  test('shows the chosen value with the club system’s, which it takes when it is let go, without a run', async () => {
    one.theirs(one.values.theirs, false)
    await club.run()
    await write(one.values.file, true)
    one.theirs(one.values.later, true)
    await club.run()
    const { list } = (await api.get(`/api/admin/chosen-value/list?kind=${one.kind}&keyword=N${at}`, { token: all }))
      .json
    expect(list).toMatchObject([
      { kind: one.kind, member: { memberNo: `N${at}` }, values: [{ label: one.label, isKnown: true }] },
    ])
    expect(list[0].values[0].ours.replace(/[^\d-]/g, '') || list[0].values[0].ours).toContain(one.values.file)
    expect(list[0].values[0].theirs.replace(/[^\d-]/g, '') || list[0].values[0].theirs).toContain(one.values.later)
    const body = { ids: [list[0].id], names: [list[0].values[0].name] }
    expect((await api.post('/api/admin/chosen-value/let-go', { token: all, body })).json).toEqual({ rows: 1 })
    const ids = [Number(list[0].id.split('-')[1])]
    const job = { kind: one.kind as ChosenKind, ids, names: body.names }
    // Done twice it is as done once.
    for (const _ of [1, 2]) await lettingGo(api.database)(job)
    expect(await one.here()).toEqual([one.values.later, one.else[1]])
    expect((await api.post('/api/admin/chosen-value/let-go', { token: all, body })).json).toEqual({ rows: 0 })
    expect((await club.run())[resourceOf(one.kind)]?.locked).toBe(0)
    const log = (await api.get('/api/admin/audit/list?action=chosenValue.letGo', { token: all })).json
    expect(log.list[0]).toMatchObject({ action: 'chosenValue.letGo' })
  })

  test('stays where the club system says the same by now, and follows it again after the undo', async () => {
    one.theirs(one.values.theirs, false)
    await club.run()
    const { id } = await write(one.values.file, true)
    one.theirs(one.values.file, false)
    await club.run()
    expect(await undoOf(id)).toMatchObject({ restored: 0, later: 1 })
    await imports.undo(all, id)
    expect(await one.here()).toEqual([one.values.file, one.else[0]])
    one.theirs(one.values.later, false)
    await club.run()
    expect(await one.here()).toEqual([one.values.later, one.else[0]])
  })
})

const resourceOf = (kind: ImportKind) =>
  ({ member: 'members', contract: 'contracts', ticket: 'memberTickets', booking: 'bookings', sale: 'purchases' })[
    kind as 'member'
  ]

test('a visit of a file at the moment of a check-in is that visit, and stays when the file is taken back', async () => {
  at += 1
  club.world.members.push(providerMember(String(at)))
  await club.run()
  const { id } = await imports.write(all, ['会員番号,店舗,入館日時', `N${at},新宿店,2026/11/20 09:50`], {
    kind: 'visit',
  })
  ;(cases.booking as () => Case)().theirs('ヨガ', true)
  await club.run()
  expect(await undoOf(id)).toMatchObject({ restored: 0, later: 1 })
  await imports.undo(all, id)
  expect(
    await rowsOf(
      sql`select v.source, v.from_file from visit v join member m on m.id = v.member_id where m.member_no = ${`N${at}`}`,
    ),
  ).toEqual([{ source: 'checkin', from_file: false }])
})

test('an earlier 入会日 of a file stays where the club system’s is the day of its move, and the question says so', async () => {
  const first = at + 1
  at += 31
  const numbers = Array.from({ length: 30 }, (_, nth) => first + nth)
  const rows = numbers.map((number) => `N${number},会員 名${number},女,新宿店,2024-05-0${(number % 9) + 1}`)
  // One with a day of their own there, one who is unknown to the file.
  const [own = 0] = numbers
  await imports.write(all, ['会員番号,氏名,性別,店舗,入会日', ...rows])
  club.world.members = numbers.map((number) =>
    providerMember(String(number), { joinedOn: number === own ? '2025-07-03' : '2026-04-01' }),
  )
  club.world.members.push(providerMember(String(at), { joinedOn: '2026-04-01' }))
  await club.run()
  const days = () =>
    rowsOf(sql`select joined_on::text as day, provider_values as theirs, count(*)::integer as members from member
    where member_no = any (${sql.param([...numbers, at].map((number) => `N${number}`))}::text[]) and (joined_on > '2025-01-01' or member_no = ${`N${own + 1}`})
    group by 1, 2 order by 1`)
  const settled = [
    { day: `2024-05-0${((own + 1) % 9) + 1}`, theirs: { joined_on: { value: '2026-04-01' } }, members: 1 },
    { day: '2025-07-03', theirs: null, members: 1 },
    { day: '2026-04-01', theirs: null, members: 1 },
  ]
  expect(await days()).toEqual(settled)
  await club.run()
  expect(await days()).toEqual(settled)
  const health = (await api.get('/api/admin/data-health', { token: all })).json
  expect(health.joinedDays).toContainEqual(expect.objectContaining({ day: '2026-04-01', members: 1, kept: 29 }))
})

describe('an undo takes back what its import wrote and nothing else', () => {
  const contract = (line: string) => ['会員番号,プラン,開始日,終了日,月額(円),支払方法', line]
  const here = () =>
    rowsOf(sql`select c.end_on::text, c.monthly_fee, c.payment_method from contract c join member m on m.id = c.member_id
      where m.member_no = ${`N${at}`}`)
  beforeEach(async () => {
    at += 1
    await imports.write(all, ['会員番号,氏名,性別,店舗', `N${at},会員 名${at},女,新宿店`])
  })

  test('a row that a later import has added to, or confirmed, stays', async () => {
    const first = await imports.write(all, contract(`N${at},夜間,2026-02-01,,7000,現金`), { kind: 'contract' })
    const second = await imports.write(all, ['会員番号,プラン,開始日,終了日', `N${at},夜間,2026-02-01,2026-12-31`], {
      kind: 'contract',
    })
    expect(await undoOf(first.id)).toMatchObject({ restored: 0, later: 1 })
    await imports.undo(all, first.id)
    const stayed = { monthly_fee: 7000, payment_method: 'cash' }
    expect(await here()).toEqual([{ ...stayed, end_on: '2026-12-31' }])
    await imports.undo(all, second.id)
    expect(await here()).toEqual([{ ...stayed, end_on: null }])
  })

  test('a value that a later import has confirmed stays, and the others of the row go back', async () => {
    await imports.write(all, contract(`N${at},夜間,2026-02-01,,7000,現金`), { kind: 'contract' })
    const { id } = await imports.write(all, contract(`N${at},夜間,2026-02-01,,8000,カード`), { kind: 'contract' })
    // It confirms the sum of one, and brings another.
    at += 1
    await imports.write(all, ['会員番号,氏名,性別,店舗', `N${at},会員 名${at},女,新宿店`])
    const head = '会員番号,プラン,開始日,月額(円)'
    await imports.write(all, [head, `N${at - 1},夜間,2026-02-01,8000`, `N${at},夜間,2026-02-01,8000`], {
      kind: 'contract',
    })
    at -= 1
    expect(await undoOf(id)).toMatchObject({ restored: 0, later: 1 })
    await imports.undo(all, id)
    expect(await here()).toEqual([{ end_on: null, monthly_fee: 8000, payment_method: 'cash' }])
    at += 1
  })

  test('a row to which the club system or a person has added a value stays', async () => {
    const { id } = await imports.write(all, contract(`N${at},夜間,2026-02-01,,7000,現金`), { kind: 'contract' })
    // As a confirmed departure ends it.
    await api.db.execute(sql`update contract c set end_on = '2026-11-20' from member m
      where m.id = c.member_id and m.member_no = ${`N${at}`}`)
    expect(await undoOf(id)).toMatchObject({ restored: 0, later: 1 })
    await imports.undo(all, id)
    expect(await here()).toMatchObject([{ end_on: '2026-11-20' }])
  })

  test('days that a later import has stated as well stay known', async () => {
    const visits = (day: number) => [
      '会員番号,店舗,入館日時',
      `N${at},新宿店,2026/09/0${day} 09:00`,
      `N${at},新宿店,2026/09/09 09:00`,
    ]
    await api.db.execute(sql`delete from data_period where kind = 'visits'`)
    await api.db.execute(sql`delete from visit`)
    const first = await imports.write(all, visits(1), { kind: 'visit', isLastDayWhole: true })
    await imports.write(all, visits(2), { kind: 'visit', isLastDayWhole: true })
    await imports.undo(all, first.id)
    expect(await rowsOf(sql`select first_on::text, last_on::text from data_period where kind = 'visits'`)).toEqual([
      { first_on: '2026-09-01', last_on: '2026-09-09' },
    ])
  })

  test('taken back from the last to the first, imports of one row leave nothing', async () => {
    const ids: string[] = []
    for (const [fee, method] of [
      ['7000', '現金'],
      ['8000', '現金'],
      ['7000', 'カード'],
    ] as const) {
      ids.push(
        (await imports.write(all, contract(`N${at},夜間,2026-02-01,,${fee},${method}`), { kind: 'contract' })).id,
      )
    }
    for (const id of ids.reverse()) {
      expect(await undoOf(id)).toMatchObject({ restored: 1, later: 0 })
      await imports.undo(all, id)
    }
    expect(await here()).toEqual([])
  })
})
