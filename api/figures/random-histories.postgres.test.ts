import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PeriodReport, YearReport } from '#contract/report.ts'
import { openFacts } from '../../tests/support/facts.ts'
import {
  changes,
  contractFact,
  dayStartHours,
  derivedOf,
  history,
  people,
  plainClub,
  shops,
} from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { countLater } from './count-later.ts'
import type { MonthFigures } from './monthly.ts'
import { addDays, monthOf, type Period } from './periods.ts'
import {
  type BillFact,
  type ClassFact,
  type ContractFact,
  type Facts,
  type LeadFact,
  PlainCount,
  type SaleFact,
  type VisitFact,
} from './plain-count.ts'
import { rebuildEverything } from './rollup.ts'

// Random histories, counted by the SQL and by a slow, plain count over the facts that shares no code with it.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

const sets = [[1], [2], [3], [1, 3], [2, 3], shops]
describe('for any history', { timeout: 120_000 }, () => {
  test('every figure of every month and set of shops equals a plain count over the facts', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.integer({ min: 1, max: 3 }),
        async ({ until, facts }, set, month) => {
          await club.happened(until, facts)
          const plain = new PlainCount(facts, until, plainClub)
          const report = await club.month(2026, month, set)
          const calendarMonth = monthOf(2026, month)
          const { thisMonth, prevMonth, prevToSameDay } = report.periods
          if (thisMonth) expect(rounded(report.thisMonth)).toEqual(rounded(plain.period(set, thisMonth)))
          if (prevMonth) expect(rounded(report.prevMonth)).toEqual(rounded(plain.period(set, prevMonth)))
          if (prevToSameDay) {
            expect(rounded(report.prevToSameDay as PeriodReport)).toEqual(
              rounded(withoutMedian(plain.period(set, prevToSameDay, prevToSameDay.to))),
            )
          }
          expect(report.scheduled).toEqual(plain.scheduled(set, calendarMonth))
          for (const row of report.daily.filter((one) => one.date <= until)) {
            const { members, visits, reservations, sales } = plain.period(set, { from: row.date, to: row.date })
            expect(row).toMatchObject({
              admissions: members.admissions,
              transferIn: members.transferIn,
              withdrawals: members.withdrawals,
              transferOut: members.transferOut,
              closing: members.closing,
              visits: visits.count,
              unique: visits.unique,
              booked: reservations.booked,
              attended: reservations.attended,
              noShow: reservations.noShow,
              sales: sales?.net,
            })
          }
          const heard = (report.visitHours ?? []).flat().reduce((sum, visits) => sum + visits, 0)
          expect(heard).toBe(report.thisMonth.visits.count ?? 0)
        },
      ),
      runs(30),
    )
  })

  test('the same month of the year before equals a plain count, whole and to the same day', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...sets), async ({ until, facts }, set) => {
        const nextYear = addDays(until, 365)
        await club.happened(nextYear, facts)
        const plain = new PlainCount(facts, nextYear, plainClub)
        const report = await club.month(2027, Number(nextYear.slice(5, 7)), set)
        const { yearBefore, lastYearToSameDay } = report.periods
        expect(rounded(report.lastYear)).toEqual(rounded(plain.period(set, yearBefore)))
        if (!lastYearToSameDay) return
        expect(lastYearToSameDay).toEqual({ from: yearBefore.from, to: until })
        const sameDay = rounded(report.lastYearToSameDay as PeriodReport)
        const found = plain.period(set, lastYearToSameDay, lastYearToSameDay.to)
        expect(sameDay).toEqual(rounded(withoutMedian(found)))
      }),
      runs(15),
    )
  })

  test('期首 ＋ 入会 ＋ 転入 − 退会 − 転出 = 期末, the days add up to the month and the shops to the chain', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 3 }), async ({ until, facts }, month) => {
        await club.happened(until, facts)
        const chain = await club.month(2026, month)
        const single: MonthFigures[] = []
        for (const one of shops) single.push(await club.month(2026, month, [one]))
        for (const { thisMonth, prevMonth } of [chain, ...single]) {
          for (const { members } of [thisMonth, prevMonth]) {
            if (members.opening === null) continue
            const { opening, admissions, transferIn, withdrawals, transferOut, closing } = members as Record<
              string,
              number
            >
            expect(
              (opening ?? 0) + (admissions ?? 0) + (transferIn ?? 0) - (withdrawals ?? 0) - (transferOut ?? 0),
            ).toBe(closing)
          }
        }
        for (const { thisMonth, daily } of [chain, ...single]) {
          if (thisMonth.members.opening === null) continue
          const days = (figure: 'admissions' | 'withdrawals' | 'visits' | 'sales') =>
            daily.reduce((sum, row) => sum + (row[figure] ?? 0), 0)
          expect([days('admissions'), days('withdrawals'), days('visits'), days('sales')]).toEqual([
            thisMonth.members.admissions,
            thisMonth.members.withdrawals,
            thisMonth.visits.count,
            thisMonth.sales?.net,
          ])
        }
        const additive = ({ thisMonth: { members, visits, sales } }: MonthFigures) => [
          members.opening,
          members.closing,
          members.admissions,
          members.withdrawals,
          visits.count,
          visits.days,
          sales?.gross,
          sales?.refund,
        ]
        const sums = single.map(additive).reduce((a, b) => a.map((figure, at) => (figure ?? 0) + (b[at] ?? 0)))
        expect(sums).toEqual(additive(chain).map((figure) => figure ?? 0))
      }),
      runs(30),
    )
  })

  test('every figure of every year, whatever its first month, equals a plain count over the facts', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.constantFrom(2025, 2026),
        fc.constantFrom(1, 2, 3, 4, 11),
        async ({ until, facts }, set, year, startMonth) => {
          await club.happened(until, facts)
          const plain = new PlainCount(facts, until, plainClub)
          const report = await club.year(year, startMonth, set)
          const { months, monthsBefore, prevToSameDay } = report.periods
          const begun = (all: Period[], to = until) =>
            all.filter(({ from }) => from <= to).map((month) => (month.to <= to ? month : { from: month.from, to }))
          const expectYear = (actual: YearReport, of: Period[]) =>
            of.length === 0
              ? expect(actual.members.closing).toBeNull()
              : expect(rounded(actual)).toEqual(rounded(plain.year(set, of)))
          expectYear(report.thisYear, begun(months))
          expectYear(report.prevYear, begun(monthsBefore))
          const { from, to, before, ...churn } = report.annualChurn
          const closed = twelveMonths(from)
          expect(closed.at(-1)?.to).toBe(to)
          if (to <= until) {
            expect(rounded(churn)).toEqual(rounded(plain.annualChurn(set, closed)))
            expect(rounded(before)).toEqual(rounded(plain.annualChurn(set, twelveMonths(from, -12))))
            if (churn.ofOpening !== null) {
              const { stayOfLeavers, stayOfMembers } = report.lifetime
              expect(rounded({ stayOfLeavers, stayOfMembers })).toEqual(rounded(plain.stays(set, { from, to })))
            }
          }
          if (prevToSameDay && report.prevToSameDay) {
            const { averageMonthlyChurn: _, visits, ...sameDay } = rounded(report.prevToSameDay) as YearReport
            const found = rounded(
              plain.year(set, begun(monthsBefore, prevToSameDay.to), prevToSameDay.to),
            ) as YearReport
            const people = { unique: null, rate: null, perVisitor: null, zeroVisitors: null }
            expect(visits).toEqual({ ...found.visits, ...people })
            expect(found).toMatchObject(sameDay)
          }
          for (const [at, { year: _, month: __, ...actual }] of report.months.entries()) {
            const [month] = begun([months[at] as Period])
            if (!month) expect(actual.members.closing).toBeNull()
            else {
              const found = plain.period(set, month)
              expect(rounded(actual)).toEqual(rounded({ ...found, visits: { ...found.visits, median: null } }))
            }
          }
        },
      ),
      runs(25),
    )
  })

  test('after any change of facts, past or present, the rollups equal a full recomputation', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(contractFact, { maxLength: 2 }),
        history,
        changes,
        async (before, contracts, later, changes) => {
          await asOpened()
          await club.happened(before.until, before.facts)
          const { visits, sales, bills, classes, leads } = later.facts
          await club.record({
            contracts,
            visits: visits.slice(0, 3),
            sales: sales.slice(0, 2),
            bills: bills.slice(0, 2),
            classes: classes.slice(0, 2),
            leads: leads.slice(0, 2),
          })
          for (const change of changes) await club.db.execute(change)
          await countLater(club.database)
          const corrected = await derivedOf(club.database)
          await rebuildEverything(club.db)
          expect(corrected).toEqual(await derivedOf(club.database))
          await asOpened()
        },
      ),
      runs(30),
    )
  })

  test('after late, changed or deleted contracts, and changed business days, every figure equals a plain count', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(contractFact, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom(0, 1, 5, 12),
        async ({ until, facts }, late, gone, turnsAt) => {
          await asOpened()
          await club.happened(until, facts)
          const kept = facts.contracts.map((one, at) => (at === gone ? { ...one, shop: 1 + (one.shop % 3) } : one))
          const moved = kept.filter((_, at) => at !== gone + 2)
          // Changed in one transaction, as the synchronisation does.
          await club.db.transaction(async (tx) => {
            await tx.execute(sql`update contract set shop_id = 1 + shop_id % 3 where id = ${gone + 1}`)
            await tx.execute(sql`delete from contract where id = ${gone + 3}`)
            await tx.execute(sql`update shop set day_start_hour = ${turnsAt} where id = 3`)
          })
          await club.record({ contracts: late })
          await countLater(club.database)
          const contracts = [...moved, ...late]
          const turned = { people, dayStartHours: [0, 0, turnsAt] }
          const inShops = new PlainCount({ contracts }, until, turned)
          const visits = facts.visits.map((one) => ({
            ...one,
            home:
              one.member === null
                ? null
                : (inShops.covering(one.member, inShops.businessDay(one.shop, one.at))?.shop ?? null),
          }))
          const { rows } = await club.db.execute(sql`
            select home_shop_id::integer as home from visit order by id`)
          expect(rows).toEqual(visits.map(({ home }) => ({ home })))
          const plain = new PlainCount({ ...facts, contracts, visits }, until, turned)
          for (const month of [1, 2, 3]) {
            for (const set of [[1], [3], [1, 3], shops]) {
              const report = await club.month(2026, month, set)
              const { thisMonth } = report.periods
              if (thisMonth) expect(rounded(report.thisMonth)).toEqual(rounded(plain.period(set, thisMonth)))
            }
          }
          await asOpened()
        },
      ),
      runs(20),
    )
  })

  test('over forty data dates, with late, early and repeated facts, every figure equals a plain count each day', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(1000), async ({ facts }, salt) => {
        await asOpened()
        const arrivals = arrivalsOf(facts, salt)
        const arrived = {
          contracts: [],
          visits: [],
          sales: [],
          bills: [],
          classes: [],
          leads: [],
        } as Required<MutableFacts>
        let day = '2026-01-10'
        await club.happened(day, {})
        for (let moved = 0; moved < 40; moved += 1, day = addDays(day, 1)) {
          const today = arrivals.filter(({ on }) => (moved === 0 ? on <= day : on === day))
          for (const { kind, fact } of today) (arrived[kind] as unknown[]).push(fact)
          const of = <Kind extends keyof MutableFacts>(kind: Kind) =>
            today.filter((one) => one.kind === kind).map(({ fact }) => fact) as Required<MutableFacts>[Kind]
          const inShops = new PlainCount({ contracts: arrived.contracts }, day, plainClub)
          const atHome = (visits: readonly VisitFact[]) =>
            visits.map((one) => ({
              ...one,
              home:
                one.member === null
                  ? null
                  : (inShops.covering(one.member, inShops.businessDay(one.shop, one.at))?.shop ?? null),
            }))
          await club.record({
            ...{ contracts: of('contracts'), visits: atHome(of('visits')), sales: of('sales') },
            ...{ bills: of('bills'), classes: of('classes'), leads: of('leads') },
          })
          // A repeated fact changes nothing.
          await club.db.execute(sql`update contract set start_on = start_on where id = (select max(id) from contract)`)
          await club.db.execute(sql`update visit set entered_at = entered_at where id = (select max(id) from visit)`)
          await club.db.execute(sql`update data_state set data_as_of = ${`${day}T23:59:59+09:00`}::timestamptz`)

          const set = sets[moved % sets.length] as number[]
          const plain = new PlainCount({ ...arrived, visits: atHome(arrived.visits) }, day, plainClub)
          const report = await club.month(2026, Number(day.slice(5, 7)), set)
          const { thisMonth, prevMonth, prevToSameDay } = report.periods
          expect(rounded(report.thisMonth)).toEqual(rounded(plain.period(set, thisMonth as Period)))
          expect(rounded(report.prevMonth)).toEqual(rounded(plain.period(set, prevMonth as Period)))
          if (prevToSameDay) {
            expect(rounded(report.prevToSameDay as PeriodReport)).toEqual(
              rounded(withoutMedian(plain.period(set, prevToSameDay, prevToSameDay.to))),
            )
          }
          expect(report.scheduled).toEqual(plain.scheduled(set, report.periods.month))
        }
      }),
      runs(2),
    )
  })
})

