import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractStatuses as contractStatusWords } from '#contract/words/member.ts'
import { memberList } from '#contract/words/member-list.ts'
import { valuesOf } from '#contract/words/words.ts'
import { dataState } from '../../api/db/schema/derived.ts'
import { contract, type member, shopPlan, visit } from '../../api/db/schema/facts.ts'
import { staff } from '../../api/db/schema/organisation.ts'
import { inScope } from '../../api/db/scope.ts'
import { rebuildEverything } from '../../api/figures/rollup.ts'
import { listMembers } from '../../api/resources/member/repository.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { runs } from '../support/runs.ts'

let api: Api
let own: string
let other: string
let manager: string
let trainer: string
let head: string
let trainerPerson: Person
const people: Record<string, { memberId: string; userId: string }> = {}

const tokyo = (at: string) => new Date(`${at}:00+09:00`)

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  manager = await api.as({ role: 'level3', shops: [own] })
  trainerPerson = await api.makeStaff({ role: 'level2', shops: [own] })
  trainer = await api.signIn(trainerPerson)
  head = await api.as({ role: 'all' })
  const named = async (key: string, shopId: string, more: Partial<typeof member.$inferInsert>) => {
    people[key] = await api.makeMember(shopId, more)
  }
  await named('sato', own, {
    memberNo: 'K000123',
    lastName: '佐藤',
    firstName: '健一',
    lastNameKana: 'サトウ',
    firstNameKana: 'ケンイチ',
    tel: '09012345678',
    email: 'sato.kenichi@example.jp',
    birthday: '1990-11-21',
    address1: '新宿区新宿1-1-1',
    joinedOn: '2025-04-01',
    status: 'active',
    contractStatus: 'active',
    hasActivePlan: true,
    unpaidAmount: 8800,
    tags: ['朝型', '法人'],
  })
  await named('gato', own, { lastName: '賀東', firstName: '愛', lastNameKana: 'ガトウ', firstNameKana: 'アイ' })
  await named('kato', own, { lastName: '加藤', firstName: '恵', lastNameKana: 'カトウ', firstNameKana: 'メグミ' })
  await named('curry', own, {
    lastName: 'カリー',
    firstName: '=SUM(A1)',
    lastNameKana: 'カリー',
    firstNameKana: 'ジョン',
  })
  await named('nameless', own, { lastName: '無名', firstName: '子', tel: '0312345678', contractStatus: 'cancel' })
  await named('far', other, { lastName: '佐藤', firstName: '遠', lastNameKana: 'サトウ', firstNameKana: 'トオイ' })
  const [plan] = await api.db
    .insert(shopPlan)
    .values({
      externalId: 1,
      shopId: own,
      code: 'REG',
      name: 'レギュラー会員',
      status: 'active',
      category: 'monthly',
      priceMonthly: 9350,
    })
    .returning()
  const sato = people.sato?.memberId as string
  await api.db.insert(contract).values({
    externalId: 1,
    memberId: sato,
    shopId: own,
    planId: plan?.id as string,
    kind: 'regular',
    contractedOn: '2025-04-01',
    startOn: '2025-04-01',
    endOn: '2026-12-31',
    monthlyFee: 9350,
    paymentMethod: 'card',
    paymentStatus: 'paid',
  })
  await api.db.insert(visit).values(
    // The 30 days that end with 20 November start with 22 October.
    ['2026-10-21T10:00', '2026-10-22T10:00', '2026-11-20T09:00', '2026-11-20T19:00'].map((at) => ({
      memberId: sato,
      shopId: own,
      homeShopId: own,
      enteredAt: tokyo(at),
      source: 'entry' as const,
    })),
  )
  await api.db.insert(dataState).values({ dataAsOf: new Date('2026-11-20T23:59:59.999+09:00'), syncedAt: api.time.now })
  await rebuildEverything(api.db)
})
afterAll(() => api.close())

const list = (query: string, token = manager) => api.get(`/api/admin/user/member/list?${query}`, { token })
const names = async (query: string, token = manager) =>
  (await list(query, token)).json.list.map((row: { lastName: string }) => row.lastName)
