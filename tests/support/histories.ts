import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Database } from '../../api/db/client.ts'
import { addDays } from '../../api/figures/periods.ts'
import {
  type BillFact,
  type ClassFact,
  type ContractFact,
  type Facts,
  type LeadFact,
  PlainCount,
  type SaleFact,
  type VisitFact,
} from '../../api/figures/plain-count.ts'
import { fingerprints } from './api.ts'

// Random histories of a small club, biased towards coinciding events.

export const shops = [1, 2, 3]
export const people = 4
/** The third shop is open at night: its day turns at 5 in the morning. */
export const dayStartHours = [0, 0, 5]
const firstDay = '2026-01-01'
const horizon = 100

export const plainClub = { people, dayStartHours }

/** A random day, biased towards month boundaries. */
const turns = ['2026-01-01', '2026-01-31', '2026-02-01', '2026-02-10', '2026-02-28', '2026-03-01']
const day = fc.oneof(
  fc.integer({ min: 0, max: horizon }).map((at) => addDays(firstDay, at)),
  fc.constantFrom(...turns),
)
const kind = fc.constantFrom('regular' as const, 'regular' as const, 'suspension' as const)
const shopNumber = fc.constantFrom(...shops)
const memberNumber = fc.integer({ min: 1, max: people })

export const contractFact: fc.Arbitrary<ContractFact> = fc
  .record({
    member: memberNumber,
    shop: shopNumber,
    from: day,
    length: fc.oneof(fc.integer({ min: 0, max: 45 }), fc.constant(null)),
    kind: fc.oneof({ weight: 5, arbitrary: kind }, { weight: 1, arbitrary: fc.constant('option' as const) }),
    fee: fc.constantFrom(1100, 6000, 8000),
    cancelOn: fc.option(day, { nil: null }),
  })
  .map(({ length, cancelOn, ...one }) => ({
    ...one,
    to: length === null ? null : addDays(one.from, length),
    ...(cancelOn !== null && { cancelRequestedOn: cancelOn }),
  }))

/** Often makes segments directly consecutive, which is usual in reality but unlikely at random. */
const chainOfContracts: fc.Arbitrary<ContractFact[]> = fc
  .record({
    member: memberNumber,
    start: day,
    parts: fc.array(
      fc.record({
        shop: shopNumber,
        kind,
        length: fc.integer({ min: 0, max: 30 }),
        gap: fc.constantFrom(1, 1, 1, 2, 10),
      }),
      { minLength: 2, maxLength: 5 },
    ),
  })
  .map(({ member, start, parts }) => {
    let from = start
    return parts.map(({ shop, kind, length, gap }): ContractFact => {
      const to = addDays(from, length)
      const fact: ContractFact = { member, shop, from, to, kind }
      from = addDays(to, gap)
      return fact
    })
  })

interface Scan {
  member: number | null
  shop: number
  /** YYYY-MM-DDTHH:mm, Tokyo. */
  at: string
}

/** One person's evening: scans that are nearly, just, or a little more than an hour apart, over midnight and shops. */
const evening: fc.Arbitrary<Scan[]> = fc
  .record({
    member: fc.oneof({ weight: 8, arbitrary: memberNumber }, { weight: 1, arbitrary: fc.constant(null) }),
    shop: shopNumber,
    date: fc.oneof(day, fc.constantFrom(...turns)),
    minute: fc.constantFrom(0, 30, 280, 310, 600, 1200, 1400, 1430),
    pauses: fc.array(fc.constantFrom(1, 30, 50, 59, 60, 61, 90, 200), { maxLength: 5 }),
    elsewhere: fc.option(shopNumber, { nil: null }),
  })
  .map(({ member, shop, date, minute, pauses, elsewhere }) => {
    const start = Date.parse(`${date}T00:00:00Z`) + minute * 60_000
    const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString().slice(0, 16)
    let passed = 0
    const scans: Scan[] = [0, ...pauses].map((pause) => {
      passed += pause
      return { member, shop, at: at(passed) }
    })
    return elsewhere === null ? scans : [...scans, { member, shop: elsewhere, at: at(passed + 20) }]
  })

