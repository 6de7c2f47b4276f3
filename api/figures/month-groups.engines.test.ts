import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FeeMove } from '#contract/words/groups.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { changes, dayStartHours, derivedOf, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { rowsOf } from '../db/expressions.ts'
import { countLater } from './count-later.ts'
import { planFigures } from './member-plan.ts'
import { addDays, daysOf, earlier, monthOf } from './periods.ts'
import { type Facts, PlainCount } from './plain-count.ts'
import { rebuildEverything } from './rollup.ts'

// A month by plan, cohorts, and what moved its fees: against a plain count, day by day, over random histories.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

const members = Array.from({ length: people }, (_, at) => at + 1)
const months = [1, 2, 3].map((month) => monthOf(2026, month))
const planOf = (segment: { kind?: string } | undefined) => segment?.kind ?? 'regular'
const feeOf = (segment: { fee?: number } | undefined) => segment?.fee ?? 8000

/** The plan that somebody leaves on a day: not 休会, where they had another one in that membership. */
function leftPlan(plain: PlainCount, member: number, date: string) {
  let day = date
  let now = plain.covering(member, day)
  while (now?.kind === 'suspension') {
    day = addDays(day, -1)
    now = plain.covering(member, day)
  }
  return planOf(now ?? plain.covering(member, date))
}

/** Members of a shop's month by plan. */
function plainGroups(plain: PlainCount, facts: Facts, until: string) {
  const rows = new Map<string, number[]>()
  const add = (shop: number, month: string, plan: string, at: number, n = 1) => {
    for (const of of [shop, 0]) {
      const key = `${of} ${month} ${plan}`
      const row = rows.get(key) ?? [0, 0, 0, 0, 0, 0]
      row[at] = (row[at] ?? 0) + n
      rows.set(key, row)
    }
  }
  for (const { from, to } of months.filter((month) => month.from <= until)) {
    const last = earlier(to, until)
    for (const member of members) {
      const opening = plain.atClose(member, addDays(from, -1))
      const closing = plain.atClose(member, last)
      if (opening) add(opening.shop, from, planOf(opening), 0)
      if (closing) add(closing.shop, from, planOf(closing), 1)
      if (closing) add(closing.shop, from, planOf(closing), 2, feeOf(closing))
      let first: ReturnType<typeof plain.covering>
      for (const date of daysOf({ from, to: last })) {
        const now = plain.covering(member, date)
        if (!now) continue
        first ??= now
        if (!plain.covering(member, addDays(date, -1))) add(now.shop, from, planOf(now), 3)
        if (!plain.covering(member, addDays(date, 1))) add(now.shop, from, leftPlan(plain, member, date), 4)
      }
      for (const one of facts.sales ?? []) {
        const day = one.at?.slice(0, 10) ?? ''
        if (one.member !== member || !['paid', 'refunded'].includes(one.status ?? 'paid')) continue
        const net = one.lines.reduce((sum, line) => sum + line.net, 0)
        if (day >= from && day <= last) add(one.shop, from, first ? planOf(first) : '', 5, net)
      }
    }
    for (const one of facts.sales ?? []) {
      const day = one.at?.slice(0, 10) ?? ''
      if (one.member !== undefined || !['paid', 'refunded'].includes(one.status ?? 'paid')) continue
      const net = one.lines.reduce((sum, line) => sum + line.net, 0)
      if (day >= from && day <= last) add(one.shop, from, '', 5, net)
    }
  }
  return [...rows].filter(([, row]) => row.some((n) => n !== 0)).sort()
}

const countedGroups = async () =>
  (
    await rowsOf<{ key: string; counts: number[] }>(
      club.db,
      sql`
        select shop_id || ' ' || month || ' ' || plan as key,
          array[sum(opening), sum(closing), sum(fees), sum(admissions), sum(withdrawals), sum(sales)] as counts
        from shop_month_group where gender <> '*' and month <= '2026-03-01' group by 1`,
    )
  )
    .filter(({ counts }) => counts.some((n) => n !== 0))
    .map(({ key, counts }) => [key, counts] as [string, number[]])
    .sort()

