import { sql } from 'drizzle-orm'
import { type LogKind, logKinds } from '#contract/words/daily-log.ts'
import { valuesOf } from '#contract/words/words.ts'
import { oldestDay } from '../api/daily-logs/retention.ts'
import { type Database, type Db, openDatabase } from '../api/db/client.ts'
import { rowsOf } from '../api/db/expressions.ts'
import { addDays } from '../api/figures/periods.ts'
import { demoSealing } from '../api/lib/sealing.ts'
import { progressBar } from '../api/process/progress.ts'
import { createSeedHelpers } from '../api/seed/activity.ts'
import { yesterdayInTokyo } from '../api/seed/calendar.ts'
import { insertDailyLogs } from '../api/seed/daily-logs.ts'

// The daily logs of a large chain: a fifth of 180,000 members, some 13 million days. Other runs do not wait for them.

const lists: Record<LogKind, string> = {
  condition: 'member/condition-daily-log/list',
  healthcare: 'member/healthcare-daily-log/list',
  location: 'member/location-stats-daily-log/list',
  bodyTemp: 'member/body-temp-daily-log/list',
  menstrual: 'member/menstrual-daily-log/list',
}
const kinds = valuesOf(logKinds)

/** Requests per call: shop, member and month vary, so that caches do not help. */
export interface DailyLogQuestions {
  rows: number
  headOffice: Record<string, (call: number) => string>
  manager: Record<string, (call: number) => string>
  trainer: Record<string, (call: number) => string>
}

/** Fills a seeded chain with daily logs if it has none, and returns the requests. */
export async function dailyLogQuestions(url: string): Promise<DailyLogQuestions> {
  const database = await openDatabase({ kind: 'postgres', url, direct: true })
  try {
    await fillOnce(database)
    return await questionsOf(database.db)
  } finally {
    await database.close()
  }
}

async function fillOnce({ db }: Database) {
  const [{ hasLogs } = { hasLogs: false }] = await rowsOf<{ hasLogs: boolean }>(
    db,
    sql`select exists (select from daily_log) as "hasLogs"`,
  )
  if (hasLogs) return
  const started = performance.now()
  const minutes = () => ((performance.now() - started) / 60_000).toFixed(1)
  const now = new Date()
  const bar = progressBar()
  await db.transaction(async (transaction) => {
    const tx = transaction as Db
    await tx.execute(sql`set local app.bulk = 'on'`)
    await createSeedHelpers(tx)
    // Within the retention period: older logs would be removed while measuring.
    const period = { windowStart: oldestDay(now), until: yesterdayInTokyo(now) }
    await insertDailyLogs(tx, { ...period, sealing: demoSealing, now }, (done) => bar(done, '日次ログ'))
  })
  // Inserted by day, not by member, as in reality.
  await db.execute(sql`cluster daily_log using daily_log_date`)
  await db.execute(sql`vacuum analyze daily_log, daily_log_week, health_consent`)
  console.log(`daily logs in ${minutes()} minutes`)
}

async function questionsOf(db: Db): Promise<DailyLogQuestions> {
  const [{ rows, last } = { rows: 0, last: '' }] = await rowsOf<{ rows: number; last: string }>(
    db,
    sql`select count(*) as rows, max(date) as last from daily_log`,
  )
  const people = await rowsOf<{ id: number; shopId: number }>(
    db,
    sql`
      select m.user_id as id, m.shop_id as "shopId" from member m
      join health_consent c on c.member_id = m.id and c.kind = 'menstrual' and c.is_current and c.agreed
      order by m.id`,
  )
  const shops = await rowsOf<{ id: number }>(db, sql`select id from shop order by id`)
  // An odd step, so that the calls of a run cycle through all of them.
  const one = <T>(list: readonly T[], call: number) => list[(call * 37) % list.length] as T
  const days = (count: number) => `from=${addDays(last, 1 - count)}&to=${last}`
  const monthOf = (call: number) => {
    const to = addDays(last, -28 * ((call * 5) % 11))
    return `from=${addDays(to, -27)}&to=${to}`
  }
  const ofShop = (call: number) => `shopId=${one(shops, call).id}`
  const ofMember = (call: number) => `userId=${one(people, call).id}`
  const list =
    (kind: LogKind, what: (call: number) => string, period = days(28)) =>
    (call: number) =>
      `${lists[kind]}?limit=50&${period}&${what(call)}`
  const each = (ofKinds: readonly LogKind[], name: string, ask: (kind: LogKind) => (call: number) => string) =>
    Object.fromEntries(ofKinds.map((kind) => [`${name}, ${kind}`, ask(kind)]))
  const ownShop = () => 'shopId=1'
  const inRegion = people.filter(({ shopId }) => shopId <= 60)
  return {
    rows,
    headOffice: {
      ...each(kinds, 'a shop, 28 days', (kind) => list(kind, ofShop)),
      ...each(kinds, 'a shop, 92 days', (kind) => list(kind, ofShop, days(92))),
      ...each(kinds, 'a shop, 92 days, page 20', (kind) =>
        list(kind, (call) => `${ofShop(call)}&offset=950`, days(92)),
      ),
      ...each(kinds, 'a member, 28 days', (kind) => list(kind, ofMember)),
      ...each(kinds, 'a member, 92 days', (kind) => list(kind, ofMember, days(92))),
      ...each(
        kinds,
        'counts of a shop and month',
        (kind) => (call) => `member/daily-log/summary?kind=${kind}&${ofShop(call)}&${monthOf(call)}`,
      ),
      ...each(
        kinds,
        `counts of ${shops.length} shops and a month`,
        (kind) => (call) => `member/daily-log/summary?kind=${kind}&${monthOf(call)}`,
      ),
      'counts of a shop and 92 days, condition': (call) =>
        `member/daily-log/summary?kind=condition&${ofShop(call)}&${days(92)}`,
      'consent of a member': (call) => `member/${one(people, call).id}/consent`,
    },
    manager: {
      'a shop, 28 days, condition': list('condition', (call) => `shopId=${1 + ((call * 7) % 60)}`),
      'a shop, 92 days, condition': list('condition', (call) => `shopId=${1 + ((call * 7) % 60)}`, days(92)),
      'a member, 28 days, condition': list('condition', (call) => `userId=${one(inRegion, call).id}`),
    },
    trainer: each(['condition', 'healthcare', 'bodyTemp', 'menstrual'], 'assigned members, 28 days', (kind) =>
      list(kind, ownShop),
    ),
  }
}
