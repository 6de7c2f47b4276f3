import { sql } from 'drizzle-orm'
import type { Database } from '../../api/db/client.ts'
import { fingerprints } from './api.ts'
import { openFacts } from './facts.ts'

/** Two shops for runs of the club system. The facts' numbers are far below those that runs make. */
export async function openClub() {
  const club = await openFacts({ shops: 2, members: 1 })
  for (const table of ['user_account', 'member', 'product', 'shop_plan']) {
    await club.db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`)
  }
  return club
}

/** Without anything that a run has written, or that was answered. */
export async function emptyClub(club: Awaited<ReturnType<typeof openClub>>) {
  await club.happened(null, {})
  await club.db.execute(sql`truncate sync_run, sync_part, provider_row, missing_member, unknown_word, club_studio, club_instructor,
    club_inbox, club_connection, member_ticket, ticket, data_period, member_list, rollup_later, sales_later, member_later cascade`)
  await club.db.execute(sql`delete from member`)
  await club.db.execute(sql`delete from shop_plan where external_id is not null`)
}

/**
 * All figures, to be compared with those of a recomputation. That one begins for every shop with the first fact of any,
 * so months in which nothing was are left out.
 */
export async function countedFigures(database: Database) {
  await database.db.execute(sql`update shop_month set corrected_at = null`)
  await database.db.execute(sql`select forget_empty_totals()`)
  await database.db.execute(sql`
    with empty as (
      delete from shop_month t where not exists (select from jsonb_each(to_jsonb(t) - 'shop_id' - 'month' - 'counted_to') f
        where jsonb_typeof(f.value) <> 'array' and f.value not in ('0', 'null'))
      returning shop_id, month
    ),
    people as (delete from shop_month_people p using empty e where (p.shop_id, p.month) = (e.shop_id, e.month))
    delete from shop_day d using empty e where d.shop_id = e.shop_id and month_of(d.date) = e.month`)
  const prints = await fingerprints(database)
  return Object.fromEntries(
    Object.entries(prints).filter(
      ([table]) => /^(shop_|member_|membership)/.test(table) && !/_due$|_later$/.test(table),
    ),
  )
}
