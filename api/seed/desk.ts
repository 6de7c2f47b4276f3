import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { savedView } from '../db/schema/saved-view.ts'
import type { Activity } from './activity.ts'

// Data for the front desk: tickets and their holders, and what staff record about members.

const tickets = [
  { code: 'TRY', name: '体験チケット', type: 'trial', price: 1100, num: 1, validDays: 30, everywhere: true },
  { code: 'TK4', name: 'スタジオ回数券（4回）', type: 'reservation', price: 4400, num: 4, validDays: 90 },
  { code: 'PT4', name: 'パーソナルトレーニング（4回）', type: 'reservation', price: 24200, num: 4, validDays: 180 },
  { code: 'ENT', name: 'ビジター利用券', type: 'entry', price: 2750, num: 1, validDays: 60 },
  { code: 'SCH', name: 'キッズスクール（月4回）', type: 'school', price: 6600, num: 4, validDays: 31 },
] as const

/** The chain's tickets come first, then each shop's own, in the order of the list. */
export async function insertTickets(tx: Db, syncedAt: Date) {
  const rows = tickets.map((one, at) => ({ place: at + 1, everywhere: false, ...one }))
  await tx.execute(sql`
    insert into ticket (external_id, code, name, type, price, num, valid_days, status, target_scope, target_shop_ids,
      last_synced_at)
    select 600 + row_number() over (order by shop_id nulls first, place), code, name, type, price, num, "validDays",
      'active', case when shop_id is null then 'all' else 'shops' end,
      case when shop_id is null then '{}' else array[shop_id] end, ${syncedAt.toISOString()}::timestamptz
    from (
      select t.*, s.id as shop_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (place integer, everywhere boolean, code text,
        name text, type text, price integer, num integer, "validDays" integer)
      left join shop s on not t.everywhere
    ) of_shop
    order by shop_id nulls first, place`)
}

/** Ticket holders: one member in seven has bought some, one in twenty more than once. */
export async function grantTickets(tx: Db, { until }: Activity) {
  await tx.execute(sql`
    insert into member_ticket (external_id, member_id, shop_id, home_shop_id, ticket_id, granted_num, used_num,
      granted_at, expires_on, source, unit_price)
    select 700000 + row_number() over (order by m.id, round), m.id, m.shop_id, m.shop_id, t.id, t.num,
      case when granted_on + t.valid_days < ${until}::date then t.num
        else floor(pg_temp.seed_unit(m.id, round, 52) * (t.num + 1))::integer end,
      pg_temp.seed_at(granted_on, 600 + floor(pg_temp.seed_unit(m.id, round, 53) * 600)), granted_on + t.valid_days,
      case when pg_temp.seed_unit(m.id, round, 54) < 0.86 then 'purchase'
        when pg_temp.seed_unit(m.id, round, 54) < 0.94 then 'staffGrant' else 'carryOver' end,
      t.price / t.num
    from member m
    cross join generate_series(1, 2) as round
    cross join lateral (
      select ${until}::date - floor(pg_temp.seed_unit(m.id, round, 55) * 150)::integer as granted_on
    ) day
    join lateral (
      select t.* from ticket t
      where t.target_shop_ids = array[m.shop_id] and t.type <> 'school'
      order by pg_temp.seed_unit(m.id, t.id, 56) limit 1
    ) t on true
    where pg_temp.seed_unit(m.id, 0, 51) < case round when 1 then 0.14 else 0.05 end
      and m.joined_on is not null and granted_on >= m.joined_on`)
}

