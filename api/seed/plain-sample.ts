import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { PeriodReport } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { monthFigures } from '../figures/monthly.ts'
import { addDays, type Period } from '../figures/periods.ts'
import {
  type BillFact,
  type BookingFact,
  type ClassFact,
  type ContractFact,
  type Facts,
  type LeadFact,
  PlainCount,
  type SaleFact,
  type VisitFact,
} from '../figures/plain-count.ts'
import { readReportScope } from '../figures/report-scope.ts'
import { firstOfMonth, toDay, toIso } from './calendar.ts'

/** A figure of a shop's month that the rollups have otherwise than a plain count over the facts. */
export interface Differing {
  shopId: string
  /** YYYY-MM. */
  month: string
  /** Such as visits.count. */
  figure: string
  found: unknown
  counted: unknown
}

/** Three shops and, of each, the data date's month, the one before it, and the first ones with and without raw visits. */
export async function sampleOf(db: Db): Promise<{ shopId: string; month: string }[]> {
  const [row] = await rowsOf<{ shops: number[]; until: string; first: string; visits_from: string | null }>(
    db,
    sql`
      select array(select id from shop order by id) as shops, data_date() as until, (select visits_from from data_state),
        (select month_of(min(tokyo_day(start_at))) from slot) as first`,
  )
  if (!row) return []
  const { shops, until, first, visits_from } = row
  const chosen = [shops[0], shops[Math.floor(shops.length / 2)], shops.at(-1)]
  const months = [0, -1].map((back) => toIso(firstOfMonth(toDay(until), back)))
  return [...new Set(chosen)].flatMap((shopId) =>
    [...new Set([...months, visits_from ?? first, first])].map((month) => ({ shopId: String(shopId), month })),
  )
}

/** What of these shops' months is not as a plain count over the facts finds it. Of visits that are gone, nothing is known. */
export async function differingFromPlainCount(
  db: Db,
  sample: readonly { shopId: string; month: string }[],
): Promise<Differing[]> {
  const differing: Differing[] = []
  for (const { shopId, month } of sample) {
    const scope = await readReportScope(db, [shopId], { money: true })
    const [year, number] = month.split('-').map(Number) as [number, number]
    const report = await monthFigures(db, scope, { year, month: number, money: true })
    const period = report.periods.thisMonth
    if (!period || !scope.dataDate) continue
    const [state] = await rowsOf<{ visits_from: string | null }>(db, sql`select visits_from from data_state`)
    const withVisits = !state?.visits_from || month >= state.visits_from
    const { facts, people, dayStartHours } = await factsOf(db, Number(shopId), period)
    const counted = new PlainCount(facts, scope.dataDate, { people, dayStartHours }).period([Number(shopId)], period)
    for (const [part, figures] of Object.entries(figuresOf(report.thisMonth))) {
      if (part === 'visits' && !withVisits) continue
      for (const [name, found] of Object.entries(figures)) {
        const plain = figuresOf(counted)[part]?.[name]
        if (!isDeepStrictEqual(found, plain)) {
          differing.push({ shopId, month: month.slice(0, 7), figure: `${part}.${name}`, found, counted: plain })
        }
      }
    }
  }
  return differing
}

/** Groups of figures, rounded: sums and quotients of one or the other order may differ in their last digits. */
const figuresOf = ({ from: _, to: __, ...groups }: PeriodReport): Record<string, Record<string, unknown>> =>
  JSON.parse(JSON.stringify(groups), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e9) / 1e9 + 0 : value,
  )

/** The facts that a shop's figures of a period follow from, of everybody who was ever its member. */
async function factsOf(db: Db, shop: number, { from, to }: Period) {
  const at = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS')`
  const within = (column: string, days = 0) => sql`
    ${sql.raw(column)} >= day_start(${addDays(from, -days)}) and ${sql.raw(column)} < day_start(${addDays(to, 1 + days)})`
  const theirs = sql`select member_id from contract where shop_id = ${shop}`
  const contracts = await rowsOf<ContractFact>(
    db,
    sql`
      select member_id as member, shop_id as shop, start_on as "from", end_on as "to", kind, monthly_fee as fee,
        cancel_requested_on as "cancelRequestedOn"
      from contract where member_id in (${theirs}) order by id`,
  )
  const visits = await rowsOf<VisitFact>(
    db,
    sql`
      select member_id as member, shop_id as shop, home_shop_id as home, ${at('entered_at')} as at
      from visit where (shop_id = ${shop} or home_shop_id = ${shop}) and ${within('entered_at', 2)}`,
  )
  const sales = await rowsOf<SaleFact>(
    db,
    sql`
      select s.shop_id as shop, ${at('settled_at')} as at, s.status, s.refund_of as "refundOf",
        json_agg(json_build_object('category', p.category, 'net', l.net, 'tax', l.tax)) as lines
      from sale s join sale_line l on l.sale_id = s.id join product p on p.id = l.product_id
      where s.shop_id = ${shop} and ${within('settled_at')} group by s.id`,
  )
  const bills = await rowsOf<Omit<BillFact, 'paidOn'> & { paidOn: string | null }>(
    db,
    sql`
      select shop_id as shop, member_id as member, target_month as month, due_on as "dueOn", amount, status, paid_on as "paidOn"
      from billing where shop_id = ${shop} and target_month between ${from} and ${to}`,
  )
  const leads = await rowsOf<Omit<LeadFact, 'member'> & { member: number | null }>(
    db,
    sql`select shop_id as shop, kind, ${at('at')} as at, member_id as member from lead where shop_id = ${shop} and ${within('at')}`,
  )
  const minutes = (column: string) => sql`extract(epoch from start_at - ${sql.raw(column)})::double precision / 60`
  const bookings = await rowsOf<BookingFact & { slot?: number; at: string; cancelledBefore: number | null }>(
    db,
    sql`
      select slot_id as slot, ${at('start_at')} as at, status, seat_no as seat, ${minutes('booked_at')} as "bookedBefore",
        ${minutes('cancelled_at')} as "cancelledBefore"
      from reservation where shop_id = ${shop} and ${within('start_at')}`,
  )
  const slots = await rowsOf<{ id: number; shop: number; at: string; capacity: number }>(
    db,
    sql`select id, shop_id as shop, ${at('start_at')} as at, capacity from slot where shop_id = ${shop} and ${within('start_at')}`,
  )
  const ofSlot = Map.groupBy(bookings.map(known), ({ slot = 0 }) => slot)
  const classes: ClassFact[] = slots.map(({ id, ...slot }) => ({ ...slot, bookings: ofSlot.get(id) ?? [] }))
  const free = ofSlot.get(0) ?? []
  classes.push(...free.map((booking) => ({ shop, at: booking.at, capacity: null, bookings: [booking] })))
  const hours = await rowsOf<{ hour: number }>(db, sql`select day_start_hour as hour from shop order by id`)
  const facts: Facts = {
    contracts: contracts.map(known),
    visits,
    sales: sales.map(known),
    bills: bills.map(known),
    leads: leads.map(known),
    classes,
  }
  return {
    facts,
    people: [...new Set(contracts.map(({ member }) => member))],
    dayStartHours: hours.map(({ hour }) => hour),
  }
}

type Known<Row> = { [Key in keyof Row]: Exclude<Row[Key], null> }

/** A row without what is null: facts leave out what is not known. */
function known<Row extends object>(row: Row): Known<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Known<Row>
}
