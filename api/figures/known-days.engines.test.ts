import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reach } from '#contract/report-head.ts'
import type { FactKind } from '#contract/words/report.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { runs } from '../../tests/support/runs.ts'
import type { Db } from '../db/client.ts'
import { admissionFigures } from './admission.ts'
import { shopFigures } from './by-shop.ts'
import { knownMonth, knownReport, knownYear } from './known.ts'
import { ltvFigures } from './ltv.ts'
import { monthFigures } from './monthly.ts'
import { addDays, capped, daysOf, earlier, laterOf, monthOf, type Period } from './periods.ts'
import type { Facts } from './plain-count.ts'
import { productFigures } from './product-sales.ts'
import { readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { salesFigures } from './sales-report.ts'
import { readComparedShops } from './shop-comparison.ts'
import { yearFigures } from './yearly.ts'

// Which days every report counts, while the first and the last known day of each kind of fact move (decision 0114). The
// facts are counted again here, day by day, from what is known as the report itself answers it.

const until = '2026-11-20'
const kinds: readonly FactKind[] = ['contracts', 'leavers', 'visits', 'bookings', 'leads', 'sales', 'bills']
const every = (first: string, step: number) => daysOf({ from: first, to: until }).filter((_, at) => at % step === 0)

/** Sixty people join two shops, every tenth day one; a third of them leave after 70 or 200 days. */
const contracts = every('2025-03-02', 10).map((from, at) => ({
  member: at + 1,
  shop: (at % 2) + 1,
  from,
  to: at % 3 === 0 ? addDays(from, at % 2 ? 70 : 200) : null,
}))
const facts: Facts = {
  contracts,
  visits: every('2025-03-03', 2).map((day, at) => {
    const { member, shop } = contracts[at % 8] as { member: number; shop: number }
    return { member, shop, home: shop, at: `${day}T10:00` }
  }),
  sales: every('2025-03-04', 4).map((day, at) => ({
    shop: (at % 2) + 1,
    at: `${day}T12:00`,
    targetMonth: `${(at % 3 ? day : addDays(day, 25)).slice(0, 7)}-01`,
    lines: [{ category: at % 2 ? ('product' as const) : ('membershipFee' as const), net: 1000 + at, tax: 90 }],
  })),
  leads: every('2025-03-05', 3).map((day, at) => ({
    shop: (at % 2) + 1,
    kind: at % 3 ? ('trial' as const) : ('tour' as const),
    at: `${day}T15:00`,
  })),
}

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: contracts.length })
  await club.db.execute(
    sql`update shop set monthly_targets = '{"admission":5,"withdrawalMax":2,"closingMembers":50,"sales":10000}'`,
  )
  await club.happened(until, facts)
})
afterAll(() => club.close())

const monthAround = (day: string) => monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)))

/** The days of a period that a report of this reach counts. */
function known({ missing, ...reach }: Reach, period: Period, ...of: readonly FactKind[]): string[] {
  const isInside = (day: string, kind: FactKind) => {
    const days = reach[kind]
    return days != null && days.from <= day && day <= days.to
  }
  const inside = daysOf(period).filter((day) => of.every((kind) => isInside(day, kind)))
  const isWithout = (month: readonly string[]) =>
    missing.some((one) => of.includes(one.kind) && month.some((day) => one.from <= day && day <= one.to))
  return [...Map.groupBy(inside, (day) => day.slice(0, 7)).values()].flatMap((month) => (isWithout(month) ? [] : month))
}
const isWhole = (reach: Reach, period: Period, ...of: readonly FactKind[]) =>
  known(reach, period, ...of).length === daysOf(period).length

const countOn = (days: readonly string[], of: readonly string[]) => {
  const all = new Set(days)
  return days.length === 0 ? null : of.filter((day) => all.has(day)).length
}
const of = (set: readonly number[]) => ({
  joined: contracts.filter(({ shop }) => set.includes(shop)).map(({ from }) => from),
  left: contracts.filter(({ shop }) => set.includes(shop)).flatMap(({ to }) => to ?? []),
  visits: (facts.visits ?? []).filter(({ shop }) => set.includes(shop)).map(({ at }) => at.slice(0, 10)),
  tours: (facts.leads ?? []).filter((one) => set.includes(one.shop) && one.kind === 'tour').map(dayOf),
  trials: (facts.leads ?? []).filter((one) => set.includes(one.shop) && one.kind === 'trial').map(dayOf),
})
const dayOf = ({ at }: { at: string }) => at.slice(0, 10)
const netOn = (days: readonly string[], set: readonly number[], by: 'at' | 'targetMonth' = 'at') => {
  const all = new Set(days.map((day) => (by === 'at' ? day : `${day.slice(0, 7)}-01`)))
  return days.length === 0
    ? null
    : (facts.sales ?? [])
        .filter((one) => set.includes(one.shop) && all.has(one[by]?.slice(0, 10) ?? ''))
        .reduce((sum, { lines }) => sum + (lines[0]?.net ?? 0), 0)
}
const sumOf = (values: readonly (number | null | undefined)[]) =>
  values.every((value) => value == null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

const firsts = [undefined, '2025-03-01', '2025-10-10', '2025-12-01', '2026-05-15', null]
const lasts = [null, null, '2026-10-31', '2026-11-10']
/** What is stated of each kind, for all shops or for shop 2. */
const statements = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    shop: fc.constantFrom(0, 0, 0, 2),
    first: fc.constantFrom(...firsts),
    last: fc.constantFrom(...lasts),
  }),
  { minLength: 3, maxLength: 8 },
)

