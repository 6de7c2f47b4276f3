import { sql } from 'drizzle-orm'
import { factKinds } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Database, Db } from '../db/client.ts'
import { dataPeriod, dataState } from '../db/schema/derived.ts'
import { product, shopPlan } from '../db/schema/facts.ts'
import { invitation, userAccount, welcomeLink } from '../db/schema/identity.ts'
import { company, shop, shopStaff, staff } from '../db/schema/organisation.ts'
import { countEveryMonth, rebuildMemberList } from '../figures/rollup.ts'
import { createPasswords } from '../identity/password.ts'
import { demoSealing, type Sealing } from '../lib/sealing.ts'
import { dayEndOf } from '../lib/time.ts'
import type { OnProgress } from '../process/progress.ts'
import { type Activity, createSeedHelpers, insertActivity, setMonthlyTargets } from './activity.ts'
import { insertAreas } from './areas.ts'
import { dropIndexes } from './bulk.ts'
import { firstOfMonth, toDay, toIso } from './calendar.ts'
import { companies, demoAccounts, demoPassword, planId, plans, products, shopsOf, trainerNames } from './club.ts'
import { insertDailyLogs } from './daily-logs.ts'
import { insertDailyReports } from './daily-reports.ts'
import { describeShops, grantTickets, insertSavedViews, insertTickets, leaveUnapproved, noteMembers } from './desk.ts'
import { historiesOf } from './histories.ts'
import { insertLeanBodyActivities, insertLeanBodyContents } from './lean-body.ts'
import { insertMailSteps } from './mail-steps.ts'
import { insertMails } from './mails.ts'
import { insertMembers } from './members.ts'
import { insertReportActions } from './report-actions.ts'

export interface SeedOptions {
  /** YYYY-MM-DD: the data date. The same day gives the same data. */
  until: string
  /** Target number of members at the end. */
  members: number
  shops: number
  /** Months of facts, the month of `until` included. */
  months: number
  /** Encrypts the made-up health data. Omitted: with the demo key. */
  sealing?: Sealing
  /** Months whose raw visits are kept; earlier ones are in the rollups only. Omitted: by size. */
  rawVisitMonths?: number
  /** Without indexes until the rows are in. Omitted: by size. */
  inBulk?: boolean
}

/** A larger chain keeps raw visits of its last months only, as a real one would; figures come from rollups. */
export const largeChain = 20_000
const rawVisitMonthsOf = ({ members, months, rawVisitMonths }: SeedOptions) =>
  Math.min(months, rawVisitMonths ?? (members > largeChain ? 13 : months))

/** Of many rows in a large chain. */
const bulkTables = [
  ...['member', 'contract', 'lead', 'slot', 'reservation', 'visit', 'billing', 'sale', 'sale_line'],
  ...['member_ticket', 'lean_body_activity', 'membership_interval', 'member_visit_month'],
]

export const defaultSeed: Omit<SeedOptions, 'until'> = { members: 3000, shops: 6, months: 25 }

/** Whether a first seed is due: a migrated database without a shop, without staff, and that awaits no first admin. */
export async function isEmpty({ db }: Database): Promise<boolean> {
  const found = await Promise.all([
    db.select({ id: shop.id }).from(shop).limit(1),
    db.select({ id: staff.id }).from(staff).limit(1),
    db.select({ id: welcomeLink.id }).from(welcomeLink),
  ])
  return found.every((rows) => rows.length === 0)
}

/**
 * Fills a migrated, empty database with the demo chain. All or nothing: an interrupted seed leaves it empty.
 * Deterministic for its options, except for the salt of the demo password.
 */