type MutableFacts = { [Kind in keyof Facts]: NonNullable<Facts[Kind]>[number][] }

/** Each fact with the day it arrives: mostly its own, some late, some earlier, in turn. */
function arrivalsOf(facts: Facts, salt: number) {
  const delays = [0, 0, 3, 0, 14, -6]
  const ownDay = {
    contracts: ({ from }: ContractFact) => from,
    visits: ({ at }: VisitFact) => at,
    sales: ({ at }: SaleFact) => at ?? '2026-01-15',
    bills: ({ dueOn }: BillFact) => dueOn,
    classes: ({ at }: ClassFact) => at,
    leads: ({ at }: LeadFact) => at,
  }
  return Object.entries(ownDay).flatMap(([kind, dayOf]) =>
    (facts[kind as keyof Facts] ?? []).map((fact, at) => ({
      kind: kind as keyof Facts,
      fact,
      on: addDays(
        (dayOf as (one: unknown) => string)(fact).slice(0, 10),
        delays[(at + salt) % delays.length] as number,
      ),
    })),
  )
}

/** The initial shops and products, whatever a change made of them. */
const asOpened = () =>
  club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await tx.execute(sql`update product set category = code where category <> code`)
    await tx.execute(sql`update shop set day_start_hour = case id when 3 then 5 else 0 end`)
    await tx.execute(sql`update member set gender = 'none', birthday = null, join_route = null, join_campaign = null`)
    await tx.execute(sql`delete from joined_day`)
  })

const withoutMedian = (report: PeriodReport): PeriodReport => ({
  ...report,
  visits: { ...report.visits, median: null },
})

/** Sums of fractions differ in their last bits by the order of adding. */
/** The twelve months that start so many months after the one of `from`. */
function twelveMonths(from: string, after = 0): Period[] {
  const [year, month] = from.split('-').map(Number) as [number, number]
  return Array.from({ length: 12 }, (_, at) => monthOf(year, month + after + at))
}

const rounded = <Report extends object>(report: Report): Report =>
  JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e9) / 1e9 + 0 : value,
  )
