import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reach } from '#contract/report-head.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { dayStartHours, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { rowsOf } from '../db/expressions.ts'
import { admissionFigures, readReturning } from './admission.ts'
import { addDays, daysOf, earlier, monthOf, type Period } from './periods.ts'
import { PlainCount } from './plain-count.ts'

// 入会・退会 by hand, and against a plain count, day by day, over random histories.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

const figures = (
  set: readonly number[],
  from: string,
  to: string,
  joinedBy: 'joined' | 'contracted' | 'firstUse' = 'joined',
) => club.seen(set, (db, scope) => admissionFigures(db, scope, { from, to, unit: 'month', joinedBy }, { why: true }))

describe('by hand', () => {
  test('who left within three months is early, why and after how many days away is told, and a correction is seen', async () => {
    await club.happened('2026-06-30', {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-31', to: '2026-04-30', cancelRequestedOn: '2026-04-10' },
        { member: 2, shop: 1, from: '2026-01-31', to: '2026-05-01', cancelRequestedOn: '2026-04-10' },
        { member: 3, shop: 1, from: '2026-02-10' },
        { member: 4, shop: 1, from: '2026-06-10' },
      ],
      visits: [
        { member: 1, shop: 1, home: 1, at: '2026-02-03T10:00' },
        { member: 1, shop: 2, home: 1, at: '2026-04-01T10:00' },
        { member: 1, shop: 1, home: 1, at: '2026-04-20T10:00' },
        { member: 3, shop: 1, home: 1, at: '2026-03-03T10:00' },
        { member: null, shop: 1, home: null, at: '2026-01-01T10:00' },
        { member: null, shop: 1, home: null, at: '2026-06-30T10:00' },
      ],
    })
    await club.db.execute(sql`update contract set cancel_reason = 'price' where member_id = 1`)
    await club.db.execute(
      sql`update member set join_route = 'web', join_campaign = '春', gender = 'female', birthday = '1990-05-01' where id = 1`,
    )
    const year = await figures([1], '2026-01-01', '2026-06-30')
    expect(year.summary).toMatchObject({ admissions: 4, withdrawals: 2, early: { count: 1, of: 3 } })
    expect(year.withdrawalReasons).toEqual([
      { reason: 'unknown', count: 1 },
      { reason: 'price', count: 1 },
    ])
    expect(year.withdrawalByTenure).toEqual([{ months: 3, count: 2 }])
    const away = year.withdrawalByAbsence?.filter(({ count }) => count > 0)
    expect(away).toEqual([
      { absence: '7', count: 1 },
      { absence: 'never', count: 1 },
    ])
    expect(year.byCampaign).toMatchObject([
      { campaign: null, admissions: 3 },
      { campaign: '春', admissions: 1, early: { count: 1, of: 1 } },
    ])
    expect(year.byAgeGender?.filter(({ female }) => female > 0)).toEqual([{ band: '30', male: 0, female: 1, none: 0 }])
    // First used in February and March; two have not yet.
    expect((await figures([1], '2026-01-01', '2026-06-30', 'firstUse')).series.map((one) => one.admissions)).toEqual([
      0, 1, 1, 0, 0, 0,
    ])
    await club.db.execute(sql`delete from visit where member_id = 1 and entered_at < '2026-03-01'`)
    expect((await figures([1], '2026-01-01', '2026-06-30', 'firstUse')).series[3]).toMatchObject({ admissions: 1 })
  })

  test('the last visit before a leave filed too late is one of that membership, not of a later one', async () => {
    await club.happened('2026-06-30', {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-01', to: '2026-01-31', cancelRequestedOn: '2026-03-10' },
        { member: 1, shop: 1, from: '2026-03-01' },
      ],
      visits: [
        { member: 1, shop: 1, home: 1, at: '2026-01-20T10:00' },
        { member: 1, shop: 1, home: 1, at: '2026-03-05T10:00' },
      ],
    })
    const leaving = sql`select last_visit_on::text from member_move where kind = 'withdrawal'`
    expect(await rowsOf(club.db, leaving)).toEqual([{ last_visit_on: '2026-01-20' }])
  })

  test('見学 and 体験 are divided by who of them joined, and 入会 by what came before, in whatever shop', async () => {
    await club.happened('2026-06-30', {
      contracts: [
        { member: 1, shop: 3, from: '2025-12-01', to: '2025-12-31' },
        { member: 1, shop: 1, from: '2026-05-30' },
        { member: 2, shop: 1, from: '2026-06-01' },
        { member: 3, shop: 2, from: '2026-06-10' },
        { member: 4, shop: 1, from: '2026-06-20' },
      ],
      leads: [
        { shop: 3, kind: 'tour', at: '2026-01-05T10:00' },
        // On the last of its days; a day too late; joined another shop on the last; had both.
        { shop: 1, kind: 'tour', at: '2026-03-31T10:00', member: 1 },
        { shop: 1, kind: 'tour', at: '2026-04-01T10:00', member: 2 },
        { shop: 1, kind: 'trial', at: '2026-05-11T10:00', member: 3 },
        { shop: 2, kind: 'tour', at: '2026-06-01T10:00', member: 4 },
        { shop: 1, kind: 'trial', at: '2026-06-20T10:00', member: 4 },
        // Over, and still to come.
        { shop: 1, kind: 'trial', at: '2026-05-31T10:00' },
        { shop: 1, kind: 'tour', at: '2026-05-01T10:00' },
        { shop: 1, kind: 'tour', at: '2026-05-02T10:00' },
        { shop: 1, kind: 'trial', at: '2026-06-29T10:00' },
      ],
    })
    const ledOf = async (set: number[]) => {
      const { leads, admissionsByLead } = await figures(set, '2026-03-01', '2026-06-30')
      return [
        ...leads.map(({ count, joined, open }) => [count, joined.count, joined.of, open]),
        admissionsByLead?.map(({ ledBy, count }) => `${ledBy} ${count}`).join(),
      ]
    }
    expect(await ledOf([1])).toEqual([[4, 1, 4, 1], [4, 2, 4, 1], 'led 2,none 1,unknown 0'])
    expect(await ledOf([2])).toEqual([[1, 1, 1, 0], [0, 0, 0, 0], 'led 1,none 0,unknown 0'])
  })

  test('a 休会 that ends next month is announced: it returns, leaves, or goes on under another contract', async () => {
    await club.happened('2026-06-30', {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-01', to: '2026-04-30' },
        { member: 1, shop: 1, from: '2026-05-01', to: '2026-07-31', kind: 'suspension' },
        { member: 1, shop: 1, from: '2026-08-01' },
        { member: 2, shop: 1, from: '2026-05-01', to: '2026-07-31', kind: 'suspension' },
        { member: 3, shop: 1, from: '2026-05-01', to: '2026-07-31', kind: 'suspension' },
        { member: 3, shop: 1, from: '2026-08-01', to: '2026-08-31', kind: 'suspension' },
        { member: 4, shop: 1, from: '2026-05-01', to: '2026-06-30', kind: 'suspension' },
        { member: 4, shop: 1, from: '2026-07-01' },
      ],
    })
    const returning = await club.seen([1], (db, scope) => readReturning(db, scope, { named: true }))
    expect(returning).toMatchObject({ from: '2026-07-01', to: '2026-07-31', count: 2, leave: 1 })
    expect(returning?.members?.map(({ memberNo, endsOn, next }) => [memberNo, endsOn, next])).toEqual([
      ['M1', '2026-07-31', 'resume'],
      ['M2', '2026-07-31', 'cancel'],
    ])
  })
})

