import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reach } from '#contract/report-head.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { dayStartHours, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { firstDaysFigures, newcomersBelow } from './first-days.ts'
import { addDays, daysOf, earlier, monthOf } from './periods.ts'
import { PlainCount, type VisitFact } from './plain-count.ts'

// 最初の30日 by hand, and against a plain count, member by member, over random histories.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: 60, dayStartHours })
})
afterAll(() => club.close())

const figures = (set: readonly number[], year: number, month: number) =>
  club.seen(set, (db, scope) => firstDaysFigures(db, scope, { year, month }))

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
/** A visit of shop 1's member on so many days from a day on. */
const visitsOf = (member: number, from: string, days: number): VisitFact[] =>
  numbers(0, days - 1).map((at) => ({ member, shop: 1, home: 1, at: `${addDays(from, at)}T10:00` }))
const doorOpens: VisitFact = { member: null, shop: 1, home: null, at: '2026-01-01T10:00' }

describe('by hand', () => {
  test('who is a member on day 31 is followed by the visit days until then, and a correction moves them', async () => {
    const from = '2026-01-10'
    await club.happened('2026-08-31', {
      contracts: [
        ...numbers(1, 25).map((member) => ({ member, shop: 1, from, ...(member <= 20 && { to: '2026-03-31' }) })),
        ...numbers(26, 50).map((member) => ({ member, shop: 1, from })),
        // The last day of a membership does not count at its close: one left on day 30, one on day 31.
        { member: 51, shop: 1, from, to: '2026-02-08' },
        { member: 52, shop: 1, from, to: '2026-02-09' },
        { member: 53, shop: 1, from },
        // Not over.
        { member: 54, shop: 1, from: '2026-08-03' },
      ],
      visits: [
        doorOpens,
        ...numbers(26, 50).flatMap((member) => visitsOf(member, from, 8)),
        // Day 30 counts, in two shops as one day; day 31 does not.
        ...visitsOf(53, '2026-02-08', 2),
        { member: 53, shop: 2, home: 1, at: '2026-02-08T12:00' },
      ],
    })
    const now = await figures([1], 2026, 8)
    expect(now).toMatchObject({ joined: { from, to: '2026-08-02' }, people: 52, leftBefore: 1 })
    expect(now.groups?.map(({ key, people, isOfFew }) => [key, people, isOfFew])).toEqual([
      ['0', 26, false],
      ['1', 1, true],
      ['4', 0, true],
      ['8', 25, false],
    ])
    const [none, once, , most] = now.groups ?? []
    // From February 8th: one is gone a month later, twenty more two months later.
    const shares = none?.survival.map(({ share }) => Math.round(share * 26))
    expect(shares).toEqual([26, 25, 5, 5, 5, 5, 5])
    expect(most?.survival.at(-1)).toMatchObject({ month: 6, share: 1, high: 1, people: 25 })
    expect(most?.survival.at(-1)?.low).toBeCloseTo(0.867, 3)
    expect(once?.survival.at(-1)?.low).toBeLessThan(0.21)
    expect(now.compared).toEqual({ month: 6, fewest: '0', most: '8', isBeyondChance: true })
    // In a past month nobody has left yet, and nobody is a newcomer today.
    const past = await figures([1], 2026, 3)
    expect(past).toMatchObject({ until: '2026-03-31', newcomers: null, compared: null })
    expect(past.groups?.[0]?.survival.map(({ month, people }) => [month, people])).toEqual([
      [0, 26],
      [1, 26],
    ])

    await club.db.execute(sql`delete from visit where member_id = 26 and entered_at < '2026-01-12'`)
    await club.db.execute(sql`delete from visit where member_id = 53 and entered_at < '2026-02-09'`)
    await club.db.execute(
      sql`insert into joined_day (day, answer, answered_at) values ('2026-08-03', 'correct', now())`,
    )
    expect((await figures([1], 2026, 8)).groups?.map(({ people }) => people)).toEqual([27, 0, 1, 24])
    await club.db.execute(sql`update joined_day set day = '2026-01-10', answer = 'unknown'`)
    expect(await figures([1], 2026, 8)).toMatchObject({ people: 0, compared: null })
    await club.db.execute(sql`delete from joined_day`)
    // Without the visits of the first of its 30 days a joiner is not known.
    await club.db.execute(sql`insert into data_period (kind, first_on) values ('visits', '2026-01-11')`)
    expect(await figures([1], 2026, 8)).toMatchObject({ joined: { from: '2026-01-11' }, people: 0 })
    await club.db.execute(sql`update data_period set first_on = '2026-08-10'`)
    expect(await figures([1], 2026, 8)).toMatchObject({ joined: null, people: null, groups: null, newcomers: null })
    await club.db.execute(sql`delete from data_period`)
  })

  test('a newcomer on day 10 to 30 is below the usual by the shop’s own median, in proportion to the days gone', async () => {
    const newcomers = { 41: '2026-06-21', 42: '2026-06-21', 43: '2026-06-22', 44: '2026-06-01', 45: '2026-05-31' }
    await club.happened('2026-06-30', {
      contracts: [
        ...numbers(1, 19).map((member) => ({ member, shop: 1, from: '2026-03-01' })),
        ...Object.entries(newcomers).map(([member, from]) => ({ member: Number(member), shop: 1, from })),
        { member: 46, shop: 1, from: '2026-06-11' },
        // Left today; of a shop without enough joiners.
        { member: 47, shop: 1, from: '2026-06-11', to: '2026-06-30' },
        { member: 48, shop: 2, from: '2026-06-11' },
      ],
      visits: [
        doorOpens,
        // With who did not come a median of 4.5: usual are 1.5 days by day 10, 3 by day 20.
        ...numbers(1, 19).flatMap((member) => visitsOf(member, '2026-03-05', member <= 9 ? 4 : 5)),
        ...visitsOf(41, '2026-06-21', 1),
        ...visitsOf(42, '2026-06-21', 2),
        ...visitsOf(44, '2026-06-01', 4),
        ...visitsOf(46, '2026-06-11', 3),
      ],
    })
    expect((await figures([1, 2], 2026, 6)).newcomers).toEqual({
      ...{ from: '2026-06-01', to: '2026-06-21' },
      ...{ count: 4, below: 2 },
    })
    expect((await figures([2], 2026, 6)).newcomers).toBeNull()
    const { rows, total } = await club.seen([1, 2], (db, scope) =>
      newcomersBelow(db, scope, '2026-06-30', { offset: 0, limit: 10 }),
    )
    expect(total).toBe(2)
    expect(rows.map(({ memberNo, joinedOn, day, visits, usual }) => [memberNo, joinedOn, day, visits, usual])).toEqual([
      ['M41', '2026-06-21', 10, 1, 1.5],
      ['M44', '2026-06-01', 30, 4, 4.5],
    ])
    // Without enough people of known days nobody is judged.
    await club.db.execute(sql`delete from contract where member_id = 1`)
    expect((await figures([1, 2], 2026, 6)).newcomers).toBeNull()
  })
})