async function stated(
  rows: readonly { kind: string; shop: number; first: string | null | undefined; last: string | null }[],
) {
  await club.db.execute(sql`delete from data_period`)
  for (const { kind, shop, first, last } of rows) {
    if (first === undefined) continue
    await club.db.execute(
      sql`insert into data_period (kind, shop_id, first_on, last_on)
        values (${kind}, ${shop}, ${first}, ${first === null ? null : last}) on conflict do nothing`,
    )
  }
}

const periods: Period[] = [
  { from: '2025-01-01', to: '2025-12-31' },
  { from: '2025-10-01', to: '2025-10-31' },
  { from: '2025-12-01', to: '2026-11-30' },
  { from: '2026-04-12', to: '2026-06-20' },
  { from: '2026-11-01', to: '2026-11-30' },
]
const sets = [[1], [2], [1, 2]]

/** The first fact of a kind in these shops; there are no bookings and no bills. */
function firstFact(kind: FactKind, ...set: readonly number[]): string | undefined {
  const inSet = ({ shop }: { shop: number }) => set.includes(shop)
  const days: Partial<Record<FactKind, string[]>> = {
    contracts: contracts.filter(inSet).map(({ from }) => from),
    leavers: contracts.filter(inSet).map(({ from }) => from),
    visits: (facts.visits ?? []).filter(inSet).map(dayOf),
    leads: (facts.leads ?? []).filter(inSet).map(dayOf),
    sales: (facts.sales ?? []).filter(inSet).flatMap(({ at }) => at?.slice(0, 10) ?? []),
  }
  return days[kind]?.toSorted()[0]
}

test('a shop’s days are its own statement, else the chain’s, else they begin with a fact', async () => {
  await fc.assert(
    fc.asyncProperty(statements, fc.constantFrom(...sets), async (rows, set) => {
      await stated(rows)
      const said = rows.filter(({ first }) => first !== undefined)
      const wanted = kinds.flatMap((kind) =>
        set.flatMap((shop) => {
          const of = (one: number) => said.find((row) => row.kind === kind && row.shop === one)
          const own = of(shop) ?? of(0)
          const first = own ? own.first : of(2) ? firstFact(kind, shop) : firstFact(kind, 1, 2)
          const last = earlier(own?.last ?? until, until)
          return first && first <= last ? [`${kind} ${shop} ${first} ${last}`] : []
        }),
      )
      const { rows: found } = await club.db.execute<{ days: string }>(sql`
        select concat_ws(' ', kind, shop_id, first_on, last_on) as days
        from known_days(${`{${set}}`}::integer[], true) where first_on is not null`)
      expect(found.map(({ days }) => days).sort()).toEqual(wanted.sort())
    }),
    runs(200),
  )
})

test('every report counts known days only, its parts add up to it, and what needs every day is null without', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      statements,
      fc.constantFrom(...sets),
      fc.constantFrom(...periods),
      fc.constantFrom('day' as const, 'month' as const),
      async (rows, set, requested, unit) => {
        await stated(rows)
        await club.seen(set, async (db, scope) => {
          const period = capped(requested, until) as Period
          await checkAdmission(db, scope, set, { requested, period, unit })
          await checkSales(db, scope, set, { requested, period, unit })
          await checkMonth(db, scope, set, monthAround(period.to))
          await checkYear(db, scope, set, Number(requested.from.slice(0, 4)))
          await checkEarly(db, scope)
          await checkLtv(db, scope, set)
        })
      },
    ),
    runs(14),
  )
})

interface Requested {
  requested: Period
  period: Period
  unit: 'day' | 'month'
}