const found = (keyword: string, token = manager) => names(`keyword=${encodeURIComponent(keyword)}`, token)

describe('a member is found', () => {
  test.each([
    ['by the whole name', '佐藤健一'],
    ['with a space between the names', '佐藤　健一'],
    ['by half a reading', 'トウケン'],
    ['in hiragana', 'さとう'],
    ['in half-width kana', 'ｻﾄｳ ｹﾝ'],
    ['by two letters of the reading', 'ンイ'],
    ['by the letter that the first name begins with', 'け'],
    ['by the member number, in full-width letters too', 'ｋ０００１２３'],
    ['by the end of the member number', '0123'],
    ['by the last four digits of the telephone', '5678'],
    ['by the whole telephone number', '09012345678'],
    ['by the number with hyphens, in full-width digits', '０９０－１２３４－５６７８'],
    ['by the number with the country code', '+81 90-1234-5678'],
    ['by the number without the 0 that spreadsheets drop', '9012345678'],
    ['by the last eight digits of the telephone', '1234-5678'],
    ['by the birthday', '1990-11-21'],
    ['by the birthday in digits', '19901121'],
    ['by the birthday in the Japanese era', '平成2年11月21日'],
    ['by the birthday in the era’s initial', 'h2.11.21'],
    ['by the birthday without its era', '021121'],
    ['by what stands before the @', 'kenichi'],
    ['by the whole address', 'sato.kenichi@example.jp'],
  ])('%s', async (_, keyword) => {
    expect(await found(keyword)).toContain('佐藤')
  })

  test('with or without hyphens and long vowel marks', async () => {
    expect(await found('カリ')).toEqual(['カリー'])
    expect(await found('かりいー-')).toEqual([])
    expect(await found('カリー')).toEqual(['カリー'])
    expect(await found('K-000-123')).toEqual(['佐藤'])
  })

  test.each(['イ', '345', '1234', 'example.jp', '@example', '佐藤|サ', '|', "'", '\\', '&', '佐%', '_'])(
    'not by %s: other digits, the domain and signs find no member',
    async (keyword) => {
      expect(await found(keyword)).not.toContain('佐藤')
    },
  )

  test.each(['0901234567', '090123456789', '03-1234-5678', '11234-5678', '1990-11-31', '昭和2年11月21日', '901121x'])(
    'not by another number or day, nor by one that does not exist: %s',
    async (keyword) => {
      expect(await found(keyword)).not.toContain('佐藤')
    },
  )

  test('by a number stored with a country code and hyphens', async () => {
    await api.db.execute(sql`update member set tel = '+81-90-8888-1111' where member_no = 'K000123'`)
    expect(await found('090 8888 1111')).toEqual(['佐藤'])
    await api.db.execute(sql`update member set tel = '09012345678' where member_no = 'K000123'`)
  })

  test('by a birthday, which is shown beside everybody born on a day that the digits may mean', async () => {
    const old = await api.makeMember(own, { lastName: '古田', birthday: '1902-11-21' })
    const { json } = await list('keyword=021121&sortKey=kana')
    const born = json.list.map((row: { lastName: string; foundBirthday: string }) => [row.lastName, row.foundBirthday])
    expect(born.sort()).toEqual([
      ['佐藤', '1990-11-21'],
      ['古田', '1902-11-21'],
    ])
    expect((await list('keyword=K000123')).json.list[0]).not.toHaveProperty('foundBirthday')
    await api.db.execute(sql`delete from member where id = ${Number(old.memberId)}`)
  })

  const wholeContact = ['09012345678', '+81 90-1234-5678', '1234-5678', '1990-11-21', '平成2年11月21日', '021121']

  test.each(wholeContact)('by callers who read masked contact never by all of it: %s', async (keyword) => {
    expect((await list(`keyword=${encodeURIComponent(keyword)}`, trainer)).json.paging.total).toBe(0)
    const palette = await api.get(`/api/admin/search?keyword=${encodeURIComponent(keyword)}`, { token: trainer })
    expect(palette.json.found).toEqual([])
  })

  test('by their trainer, who reads it, as by a manager', async () => {
    const assignTo = (id: number | null) =>
      api.db.execute(sql`update member set trainer_staff_id = ${id} where member_no = 'K000123'`)
    await assignTo(Number(trainerPerson.staffId))
    for (const keyword of wholeContact) expect([keyword, await found(keyword, trainer)]).toEqual([keyword, ['佐藤']])
    const { json } = await api.get('/api/admin/search?keyword=021121', { token: trainer })
    expect(json.found[0].list[0].facts).toMatch(/^生年月日 1990年（平成2年）11月21日　K000123/)
    await assignTo(null)
  })

  test('in any form of the characters of a name', async () => {
    const made: { memberId: string }[] = []
    for (const lastName of ['髙邉', '渡邊', '𠮷﨑', '齋藤']) {
      made.push(await api.makeMember(own, { lastName, firstName: '恵' }))
    }
    expect(await found('高辺')).toEqual(['髙邉'])
    expect(await found('渡邉 惠')).toEqual(['渡邊'])
    expect(await found('吉崎')).toEqual(['𠮷﨑'])
    expect(await found('斉藤')).toEqual(['齋藤'])
    for (const { memberId } of made) await api.db.execute(sql`delete from member where id = ${Number(memberId)}`)
  })

  test('by callers without addresses only by what they see', async () => {
    expect(await found('kenichi', trainer)).toEqual([])
    expect(await found('sato.kenichi@example.jp', trainer)).toEqual([])
    expect(await found('90123', trainer)).toEqual([])
    expect(await found('5678', trainer)).toContain('佐藤')
  })

  test('immediately under a new name, and no longer under the old one', async () => {
    const made = await api.makeMember(own, { lastName: '旧姓', firstName: '花' })
    expect(await found('旧姓')).toEqual(['旧姓'])
    await api.db.execute(sql`update member set last_name = '新姓' where id = ${Number(made.memberId)}`)
    expect([await found('旧姓'), await found('新姓')]).toEqual([[], ['新姓']])
    const before = (await list('')).json.paging.total
    await api.db.execute(sql`delete from member where id = ${Number(made.memberId)}`)
    expect(await found('新姓')).toEqual([])
    expect((await list('')).json.paging.total).toBe(before - 1)
  })
})