/** Trainers, tags and notes of members. */
export async function noteMembers(tx: Db, at: Date) {
  await tx.execute(sql`
    create temporary table seed_trainer on commit drop as
    select ss.shop_id, ss.staff_id from shop_staff ss join staff s on s.id = ss.staff_id
    where s.role = 'level2' and s.status = 'active'`)
  await tx.execute(sql`create index on seed_trainer (shop_id)`)
  await tx.execute(sql`analyze seed_trainer`)
  await tx.execute(sql`
    update member m set
      trainer_staff_id = (
        select t.staff_id from seed_trainer t
        where t.shop_id = m.shop_id and pg_temp.seed_unit(m.id, 1, 60) < 0.3
        order by pg_temp.seed_unit(m.id, t.staff_id, 61) limit 1),
      trainer_assigned_at = ${at.toISOString()}::timestamptz,
      tags = array(
        select tag from (values ('ダイエット', 0.12), ('パーソナル検討', 0.08), ('法人', 0.05), ('膝に不安', 0.06),
          ('朝型', 0.1), ('紹介者', 0.05)) as t (tag, share)
        where pg_temp.seed_unit(m.id, hashtext(tag), 62) < share order by tag collate "C"),
      staff_note = case when pg_temp.seed_unit(m.id, 2, 60) < 0.08 then
        (array['来春のハーフマラソンに向けて脚力をつけたいとのこと。', '平日夜の時間帯を希望。ロッカーは下段を好む。',
          '友人と一緒に通っている。体験レッスンの案内に関心あり。'])
          [1 + floor(pg_temp.seed_unit(m.id, 3, 60) * 3)::integer] end,
      alert_note = case when pg_temp.seed_unit(m.id, 4, 60) < 0.02 then
        (array['腰を痛めているため、高負荷のメニューは勧めないこと。', '忘れ物を受付で預かっています（水色のタオル）。',
          '口座の変更手続き中。来館時に書類を渡すこと。'])
          [1 + floor(pg_temp.seed_unit(m.id, 5, 60) * 3)::integer] end`)
}

/** A few assignments by the demo's manager of yesterday that wait for an approval. */
export async function leaveUnapproved(tx: Db, at: Date) {
  await tx.execute(sql`
    with waiting as materialized (
      select m.id, s.id as manager_id
      from staff s
      join shop_staff w on w.staff_id = s.id
      join member m on m.shop_id = w.shop_id
      join staff t on t.id = m.trainer_staff_id
      where s.email = 'manager@example.jp' and m.status = 'active' and t.role = 'level2'
      order by m.id desc limit 4
    )
    update member m set trainer_approved_at = null, trainer_assigned_by = waiting.manager_id,
      trainer_assigned_at = ${at.toISOString()}::timestamptz
    from waiting where m.id = waiting.id`)
}

const weekdays = { open: '07:00', close: '23:00', closed: false }
const hours = Array.from({ length: 7 }, (_, dow) =>
  dow === 0 ? { dow, open: '09:00', close: '20:00', closed: false } : { dow, ...weekdays },
)

/** Opening hours, holidays and capacity of each shop; every fourth is open around the clock. */
export async function describeShops(tx: Db, { until }: Activity) {
  const year = Number(until.slice(0, 4))
  const holidays = [year - 1, year].flatMap((one) => [`${one}-12-31`, `${one + 1}-01-01`, `${one + 1}-01-02`])
  await tx.execute(sql`
    update shop set business_hours = ${JSON.stringify(hours)}::jsonb, is_24h = id % 4 = 0,
      holidays = array(select jsonb_array_elements_text(${JSON.stringify(holidays)}::jsonb)::date),
      capacity = 80 + 20 * (id % 4), floor_area = 90 + 12.5 * (id % 5), email = lower(code) || '@club.example.jp'`)
}

/** Conditions of the members' list that are shared with the shops. */
export async function insertSavedViews(tx: Db, at: Date) {
  const shared = { screen: 'members' as const, targetScope: 'all' as const, targetShopIds: [] }
  await tx.insert(savedView).values([
    { ...shared, name: '休会中の会員', search: { contractStatus: 'suspended' }, createdAt: at, updatedAt: at },
    {
      ...shared,
      name: '契約中で最近来館の多い順',
      search: { contractStatus: 'active', sort: '-visits30d' },
      createdAt: at,
      updatedAt: at,
    },
  ])
}