async function checkAdmission(
  db: Db,
  scope: ReportScope,
  set: readonly number[],
  { requested, period, unit }: Requested,
) {
  const { reach } = scope
  const answer = await admissionFigures(db, scope, { ...requested, unit, joinedBy: 'joined' }, { why: true })
  const { summary, series, leads } = answer
  const is = of(set)
  const contractDays = known(reach, period, 'contracts')
  const bothDays = known(reach, period, 'contracts', 'leavers')
  const leadDays = known(reach, period, 'leads')
  expect(summary).toMatchObject({
    admissions: countOn(contractDays, is.joined),
    withdrawals: countOn(bothDays, is.left),
    tours: countOn(leadDays, is.tours),
    trials: countOn(leadDays, is.trials),
  })
  expect(sumOf(series.map((one) => one.admissions))).toBe(summary.admissions)
  expect(sumOf(series.map((one) => one.withdrawals))).toBe(summary.withdrawals)
  expect(answer.byRoute && (sumOf(answer.byRoute.map((one) => one.admissions)) ?? 0)).toBe(summary.admissions)
  expect(answer.withdrawalByTenure && (sumOf(answer.withdrawalByTenure.map(({ count }) => count)) ?? 0)).toBe(
    summary.withdrawals,
  )
  if (!isWhole(reach, period, 'contracts', 'leavers'))
    expect([summary.netGrowth, summary.churnRate.rate]).toEqual([null, null])
  if (!known(reach, { from: period.from, to: period.from }, 'contracts').length) expect(summary.opening).toBeNull()
  // Who joined on days that are not known is neither kept nor lost.
  const over = bothDays.filter((day) => addDays(day, 92) <= until)
  expect(summary.early.of ?? 0).toBeLessThanOrEqual(countOn(bothDays, is.joined) ?? 0)
  if (summary.early.of !== null)
    expect(summary.early.of).toBeGreaterThanOrEqual(
      isWhole(reach, { from: bothDays[0] as string, to: until }, 'leavers') ? (countOn(over, is.joined) ?? 0) : 0,
    )
  // A rate is of the days that know both.
  const ledAndJoined = known(reach, period, 'leads', 'contracts')
  expect(leads.map(({ count, joined }) => [count, joined.of])).toEqual([
    [countOn(leadDays, is.tours), countOn(ledAndJoined, is.tours)],
    [countOn(leadDays, is.trials), countOn(ledAndJoined, is.trials)],
  ])
  const { admissionsByLead } = answer
  if (admissionsByLead) expect(sumOf(admissionsByLead.map(({ count }) => count))).toBe(summary.admissions)
  if (period.to < requested.to) expect([summary.churnRate.low, summary.trialConversion.low]).toEqual([null, null])
}

async function checkSales(db: Db, scope: ReportScope, set: readonly number[], { requested, period, unit }: Requested) {
  const days = known(scope.reach, period, 'sales')
  const question = { ...requested, unit, basis: 'settled' as const, tax: 'included' as const }
  const { summary, series, byCategory, byPayment, goal } = await salesFigures(db, scope, question)
  expect(summary.net).toBe(netOn(days, set))
  for (const parts of [series, byCategory, byPayment])
    expect(sumOf((parts ?? []).map(({ net }) => net))).toBe(summary.net)
  if (goal) {
    const whole = (day: string) => capped(monthAround(day), until) as Period
    for (const month of goal.compared) expect(isWhole(scope.reach, whole(month), 'sales')).toBe(true)
    expect(goal.period).toBe(goal.compared.length * set.length * 10_000)
    expect(goal.net).toBe(
      netOn(
        goal.compared.flatMap((month) => daysOf(whole(month))),
        set,
      ) ?? 0,
    )
  }
  const products = await productFigures(db, scope, { ...requested, unit, tax: 'included', limit: 1, sortKey: 'net' })
  expect(products.total.net).toBe(netOn(days, set))
  expect(sumOf([...products.items.map(({ net }) => net), products.rest.net])).toBe(summary.net ?? 0)
  if (requested.from.endsWith('-01') && requested.to === monthAround(requested.to).to) {
    const target = await salesFigures(db, scope, { ...question, unit: 'month', basis: 'targetMonth' })
    expect(sumOf(target.series.map(({ net }) => net))).toBe(target.summary.net)
    expect(target.summary.net ?? 0).toBeLessThanOrEqual(netOn(days, set, 'targetMonth') ?? 0)
  }
}

