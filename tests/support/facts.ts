import { sql } from 'drizzle-orm'
import { salesCategories } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Scoped } from '../../api/context.ts'
import type { Database, Db } from '../../api/db/client.ts'
import { dataState } from '../../api/db/schema/derived.ts'
import {
  billing,
  contract,
  lead,
  member,
  product,
  reservation,
  sale,
  saleLine,
  shopPlan,
  slot,
  visit,
} from '../../api/db/schema/facts.ts'
import { userAccount } from '../../api/db/schema/identity.ts'
import { company, shop } from '../../api/db/schema/organisation.ts'
import { inScope } from '../../api/db/scope.ts'
import { type MonthFigures, monthFigures } from '../../api/figures/monthly.ts'
import type { ClassFact, Facts, Kind } from '../../api/figures/plain-count.ts'
import { type ReportScope, readReportScope } from '../../api/figures/report-scope.ts'
import { rebuildEverything } from '../../api/figures/rollup.ts'
import { yearFigures } from '../../api/figures/yearly.ts'
import { openTestDatabase } from './database.ts'

// Short builders for facts, so that a test reads like its case.

const tokyo = (at: string) => new Date(`${at.length === 16 ? `${at}:00` : at}+09:00`)
const planKinds: readonly Kind[] = ['regular', 'suspension', 'option']