/** So many calendar months later; the last day where that one is missing. */
function monthsLater(date: string, months: number) {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return earlier(
    new Date(
      Date.UTC(year, month - 1 + months, Math.min(day, new Date(Date.UTC(year, month + months, 0)).getUTCDate())),
    )
      .toISOString()
      .slice(0, 10),
    monthOf(year, month + months).to,
  )
}

/** Joined, still members after one and two months, and of them on 休会, by shop and month. */
function plainCohorts(plain: PlainCount, until: string) {
  const rows = new Map<string, number[]>()
  for (const member of members) {
    for (const date of daysOf({ from: '2026-01-01', to: earlier(until, '2026-03-31') })) {
      const now = plain.covering(member, date)
      if (!now || plain.covering(member, addDays(date, -1))) continue
      for (const shop of [now.shop, 0]) {
        const key = `${shop} ${date.slice(0, 7)}-01`
        const row = rows.get(key) ?? [0, 0, 0, 0, 0, 0, 0]
        row[0] = (row[0] ?? 0) + 1
        for (const k of [0, 1, 2]) {
          const later = monthsLater(date, k)
          const stays = daysOf({ from: date, to: later }).every((day) => plain.covering(member, day))
          const there = stays ? plain.atClose(member, later) : undefined
          if (there) row[1 + k] = (row[1 + k] ?? 0) + 1
          if (there?.kind === 'suspension') row[4 + k] = (row[4 + k] ?? 0) + 1
        }
        rows.set(key, row)
      }
    }
  }
  return [...rows].sort()
}

const countedCohorts = async () =>
  (
    await rowsOf<{ key: string; counts: number[] }>(
      club.db,
      sql`select shop_id || ' ' || month as key, array[joined, kept[1], kept[2], kept[3], paused[1], paused[2], paused[3]] as counts
        from shop_cohort where gender = '*' and month between '2026-01-01' and '2026-03-01'`,
    )
  )
    .map(({ key, counts }) => [key, counts] as [string, number[]])
    .sort()

/** The movements of a month's fees, for these shops together. */
function plainMoves(plain: PlainCount, set: readonly number[], first: string, last: string) {
  const moves: Partial<Record<FeeMove, { members: number; yen: number }>> = {}
  const add = (kind: FeeMove, yen: number) => {
    moves[kind] = { members: (moves[kind]?.members ?? 0) + 1, yen: (moves[kind]?.yen ?? 0) + yen }
  }
  for (const member of members) {
    const was = plain.atClose(member, addDays(first, -1))
    const now = plain.atClose(member, last)
    const [wasHere, isHere] = [was && set.includes(was.shop), now && set.includes(now.shop)]
    const change = (now ? feeOf(now) : 0) - (was ? feeOf(was) : 0)
    if (now && isHere && !was) {
      let begin = last
      while (plain.covering(member, addDays(begin, -1))) begin = addDays(begin, -1)
      const before = daysOf({ from: '2025-12-01', to: addDays(begin, -1) }).some((day) => plain.covering(member, day))
      add(before ? 'rejoin' : 'new', change)
    } else if (was && wasHere && !now) add('withdrawal', change)
    else if (now && isHere && !wasHere) add('transferIn', feeOf(now))
    else if (was && wasHere && !isHere) add('transferOut', -feeOf(was))
    else if (was && now && wasHere) {
      const kinds = [was.kind === 'suspension', now.kind === 'suspension']
      if (!kinds[0] && kinds[1]) add('suspension', change)
      else if (kinds[0] && !kinds[1]) add('resume', change)
      else if (change !== 0) add(change > 0 ? 'increase' : 'decrease', change)
    }
  }
  return moves
}