describe('the list is sorted', () => {
  test('by reading, voiced letters beside plain ones, missing readings last in both directions', async () => {
    expect(await names('')).toEqual(['賀東', '加藤', 'カリー', '佐藤', '無名'])
    expect(await names('sortDir=desc')).toEqual(['佐藤', 'カリー', '加藤', '賀東', '無名'])
  })

  test.each(['joinedOn', 'lastVisitOn'])('by %s, missing values last in both directions', async (sortKey) => {
    for (const sortDir of ['asc', 'desc']) {
      expect((await names(`sortKey=${sortKey}&sortDir=${sortDir}`))[0]).toBe('佐藤')
    }
  })
})

describe('values hidden from a role are not in the answer', () => {
  const one = async (token: string) => (await list('keyword=K000123', token)).json.list[0]

  test('telephone and address are unmasked for a manager and masked for a trainer', async () => {
    expect(await one(manager)).toMatchObject({ tel: '09012345678', email: 'sato.kenichi@example.jp' })
    expect(await one(trainer)).toMatchObject({ tel: '***-****-5678', email: 's***@example.jp' })
  })

  test('amounts are absent for a trainer, who can neither sort nor filter by them', async () => {
    expect((await one(manager)).unpaidAmount).toBe(8800)
    expect(await one(trainer)).not.toHaveProperty('unpaidAmount')
    expect((await list('sortKey=unpaidAmount', trainer)).json.fields).toEqual({ sortKey: expect.any(String) })
    expect((await list('unpaid=true', trainer)).json.fields).toEqual({ unpaid: expect.any(String) })
  })

  test('date of birth, home address and fees are absent from a trainer’s view of the member', async () => {
    const sheet = async (token: string) => (await api.get(`/api/admin/user/${people.sato?.userId}`, { token })).json
    expect(await sheet(manager)).toMatchObject({
      birthday: '1990-11-21',
      age: 35,
      address1: '新宿区新宿1-1-1',
      planName: 'レギュラー会員',
      coming: { kind: 'cancel', on: '2026-12-31' },
      lastVisitOn: '2026-11-20',
      visits30d: 2,
      plans: [{ planName: 'レギュラー会員', monthlyFee: 9350 }],
    })
    const seen = await sheet(trainer)
    for (const key of ['birthday', 'zipCode', 'prefecture', 'address1', 'address2', 'unpaidAmount']) {
      expect(seen).not.toHaveProperty(key)
    }
    expect(seen.plans[0]).not.toHaveProperty('monthlyFee')
    expect(seen.visitMonths.slice(-3)).toEqual([
      // Nobody's visits are known before October.
      { month: '2026-09', days: null },
      { month: '2026-10', days: 2 },
      { month: '2026-11', days: 1 },
    ])
  })

  test('plans have no price for a trainer', async () => {
    const plans = async (token: string) => (await api.get('/api/admin/shop/plan/list', { token })).json.list
    expect((await plans(manager))[0]).toMatchObject({ code: 'REG', priceMonthly: 9350 })
    expect((await plans(trainer))[0]).not.toHaveProperty('priceMonthly')
  })
})