export async function seed(database: Database, options: SeedOptions, onProgress: OnProgress = () => {}): Promise<void> {
  const { db } = database
  const until = toDay(options.until)
  const windowStart = firstOfMonth(until, 1 - options.months)
  const syncedAt = new Date(`${toIso(until + 1)}T04:30:00+09:00`)
  const shops = shopsOf(options.shops)

  onProgress(0, '店舗とスタッフ')
  const passwordHash = await createPasswords().hash(demoPassword)
  await db.transaction(async (transaction) => {
    const tx = transaction as Db
    // Large statements then sort and hash in memory instead of in files.
    await tx.execute(sql`set local work_mem = '96MB'`)
    // The members list is written once, with all other derived data.
    await tx.execute(sql`set local app.bulk = 'on'`)
    await insertOrganisation(tx, options.shops, passwordHash, syncedAt)
    await insertCatalogue(tx, options.shops, syncedAt)
    await insertAreas(tx, { until, shopCount: options.shops })
    await insertLeanBodyContents(tx, { until })
    await insertTickets(tx, syncedAt)
    await insertSavedViews(tx, syncedAt)
    await tx.insert(dataState).values({ dataAsOf: dayEndOf(toIso(until)), syncedAt })
    // Of the years before, only the contracts of those who stayed are there.
    const firstOn = toIso(windowStart)
    await tx.insert(dataPeriod).values(valuesOf(factKinds).map((kind) => ({ kind, firstOn })))

    onProgress(0.02, '会員と契約')
    const histories = historiesOf({ windowStart, until, shops, members: options.members })
    const visitsFrom = toIso(firstOfMonth(until, 1 - rawVisitMonthsOf(options)))
    const activity: Activity = { windowStart: toIso(windowStart), until: options.until, visitsFrom }
    await createSeedHelpers(tx)
    const inBulk = options.inBulk ?? options.members > largeChain
    if (inBulk) {
      await tx.execute(sql`
        select set_config('work_mem', '512MB', true), set_config('maintenance_work_mem', '1GB', true),
          set_config('max_parallel_workers_per_gather', '2', true), set_config('random_page_cost', '1.1', true)`)
    }
    const makeIndexes = await dropIndexes(tx, inBulk ? bulkTables : [])
    await insertMembers(tx, histories, { windowStart, until, shops, syncedAt })
    await makeIndexes(['contract'])
    await insertActivity(tx, activity, makeIndexes, (done, label) => onProgress(0.1 + 0.7 * done, label))
    await insertLeanBodyActivities(tx, activity, options.members)
    await describeShops(tx, activity)
    await grantTickets(tx, activity)
    await noteMembers(tx, syncedAt)
    await leaveUnapproved(tx, new Date(syncedAt.getTime() - 3_600_000))
    await makeIndexes()
    if (inBulk) await tx.execute(sql`analyze`)
    onProgress(0.8, '集計')
    if (visitsFrom > activity.windowStart) await tx.update(dataState).set({ visitsFrom })
    await tx.execute(sql`select member_list_indexes(false)`)
    await countEveryMonth(tx, (done) => onProgress(0.8 + 0.1 * done, '集計'))
    // Tables filled in this transaction have no statistics; without them days are joined in nested loops.
    if (inBulk) await tx.execute(sql`analyze`)
    await rebuildMemberList(tx)
    await tx.execute(sql`select member_list_indexes(true)`)
    await setMonthlyTargets(tx, activity)
    onProgress(0.92, '日報とメール')
    await insertDailyReports(tx, { until })
    await insertReportActions(tx, { until })
    await insertMails(tx, { until })
    await insertMailSteps(tx, { until })
    if (options.members <= largeChain) {
      onProgress(0.96, '日次ログ')
      const { windowStart } = activity
      await insertDailyLogs(tx, {
        ...{ sealing: options.sealing ?? demoSealing, windowStart, until: options.until, now: syncedAt },
      })
    }
    await continueNumbers(tx)
  })
  // Index-only scans need the visibility map.
  await db.execute(sql`vacuum analyze`)
  // PGlite keeps up to 1 GB of log files for reuse at a checkpoint, more than the demo's data: here they are removed.
  if (database.kind === 'pglite') await database.exec('set wal_recycle = off; checkpoint; reset wal_recycle')
  onProgress(1, '完了')
}

