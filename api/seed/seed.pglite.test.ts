import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprints } from '../../tests/support/api.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import type { Database } from '../db/client.ts'
import { dailyLog } from '../db/schema/daily-log.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import { createPasswords } from '../identity/password.ts'
import { demoSealing, placeOfDay } from '../lib/sealing.ts'
import type { LoggedDay } from './daily-log-days.ts'
import { isEmpty, type SeedOptions, seed } from './seed.ts'

const until = '2026-11-20'

async function seeded(options: Partial<SeedOptions> = {}): Promise<Database> {
  const database = await openTestDatabase()
  await seed(database, { until, members: 900, shops: 6, months: 13, ...options })
  return database
}

let club: Database
beforeAll(async () => {
  club = await seeded()
})
afterAll(() => club.close())

async function rowsOf<Row extends Record<string, unknown>>(query: string): Promise<Row[]> {
  return (await club.db.execute<Row>(query)).rows
}
const countOf = async (query: string) =>
  (await rowsOf<{ n: number }>(`select count(*)::integer as n from ${query}`))[0]?.n

/** Every logged day, decrypted. */
async function openedDays({ db }: Database): Promise<LoggedDay[]> {
  const days = await db.select().from(dailyLog).orderBy(dailyLog.id)
  return days.map(
    ({ memberId, kind, date, source, recordedAt, keyId, sealed }) =>
      ({
        ...{ memberId, kind, date, source, recordedAt },
        log: demoSealing.open(placeOfDay(kind, memberId, date), keyId, sealed),
      }) as unknown as LoggedDay,
  )
}

