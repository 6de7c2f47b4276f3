import { sql } from 'drizzle-orm'
import type { Database } from '../../api/db/client.ts'
import { dataState } from '../../api/db/schema/derived.ts'
import {
  billing,
  contract,
  member,
  product,
  productCategories,
  sale,
  saleLine,
  shopPlan,
  visit,
} from '../../api/db/schema/facts.ts'
import { userAccount } from '../../api/db/schema/identity.ts'
import { company, shop } from '../../api/db/schema/organisation.ts'
import { readHead } from '../../api/reports/head.ts'
import { type MonthFigures, monthFigures } from '../../api/reports/monthly.ts'
import { rebuildEverything } from '../../api/reports/rollup.ts'
import { openTestDatabase } from './api.ts'

// Facts in a few words, so that a test reads like the case that it is about.

export type Kind = 'regular' | 'suspension' | 'option'
export type Category = (typeof productCategories)[number]

export interface ContractFact {
  member: number
  shop: number
  from: string
  to?: string | null
  kind?: Kind
  fee?: number
}

export interface VisitFact {
  /** null: a guest. */
  member: number | null
  shop: number
  /** null: nobody's member that day. */
  home: number | null
  /** 2026-01-05T10:00, Tokyo. */
  at: string
}

export interface SaleFact {
  shop: number
  at: string | null
  lines: { category: Category; net: number; tax: number }[]
  status?: 'paid' | 'unpaid' | 'error' | 'refunded'
  refundOf?: number
}

export interface BillFact {
  shop: number
  month: string
  dueOn: string
  amount: number
  status: 'pending' | 'paid' | 'unpaid' | 'error'
}

export interface Facts {
  contracts?: readonly ContractFact[]
  visits?: readonly VisitFact[]
  sales?: readonly SaleFact[]
  bills?: readonly BillFact[]
}

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
    productCategories.map((category, at) => ({
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
    happened: async (until: string | null, facts: Facts) => {
      await forget(database)
      await record(database, facts)
      if (until === null) return
      await db.insert(dataState).values({ dataAsOf: tokyo(`${until}T23:59:59.999`), syncedAt: tokyo(`${until}T23:59`) })
      await rebuildEverything(db)
    },
    record: (facts: Facts) => record(database, facts),
    month: (year: number, month: number, shopIds?: readonly number[]) => monthOf(database, year, month, shopIds),
  }
}

const planOf = (shopId: number, kind: Kind) => String(shopId * 10 + planKinds.indexOf(kind))

async function forget({ db }: Database) {
  await db.execute(sql`truncate contract, visit, sale, sale_line, billing, data_state, membership_interval,
    member_visit_month, shop_day, shop_day_sales, shop_billing restart identity`)
}

async function record({ db }: Database, { contracts = [], visits = [], sales = [], bills = [] }: Facts) {
  const { rows } = (await db.execute(sql`
    select (select coalesce(max(id), 0) from contract)::integer as contracts,
      (select coalesce(max(id), 0) from sale)::integer as sales`)) as unknown as {
    rows: { contracts: number; sales: number }[]
  }
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
      settledAt: one.at === null ? null : tokyo(one.at),
      method: 'card',
      status: one.status ?? 'paid',
      refundOf: one.refundOf ? String(one.refundOf) : null,
    })
    await db.insert(saleLine).values(
      one.lines.map((line, n) => ({
        saleId: id,
        lineNo: n + 1,
        shopId: String(one.shop),
        productId: String(productCategories.indexOf(line.category) + 1),
        quantity: 1,
        unitPrice: Math.abs(line.net),
        tax: line.tax,
        net: line.net,
      })),
    )
  }
  if (bills.length) {
    await db.insert(billing).values(
      bills.map((one) => ({
        memberId: '1',
        shopId: String(one.shop),
        targetMonth: one.month,
        dueOn: one.dueOn,
        amount: one.amount,
        method: 'card' as const,
        status: one.status,
      })),
    )
  }
}

/** The month as `report.money` sees it. */
async function monthOf(
  { db }: Database,
  year: number,
  month: number,
  shopIds?: readonly number[],
): Promise<MonthFigures> {
  const head = await readHead(db, shopIds?.map(String))
  return monthFigures(db, head, { year, month, money: true })
}