describe('another shop’s member', () => {
  test('is in no list, no search and no total, and its record is not found', async () => {
    expect(await found('とおい')).toEqual([])
    expect((await list('')).json.paging.total).toBe(5)
    expect((await list('', head)).json.paging.total).toBe(6)
    expect((await api.get(`/api/admin/user/${people.far?.userId}`, { token: manager })).status).toBe(404)
    expect((await api.get(`/api/admin/user/${trainerPerson.userId}?type=member`, { token: manager })).status).toBe(404)
  })

  test('cannot be read from the list’s tables with the app’s role', async () => {
    for (const table of ['member_list', 'member_day_count']) {
      await expect(
        api.db.transaction(async (tx) => {
          await tx.execute(sql`select set_config('role', 'karada_app', true), set_config('app.shops', 'all', true)`)
          await tx.execute(sql`select * from ${sql.identifier(table)}`)
        }),
      ).rejects.toMatchObject({ cause: { code: '42501' } })
    }
  })
})

describe('totals are exact', () => {
  let shops: string[]
  let tokens: { token: string; sees: string[] }[]
  const days = ['2025-01-01', '2025-06-15', '2026-01-31', '2026-10-05', '2026-11-20']
  const codes = ['REG', 'DAY']

  beforeAll(async () => {
    shops = [await api.makeShop(), await api.makeShop(), await api.makeShop()]
    const everyShop = (await api.get('/api/admin/shop/list?limit=500', { token: head })).json.list
    tokens = [
      { token: head, sees: everyShop.map((shop: { id: string }) => shop.id) },
      { token: await api.as({ role: 'level4', shops: shops.slice(0, 2) }), sees: shops.slice(0, 2) },
    ]
    const pick = <T>(values: readonly T[], n: number) => values[n % values.length] as T
    for (let n = 0; n < 60; n += 1) {
      const contractStatus = pick(valuesOf(contractStatusWords), n)
      await api.makeMember(pick(shops, n), {
        lastName: pick(['山本', '山田', '川本'], n),
        firstName: pick(['一', '二'], n),
        lastNameKana: pick(['ヤマモト', 'ヤマダ', 'カワモト', null], n),
        firstNameKana: pick(['ハジメ', 'ツギ', null], n),
        contractStatus,
        status: contractStatus === 'active' ? 'active' : 'waiting',
        hasActivePlan: contractStatus === 'active',
        joinedOn: pick([...days, null], n),
        unpaidAmount: pick([0, 0, 3300], n),
        tags: pick([[], ['朝型'], ['法人', '朝型'], []], n),
        trainerStaffId: pick([null, trainerPerson.staffId, null], n),
        alertNote: pick([null, null, null, '腰に注意'], n),
        withLeanBodyContent: pick([false, true], n),
        lockedWithLeanBodyContent: n % 7 === 0,
        lockedHasActivePlan: n % 11 === 0,
      })
    }
    await api.db.execute(sql`update member set trainer_approved_at = null where id % 2 = 0`)
    // Facts that no synchronisation would produce: this tests the list, not the rules that fill it.
    await api.db.execute(sql`update member_list set
      last_visit_on = (array['2025-01-01', '2025-06-15', '2026-10-05', null]::date[])[1 + member_id % 4],
      visits_30d = member_id % 5, plan_code = (array['REG', 'DAY', ''])[1 + member_id % 3]`)
  }, 120_000)

  const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
  const filters = fc.record({
    status: maybe(['active', 'waiting']),
    contractStatus: maybe(valuesOf(contractStatusWords)),
    planCode: maybe(codes),
    joinedFrom: maybe(days),
    joinedTo: maybe(days),
    lastVisitFrom: maybe(days),
    lastVisitTo: maybe(days),
    unpaid: maybe(['true']),
    tag: maybe(['朝型', '法人', '無い']),
    trainer: maybe([true]),
    trainerApproval: maybe(['toApprove', 'waiting']),
    alert: maybe(['true']),
    leanBody: maybe(['true', 'false']),
    locked: maybe(['true']),
    keyword: maybe(['ヤ', 'ヤマ', 'ヤマモト', '山', '本一', 'K100', 'モトハ']),
    sortKey: fc.constantFrom(...memberList.sortKeys),
    sortDir: fc.constantFrom('asc', 'desc'),
    shop: maybe([0, 1]),
    who: fc.constantFrom(0, 1),
  })

  test('and every page has its rows, for any filters, keyword and order', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(filters, async ({ shop, who, trainer, ...filter }) => {
        const { token, sees } = tokens[who] as (typeof tokens)[number]
        const filters = {
          ...filter,
          ...(shop !== undefined && { shopId: shops[shop] as string }),
          ...(trainer && { trainerStaffId: trainerPerson.staffId }),
        }
        const expected = await plainly(sees, filters)
        const query = new URLSearchParams(
          Object.entries(filters).filter(([, value]) => value !== undefined) as [string, string][],
        )
        const pages: string[] = []
        for (let offset = 0; ; offset += 17) {
          const { json } = await list(`${query}&offset=${offset}&limit=17`, token)
          expect(json.paging.total).toBe(expected.length)
          pages.push(...json.list.map((row: { id: string }) => row.id))
          if (json.list.length < 17) break
        }
        expect(pages).toEqual(expected)
      }),
      runs(30),
    )
  })

  /** The search without any index: every row is checked in turn. */
  async function plainly(sees: string[], query: Record<string, string | undefined>): Promise<string[]> {
    interface Row extends Record<string, unknown> {
      id: number
      userId: number
      shop: string
    }
    const { rows } = await api.db.execute<Row>(sql`
      select m.id, m.user_id as "userId", m.shop_id::text as shop, m.status, m.contract_status as "contractStatus", l.plan_code as "planCode",
        m.joined_on::text as "joinedOn", l.last_visit_on::text as "lastVisitOn", l.visits_30d as "visits30d",
        m.tags, m.trainer_staff_id::text as trainer, m.trainer_approved_at is not null as approved, m.alert_note as "alertNote", m.with_lean_body_content as "leanBody",
        m.locked_with_lean_body_content or m.locked_has_active_plan as locked, m.unpaid_amount as "unpaidAmount", m.member_no as "memberNo", l.kana,
        m.last_name || m.first_name as name, concat(m.last_name_kana, m.first_name_kana) as reading,
        concat_ws(' ', m.last_name, m.first_name, m.last_name_kana, m.first_name_kana) as words
      from member m join member_list l on l.member_id = m.id`)
    const day = (value: unknown) => value as string | null
    const matches = (row: Row, keyword: string) =>
      keyword.length === 1
        ? (row.words as string).split(' ').some((word) => word.startsWith(keyword))
        : [row.name, row.reading, ...(keyword.length > 2 ? [row.memberNo] : [])].some((text) =>
            (text as string).includes(keyword),
          )
    const kept = rows.filter(
      (row) =>
        sees.includes(row.shop) &&
        (!query.shopId || row.shop === query.shopId) &&
        (!query.status || row.status === query.status) &&
        (!query.contractStatus || row.contractStatus === query.contractStatus) &&
        (!query.planCode || row.planCode === query.planCode) &&
        (!query.joinedFrom || (day(row.joinedOn) ?? '') >= query.joinedFrom) &&
        (!query.joinedTo || (day(row.joinedOn) ?? '9') <= query.joinedTo) &&
        (!query.lastVisitFrom || (day(row.lastVisitOn) ?? '') >= query.lastVisitFrom) &&
        (!query.lastVisitTo || (day(row.lastVisitOn) ?? '') <= query.lastVisitTo) &&
        (!query.unpaid || Number(row.unpaidAmount) > 0) &&
        (!query.tag || (row.tags as string[]).includes(query.tag)) &&
        (!query.trainerStaffId || row.trainer === query.trainerStaffId) &&
        // Both callers may approve each of them.
        (!query.trainerApproval || (query.trainerApproval === 'toApprove' && row.trainer !== null && !row.approved)) &&
        (!query.alert || row.alertNote !== null) &&
        (!query.leanBody || String(row.leanBody) === query.leanBody) &&
        (!query.locked || row.locked) &&
        (!query.keyword || matches(row, query.keyword)),
    )
    const down = query.sortDir === 'desc' ? -1 : 1
    const key = (row: Row) => row[query.sortKey as string] as string | number | null
    return kept
      .sort((a, b) => {
        const [x, y] = [key(a), key(b)]
        if (x !== y) {
          if (x === null) return 1
          if (y === null) return -1
          return (x < y ? -1 : 1) * down
        }
        return (a.id - b.id) * down
      })
      .map((row) => String(row.userId))
  }
})