async function checkMonth(db: Db, scope: ReportScope, set: readonly number[], { from }: Period) {
  const { reach } = scope
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const figures = knownMonth(await monthFigures(db, scope, { year, month, money: true }), reach)
  const is = of(set)
  const period = capped(monthAround(from), until) as Period
  expectCounts(figures.thisMonth, reach, period, set)
  const daily = (key: 'admissions' | 'withdrawals' | 'visits' | 'sales') => sumOf(figures.daily.map((day) => day[key]))
  const { members, visits, sales } = figures.thisMonth
  if (members.admissions !== null) expect(daily('admissions')).toBe(members.admissions)
  if (members.withdrawals !== null) expect(daily('withdrawals')).toBe(members.withdrawals)
  if (visits.count !== null) expect(daily('visits')).toBe(visits.count)
  if (sales?.net != null) expect(daily('sales')).toBe(sales.net)
  if (figures.visitHours) expect(sumOf(figures.visitHours.flat())).toBe(visits.count)
  if (!isWhole(reach, period, 'contracts', 'leavers'))
    expect([members.netGrowth, members.churnRate, members.admissionRate]).toEqual([null, null, null])
  for (const { months, joined } of figures.retention) {
    const cohort = { from: monthOf(year, month - months).from, to: monthOf(year, month - months).to }
    expect(joined ?? 0).toBeLessThanOrEqual(countOn(known(reach, cohort, 'contracts', 'leavers'), is.joined) ?? 0)
  }
  const reachOf = await readReachOfEach(db, true, scope)
  const { shops } = await shopFigures(db, scope, { year, month, money: true }, reachOf)
  for (const { shopId, report } of shops)
    expectCounts(knownReport(report, reachOf(shopId)), reachOf(shopId), period, [Number(shopId)])
}

type Report = Awaited<ReturnType<typeof monthFigures>>['thisMonth']

function expectCounts(
  { members, visits, leads, sales }: Pick<Report, 'members' | 'leads' | 'sales'> & { visits: { count: number | null } },
  reach: Reach,
  period: Period,
  set: readonly number[],
) {
  const is = of(set)
  expect({
    admissions: members.admissions,
    withdrawals: members.withdrawals,
    visits: visits.count,
    tours: leads.tours,
    trials: leads.trials,
    net: sales?.net ?? null,
  }).toEqual({
    admissions: countOn(known(reach, period, 'contracts'), is.joined),
    withdrawals: countOn(known(reach, period, 'contracts', 'leavers'), is.left),
    visits: countOn(known(reach, period, 'visits'), is.visits),
    tours: countOn(known(reach, period, 'leads'), is.tours),
    trials: countOn(known(reach, period, 'leads'), is.trials),
    net: netOn(known(reach, period, 'sales'), set),
  })
}

async function checkYear(db: Db, scope: ReportScope, set: readonly number[], year: number) {
  const { reach } = scope
  const figures = knownYear(await yearFigures(db, scope, { year, fiscalStartMonth: 1, money: true }), reach)
  const period = { from: `${year}-01-01`, to: earlier(`${year}-12-31`, until) }
  expectCounts(figures.thisYear, reach, period, set)
  const { members, visits, leads, sales } = figures.thisYear
  expect(sumOf(figures.months.map((one) => one.members.admissions))).toBe(members.admissions)
  expect(sumOf(figures.months.map((one) => one.members.withdrawals))).toBe(members.withdrawals)
  expect(sumOf(figures.months.map((one) => one.visits.count))).toBe(visits.count)
  expect(sumOf(figures.months.map((one) => one.leads.trials))).toBe(leads.trials)
  expect(sumOf(figures.months.map((one) => one.sales?.net))).toBe(sales?.net ?? null)
}

async function checkEarly(db: Db, scope: ReportScope) {
  const reachOf = await readReachOfEach(db, true, scope)
  const shops = await readComparedShops(db, scope, { from: '2025-11-01', to: '2026-10-31' }, true)
  for (const { shopId, early, churn } of shops) {
    const days = known(reachOf(shopId), { from: '2025-08-01', to: '2026-07-31' }, 'contracts', 'leavers')
    expect(early.of ?? 0).toBeLessThanOrEqual(countOn(days, of([Number(shopId)]).joined) ?? 0)
    if (!isWhole(reachOf(shopId), { from: '2025-11-01', to: '2026-10-31' }, 'contracts', 'leavers'))
      expect(churn.rate).toBeNull()
  }
}

async function checkLtv(db: Db, scope: ReportScope, set: readonly number[]) {
  const { reach } = scope
  const answer = await ltvFigures(db, scope, { year: 2026, month: 10, cohortMonths: 24, groupBy: 'none' })
  const year = { from: '2025-11-01', to: '2026-10-31' }
  if (!isWhole(reach, year, 'contracts', 'leavers')) expect(answer.period).toBeNull()
  if (!isWhole(reach, year, 'sales')) expect(answer.summary.predicted).toBeNull()
  if (answer.period === null) return
  const { firstYears, summary } = answer
  if (firstYears === null) return expect(summary.cohort12).toBeNull()
  const joiners = { from: laterOf(firstYears.from, '2024-11-01'), to: firstYears.to }
  expect(firstYears.isWhole).toBe(firstYears.from === '2024-11-01')
  expect(summary.joined).toBe(countOn(known(reach, joiners, 'contracts', 'leavers'), of(set).joined))
}