/** A day so many months later, or the last one of a month that lacks it. */
function later(day: string, months: number) {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const { from, to } = monthOf(year, month + months)
  return earlier(addDays(from, date - 1), to)
}

/** Each joiner's visit days and, by month, whether they were still a member; days are looked at one by one. */
function plainJoiners(plain: PlainCount, set: readonly number[], until: string, { contracts, leavers, visits }: Reach) {
  const isIn = (day: string, days: { from: string; to: string } | null) => days && days.from <= day && day <= days.to
  const came = plain.visits().filter(({ home }) => home !== null)
  const joiners: { visits: number; kept: boolean[] }[] = []
  let leftBefore = 0
  for (const date of daysOf({ from: '2025-12-01', to: until })) {
    const first30 = daysOf({ from: date, to: addDays(date, 29) })
    if (addDays(date, 29) > until || !isIn(date, contracts) || !first30.every((day) => isIn(day, visits))) continue
    if (!daysOf({ from: date, to: until }).every((day) => isIn(day, leavers))) continue
    for (let member = 1; member <= people; member += 1) {
      const shop = plain.covering(member, date)?.shop
      if (shop === undefined || !set.includes(shop) || plain.covering(member, addDays(date, -1))) continue
      const isKept = (day: string) =>
        daysOf({ from: date, to: addDays(day, 1) }).every((one) => plain.covering(member, one) !== undefined)
      if (!isKept(addDays(date, 29))) {
        leftBefore += 1
        continue
      }
      const days = came
        .filter((one) => one.member === member)
        .map((one) => plain.businessDay(one.shop, one.at))
        .filter((day) => first30.includes(day))
      const kept: boolean[] = []
      for (let month = 0; later(addDays(date, 29), month) <= until; month += 1) {
        kept.push(isKept(later(addDays(date, 29), month)))
      }
      joiners.push({ visits: new Set(days).size, kept })
    }
  }
  return { joiners, leftBefore }
}

describe('for any history', { timeout: 120_000 }, () => {
  test('groups and their survival equal a plain count of each joiner', async () => {
    let followed = 0
    await fc.assert(
      fc.asyncProperty(history, async ({ until: last, facts: random }) => {
        // Long enough for months to pass, with visits known from before.
        const until = addDays(last, 45)
        const facts = { ...random, visits: [...(random.visits ?? []), doorOpens] }
        await club.happened(until, facts)
        const plain = new PlainCount(facts, until, plainClub)
        for (const [set, end] of [
          [shops, until],
          [[1, 3], '2026-03-31'],
        ] as const) {
          const { reach } = await club.seen(set, async (_, scope) => scope)
          const { groups, leftBefore } = await figures(set, Number(end.slice(0, 4)), Number(end.slice(5, 7)))
          if (groups === null) continue
          const counted = plainJoiners(plain, set, earlier(end, until), reach)
          expect(leftBefore).toBe(counted.leftBefore)
          for (const [at, { people: count, survival }] of groups.entries()) {
            const [least, most] = [
              [0, 0],
              [1, 3],
              [4, 7],
              [8, 30],
            ][at] as [number, number]
            const own = counted.joiners.filter(({ visits }) => least <= visits && visits <= most)
            expect([at, count]).toEqual([at, own.length])
            let share = 1
            for (const { month, ...point } of survival) {
              const atRisk = own.filter(({ kept }) => kept.length > month && kept.slice(0, month).every(Boolean))
              if (atRisk.length > 0) share *= atRisk.filter(({ kept }) => kept[month]).length / atRisk.length
              expect(point.share).toBeCloseTo(share, 9)
              expect(point.people).toBe(own.filter(({ kept }) => kept.length > month).length)
              expect(point.low).toBeLessThanOrEqual(point.share)
              expect(point.high).toBeGreaterThanOrEqual(point.share - 1e-9)
              if (month > 0) followed += point.people
            }
          }
        }
      }),
      runs(5),
    )
    expect(followed).toBeGreaterThan(0)
  })
})