const saleFact: fc.Arbitrary<SaleFact> = fc
  .record({
    method: fc.constantFrom('card' as const, 'cash' as const),
    staff: fc.constantFrom(undefined, 7, 8),
    targetMonth: fc.constantFrom(undefined, undefined, '2026-01-01', '2026-02-01', '2026-04-01'),
    shop: shopNumber,
    member: fc.oneof(memberNumber, fc.constant(undefined)) as fc.Arbitrary<number>,
    at: day.map((date) => `${date}T12:00`),
    status: fc.constantFrom('paid' as const, 'paid' as const, 'refunded' as const, 'unpaid' as const, 'error' as const),
    refundOf: fc.constantFrom(undefined, undefined, undefined, 999),
    lines: fc.array(
      fc.record({
        category: fc.constantFrom('membershipFee' as const, 'product' as const, 'other' as const),
        net: fc.integer({ min: -5000, max: 20000 }),
        tax: fc.integer({ min: -500, max: 1800 }),
        quantity: fc.integer({ min: 1, max: 3 }),
        discount: fc.constantFrom(0, 0, 300),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ staff, targetMonth, ...one }) => ({
    ...one,
    ...(staff !== undefined && { staff }),
    ...(targetMonth !== undefined && { targetMonth }),
  }))

const billFact: fc.Arbitrary<BillFact> = fc
  .record({
    shop: shopNumber,
    member: memberNumber,
    month: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01'),
    run: fc.constantFrom(20, 27),
    amount: fc.constantFrom(0, 6000, 8000),
    late: fc.constantFrom(0, 0, 1, 9, 25),
    status: fc.constantFrom('pending' as const, 'paid' as const, 'paid' as const, 'unpaid' as const, 'error' as const),
  })
  .map(({ run, late, ...one }) => {
    const dueOn = addDays(one.month, run - 1)
    return { ...one, dueOn, ...(one.status === 'paid' && { paidOn: addDays(dueOn, late) }) }
  })

const bookingStatus = fc.constantFrom(
  'booked' as const,
  'waitlisted' as const,
  'checkedIn' as const,
  'completed' as const,
  'cancelled' as const,
  'lateCancelled' as const,
  'noShow' as const,
)

const classFact: fc.Arbitrary<ClassFact> = fc.record({
  shop: shopNumber,
  at: fc.tuple(day, fc.constantFrom('00:00', '10:30', '23:59')).map(([date, time]) => `${date}T${time}`),
  capacity: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  bookings: fc.array(
    fc
      .record({
        status: bookingStatus,
        seat: fc.constantFrom('1', '2', '3', undefined),
        bookedBefore: fc.integer({ min: 0, max: 4 }),
        cancelledBefore: fc.integer({ min: 0, max: 4 }),
      })
      .map(({ seat, ...one }) => (seat === undefined ? one : { ...one, seat })),
    { maxLength: 6 },
  ),
})

const leadFact: fc.Arbitrary<LeadFact> = fc
  .record({
    shop: shopNumber,
    kind: fc.constantFrom('tour' as const, 'trial' as const, 'trial' as const),
    at: day.map((date) => `${date}T18:00`),
    member: fc.option(memberNumber, { nil: undefined }),
  })
  .map(({ member, ...one }) => (member === undefined ? one : { ...one, member }))

/** Facts of three months, and the day up to which they are there. */
export const history = fc
  .record({
    loose: fc.array(contractFact, { maxLength: 7 }),
    chains: fc.array(chainOfContracts, { maxLength: 4 }),
    evenings: fc.array(evening, { maxLength: 8 }),
    sales: fc.array(saleFact, { maxLength: 6 }),
    bills: fc.array(billFact, { maxLength: 5 }),
    classes: fc.array(classFact, { maxLength: 4 }),
    leads: fc.array(leadFact, { maxLength: 4 }),
    until: fc.integer({ min: 25, max: 85 }).map((at) => addDays(firstDay, at)),
  })
  .map(({ loose, chains, evenings, sales, bills, classes, leads, until }) => {
    const contracts = [...loose, ...chains.flat()]
    const plain = new PlainCount({ contracts }, until, plainClub)
    return {
      until,
      facts: {
        contracts,
        sales,
        bills,
        classes,
        leads,
        visits: evenings.flat().map(
          (scan): VisitFact => ({
            ...scan,
            home:
              scan.member === null
                ? null
                : (plain.covering(scan.member, plain.businessDay(scan.shop, scan.at))?.shop ?? null),
          }),
        ),
      } satisfies Facts,
    }
  })

/** Corrections that the synchronisation may find: the earliest fact. */
export const changes = fc.uniqueArray(
  fc.constantFrom(
    ...[
      'delete from contract where id = (select min(id) from contract)',
      `update contract set end_on = start_on + 40 where id = (select max(id) from contract)`,
      `update contract set start_on = start_on - 20 where id = (select min(id) from contract)`,
      `update contract set shop_id = 1 + shop_id % 3 where id = (select max(id) from contract)`,
      `update contract set kind = 'suspension' where id = (select min(id) from contract)`,
      'update contract set cancel_requested_on = start_on + 10 where id = (select min(id) from contract)',
      'update contract set cancel_requested_on = null',
      `update billing set status = 'paid' where id = (select min(id) from billing)`,
      'update billing set amount = 6000 where id = (select max(id) from billing)',
      'delete from billing where id = (select min(id) from billing)',
      'delete from visit where id = (select min(id) from visit)',
      `update visit set entered_at = entered_at + interval '50 minutes' where id = (select max(id) from visit)`,
      `update visit set entered_at = entered_at - interval '1 day' where id = (select min(id) from visit)`,
      `update visit set home_shop_id = 1 + shop_id % 3 where id = (select max(id) from visit) and member_id is not null`,
      'delete from sale where id = (select min(id) from sale)',
      `update sale set settled_at = settled_at + interval '20 days' where id = (select max(id) from sale)`,
      `update sale set status = 'error' where id = (select min(id) from sale)`,
      'update sale_line set net = net + 500 where line_no = 1',
      'update sale_line set quantity = 3, discount = 200 where line_no = 2',
      `update sale set method = 'cash', staff_id = 8, target_month = '2026-02-01' where id = (select max(id) from sale)`,
      `update slot set capacity = capacity + 2`,
      `update reservation set status = 'completed' where id = (select min(id) from reservation)`,
      'delete from reservation where id = (select max(id) from reservation)',
      `update lead set member_id = 1 where id = (select min(id) from lead)`,
      `update lead set at = at - interval '3 days' where id = (select max(id) from lead)`,
      `update data_state set data_as_of = data_as_of + interval '9 days'`,
      `update product set category = 'other' where code = 'product'`,
      `update product set category = 'product' where code in ('other', 'membershipFee')`,
      'update shop set day_start_hour = 3 where id = 3',
      'update shop set day_start_hour = 12 where id = 1',
      `delete from contract where member_id = 1`,
      `update contract set end_on = start_on + 15, shop_id = 2 where kind <> 'option'`,
      'update contract set monthly_fee = monthly_fee + 500 where id = (select min(id) from contract)',
      `update contract set plan_id = 10 where id = (select max(id) from contract)`,
      `update member set gender = 'female', birthday = '1986-02-10' where id = 1`,
      `update member set joined_on = '2026-02-05' where id in (1, 4)`,
      `update member set join_route = 'web' where id in (2, 3)`,
      `update member set join_campaign = '春の入会キャンペーン' where id in (1, 2)`,
      `update contract set cancel_reason = 'price', contracted_on = start_on - 3 where member_id = 1`,
      'update sale set member_id = 1 + coalesce(member_id, 0) % 4 where id = (select max(id) from sale)',
      `insert into joined_day (day, answer, answered_at) select start_on, 'unknown', now() from contract where id = (select min(id) from contract)
        on conflict do nothing`,
      'delete from joined_day',
    ].map((text) => sql.raw(text)),
  ),
  { maxLength: 5 },
)

/** All derived rows; empty days and months are ignored, wherever the rollup starts. */
export async function derivedOf(database: Database) {
  await database.db.execute(sql`
    delete from shop_day
    where (admissions, transfer_in, withdrawals, transfer_out, withdrawal_requests, closing, visits, slots, booked,
      tours, trials) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`)
  await database.db.execute(sql`
    delete from shop_month
    where (opening, admissions, transfer_in, withdrawals, transfer_out, withdrawal_requests, closing, visits, operating, unique_visitors, slots,
      booked, tours, trials) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`)
  await database.db.execute(sql`
    delete from shop_month_people where bit_count(visitors | operating | own_visitors) = 0`)
  await database.db.execute(sql`update shop_month set corrected_at = null`)
  const prints = await fingerprints(database)
  return [
    'membership_interval',
    'shop_day',
    'shop_month',
    'shop_month_people',
    'shop_visit_hour',
    'member_visit_month',
    'shop_day_sales',
    'shop_month_sales',
    'shop_billing',
    'shop_overdue',
    'shop_month_group',
    'shop_cohort',
    'shop_cohort_sales',
    'shop_leaver',
    'shop_month_move',
    'shop_month_joined_fees',
    'shop_visit_class',
    'shop_month_class',
    'shop_day_sales_by',
    'shop_month_sales_by',
    'shop_day_product',
    'shop_month_product',
    'member_list',
    'member_move',
  ].map((name) => [name, prints[name]])
}