/** A database with shops 1, 2, 3… (each with three plans) and members 1, 2, 3…, and nothing that happened yet. */
export async function openFacts({ shops = 3, members = 8, dayStartHours = [] as number[] } = {}) {
  const database = await openTestDatabase()
  const { db } = database
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  await db.insert(company).values({ id: '1', name: 'からだ株式会社' })
  await db.insert(shop).values(
    numbers(shops).map((at) => ({
      id: String(at),
      externalId: at,
      companyId: '1',
      code: `S00${at}`,
      name: `店舗${at}`,
      status: 'active' as const,
      zipCode: '1600022',
      prefecture: '東京都',
      address1: '新宿区新宿1-1-1',
      tel: '0300000000',
      ownerType: 'direct' as const,
      openedOn: '2020-04-01',
      dayStartHour: dayStartHours[at - 1] ?? 0,
      sortOrder: at,
    })),
  )
  await db.insert(shopPlan).values(
    numbers(shops).flatMap((at) =>
      planKinds.map((kind, n) => ({
        id: planOf(at, kind),
        externalId: at * 10 + n,
        shopId: String(at),
        code: kind,
        name: kind,
        status: 'active' as const,
        category: kind === 'regular' ? ('monthly' as const) : kind,
        isSuspensionPlan: kind === 'suspension',
        priceMonthly: 8000,
      })),
    ),
  )
  await db.insert(userAccount).values(numbers(members).map((at) => ({ id: String(at), type: 'member' as const })))
  await db.insert(member).values(
    numbers(members).map((at) => ({
      id: String(at),
      userId: String(at),
      externalId: at,
      memberNo: `M${at}`,
      shopId: '1',
      lastName: '会員',
      firstName: String(at),
      gender: 'none' as const,
      status: 'waiting' as const,
      contractStatus: 'waiting' as const,
    })),
  )
  await db.insert(product).values(
    valuesOf(salesCategories).map((category, at) => ({
      id: String(at + 1),
      externalId: at + 1,
      code: category,
      name: category,
      category,
      price: 1000,
      taxRate: 0.1,
    })),
  )

  return {
    database,
    db,
    close: () => database.close(),
    /** Replaces everything that happened; the data reaches to the end of `until` (null: there is none). */
    happened: (until: string | null, facts: Facts) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local app.bulk = 'on'`)
        await forget(tx)
        await record(tx, facts)
        if (until === null) return
        await tx
          .insert(dataState)
          .values({ dataAsOf: tokyo(`${until}T23:59:59.999`), syncedAt: tokyo(`${until}T23:59`) })
        await rebuildEverything(tx)
      }),
    /** More facts, as the synchronisation brings them: the rollups follow. */
    record: (facts: Facts) => db.transaction((tx) => record(tx, facts)),
    /** More facts without updating the rollups. */
    smuggle: (facts: Facts) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local app.bulk = 'on'`)
        await record(tx, facts)
      }),
    /** A bulk writer's transaction; `record` adds facts in it. */
    inBulk: (work: (tx: Db, record: (facts: Facts) => Promise<void>) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local app.bulk = 'on'`)
        await work(tx, (facts) => record(tx, facts))
      }),
    /** Reads as who sees these shops (omitted: all) and their money. */
    seen: <T>(shopIds: readonly number[] | undefined, read: (db: Scoped, scope: ReportScope) => Promise<T>) =>
      asSeen(database, shopIds, read),
    month: (year: number, month: number, shopIds?: readonly number[]) => monthOf(database, year, month, shopIds),
    /** The year from `fiscalStartMonth` as `report.money` sees it. */
    year: (year: number, fiscalStartMonth = 1, shopIds?: readonly number[]) =>
      asSeen(database, shopIds, (scoped, scope) => yearFigures(scoped, scope, { year, fiscalStartMonth, money: true })),
  }
}

const planOf = (shopId: number, kind: Kind) => String(shopId * 10 + planKinds.indexOf(kind))

async function forget(db: Db) {
  await db.execute(sql`truncate contract, visit, sale, sale_line, billing, slot, reservation, lead, data_state,
    membership_interval, member_visit_month, rollup_later, sales_later, member_later, shop_day, shop_month, shop_month_people, shop_visit_hour, shop_day_sales, shop_month_sales,
    shop_billing, shop_overdue, shop_month_group, shop_cohort, shop_cohort_sales, shop_leaver, shop_month_move, shop_month_joined_fees,
    shop_day_sales_by, shop_month_sales_by, shop_day_product, shop_month_product, member_move, shop_visit_class, shop_month_class, visit_class_due restart identity`)
}

async function record(
  db: Db,
  { contracts = [], visits = [], sales = [], bills = [], classes = [], leads = [] }: Facts,
) {
  const { rows } = await db.execute<{ contracts: number; sales: number }>(sql`
    select (select coalesce(max(id), 0) from contract)::integer as contracts,
      (select coalesce(max(id), 0) from sale)::integer as sales`)
  const last = rows[0] ?? { contracts: 0, sales: 0 }
  if (contracts.length) {
    await db.insert(contract).values(
      contracts.map((one, at) => ({
        id: String(last.contracts + at + 1),
        externalId: last.contracts + at + 1,
        memberId: String(one.member),
        shopId: String(one.shop),
        planId: planOf(one.shop, one.kind ?? 'regular'),
        kind: one.kind ?? ('regular' as const),
        contractedOn: one.from,
        startOn: one.from,
        endOn: one.to ?? null,
        cancelRequestedOn: one.cancelRequestedOn ?? null,
        monthlyFee: one.fee ?? 8000,
        paymentMethod: 'card' as const,
        paymentStatus: 'paid' as const,
      })),
    )
  }
  if (visits.length) {
    await db.insert(visit).values(
      visits.map((one) => ({
        memberId: one.member === null ? null : String(one.member),
        shopId: String(one.shop),
        homeShopId: one.home === null ? null : String(one.home),
        enteredAt: tokyo(one.at),
        source: 'entry' as const,
      })),
    )
  }
  for (const [at, one] of sales.entries()) {
    const id = String(last.sales + at + 1)
    await db.insert(sale).values({
      id,
      externalId: Number(id),
      shopId: String(one.shop),
      memberId: one.member === undefined ? null : String(one.member),
      settledAt: one.at === null ? null : tokyo(one.at),
      method: one.method ?? 'card',
      staffId: one.staff === undefined ? null : String(one.staff),
      targetMonth: one.targetMonth ?? null,
      status: one.status ?? 'paid',
      refundOf: one.refundOf ? String(one.refundOf) : null,
    })
    await db.insert(saleLine).values(
      one.lines.map((line, n) => ({
        saleId: id,
        lineNo: n + 1,
        shopId: String(one.shop),
        productId: String(valuesOf(salesCategories).indexOf(line.category) + 1),
        quantity: line.quantity ?? 1,
        unitPrice: Math.abs(line.net),
        discount: line.discount ?? 0,
        tax: line.tax,
        net: line.net,
      })),
    )
  }
  if (bills.length) {
    await db.insert(billing).values(
      bills.map((one) => ({
        memberId: String(one.member ?? 1),
        shopId: String(one.shop),
        targetMonth: one.month,
        dueOn: one.dueOn,
        amount: one.amount,
        method: one.method ?? ('card' as const),
        status: one.status,
        paidOn: one.paidOn ?? null,
      })),
    )
  }
  if (leads.length) {
    await db.insert(lead).values(
      leads.map(({ shop, kind, at, member }) => ({
        shopId: String(shop),
        kind,
        at: tokyo(at),
        memberId: member === undefined ? null : String(member),
        route: 'web',
      })),
    )
  }
  await recordClasses(db, classes)
}

async function recordClasses(db: Db, classes: readonly ClassFact[]) {
  for (const { shop, at, capacity, bookings, program = 'ヨガ', staff } of classes) {
    const startAt = tokyo(at)
    const frame = {
      shopId: String(shop),
      programName: program,
      staffId: staff === undefined ? null : String(staff),
      startAt,
      endAt: new Date(startAt.getTime() + 3_600_000),
    }
    const [made] =
      capacity === null
        ? []
        : await db
            .insert(slot)
            .values({ ...frame, capacity })
            .returning()
    if (bookings.length === 0) continue
    const { rows } = await db.execute<{ last: number }>(
      sql`select coalesce(max(external_id), 0)::integer as last from reservation`,
    )
    await db.insert(reservation).values(
      bookings.map(({ status, member, isTrial = false, seat, bookedBefore = 0, cancelledBefore }, n) => ({
        ...frame,
        externalId: (rows[0]?.last ?? 0) + n + 1,
        slotId: made?.id ?? null,
        memberId: member === undefined ? null : String(member),
        isTrial,
        kind: made ? ('fixed' as const) : ('free' as const),
        seatNo: seat ?? null,
        status,
        bookedAt: new Date(startAt.getTime() - bookedBefore * 60_000),
        cancelledAt: cancelledBefore === undefined ? null : new Date(startAt.getTime() - cancelledBefore * 60_000),
        bookedVia: 'app' as const,
      })),
    )
  }
}

/** The month as `report.money` sees it. */
function monthOf(database: Database, year: number, month: number, shopIds?: readonly number[]): Promise<MonthFigures> {
  return asSeen(database, shopIds, (scoped, scope) => monthFigures(scoped, scope, { year, month, money: true }))
}

/** Through row-level security, as everything that people see. */
function asSeen<T>(
  database: Database,
  shopIds: readonly number[] | undefined,
  read: (scoped: Scoped, scope: ReportScope) => Promise<T>,
): Promise<T> {
  const shops = shopIds?.map(String) ?? 'all'
  return inScope(database, { shops }, 'read', async (scoped) =>
    read(scoped, await readReportScope(scoped, shops, { money: true })),
  )
}
