import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { dataState } from '../db/schema/derived.ts'
import { inScope } from '../db/scope.ts'
import { digestByShop, digestPage, sendDigest, writeDigests } from './digest.ts'
import type { DigestJob } from './jobs.ts'

// Monday 2026-06-15, after the week from 8 to 14 June.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 4 })
  await club.happened('2026-06-14', {})
  await years()
  await club.db.execute(sql`select setval(pg_get_serial_sequence('user_account', 'id'), 100)`)
})
afterAll(() => club.close())

const appUrl = 'https://desk.example.jp'
const at = (time: string) => new Date(`${time}+09:00`)

/** Two years of days of both shops, which are as usual. */
async function years() {
  const days = sql`(select date::date, row_number() over () as n from generate_series('2024-06-01'::date, '2026-06-30', '1 day') date) day`
  await club.db.execute(sql`
    insert into shop_day (shop_id, date, admissions, readmissions, transfer_in, withdrawals, transfer_out, closing, suspended,
      visits, visitors)
    select shop_id, date, 1, 0, 0, 1, 0, 500, 0, 0, 40 from generate_series(1, 2) shop_id, ${days}`)
  await club.db.execute(sql`
    insert into shop_day_sales (shop_id, date, category, gross, refund, tax)
    select shop_id, date, category, 20000 + 1000 * (n % 5), 0, 0
    from generate_series(1, 2) shop_id, unnest(array['ticket', 'product']) category, ${days}`)
  await club.db.execute(sql`insert into data_period (kind, first_on, last_on)
    select kind, '2024-06-01', null from unnest(array['contracts', 'leavers', 'visits', 'bookings', 'sales', 'bills', 'leads']) kind`)
}

/** The last week of shop 1 is so many times as it usually is. */
async function lastWeek({ visits = 1, tickets = 1 }: { visits?: number; tickets?: number }) {
  const times = (by: number) =>
    sql`case when shop_id = 1 and date between '2026-06-08' and '2026-06-14' then ${by}::float8 else 1 end`
  await club.db.execute(sql`truncate digest_subscription`)
  await club.db.execute(
    sql`update shop_day set visits = round((50 + extract(day from date)::integer % 5) * ${times(visits)})`,
  )
  await club.db.execute(sql`update shop_day_sales set gross = round((20000 + 1000 * (extract(day from date)::integer % 5)) * ${times(tickets)})
    where category = 'ticket'`)
}

/** Without a recount, which would find none of these days' facts. */
const reach = (to: string) =>
  club.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.update(dataState).set({ dataAsOf: at(to) })
  })

/** A member of staff with a subscription; works at both shops. */
async function subscriber(role: string, rhythm = 'week') {
  await club.db.execute(sql`
    with account as (insert into user_account (type) values ('staff') returning id),
    person as (
      insert into staff (user_id, email, display_name, role, is_admin, status)
      select id, 'staff' || id || '@example.jp', '試し 花子', ${role}, false, 'active' from account returning id
    ),
    shops as (insert into shop_staff (staff_id, shop_id, is_main) select id, shop, false from person, generate_series(1, 2) shop)
    insert into digest_subscription (staff_id, rhythm, stop_token)
    select id, ${rhythm}, lpad(id::text, 22, 'x') from person`)
  const { rows } = (await club.db.execute(sql`select max(staff_id) as id from digest_subscription`)) as unknown as {
    rows: { id: number }[]
  }
  return String(rows[0]?.id)
}

/** What is due then, as jobs. */
async function written(now: string): Promise<DigestJob[]> {
  const jobs: DigestJob[] = []
  await writeDigests(
    {
      database: club.database,
      jobs: {
        ready: async () => {},
        add: async (_: unknown, __: string, job: object) => void jobs.push(job as DigestJob),
      },
    },
    at(now),
  )
  return jobs
}

/** The letters that these jobs send. */
async function sent(jobs: readonly DigestJob[], now = '2026-06-15T08:05:00') {
  const letters: { to: string; text: string; unsubscribeUrl?: string | null }[] = []
  const send = async (to: string, letter: { text: string }) => void letters.push({ to, ...letter })
  for (const job of jobs) await sendDigest({ database: club.database, send, appUrl, clock: () => at(now) }, job)
  return letters
}

beforeEach(() => lastWeek({ visits: 0.6 }))

test('a fall of visits is told on Monday at 8, once, with its usual range and a link to the report', async () => {
  await subscriber('level3')
  expect(await written('2026-06-15T07:59:00')).toEqual([])
  const jobs = await written('2026-06-15T08:00:00')
  expect(jobs).toHaveLength(1)
  expect(await written('2026-06-15T08:15:00')).toEqual([])
  const [letter, ...others] = await sent(jobs)
  expect(others).toEqual([])
  expect(letter?.text).toMatch(
    /店舗1の来館は、6月8日〜6月14日に2\d\d回で、いつもの範囲（\d+回〜\d+回）を下回りました。/,
  )
  expect(letter?.text).not.toContain('店舗2')
  expect(letter?.text).toMatch(/前の4週の平均は3\d\d回です。/)
  expect(letter?.text).toContain(`${appUrl}/dashboard?shop=1&month=2026-06&why=visits.mean.week-2026-06-08`)
  expect(letter?.unsubscribeUrl).toMatch(/\/unsubscribe\?digest=[\w-]{22}$/)
})