describe('the demo chain', () => {
  test('is identical row by row for the same data date, and differs for another', { timeout: 600_000 }, async () => {
    const small = { members: 60, shops: 2, months: 3 }
    const [one, same, later] = [
      await seeded(small),
      await seeded(small),
      await seeded({ ...small, until: '2026-11-19' }),
    ]
    const prints = await Promise.all([one, same, later].map(fingerprints))
    // Random values differ: the salt of the demo password, the 配信停止 tokens, and the encryption of health data.
    const differing = ['staff', 'mail_recipient', 'daily_log', 'daily_log_week']
    for (const print of prints) for (const table of differing) delete print[table]
    expect(prints[1]).toEqual(prints[0])
    expect(prints[2]?.visit).not.toEqual(prints[0]?.visit)
    const health = await Promise.all([one, same].map(openedDays))
    expect(health[0]?.length).toBeGreaterThan(500)
    expect(health[1]).toEqual(health[0])
    for (const database of [one, same, later]) await database.close()
  })

  test('has six shops of two companies, two of them a franchise, 新宿店 run directly', async () => {
    expect(await rowsOf(`select name, owner_type, company_id from shop order by sort_order`)).toEqual([
      { name: '新宿店', owner_type: 'direct', company_id: 1 },
      { name: '渋谷店', owner_type: 'direct', company_id: 1 },
      { name: '池袋店', owner_type: 'direct', company_id: 1 },
      { name: '横浜店', owner_type: 'direct', company_id: 1 },
      { name: '大宮店', owner_type: 'franchise', company_id: 2 },
      { name: '川越店', owner_type: 'franchise', company_id: 2 },
    ])
    expect(await countOf(`shop where monthly_targets is null`)).toBe(0)
  })

  test('has announcements in every state and of every kind, all for existing shops', async () => {
    const today = `'2026-11-21T12:00:00+09:00'::timestamptz`
    const states = await rowsOf<{ state: string; n: number }>(`
      select case when status <> 'active' then status
        when publish_to <= ${today} then 'over' when publish_from > ${today} then 'scheduled' else 'published' end as state,
        count(*)::integer as n
      from announcement group by 1 order by 1`)
    expect(states.map(({ state }) => state)).toEqual(['disabled', 'over', 'pending', 'published', 'scheduled'])
    expect(states.reduce((sum, { n }) => sum + n, 0)).toBe(42)
    expect(await countOf(`announcement where body ~ '<(script|img|div)' or search_text = ''`)).toBe(0)
    expect(await countOf(`announcement, unnest(target_shop_ids) as one where one not in (select id from shop)`)).toBe(0)
    expect(await countOf(`announcement where created_by is null`)).toBe(0)
  })

  test('has mail templates of every kind and in every state, common and of existing shops', async () => {
    const distinct = (column: string) => rowsOf(`select distinct ${column} as one from mail_template order by 1`)
    expect(await distinct('category')).toEqual([{ one: 'followUp' }, { one: 'marketing' }, { one: 'transactional' }])
    expect(await distinct('status')).toEqual([{ one: 'active' }, { one: 'disabled' }, { one: 'pending' }])
    expect(await distinct('target_scope')).toEqual([{ one: 'all' }, { one: 'shops' }])
    expect(await countOf(`mail_template, unnest(target_shop_ids) as one where one not in (select id from shop)`)).toBe(
      0,
    )
    expect(await countOf(`mail_template where created_by is null or search_text = ''`)).toBe(0)
  })

  test('has daily reports in every state, a few of yesterday’s missing, one with an incident and one with a till difference', async () => {
    const states = await rowsOf<{ status: string }>(`select distinct status from daily_report order by 1`)
    expect(states.map(({ status }) => status)).toEqual(['approved', 'draft', 'returned', 'submitted'])
    expect(await countOf(`daily_report where date = '2026-11-20'`)).toBeLessThan(6)
    expect(await countOf(`daily_report where has_incident`)).toBeGreaterThan(0)
    expect(await countOf(`daily_report where cash_diff <> 0 and cash_comment is null`)).toBe(0)
    expect(await countOf(`daily_report where cash_diff <> 0`)).toBeGreaterThan(0)
    // Figures at submission equal the rollups, except for the few whose visits were corrected since.
    expect(
      await countOf(`daily_report r join shop_day d using (shop_id, date)
        where r.as_submitted -> 'figures' ->> 'visitCount' <> d.visits::text`),
    ).toBeLessThan(20)
    expect(await countOf(`daily_report where approver_id = any(writer_ids)`)).toBe(0)
  })

  test('has the accounts of the README, all with the demo password', async () => {
    const accounts = await rowsOf<{ password_hash: string }>(`
      select email, role, is_admin, s.status, password_hash,
        coalesce((select string_agg(shop.name, ' ' order by shop.id) from shop_staff
          join shop on shop.id = shop_id where staff_id = s.id), '') as shops
      from staff s where password_hash is not null order by s.id`)
    expect(accounts.map(({ password_hash: _, ...account }) => account)).toEqual([
      { email: 'partner@example.jp', role: 'level1', is_admin: false, status: 'active', shops: '新宿店' },
      { email: 'trainer@example.jp', role: 'level2', is_admin: false, status: 'active', shops: '新宿店' },
      { email: 'manager@example.jp', role: 'level3', is_admin: false, status: 'active', shops: '新宿店' },
      { email: 'owner@example.jp', role: 'level4', is_admin: false, status: 'active', shops: '大宮店 川越店' },
      { email: 'head@example.jp', role: 'all', is_admin: false, status: 'active', shops: '' },
      { email: 'admin@example.jp', role: 'all', is_admin: true, status: 'active', shops: '' },
      { email: 'suspended@example.jp', role: 'level3', is_admin: false, status: 'suspended', shops: '新宿店' },
    ])
    expect(await createPasswords().verify('asa-no-rajio-taiso', accounts[0]?.password_hash)).toBe(true)
  })

  test('leaves next to no log files behind: what is on disk is the data', async () => {
    const [log] = await rowsOf<{ bytes: string }>('select sum(size) as bytes from pg_ls_waldir()')
    expect(Number(log?.bytes)).toBeLessThanOrEqual(3 * 16 * 1024 * 1024)
  })

  test('covers its months up to the data date and nothing after it', async () => {
    const [facts] = await rowsOf(`
      select to_char(min(entered_at at time zone 'Asia/Tokyo'), 'YYYY-MM-DD') as first,
        to_char(max(entered_at at time zone 'Asia/Tokyo'), 'YYYY-MM-DD') as last,
        to_char((select max(settled_at) at time zone 'Asia/Tokyo' from sale), 'YYYY-MM-DD') as sale,
        to_char((select max(date) from shop_day), 'YYYY-MM-DD') as rollup
      from visit`)
    expect(facts).toEqual({ first: '2025-11-01', last: until, sale: until, rollup: until })
  })

  test('has about as many members as requested', async () => {
    const closing = await rowsOf<{ n: number }>(
      `select sum(closing)::integer as n from shop_day where date = '${until}'`,
    )
    expect(closing[0]?.n).toBeGreaterThan(900 * 0.9)
    expect(closing[0]?.n).toBeLessThan(900 * 1.1)
  })

  test.each([
    ['契約中', `member where contract_status = 'active' and status = 'active'`],
    ['未契約', `member where contract_status = 'waiting' and joined_on is null`],
    ['休会中', `member where contract_status = 'suspended' and status = 'waiting'`],
    ['退会', `member where contract_status = 'cancel' and cancelled_on <= '${until}'`],
    ['手動で固定', `member where locked_has_active_plan and has_active_plan and contract_status = 'cancel'`],
    ['復会', `membership_interval where span_no > 1 and starts_span and from_on <= '${until}'`],
    [
      '退会 on the 10th and 復会 on the 20th',
      `membership_interval a join membership_interval b using (member_id)
        where extract(day from a.span_end) = 10 and b.span_start = a.span_end + 10`,
    ],
    ['転入', `membership_interval where came_from_shop_id is not null and from_on <= '${until}'`],
    [
      'プラン変更 at the turn of a month',
      `contract a join contract b using (member_id) where a.kind = 'regular' and b.kind = 'regular'
        and b.start_on = a.end_on + 1 and a.plan_id <> b.plan_id and extract(day from b.start_on) = 1`,
    ],
    ['休会からの復帰', `membership_interval where not suspended and not starts_span and from_on <= '${until}'`],
    [
      'overlapping contracts',
      `contract a join contract b using (member_id) where a.kind = 'regular' and b.kind = 'regular'
        and a.start_on < b.start_on and b.start_on <= a.end_on`,
    ],
    ['退会予定', `membership_interval where ends_span and until_on > '${until}'`],
    ['入会予定', `membership_interval where starts_span and from_on > '${until}'`],
    ['休会予定', `membership_interval where enters_suspension and from_on > '${until}'`],
    ['未払い', `billing where status = 'unpaid'`],
    ['決済エラー', `billing where status = 'error'`],
    ['請求前の口座振替', `billing where status = 'pending' and due_on = '2026-11-27'`],
    ['未収金のある会員', `member where unpaid_amount > 0`],
    ['返金', `sale where refund_of is not null`],
    ['無断キャンセル', `reservation where status = 'noShow'`],
    ['直前キャンセル', `reservation where status = 'lateCancelled'`],
    ['予約済', `reservation where status = 'booked' and start_at > '${until} 23:59+09'`],
    ['キャンセル待ち', `reservation where status = 'waitlisted'`],
    ['ゲストの来館', `visit where member_id is null`],
    ['他店利用', `visit where shop_id <> home_shop_id`],
    ['クラスのチェックイン', `visit where source = 'checkin' and reservation_id is not null`],
    ['入会した体験', `lead where kind = 'trial' and member_id is not null`],
    ['招待中のスタッフ', `staff where status = 'waiting'`],
  ])('shows %s', async (_, query) => {
    expect(await countOf(query)).toBeGreaterThan(0)
  })

  test('has names from 2 to 20 characters, readings in katakana, valid telephones and postal codes', async () => {
    expect(
      await rowsOf(`select min(length(last_name || first_name)) as shortest, max(length(last_name || first_name)) as longest
        from member`),
    ).toEqual([{ shortest: 2, longest: 20 }])
    expect(
      await countOf(`member where last_name_kana || first_name_kana !~ '^[ァ-ヶー ]+$' or tel !~ '^0900\\d{7}$'
        or zip_code !~ '^\\d{7}$' or email !~ '^[a-z.]+\\d+@example\\.jp$'`),
    ).toBe(0)
  })

  test('is consistent: status follows the plan, no one leaves before joining, nothing is known too early', async () => {
    expect(await countOf(`member where (status = 'active') <> has_active_plan`)).toBe(0)
    expect(await countOf(`member where cancelled_on < joined_on`)).toBe(0)
    expect(await countOf(`contract where cancel_requested_on > coalesce(end_on, cancel_requested_on)`)).toBe(0)
    // A request after the data date is not known yet.
    expect(await countOf(`contract where contracted_on > '${until}' or cancel_requested_on > '${until}'`)).toBe(0)
  })

  test('resembles a club: April joins most, people visit 6.4 times a month, nine tenths of sales are dues', async () => {
    const [shape] = await rowsOf<Record<string, number>>(`
      select
        (select extract(month from date)::integer from shop_day where date between '2025-11-01' and '2026-10-31'
          group by 1 order by sum(admissions) desc limit 1) as busiest,
        (select sum(gross - refund) filter (where category = 'membershipFee')::double precision / sum(gross - refund)
          from shop_day_sales where date between '2025-12-01' and '2026-10-31') as dues,
        (select sum(visits)::double precision / 11 from shop_day where date between '2025-12-01' and '2026-10-31')
          / (select avg(operating) from (
              select sum(closing - suspended) as operating from shop_day
              where date between '2025-12-01' and '2026-10-31' group by date) d)::double precision as visits,
        (select min(visits) from shop_day where date between '2025-11-01' and '${until}') as quietest`)
    expect(shape?.busiest).toBe(4)
    expect(shape?.dues).toBeGreaterThan(0.86)
    expect(shape?.dues).toBeLessThan(0.94)
    expect(shape?.visits).toBeGreaterThan(5.8)
    expect(shape?.visits).toBeLessThan(7)
    expect(shape?.quietest).toBeGreaterThan(0)
  })

  test('has as many 体験 and 見学 in its last days as before, and of people who have not joined', async () => {
    const [leads] = await rowsOf<Record<string, number>>(`
      select count(*) filter (where day > date '${until}' - 14)::double precision as recent,
        count(*) filter (where day > date '${until}' - 14 and member_id is null)::double precision as open,
        count(*) filter (where day <= date '${until}' - 14 and day > date '${until}' - 98)::double precision / 6 as usual
      from (select (at at time zone 'Asia/Tokyo')::date as day, member_id from lead) l`)
    const { recent = 0, open = 0, usual = 0 } = leads ?? {}
    expect(recent / usual).toBeGreaterThan(0.7)
    expect(recent / usual).toBeLessThan(1.3)
    expect(open).toBeGreaterThan(0)
    expect(open).toBeLessThan(recent)
  })

  test('has nobody waiting for a class with a free seat', async () => {
    expect(
      await countOf(`reservation w join slot s on s.id = w.slot_id where w.status = 'waitlisted' and s.capacity > (
        select count(*) from reservation r where r.slot_id = s.id and r.status in ('booked', 'completed', 'noShow'))`),
    ).toBe(0)
  })

  test('keeps the figures of months whose raw visits were deleted, also after a full recomputation', {
    timeout: 600_000,
  }, async () => {
    const small = { members: 80, shops: 2, months: 6 }
    const whole = await seeded(small)
    const cut = await seeded({ ...small, rawVisitMonths: 2 })
    const { rows } = await cut.db.execute<{ first: string }>(`
      select to_char(min(entered_at at time zone 'Asia/Tokyo'), 'YYYY-MM-DD') as first from visit`)
    expect(rows[0]?.first).toBe('2026-09-29')
    const figures = await fingerprints(whole)
    const differing = ['visit', 'data_state', 'staff', 'mail_recipient', 'daily_log', 'daily_log_week']
    for (const table of differing) delete figures[table]
    expect(await fingerprints(cut)).toMatchObject(figures)
    await rebuildEverything(cut.db)
    expect(await fingerprints(cut)).toMatchObject(figures)
    for (const database of [whole, cut]) await database.close()
  })

  test('has one member in five with consent to health data, a few who withdrew it, and franchises that some name', async () => {
    const [shares] = await rowsOf<Record<string, number>>(`
      select (select count(*) from member where contract_status in ('active', 'suspended'))::integer as members,
        count(distinct member_id)::integer as agreed,
        count(distinct member_id) filter (where kind = 'location')::integer as location,
        count(distinct member_id) filter (where not agreed)::integer as withdrawn
      from health_consent`)
    const { members = 0, agreed = 0, location = 0, withdrawn = 0 } = shares ?? {}
    expect(Math.round((100 * agreed) / members)).toBe(20)
    expect(location / agreed).toBeGreaterThan(0.5)
    expect(location / agreed).toBeLessThan(0.7)
    expect(withdrawn).toBeGreaterThan(0)
    const named = await rowsOf<{ names: boolean }>(`
      select distinct c.company_ids = array[s.company_id] as names from health_consent c
      join member m on m.id = c.member_id join shop s on s.id = m.shop_id
      where s.owner_type = 'franchise' and c.agreed order by 1`)
    expect(named).toEqual([{ names: false }, { names: true }])
    expect(
      await countOf(`daily_log l left join health_consent c on c.member_id = l.member_id where c.id is null`),
    ).toBe(0)
  })

  test('gives the demo trainer a member who shares her menstrual log, one who does not, one who withdrew consent', async () => {
    const ofTrainer = await rowsOf<{ shares: boolean; withdrawn: boolean }>(`
      select bool_or(kind = 'menstrual' and m.trainer_staff_id = any (shared_staff_ids)) as shares,
        bool_or(kind = 'body' and not agreed) as withdrawn
      from health_consent c join member m on m.id = c.member_id join staff s on s.id = m.trainer_staff_id
      where c.is_current and s.email = 'trainer@example.jp' group by m.id having bool_or(kind = 'menstrual')`)
    expect(ofTrainer).toContainEqual({ shares: true, withdrawn: false })
    expect(ofTrainer).toContainEqual({ shares: false, withdrawn: false })
    expect(ofTrainer).toContainEqual({ shares: false, withdrawn: true })
  })

  test('contains no health data in plain text, and no week to republish', {
    timeout: 600_000,
  }, async () => {
    const days = await openedDays(club)
    expect(new Set(days.map(({ kind }) => kind)).size).toBe(5)
    expect(new Set(days.flatMap(({ log }) => ('mood' in log ? [log.mood] : []))).size).toBe(4)
    const comments = days.flatMap(({ log }) => ('comment' in log && log.comment ? [log.comment] : []))
    const words = [...[...new Set(comments)].slice(0, 2), '"mood"']
    expect(words.length).toBe(3)
    const searched = words.flatMap((word) => [word, Buffer.from(word).toString('hex')])
    const isIn = searched.map((word) => `strpos(row, '${word}') > 0`).join(' or ')
    const tables = await rowsOf<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables)
      expect(await countOf(`(select t::text as row from "${name}" t) r where ${isIn}`), name).toBe(0)
    expect(await countOf('daily_log_change')).toBe(0)
    expect(await countOf('daily_log_week')).toBeGreaterThan(0)
  })

  test('continues the id sequences: the next row does not collide with a seeded one', async () => {
    await club.db.execute(`insert into slot (shop_id, program_name, start_at, end_at, capacity)
      values (1, 'ヨガ', now(), now(), 10)`)
  })

  test('is seeded once: a database with shops is not empty', async () => {
    expect(await isEmpty(club)).toBe(false)
  })

  test('is all or nothing: an interrupted seed leaves the database empty', async () => {
    const database = await openTestDatabase()
    const stop = (done: number) => {
      if (done > 0.5) throw new Error('stopped')
    }
    await expect(seed(database, { until, members: 50, shops: 2, months: 3 }, stop)).rejects.toThrow('stopped')
    expect(await isEmpty(database)).toBe(true)
    await seed(database, { until, members: 50, shops: 2, months: 3 })
    expect(await isEmpty(database)).toBe(false)
    await database.close()
  })
})
