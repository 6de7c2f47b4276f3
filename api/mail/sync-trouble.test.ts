import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { tellOfTrouble } from './sync-trouble.ts'

test('admins are told once of a run that failed, and once of a night from which nothing came for 14 hours', async () => {
  const club = await openFacts({ shops: 1, members: 1 })
  await club.db.execute(sql`truncate sync_run, sync_part, club_connection, missing_member`)
  await club.db.execute(sql`insert into club_connection (id, public_id, brand_code, key_id, sealed, connected_at)
    values (1, 'public', 'karada', 'demo', '\\x00', '2026-06-01')`)
  const told: string[] = []
  const jobs = {
    ready: async () => {},
    add: async (_: unknown, __: string, job: object) => void told.push(Object.values(job).slice(0, 2).join(' ')),
  }
  await club.db.execute(sql`insert into staff (id, user_id, email, display_name, role, is_admin, status)
    select 1, id, 'admin@example.jp', '管理者', 'all', true, 'active' from user_account order by id limit 1 on conflict do nothing`)
  const night = new Date('2026-06-20T02:00:00+09:00')
  const at = (hour: number) =>
    tellOfTrouble(
      { database: club.database, jobs: jobs as never },
      { now: new Date(night.getTime() + hour * 3_600_000), night },
    )
  await at(13)
  expect(told).toEqual([])
  await at(14)
  await at(15)
  expect(told).toEqual(['syncSilent '])
  await club.db.execute(sql`insert into sync_run (brand_code, kind, state, began_at, ended_at, sentence)
    values ('karada', 'night', 'failed', '2026-06-20T18:00+09:00', '2026-06-20T18:01+09:00', '応答しません。')`)
  await at(16)
  await at(17)
  expect(told.slice(1)).toEqual(['syncFailed 応答しません。'])
  // One by day is made up for, unless the club system has withdrawn its permission: no night begins without it.
  await club.db.execute(sql`insert into sync_run (brand_code, kind, state, began_at, ended_at, sentence) values
    ('karada', 'day', 'failed', '2026-06-20T08:00+09:00', '2026-06-20T08:01+09:00', '応答しません。'),
    ('karada', 'day', 'failed', '2026-06-20T19:00+09:00', '2026-06-20T19:01+09:00', '許可が切れています。')`)
  await at(17)
  expect(told.slice(2)).toEqual([])
  await club.db.execute(sql`update club_connection set refused_at = '2026-06-20T19:00:30+09:00'`)
  await at(17)
  await at(17)
  expect(told.slice(2)).toEqual(['syncFailed 許可が切れています。'])
  // Of missing members one letter a run, without names.
  await club.db.execute(sql`insert into missing_member (brand_code, their_id, member_id, run_id, state, reason, last_seen_on, missing_since)
    select 'karada', n::text, (select min(id) from member), case when n <= 2 then 1 else 2 end, 'waiting', 'many', '2026-06-19', '2026-06-20'
    from generate_series(1, 3) n`)
  const before = told.length
  await at(18)
  await at(19)
  expect(told.slice(before).sort()).toEqual(['membersMissing 1名', 'membersMissing 2名'])
  await club.close()
})

test('of rows that cannot be read admins are told once, then weekly, and anew once everything had come in between', async () => {
  const club = await openFacts({ shops: 1, members: 1 })
  await club.db.execute(sql`truncate sync_run, sync_part, club_connection, missing_member`)
  const told: string[] = []
  const jobs = {
    ready: async () => {},
    add: async (_: unknown, __: string, job: object) => void told.push(Object.values(job).slice(0, 2).join(' ')),
  }
  await club.db.execute(sql`insert into staff (id, user_id, email, display_name, role, is_admin, status)
    select 1, id, 'admin@example.jp', '管理者', 'all', true, 'active' from user_account order by id limit 1 on conflict do nothing`)
  const dayOf = (day: number) => new Date(Date.parse('2026-06-01T02:00:00+09:00') + day * 86_400_000)
  const night = async (day: number, state: 'partial' | 'done', part: 'partial' | 'failed' | 'done') => {
    const at = dayOf(day).toISOString()
    await club.db.execute(sql`with run as (insert into sync_run (brand_code, kind, state, began_at, ended_at, sentence)
        values ('karada', 'night', ${state}, ${at}, ${at}, ${`${day}日目`}) returning id)
      insert into sync_part (run_id, resource, state) select id, 'purchases', ${part} from run`)
    const of = { database: club.database, jobs: jobs as never }
    for (const hours of [1, 2]) {
      await tellOfTrouble(of, { now: new Date(dayOf(day).getTime() + hours * 3_600_000), night: dayOf(day) })
    }
  }
  for (let day = 1; day <= 9; day += 1) await night(day, 'partial', 'partial')
  expect(told).toEqual(['syncPartial 1日目', 'syncPartial 8日目'])
  // A resource that failed is another matter, each time.
  await night(10, 'partial', 'failed')
  await night(11, 'partial', 'failed')
  expect(told.slice(2)).toEqual(['syncPartial 10日目', 'syncPartial 11日目'])
  await night(12, 'done', 'done')
  await night(13, 'partial', 'partial')
  expect(told.slice(4)).toEqual(['syncPartial 13日目'])
  await club.close()
})