test('nothing is sent of a week in which nothing is beyond chance', async () => {
  await lastWeek({})
  await subscriber('level3')
  const jobs = await written('2026-06-15T08:00:00')
  expect(await sent(jobs)).toEqual([])
  expect(await sent(jobs.map((job) => ({ ...job, isAskedFor: true as const })))).toHaveLength(1)
})

test('on other days and after 20 o’clock nothing is written', async () => {
  await subscriber('level3')
  expect(await written('2026-06-16T08:00:00')).toEqual([])
  expect(await written('2026-06-15T20:00:00')).toEqual([])
})

test('the page waits until the data reach the end of the week', async () => {
  await subscriber('level3')
  await reach('2026-06-13T23:59:59')
  expect(await written('2026-06-15T08:00:00')).toEqual([])
  await reach('2026-06-14T23:59:59')
  expect(await written('2026-06-15T11:00:00')).toHaveLength(1)
})

test('who subscribed to months gets one on the 1st, of the month before', async () => {
  await subscriber('level3', 'month')
  expect(await written('2026-06-15T08:00:00')).toEqual([])
  await reach('2026-06-30T23:59:59')
  expect(await written('2026-07-01T08:00:00')).toMatchObject([{ rhythm: 'month', day: '2026-07-01' }])
  await reach('2026-06-14T23:59:59')
})

test('money is in the page of who may see it only, with the kind of sale that it comes from', async () => {
  await lastWeek({ tickets: 0.2 })
  await subscriber('level2')
  await subscriber('level3')
  const letters = await sent(await written('2026-06-15T08:00:00'))
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toMatch(
    /店舗1の会費以外の売上は、.*前の4週の平均は[\d,]+円です。主に種別「チケット」によります（前の4週の平均[\d,]+円、この週[\d,]+円）。/,
  )
})

test.each([
  ['has lost the right', sql`role = 'level1'`],
  ['is suspended', sql`status = 'suspended'`],
])('who %s meanwhile gets nothing', async (_, change) => {
  const id = await subscriber('level3')
  const jobs = await written('2026-06-15T08:00:00')
  await club.db.execute(sql`update staff set ${change} where id = ${id}`)
  expect(await sent(jobs)).toEqual([])
})

test('a shop that was taken away meanwhile is not in the page', async () => {
  const id = await subscriber('level3')
  const jobs = await written('2026-06-15T08:00:00')
  await club.db.execute(sql`delete from shop_staff where staff_id = ${id} and shop_id = 1`)
  expect(await sent(jobs)).toEqual([])
})

test('who ends it by the link of a letter gets nothing from then on, and nobody else is ended', async () => {
  const [one, other] = [await subscriber('level3'), await subscriber('level3')]
  const jobs = await written('2026-06-15T08:00:00')
  await inScope(club.database, { shops: [] }, 'write', (scoped) =>
    scoped.execute(sql`select stop_digest(${one.padStart(22, 'x')})`),
  )
  const letters = await sent(jobs)
  expect(letters.map(({ to }) => to)).toEqual([expect.stringContaining('@example.jp')])
  expect(jobs.map(({ staffId }) => staffId).sort()).toEqual([one, other].sort())
})

const headOffice = { role: 'all', isAdmin: false, shopStaffList: [], staffId: '1', sid: '' } as never
const pageOf = (today = '2026-06-15') =>
  inScope(club.database, { shops: ['1'] }, 'read', (scoped) =>
    digestPage(scoped, headOffice, { rhythm: 'week', today }),
  )

/** 休館日 of shop 1 in the last week, on which nobody came. */
async function closed(days: string[]) {
  await club.db.execute(sql`update shop set holidays = ${`{${days.join(',')}}`}::date[] where id = 1`)
  await club.db.execute(
    sql`update shop_day set visits = 0 where shop_id = 1 and date = any(${`{${days.join(',')}}`}::date[])`,
  )
}

test.each([1, 2, 3, 5])('a week with %d 休館日 is no fall: the other days are as usual', async (count) => {
  await lastWeek({})
  await closed(['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'].slice(0, count))
  expect((await pageOf())?.findings).toEqual([])
  await closed([])
})

test('a fall on the open days of a week with two 休館日 is found', async () => {
  await lastWeek({ visits: 0.5 })
  await closed(['2026-06-09', '2026-06-10'])
  expect((await pageOf())?.findings).toMatchObject([{ shopId: '1', figure: 'visits' }])
  await closed([])
})