describe('for any history', { timeout: 120_000 }, () => {
  test('members, sales and cohorts by plan and what moved the fees equal a plain count, and add up', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ until, facts }) => {
        await club.happened(until, facts)
        const plain = new PlainCount(facts, until, plainClub)
        expect(await countedGroups()).toEqual(plainGroups(plain, facts, until))
        expect(await countedCohorts()).toEqual(plainCohorts(plain, until))
        for (const month of [1, 2, 3].filter((one) => monthOf(2026, one).from <= until)) {
          const { from, to } = monthOf(2026, month)
          for (const set of [[1], [1, 3], shops]) {
            const answer = await club.seen(set, (db, scope) =>
              planFigures(db, scope, { year: 2026, month, months: 3, money: true }),
            )
            const sum = (of: readonly (number | null | undefined)[]) =>
              of.reduce<number>((all, one) => all + (one ?? 0), 0)
            if (answer.total !== null) {
              const closing = plain.period(set, { from, to: earlier(to, until) }).members
              expect([answer.total, answer.suspended]).toEqual([closing.closing, closing.suspended])
              expect(sum(answer.plans.map(({ count }) => count))).toBe(answer.total)
            }
            if (!answer.fees) continue
            const { opening, closing, moves } = answer.fees
            expect(opening + sum(moves.map(({ yen }) => yen))).toBe(closing)
            expect(closing).toBe(sum(answer.plans.map(({ mrr }) => mrr)))
            const { same: _, ...counted } = Object.fromEntries(
              moves.map(({ kind, members, yen }) => [kind, { members, yen }]),
            )
            expect(counted).toEqual(plainMoves(plain, set, from, earlier(to, until)))
          }
        }
      }),
      runs(13),
    )
  })

  test('after any change of facts they equal a full recomputation', async () => {
    await fc.assert(
      fc.asyncProperty(history, changes, async ({ until, facts }, corrections) => {
        await asOpened()
        await club.happened(until, facts)
        for (const change of corrections) await club.db.execute(change)
        await countLater(club.database)
        const corrected = await derivedOf(club.database)
        await rebuildEverything(club.db)
        expect(corrected).toEqual(await derivedOf(club.database))
        await asOpened()
      }),
      runs(13),
    )
  })
})

test('what a member moved from is corrected in the new shop too, when the contract of the old one changes', async () => {
  const contract = (from: string, kind: 'suspension' | 'regular', shop: number, to: string | null) => ({
    ...{ member: 2, shop, from, kind, fee: 1100, to },
  })
  await club.happened('2026-02-10', {
    contracts: [contract('2026-01-01', 'suspension', 3, null), contract('2026-02-10', 'regular', 1, '2026-02-10')],
  })
  // A later contract of the same days: the member was on no leave.
  await club.record({ contracts: [contract('2026-01-01', 'regular', 3, null)] })
  const corrected = await derivedOf(club.database)
  await rebuildEverything(club.db)
  expect(corrected).toEqual(await derivedOf(club.database))
})

test('an answer about a first day reaches the sales of its cohort in every shop where they bought', async () => {
  await club.happened('2026-02-20', {
    contracts: [{ member: 3, shop: 1, from: '2026-01-05', kind: 'regular', fee: 1100, to: null }],
    sales: [
      {
        ...{ method: 'card', status: 'paid', shop: 3, member: 3, at: '2026-02-01T12:00' },
        lines: [{ category: 'product', net: 3000, tax: 300, quantity: 1 }],
      },
    ],
  })
  await club.db.execute(sql`insert into joined_day (day, answer, answered_at) values ('2026-01-05', 'unknown', now())`)
  const corrected = await derivedOf(club.database)
  await rebuildEverything(club.db)
  expect(corrected).toEqual(await derivedOf(club.database))
  await asOpened()
})

const asOpened = () =>
  club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await tx.execute(sql`update product set category = code where category <> code`)
    await tx.execute(sql`update shop set day_start_hour = case id when 3 then 5 else 0 end`)
    await tx.execute(sql`update member set gender = 'none', birthday = null, join_route = null`)
    await tx.execute(sql`delete from joined_day`)
  })
