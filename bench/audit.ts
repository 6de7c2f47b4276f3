import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '../api/db/client.ts'
import { migrate } from '../api/db/migrate.ts'
import { postgresPrograms, startPostgres } from '../scripts/lib/postgres.mjs'
import type { Supervisor } from '../scripts/lib/processes.mjs'
import { type Person, startApi } from '../tests/support/api.ts'
import { median, percentile, printTable } from './figures.ts'

const [shops, people, members, days] = [20, 150, 3000, 365]

/** The audit log of a chain at work for a year: every filter, near pages and far, as each of three people reads it. */
export async function benchAudit(supervisor: Supervisor, rows: number, rounds: number) {
  const programs = postgresPrograms()
  if (!programs) throw new Error('There is no PostgreSQL on this machine.')
  const { url, remove } = await startPostgres(supervisor, programs, { settings: { shared_buffers: '1GB' } })
  const database = await openDatabase({ kind: 'postgres', url, direct: true })
  await migrate(database)
  const api = await startApi({ database })
  const shopIds: string[] = []
  for (let at = 0; at < shops; at += 1) shopIds.push(await api.makeShop())
  const staff: Person[] = []
  for (let at = 0; at < people; at += 1) {
    const shop = shopIds[at % shops] as string
    staff.push(await api.makeStaff({ role: at < 20 ? 'level2' : 'level3', shops: [shop] }))
  }
  const userIds: string[] = []
  for (let at = 0; at < members; at += 1) userIds.push((await api.makeMember(shopIds[at % shops] as string)).userId)
  await fill(database, rows)
  const region = shopIds.slice(0, 6)
  const tokens = {
    'head office': await api.as({ role: 'all' }),
    [`a region of ${region.length} shops`]: await api.as({ role: 'level4', shops: region }),
    'a manager': await api.as({ role: 'level3', shops: [shopIds[2] as string] }),
    'a trainer': await api.signIn(staff[2] as Person),
  }
  const questions: Record<string, string> = {
    'the latest': '',
    'page at 5,000': 'offset=5000',
    'page at 9,950': 'offset=9950',
    'the oldest first': 'sortKey=at&sortDir=asc',
    '500 rows': 'limit=500',
    who: `staffId=${staff[2]?.staffId}`,
    'who, found by name': `keyword=${encodeURIComponent('職員 1')}`,
    'nobody of that name': `keyword=${encodeURIComponent('ぬぬぬ')}`,
    'a shop': `shopId=${shopIds[2]}`,
    'a member': `userId=${userIds[2]}`,
    updates: 'group=update',
    'updates, at 9,950': 'group=update&offset=9950',
    deletions: 'group=remove',
    'one act': 'action=loginFailed',
    members: 'resourceType=member',
    'one record': `resourceType=member&resourceId=${userIds[2]}`,
    'a record’s changes': `resourceType=member&resourceId=${userIds[2]}&changed=true`,
    'an id of any noun': `resourceId=${userIds[2]}`,
    'changes only': 'changed=true',
    'a day': 'from=2026-11-01&to=2026-11-01',
    'a month': 'from=2026-10-01&to=2026-10-31',
    'a month long ago': 'from=2025-12-01&to=2025-12-31',
    'a month long ago, at 9,950': 'from=2025-12-01&to=2025-12-31&offset=9950',
    'a month long ago, a shop': `from=2025-12-01&to=2025-12-31&shopId=${shopIds[2]}`,
    'a month long ago, updates': 'from=2025-12-01&to=2025-12-31&group=update',
    'a month long ago, who': `from=2025-12-01&to=2025-12-31&staffId=${staff[2]?.staffId}`,
  }
  for (const [who, token] of Object.entries(tokens).reverse()) {
    const times = new Map<string, number[]>()
    const totals = new Map<string, string>()
    for (let round = -2; round < rounds; round += 1) {
      for (const [name, query] of Object.entries(questions)) {
        const started = performance.now()
        const { status, json } = await api.get(
          `/api/admin/audit/list?limit=50&${query}`.replace(/limit=50&(.*limit=)/, '$1'),
          {
            token,
          },
        )
        if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - started])
        totals.set(name, status === 200 ? `${json.paging.total}${json.paging.isAtLeast ? '+' : ''}` : String(status))
      }
    }
    printTable(
      `audit log of ${rows.toLocaleString('en')} rows as ${who} (PostgreSQL, ${rounds} calls each)`,
      [...times].map(([name, samples]) => ({
        call: name,
        rows: totals.get(name) ?? '',
        'p50 ms': median(samples).toFixed(1),
        'p95 ms': percentile(samples, 0.95).toFixed(1),
      })),
    )
  }
  const started = performance.now()
  const { json } = await api.get('/api/admin/audit/check', { token: tokens['head office'] })
  console.log(
    `\ncheck of ${json.rows} rows: ${(performance.now() - started).toFixed(0)} ms, first broken: ${json.firstBroken}`,
  )
  await api.close()
  await remove()
}

/** A year of audit entries by time: a third sign-ins, a third on members, the rest announcements, exports and failures. */
async function fill({ db }: Database, rows: number) {
  // Not in one transaction: every insert would scan the chain head's dead row versions.
  for (let from = 1; from <= rows; from += 1000) {
    await db.execute(sql`
    insert into audit_log (at, actor_staff_id, actor_role, action, resource_type, resource_id, shop_id, member_id, diff,
      row_count, session, ip, user_agent, request_id)
    select timestamptz '2026-11-21 09:00+09' - interval '1 day' * ${days} * (1 - n::float / ${rows}),
      actor.staff_id, 'level3', act.action, act.noun, case when of_member then m.user_id::text when of_shop then (n % 40)::text end,
      case when act.noun <> 'auth' then case when of_member then m.shop_id else actor.shop_id end end,
      case when of_member then m.id end,
      case when act.action like '%update' then jsonb_build_object('staffNote', jsonb_build_object('before', null, 'after',
        repeat('膝に注意。', 20)), 'tags', jsonb_build_object('before', '["朝"]'::jsonb, 'after', '["夜"]'::jsonb)) end,
      case when act.action like '%export' then n % 900 end, md5((n / 30)::text), '203.0.113.7',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', md5(n::text)
    from generate_series(${from}::integer, ${from + 999}::integer) n
    cross join lateral (select (array['login', 'auth.renewToken', 'auth.logout', 'member.update', 'member.update',
      'member.update', 'announcement.update', 'member.list.export', 'shop.update', 'loginFailed'])[1 + n % 10] as action) one
    cross join lateral (select case when n % 5000 = 0 then 'announcement.remove' else one.action end as action,
      case when one.action in ('login', 'auth.renewToken', 'auth.logout', 'loginFailed') then 'auth'
        else split_part(one.action, '.', 1) end as noun) act
    cross join lateral (select act.action = 'member.update' as of_member, act.noun in ('announcement', 'shop') as of_shop) k
    join (select row_number() over (order by staff_id) - 1 as place, staff_id, shop_id from shop_staff) actor
      on actor.place = (n * 7) % ${people}
    join (select row_number() over (order by id) - 1 as place, id, user_id, shop_id from member) m
      on m.place = (n * 13) % ${members}
    order by n`)
  }
  // VACUUM, as autovacuum would do for an append-only table, so that all pages are visible.
  await db.execute(sql`vacuum analyze`)
}