test('where no group carries half of the change, no reason is given', async () => {
  // The visits of these days belong to no member, so that no group of members has moved: 「なぜ」 names nobody.
  const page = await pageOf()
  expect(page?.findings).toMatchObject([{ figure: 'visits', reason: '' }])
})

test('a page that could not be written says so in the next one, though nothing else is beyond chance', async () => {
  await lastWeek({})
  const id = await subscriber('level3')
  await club.db.execute(sql`update digest_subscription set seen_to = '2026-05-25' where staff_id = ${id}`)
  const [letter] = await sent(await written('2026-06-15T08:00:00'))
  expect(letter?.text).toContain(
    '6月1日〜6月7日は、月曜の一枚をお送りできませんでした。その期間の変化は判断していません。',
  )
  expect(letter?.text).toContain('偶然の範囲を超えた変化はありませんでした。')
})

test('after a page of the week before, or for a new subscriber, nothing is said to be missing', async () => {
  const [id] = [await subscriber('level3'), await subscriber('level3')]
  await club.db.execute(sql`update digest_subscription set seen_to = '2026-06-01' where staff_id = ${id}`)
  const letters = await sent(await written('2026-06-15T08:00:00'))
  expect(letters).toHaveLength(2)
  for (const { text } of letters) expect(text).not.toContain('お送りできませんでした')
})

/** 今夜の一枚 of one who works at these shops. */
const byShop = (role = 'level4', shops = ['1', '2'], today = '2026-06-15') =>
  inScope(club.database, { shops }, 'read', (scoped) =>
    digestByShop(scoped, { role, isAdmin: false, shopStaffList: shops.map((shopId) => ({ shopId })) } as never, today),
  )

test('今夜の一枚 has the sentence of 月曜の一枚 for the shop beyond chance, and says that the other is as usual', async () => {
  const page = await byShop()
  const letter = await pageOf()
  expect(page).toMatchObject({
    ...{ from: '2026-06-08', to: '2026-06-14', isOld: false, others: 0, usual: 1, unjudged: [], together: null },
    shops: [{ shopId: '1', shopName: '店舗1', figure: 'visits', side: 'below', also: [] }],
  })
  expect(page?.shops[0]?.sentence).toMatch(/^店舗1の来館は、6月8日〜6月14日に2\d\d回で、いつもの範囲/)
  expect(page?.shops[0]?.path).toBe(letter?.findings[0]?.path)
})

test('今夜の一枚 says which 退会 is known to come to a shop beyond chance', async () => {
  await club.db.execute(sql`
    insert into membership_interval (member_id, from_on, until_on, shop_id, contract_id, suspended, enters_suspension, span_no,
      starts_span, ends_span, span_start, span_end)
    select member, '2025-01-01', until_on, 1, member, false, false, 1, true, true, '2025-01-01', until_on
    from (values (1, '2026-06-14'::date), (2, '2026-06-15'), (3, '2026-06-30'), (4, '2026-07-01')) ends (member, until_on)`)
  // Two of them after the data date and before the month is over; no closed month says how many more will be requested.
  expect((await byShop())?.shops[0]?.ahead).toEqual({ month: '2026-06', known: 2, landing: null })
  await club.db.execute(sql`delete from membership_interval`)
})

test('without a change every shop is as usual, and a correction of the judged week is judged at once', async () => {
  await lastWeek({})
  expect(await byShop()).toMatchObject({ shops: [], usual: 2, unjudged: [] })
  await lastWeek({ visits: 0.6 })
  expect(await byShop()).toMatchObject({ shops: [{ shopId: '1' }], usual: 1 })
})

test('one sees the shops that one works at, a trainer no money, and without a shop nothing', async () => {
  await lastWeek({ visits: 0.6, tickets: 0.2 })
  expect(await byShop('level3', ['2'])).toMatchObject({ shops: [], usual: 1 })
  expect((await byShop('level3', ['1']))?.shops).toMatchObject([{ figure: 'sales', also: ['visits'] }])
  expect((await byShop('level2', ['1']))?.shops).toMatchObject([{ figure: 'visits', also: [] }])
  expect(await byShop('level4', [])).toMatchObject({ shops: [], usual: 0, unjudged: [] })
  expect(await byShop('level1')).toBeNull()
})

test('a shop of less than half a year is named, not counted as usual', async () => {
  await club.db.execute(sql`update shop set opened_on = '2026-03-01' where id = 2`)
  expect(await byShop()).toMatchObject({
    usual: 0,
    unjudged: [{ shopName: '店舗2', figures: ['admissions', 'withdrawals', 'visits', 'sales'], isYoung: true }],
  })
  await club.db.execute(sql`update shop set opened_on = '2020-04-01' where id = 2`)
})

test('of old data the last week that they reach is judged, and said to be old', async () => {
  await reach('2026-06-10T12:00:00')
  expect(await byShop()).toMatchObject({ from: '2026-06-01', to: '2026-06-07', isOld: true, shops: [], usual: 2 })
  await reach('2026-06-14T23:59:59')
})