describe('the list as CSV', () => {
  const csv = async (query: string, token = manager) => {
    const answer = await api.get(`/api/admin/user/member/list?${query}`, { token, headers: { accept: 'text/csv' } })
    const { data } = papa.parse<string[]>(answer.text.replace('\uFEFF', '').trimEnd())
    return { answer, header: data[0], rows: data.slice(1) }
  }

  test('has a Japanese name with the shop, leading zeros, and nothing that a spreadsheet would execute', async () => {
    const { answer, header, rows } = await csv(`shopId=${own}`)
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toMatch(
      /会員一覧_新宿店_20261121_1000\.csv$/,
    )
    expect(answer.text.startsWith('\uFEFF会員番号,氏名,フリガナ,')).toBe(true)
    expect(rows).toHaveLength(5)
    const cell = (name: string, title: string) =>
      rows.find((row) => row[1]?.includes(name))?.[(header as string[]).indexOf(title)]
    expect(cell('佐藤', '電話番号')).toBe('090-1234-5678')
    expect(cell('佐藤', '入会日')).toBe('2025/04/01')
    expect(cell('佐藤', '未収金（円）')).toBe('8800')
    expect(cell('佐藤', 'タグ')).toBe('朝型、法人')
    expect(cell('佐藤', 'LEAN BODY')).toBe('利用不可')
    expect(answer.text).not.toMatch(/(^|,|")=SUM/m)
  })

  test('is audited with the shop before it is sent', async () => {
    const before = await count()
    await csv(`shopId=${own}`)
    expect(await count()).toBe(before + 1)
    async function count() {
      const { rows } = await api.db.execute<{ n: number }>(
        sql`select count(*)::integer as n from audit_log where action = 'member.list.export' and shop_id = ${Number(own)}`,
      )
      return rows[0]?.n ?? 0
    }
  })

  test.each(memberList.sortKeys.flatMap((key) => ['asc', 'desc'].map((direction) => [key, direction] as const)))(
    'has every row of the list once, sorted by %s %s, over several pages',
    async (sortKey, sortDir) => {
      const query = `sortKey=${sortKey}&sortDir=${sortDir}`
      const { json } = await list(`${query}&limit=500`, head)
      const { rows } = await csv(query, head)
      expect(rows.map((row) => row[0])).toEqual(json.list.map((row: { memberNo: string }) => row.memberNo))
    },
  )

  test('is refused for a trainer', async () => {
    expect((await csv('', trainer)).answer.status).toBe(403)
  })
})

test('names that begin with the keyword come first, by name or reading, also on later pages', async () => {
  const shop = await api.makeShop()
  const token = await api.as({ role: 'level3', shops: [shop] })
  const people = [
    ['佐藤', '愛', 'サトウ', 'アイ'],
    ['伊藤', '藤太', 'イトウ', 'トウタ'],
    ['藤堂', '花', 'トウドウ', 'ハナ'],
    ['東野', '学', 'トウノ', 'マナブ'],
    ['後藤', '登', 'ゴトウ', 'ノボル'],
  ] as const
  for (const [lastName, firstName, lastNameKana, firstNameKana] of people) {
    await api.makeMember(shop, { lastName, firstName, lastNameKana, firstNameKana })
  }
  const matching = (keyword: string, more = '') =>
    names(`sortKey=match&keyword=${encodeURIComponent(keyword)}${more}`, token)
  expect(await matching('とう')).toEqual(['藤堂', '東野', '伊藤', '後藤', '佐藤'])
  expect(await matching('ﾄｳ', '&limit=2')).toEqual(['藤堂', '東野'])
  expect(await matching('藤')).toEqual(['藤堂', '伊藤'])
  expect(await matching('とう', '&sortDir=desc')).toEqual(['佐藤', '後藤', '伊藤', '東野', '藤堂'])
  expect(await names('sortKey=match', token)).toEqual(await names('sortKey=kana', token))
})

test('the staff table is not used to look up members', async () => {
  const [someone] = await api.db.select({ userId: staff.userId }).from(staff).limit(1)
  expect((await api.get(`/api/admin/user/${someone?.userId}?type=member`, { token: head })).status).toBe(404)
})

// Last, because it makes many members.
test('a page of many members is the pages of few one after the other, and no statement reads more than a hundred', async () => {
  const shop = await api.makeShop({ name: '頁店' })
  for (let at = 0; at < 130; at += 1)
    await api.makeMember(shop, { lastName: '頁数', joinedOn: at % 3 ? '2026-01-01' : null })
  const ids = async (query: string) =>
    (await api.get(`/api/admin/user/member/list?${query}`, { token: head })).json.list.map(
      ({ id }: { id: string }) => id,
    )
  for (const query of [`shopId=${shop}&sortKey=joinedOn&sortDir=desc`, 'keyword=頁数&sortKey=memberNo&sortDir=asc']) {
    const pages: string[] = []
    for (const offset of [0, 65]) pages.push(...(await ids(`${query}&limit=65&offset=${offset}`)))
    expect(await ids(`${query}&limit=500`)).toEqual(pages)
    expect(new Set(pages).size).toBe(130)
  }
  const read: number[] = []
  await inScope(api.database, { shops: 'all' }, 'read', async (scoped) => {
    const counting = new Proxy(scoped, {
      get: (target, key) =>
        key !== 'execute'
          ? Reflect.get(target, key)
          : async (query: SQL) => {
              const answer = await target.execute<{ rows?: object[] }>(query)
              read.push((answer.rows[0]?.rows ?? []).filter((row) => 'lastName' in row).length)
              return answer
            },
    })
    const sight = { shops: 'all' as const, contact: true, now: api.time.now, approves: true }
    const order = { sortKey: 'memberNo', sortDir: 'asc', offset: 0, limit: 500 } as const
    expect((await listMembers(counting, sight, { ...order, shopId: shop })).rows).toHaveLength(130)
    expect((await listMembers(counting, sight, { ...order, keyword: '頁数' })).rows).toHaveLength(130)
  })
  expect(Math.max(...read)).toBe(100)
})