const [since, end] = ['2025-10-01', '2026-08-31']

/** Every admission, withdrawal and 休会, day by day. */
function plainMoves(plain: PlainCount, until: string) {
  const visits = plain.visits().map((one) => ({ ...one, day: plain.businessDay(one.shop, one.at) }))
  const moves: unknown[][] = []
  for (let member = 1; member <= people; member += 1) {
    const came = (first: string, last: string) =>
      visits
        .filter(
          (one) => one.member === member && one.home !== null && first <= one.day && one.day <= earlier(last, until),
        )
        .map(({ day }) => day)
        .sort()
    let begun = ''
    for (const date of daysOf({ from: since, to: end })) {
      const [before, now, after] = [-1, 0, 1].map((days) => plain.covering(member, addDays(date, days)))
      if (!now) continue
      if (!before) {
        begun = date
        const lasts = daysOf({ from: date, to: end }).find((day) => !plain.covering(member, addDays(day, 1))) ?? end
        moves.push(['admission', member, date, now.shop, begun, came(begun, lasts)[0] ?? null, null, null])
      }
      if (!after && date < end) {
        const requestedOn = now.cancelRequestedOn ?? null
        const last = requestedOn && earlier(requestedOn, date)
        moves.push([
          'withdrawal',
          member,
          date,
          now.shop,
          begun,
          null,
          requestedOn,
          (last && came(begun, last).at(-1)) ?? null,
        ])
      }
      if (now.kind === 'suspension' && before?.kind !== 'suspension') {
        moves.push(['suspension', member, date, now.shop, begun, null, null, null])
      }
    }
  }
  return moves.map((one) => JSON.stringify(one)).sort()
}

