import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DayFacts } from '#contract/daily-report.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { dayStartHours, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { inScope } from '../db/scope.ts'
import { readDayFacts } from './day-facts.ts'
import { addDays, daysOf, monthOf } from './periods.ts'
import { PlainCount } from './plain-count.ts'
import { readReportScope } from './report-scope.ts'

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

/** Read through row-level security of that shop alone, as its staff see it. */
const factsOf = (shop: number, dates: readonly string[], money = true): Promise<DayFacts[]> =>
  inScope(club.database, { shops: [String(shop)] }, 'read', async (scoped) => {
    const scope = await readReportScope(scoped, [String(shop)], { money })
    const days: DayFacts[] = []
    for (const date of dates) days.push(await readDayFacts(scoped, scope, { shopId: String(shop), date, money }))
    return days
  })

const net = (sales: Record<string, number> | null | undefined) =>
  Object.values(sales ?? {}).reduce((sum, one) => sum + one, 0)

describe('for any history', { timeout: 120_000 }, () => {
  test('each figure of a daily report equals the daily row of report/monthly-stats, and the days add up to the month', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...shops),
        fc.integer({ min: 1, max: 3 }),
        async ({ until, facts }, shop, month) => {
          await club.happened(until, facts)
          const report = await club.month(2026, month, [shop])
          const dates = daysOf(report.periods.month)
          const days = await factsOf(shop, dates)
          for (const [at, row] of report.daily.entries()) {
            expect(days[at]?.figures).toMatchObject({
              visitCount: row.visits,
              uniqueVisitors: row.unique,
              admissionCount: row.admissions,
              bookedCount: row.booked,
              attendedCount: row.attended,
              noShowCount: row.noShow,
            })
            const { salesByCategory } = days[at]?.figures ?? {}
            expect(salesByCategory === null ? null : net(salesByCategory)).toBe(row.sales)
          }
          const { thisMonth } = report
          if (thisMonth.visits.count === null) return
          const sum = (of: (figures: DayFacts['figures']) => number | null | undefined) =>
            days.reduce((total, { figures }) => total + (of(figures) ?? 0), 0)
          expect({
            visits: sum(({ visitCount }) => visitCount),
            days: sum(({ uniqueVisitors }) => uniqueVisitors),
            tours: sum(({ tourCount }) => tourCount),
            trials: sum(({ trialCount }) => trialCount),
            admissions: sum(({ admissionCount }) => admissionCount),
            requests: sum(({ withdrawalRequestCount }) => withdrawalRequestCount),
            booked: sum(({ bookedCount }) => bookedCount),
            attended: sum(({ attendedCount }) => attendedCount),
            noShow: sum(({ noShowCount }) => noShowCount),
            membershipFee: sum(({ salesByCategory }) => salesByCategory?.membershipFee),
            product: sum(({ salesByCategory }) => salesByCategory?.product),
            other: sum(({ salesByCategory }) => salesByCategory?.other),
          }).toEqual({
            visits: thisMonth.visits.count,
            days: thisMonth.visits.days,
            tours: thisMonth.leads.tours,
            trials: thisMonth.leads.trials,
            admissions: thisMonth.members.admissions,
            requests: thisMonth.members.withdrawalRequests,
            booked: thisMonth.reservations.booked,
            attended: thisMonth.reservations.attended,
            noShow: thisMonth.reservations.noShow,
            membershipFee: thisMonth.sales?.byCategory.membershipFee,
            product: thisMonth.sales?.byCategory.product,
            other: thisMonth.sales?.byCategory.other,
          })
        },
      ),
      runs(20),
    )
  })

  test('each figure equals a plain count over the facts, including 休会 and unpaid bills', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...shops), fc.nat(30), async ({ until, facts }, shop, before) => {
        await club.happened(until, facts)
        const plain = new PlainCount(facts, until, plainClub)
        const date = addDays(until, -before)
        if (date < '2026-01-01') return
        const [day] = await factsOf(shop, [date])
        const { members, visits, leads, reservations, sales } = plain.period([shop], { from: date, to: date })
        // What starts on the next day is 予定 in a history that ends the day before.
        const suspended = new PlainCount(facts, addDays(date, -1), plainClub)
        const isUnpaid = ({ month, dueOn, status, paidOn, amount, shop: at }: (typeof facts.bills)[number]) =>
          at === shop &&
          amount > 0 &&
          month === monthOf(2026, Number(date.slice(5, 7))).from &&
          dueOn <= date &&
          !(status === 'paid' && (paidOn ?? dueOn) <= date)
        expect(day?.figures).toEqual({
          visitCount: visits.count,
          uniqueVisitors: visits.days,
          tourCount: leads.tours,
          trialCount: leads.trials,
          admissionCount: members.admissions,
          withdrawalRequestCount: members.withdrawalRequests,
          suspensionCount: suspended.scheduled([shop], { from: date, to: date }).suspensions,
          bookedCount: reservations.booked,
          attendedCount: reservations.attended,
          noShowCount: reservations.noShow,
          salesByCategory: sales?.byCategory,
          unpaidCount: facts.bills.filter(isUnpaid).length,
        })
      }),
      runs(30),
    )
  })

  test('on the data date month to date, target and landing equal the dashboard’s', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...shops), async ({ until, facts }, shop) => {
        await club.happened(until, facts)
        const { thisMonth, landing, target } = await club.month(2026, Number(until.slice(5, 7)), [shop])
        const [day] = await factsOf(shop, [until])
        expect(day).toMatchObject({ landing, target })
        expect(day?.monthToDate).toEqual({
          admissions: thisMonth.members.admissions,
          withdrawals: thisMonth.members.withdrawals,
          closing: thisMonth.members.closing,
          visits: thisMonth.visits.count,
          sales: thisMonth.sales?.net,
        })
      }),
      runs(20),
    )
  })
})

test('a day after the data date has no figures, instead of zeros, and the month as of the data date', async () => {
  await club.happened('2026-02-10', {})
  const [last, day, later] = await factsOf(1, ['2026-02-10', '2026-02-11', '2026-03-01'])
  for (const one of [day, later]) expect(new Set(Object.values(one?.figures ?? {}))).toEqual(new Set([null]))
  expect(last?.monthToDate).not.toBeNull()
  expect([day?.monthToDate, day?.landing]).toEqual([last?.monthToDate, last?.landing])
  expect([later?.monthToDate, later?.landing]).toEqual([null, null])
})

test('the landing of a past day uses nothing that came after it', async () => {
  await club.happened('2026-02-20', {
    contracts: [{ member: 1, shop: 1, from: '2026-02-15', cancelRequestedOn: '2026-02-18', to: '2026-02-28' }],
  })
  const [past, now] = await factsOf(1, ['2026-02-10', '2026-02-20'])
  expect(past?.landing).toMatchObject({ admissions: 0, withdrawals: 0, closing: 0 })
  expect(now?.landing).toMatchObject({ admissions: 1, withdrawals: 1, closing: 0 })
})

test('without the right to money no money is disclosed, and no table of money is read', async () => {
  await club.happened('2026-02-10', {})

  for (const table of ['shop_day_sales', 'billing'])
    await club.db.execute(sql.raw(`alter table ${table} rename to hidden_${table}`))
  try {
    const [day] = await factsOf(1, ['2026-02-10'], false)
    expect(JSON.stringify(day)).not.toMatch(/sales|unpaid/i)
  } finally {
    for (const table of ['shop_day_sales', 'billing'])
      await club.db.execute(sql.raw(`alter table hidden_${table} rename to ${table}`))
  }
})