async function insertOrganisation(tx: Db, shopCount: number, passwordHash: string, syncedAt: Date) {
  await tx.insert(company).values(companies.map((name, at) => ({ id: String(at + 1), name })))
  await tx.insert(shop).values(
    shopsOf(shopCount).map((one, at) => ({
      id: String(at + 1),
      externalId: 101 + at,
      companyId: String(one.company + 1),
      code: one.code,
      name: one.name,
      nameKana: one.nameKana,
      status: 'active' as const,
      enabledOnlineRsv: at % 5 !== 3,
      rsvUrl: at % 5 !== 3 ? `https://reserve.example.jp/${one.code.toLowerCase()}` : null,
      zipCode: one.zipCode,
      prefecture: one.prefecture,
      address1: one.address1,
      address2: one.address2,
      tel: one.tel,
      ownerType: one.company === 1 ? ('franchise' as const) : ('direct' as const),
      openedOn: toIso(one.openedOn),
      sortOrder: at + 1,
      lastSyncedAt: syncedAt,
    })),
  )
  const shopIds = Array.from({ length: shopCount }, (_, at) => at)
  const people = [
    ...demoAccounts.map((one) => ({ ...one, passwordHash, shops: one.shops.filter((at) => at < shopCount) })),
    ...shopIds.flatMap((at) =>
      [0, 1].map((n) => ({
        email: `trainer${at * 2 + n + 1}@example.jp`,
        name: trainerNames[(at * 2 + n) % trainerNames.length] as string,
        role: 'level2' as const,
        isAdmin: false,
        status: n === 1 && at % 3 === 2 ? ('waiting' as const) : ('active' as const),
        passwordHash: null,
        shops: [at],
      })),
    ),
  ]
  await tx.insert(userAccount).values(people.map((_, at) => ({ id: String(at + 1), type: 'staff' as const })))
  await tx.insert(staff).values(
    people.map(({ shops: _, name, ...person }, at) => ({
      ...profileOf(name, at),
      ...person,
      id: String(at + 1),
      userId: String(at + 1),
    })),
  )
  const links = people.flatMap((person, at) =>
    person.shops.map((shopAt, n) => ({ staffId: String(at + 1), shopId: String(shopAt + 1), isMain: n === 0 })),
  )
  await tx.insert(shopStaff).values(links)
  await insertInvitations(tx, people, syncedAt)
}

/** A staff profile from a name with its reading; the telephone numbers are unassigned. */
function profileOf(name: string, at: number) {
  const [lastName = '', firstName = '', lastNameKana = '', firstNameKana = ''] = name.split(' ')
  return {
    ...{ displayName: `${lastName} ${firstName}`, lastName, firstName, lastNameKana, firstNameKana },
    tel: `0900000${String(1000 + at)}`,
    joinedOn: `${2018 + (at % 7)}-${at % 2 ? '10' : '04'}-01`,
    employmentType: at % 4 === 3 ? ('partTime' as const) : ('employee' as const),
  }
}

const day = 24 * 3_600_000

/** Waiting staff were invited a day ago, and every second one so long ago that the link has expired. */
async function insertInvitations(tx: Db, people: readonly { status: string }[], syncedAt: Date) {
  const waiting = people.flatMap(({ status }, at) => (status === 'waiting' ? [String(at + 1)] : []))
  const invited = waiting.map((staffId, n) => {
    const createdAt = new Date(syncedAt.getTime() - (n % 2 ? 9 : 1) * day)
    return { staffId, kind: 'invitation' as const, createdAt, expiresAt: new Date(createdAt.getTime() + 7 * day) }
  })
  if (invited.length > 0) await tx.insert(invitation).values(invited)
}

async function insertCatalogue(tx: Db, shopCount: number, syncedAt: Date) {
  await tx.insert(product).values(products.map((one, at) => ({ id: String(at + 1), externalId: 501 + at, ...one })))
  await tx.insert(shopPlan).values(
    Array.from({ length: shopCount }, (_, shopAt) =>
      plans.map(({ key: _, share: __, fee, ...one }, at) => ({
        ...one,
        id: planId(shopAt, at),
        externalId: 1001 + shopAt * plans.length + at,
        shopId: String(shopAt + 1),
        status: 'active' as const,
        isSuspensionPlan: one.category === 'suspension',
        priceMonthly: fee,
        lastSyncedAt: syncedAt,
      })),
    ).flat(),
  )
}

/** Rows were inserted with ids, so the sequences must be set to continue after them. */
async function continueNumbers(tx: Db) {
  const tables = ['company', 'shop', 'staff', 'user_account', 'product', 'shop_plan', 'member', 'contract', 'visit']
  for (const table of [...tables, 'sale', 'billing', 'slot', 'reservation', 'lead']) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
    )
  }
}