/** Admissions with 見学 or 体験 before them, without, and where that is not known. */
function plainLed(plain: PlainCount, set: readonly number[], period: Period, { leads, missing }: Reach) {
  const [led, none, unknown] = [[], [], []] as string[][]
  for (const date of daysOf(period)) {
    for (let member = 1; member <= people; member += 1) {
      const shop = plain.covering(member, date)?.shop
      if (shop === undefined || !set.includes(shop) || plain.covering(member, addDays(date, -1))) continue
      const before = daysOf({ from: addDays(date, -60), to: date })
      const isKnown = before.every(
        (day) =>
          leads &&
          leads.from <= day &&
          day <= leads.to &&
          !missing.some((one) => one.kind === 'leads' && day <= one.to),
      )
      const group = plain.isLed(member, date) ? led : isKnown ? none : unknown
      group?.push(date)
    }
  }
  return [led?.length, none?.length, unknown?.length]
}

const countedMoves = async () =>
  (
    await rowsOf<Record<string, unknown>>(
      club.db,
      sql`select kind, member_id, date, shop_id, span_start, first_use_on, requested_on, last_visit_on
        from member_move where date between ${since} and ${end}`,
    )
  )
    .map((one) => JSON.stringify(Object.values(one)))
    .sort()

describe('for any history', { timeout: 120_000 }, () => {
  test('moves equal a plain count, days and groups add up, and the totals are the monthly report’s', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ until, facts }) => {
        await club.happened(until, facts)
        const plain = new PlainCount(facts, until, plainClub)
        expect(await countedMoves()).toEqual(plainMoves(plain, until))
        for (const month of [1, 2, 3].filter((one) => monthOf(2026, one).from <= until)) {
          const { from, to } = monthOf(2026, month)
          for (const set of [[1], [1, 3], shops]) {
            const { summary, ...answer } = await figures(set, from, to)
            if (summary.admissions === null) continue
            const { members, leads } = plain.period(set, { from, to: earlier(to, until) })
            for (const name of ['admissions', 'readmissions', 'withdrawals', 'withdrawalRequests', 'closing'] as const)
              expect([name, summary[name]]).toEqual([name, members[name]])
            if (summary.trials !== null) expect([summary.tours, summary.trials]).toEqual([leads.tours, leads.trials])
            const period = { from, to: earlier(to, until) }
            for (const { kind, joined, open } of answer.leads) {
              if (joined.count === null) continue
              const counted = plain.leadsJoined(set, period, kind, kind === 'tour' ? 60 : 30)
              expect([kind, joined.count, open]).toEqual([kind, counted.joined, counted.open])
            }
            if (answer.admissionsByLead) {
              const { reach } = await club.seen(set, async (_, scope) => scope)
              expect(answer.admissionsByLead.map(({ count }) => count)).toEqual(plainLed(plain, set, period, reach))
            }
            const sum = (rows: readonly { admissions?: number | null; count?: number }[] | null) =>
              (rows ?? []).reduce((all, one) => all + (one.admissions ?? one.count ?? 0), 0)
            expect([sum(answer.series), sum(answer.byRoute), sum(answer.byCampaign)]).toEqual(
              Array(3).fill(summary.admissions),
            )
            expect([sum(answer.withdrawalReasons), sum(answer.withdrawalByTenure)]).toEqual(
              Array(2).fill(summary.withdrawals),
            )
          }
        }
      }),
      runs(13),
    )
  })
})
