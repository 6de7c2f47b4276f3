import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeeRetention } from '#contract/report-fee-retention.ts'
import { cohortSteps, feeGains, feeLosses } from '#contract/words/groups.ts'
import { fingerprints } from '../../tests/support/api.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { retentionFigures, retentionOf } from './fee-retention.ts'
import { planFigures } from './member-plan.ts'
import { addDays, monthOf } from './periods.ts'
import { type ContractFact, PlainCount } from './plain-count.ts'
import { rebuildEverything } from './rollup.ts'
import { randomOf } from './simulated-club.ts'

// Fee retention against a plain count, member by member, over random histories.

let club: Awaited<ReturnType<typeof openFacts>>
const until = '2026-05-20'
const members = Array.from({ length: people }, (_, at) => at + 1)
const feeOf = ({ fee }: { fee?: number }) => fee ?? 8000
/** The reason of a contract, by its number: some have none. */
const reasonOf = ({ order }: { order: number }) =>
  ['price', 'moved', 'unknown'][order % 3] as 'price' | 'moved' | 'unknown'
/** Days on which nobody really joined, and the 入会日 that members have: the second's is itself one of these days. */
const doubted = ['2026-01-01', '2026-02-01']
const joinedOn: Record<number, string> = { 1: '2025-09-15', 2: '2026-02-01' }

beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people })
  await club.db.execute(sql`insert into joined_day (day, answer, answered_at)
    values ('2026-01-01', 'unknown', now()), ('2026-02-01', 'planDay', now())`)
  for (const [id, day] of Object.entries(joinedOn)) {
    await club.db.execute(sql`update member set joined_on = ${day} where id = ${id}`)
  }
})
afterAll(() => club.close())

const seen = (set: readonly number[], month = 5) =>
  club.seen(set, (db, scope) => retentionFigures(db, scope, { year: 2026, month, why: true }))

const knownFrom = (contracts: string, leavers: string, to: string | null) =>
  club.db.execute(sql`insert into data_period (kind, shop_id, first_on, last_on)
    values ('contracts', 0, ${contracts}, ${to}), ('leavers', 0, ${leavers}, null)
    on conflict (kind, shop_id) do update set first_on = excluded.first_on, last_on = excluded.last_on`)

const happened = async (contracts: readonly ContractFact[]) => {
  await club.happened(until, { contracts })
  // By the triggers, as the synchronisation does.
  await club.db.execute(
    sql`update contract set cancel_reason = case id % 3 when 1 then 'price' when 2 then 'moved' end`,
  )
}

const monthsBetween = (from: string, to: string) => {
  const number = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return number(to) - number(from) - (to.slice(8) < from.slice(8) ? 1 : 0)
}

/** The first and the last day of a membership with this day, and which one of the member it is. */
function spanOf(plain: PlainCount, member: number, day: string) {
  let [from, to] = [day, day]
  while (plain.covering(member, addDays(from, -1))) from = addDays(from, -1)
  while (to < until && plain.covering(member, addDays(to, 1))) to = addDays(to, 1)
  let isFirst = true
  for (let past = addDays(from, -1); past >= '2025-12-01'; past = addDays(past, -1)) {
    if (plain.covering(member, past)) isFirst = false
  }
  return { from, to, isFirst }
}

/** 在籍期間 on the last day, in bands. */
function tenureOf(plain: PlainCount, contracts: readonly ContractFact[], member: number, day: string) {
  const { from, to, isFirst } = spanOf(plain, member, day)
  const firstContract = contracts
    .filter((one) => one.member === member && one.kind !== 'option')
    .map((one) => one.from)
    .sort()[0] as string
  const given = joinedOn[member]
  const holds = given === '2026-02-01' ? (doubted.includes(firstContract) ? undefined : firstContract) : given
  const began = doubted.includes(from) ? (isFirst && holds && holds <= from ? holds : undefined) : from
  if (began === undefined) return 'unknown'
  const months = monthsBetween(began, addDays(to, 1))
  return months < 3 ? '0' : months < 6 ? '3' : months < 12 ? '6' : '12'
}

/** What a month did to the fees of a set of shops. */
function plainMonth(plain: PlainCount, contracts: readonly ContractFact[], set: readonly number[], month: number) {
  const { from, to } = monthOf(2026, month)
  const sums: Record<string, number> = { base: 0, members: 0 }
  const add = (key: string, yen: number) => {
    sums[key] = (sums[key] ?? 0) + yen
  }
  for (const member of members) {
    const was = plain.atClose(member, addDays(from, -1))
    const now = plain.atClose(member, to)
    if (!was || !set.includes(was.shop) || (now && !set.includes(now.shop))) continue
    add('base', feeOf(was))
    add('members', 1)
    const change = (now ? feeOf(now) : 0) - feeOf(was)
    if (!now) {
      const last = spanOf(plain, member, from).to
      add('withdrawal', change)
      add(`reason ${reasonOf(plain.covering(member, last) as { order: number })}`, -change)
      add(`tenure ${tenureOf(plain, contracts, member, from)}`, -change)
    } else if (was.kind !== 'suspension' && now.kind === 'suspension') add('suspension', change)
    else if (was.kind === 'suspension' && now.kind !== 'suspension') add('resume', change)
    else if (change !== 0) add(change > 0 ? 'increase' : 'decrease', change)
  }
  return sums
}

/** Members and fees at the close of a month, of who joined the shops in another. */
function plainCohort(plain: PlainCount, set: readonly number[], joined: number, month: number) {
  const close = monthOf(2026, month).to
  const there = members.flatMap((member) => {
    const now = plain.atClose(member, close)
    if (!now) return []
    const { from } = spanOf(plain, member, close)
    const isOf = from.slice(0, 7) === monthOf(2026, joined).from.slice(0, 7) && !doubted.includes(from)
    return isOf && set.includes(plain.covering(member, from)?.shop ?? 0) ? [feeOf(now)] : []
  })
  return { members: there.length, fees: there.reduce((sum, fee) => sum + fee, 0) }
}

const yenOf = (rows: readonly { month: { yen: number } | null }[]) =>
  rows.reduce((sum, { month }) => sum + (month?.yen ?? 0), 0)

test('any history: rates, what 退会 took by reason and tenure, and cohorts equal a plain count and 会費の動き', async () => {
  const set = fc.constantFrom([1], [1, 3], shops)
  await knownFrom('2025-12-01', '2025-12-01', null)
  await fc.assert(
    fc.asyncProperty(history, set, fc.constantFrom(2, 3, 4), async ({ facts: { contracts } }, set, month) => {
      await happened(contracts)
      const plain = new PlainCount({ contracts }, until, plainClub)
      const answer = await seen(set, month)
      for (const of of [1, 2, 3, 4].filter((of) => of <= month)) {
        const one = answer.months.find((one) => one.month === monthOf(2026, of).from)
        const sums = plainMonth(plain, contracts, set, of)
        expect([of, one?.base, one?.members]).toEqual([of, sums.base, sums.members])
        for (const { kind, yen } of one?.moves ?? []) expect([of, kind, yen]).toEqual([of, kind, sums[kind] ?? 0])
        const rate = (kinds: readonly string[]) =>
          sums.base ? kinds.reduce((sum, kind) => sum + (sums[kind] ?? 0), sums.base) / sums.base : null
        expect([one?.gross.value, one?.net.value]).toEqual([rate(feeLosses), rate([...feeLosses, ...feeGains])])
        if (of !== month) continue
        const { total, byReason = [], byTenure } = answer.withdrawals
        const parts = [
          ...byReason.map(({ reason, month: lost }) => [`reason ${reason}`, lost?.yen]),
          ...byTenure.map(({ tenure, month: lost }) => [`tenure ${tenure}`, lost?.yen]),
        ].filter(([, yen]) => yen)
        const plainParts = Object.entries(sums).filter(([key, yen]) => /^(reason|tenure) /.test(key) && yen)
        expect(Object.fromEntries(parts)).toEqual(Object.fromEntries(plainParts))
        const { fees } = await club.seen(set, (db, scope) =>
          planFigures(db, scope, { year: 2026, month, months: 1, money: true }),
        )
        const moved = 0 - (fees?.moves.find(({ kind }) => kind === 'withdrawal')?.yen ?? 0)
        expect([total.month?.yen, yenOf(byTenure)]).toEqual([moved, moved])
      }
      for (const joined of [1, 2, 3].filter((of) => of < month)) {
        const cohort = answer.cohorts.find((one) => one.month === monthOf(2026, joined).from)
        expect({ members: cohort?.members, fees: cohort?.fees }).toEqual(plainCohort(plain, set, joined, joined))
        expect(cohort?.left).toEqual(
          cohortSteps.map((step) => (joined + step <= month ? plainCohort(plain, set, joined, joined + step) : null)),
        )
      }
    }),
    runs(10),
  )
})

test('whatever days are known: a month has its figures where both of its closes are known, and none otherwise', async () => {
  await club.happened(until, {
    contracts: members.map((member) => ({
      member,
      shop: 1 + (member % 2),
      from: `2026-01-0${member}`,
      to: member > 2 ? '2026-04-10' : null,
    })),
  })
  await knownFrom('2025-12-01', '2025-12-01', null)
  const whole = await seen(shops)
  const unexplained = await club.seen(shops, (db, scope) =>
    retentionFigures(db, scope, { year: 2026, month: 5, why: false }),
  )
  expect(unexplained.withdrawals).toEqual({ total: whole.withdrawals.total, byTenure: whole.withdrawals.byTenure })
  const day = fc.integer({ min: 0, max: 138 }).map((at) => addDays('2026-01-01', at))
  await fc.assert(
    fc.asyncProperty(day, day, day, async (one, other, leavers) => {
      const [from, to] = [one, other].sort() as [string, string]
      await knownFrom(from, leavers, to)
      const { months, cohorts } = await seen(shops)
      const isKnown = (day: string) => from <= day && day <= to && (day === to || leavers <= day)
      for (const [at, month] of months.entries()) {
        const close = monthOf(Number(month.month.slice(0, 4)), Number(month.month.slice(5, 7))).to
        const isShown = isKnown(addDays(month.month, -1)) && isKnown(close)
        expect([month.month, month.moves]).toEqual([month.month, isShown ? (whole.months[at]?.moves ?? null) : null])
        expect(month.base).toBe(isShown ? whole.months[at]?.base : null)
        expect([month.yearGross.value, month.yearNet.value]).toEqual([null, null])
      }
      for (const [at, { month, fees, left }] of cohorts.entries()) {
        if (fees === null) continue
        expect([month, fees]).toEqual([month, whole.cohorts[at]?.fees])
        for (const [step, cell] of left.entries()) if (cell) expect(cell).toEqual(whole.cohorts[at]?.left[step])
      }
    }),
    runs(20),
  )
  await club.db.execute(sql`delete from data_period`)
})

test.each([
  ['a reason', sql`update contract set cancel_reason = 'health' where member_id = 1`],
  [
    'an answer about a first day',
    sql`insert into joined_day (day, answer, answered_at) values ('2026-01-10', 'unknown', now())`,
  ],
  ['the 入会日 of a doubted first day', sql`update member set joined_on = '2025-01-05' where id = 3`],
  [
    'the first contract that a 入会日 is taken from',
    sql`update contract set contracted_on = '2025-01-05' where member_id = 2`,
  ],
  [
    'a fee in the shop to which a member moved',
    sql`update contract set monthly_fee = 5000 where member_id = 4 and shop_id = 3`,
  ],
])('a correction of %s reaches the months it belongs to at once', async (_, correction) => {
  await club.db.execute(sql`delete from joined_day where day = '2026-01-10'`)
  await club.happened(until, {
    contracts: [
      { member: 1, shop: 1, from: '2026-01-10', to: '2026-03-15' },
      { member: 2, shop: 1, from: '2026-02-01', to: '2026-03-31' },
      { member: 3, shop: 2, from: '2026-01-01', to: '2026-04-15' },
      { member: 4, shop: 1, from: '2026-01-20', to: '2026-02-10' },
      { member: 4, shop: 3, from: '2026-02-11', fee: 6000 },
    ],
  })
  const counted = async () => {
    const { shop_month_move, shop_month_joined_fees } = await fingerprints(club.database)
    return [shop_month_move, shop_month_joined_fees]
  }
  const before = await counted()
  await club.db.execute(correction)
  const corrected = await counted()
  expect(corrected).not.toEqual(before)
  await rebuildEverything(club.db)
  expect(corrected).toEqual(await counted())
})

test('95 of 100 intervals of a year of chance have the rate that made it', () => {
  const random = randomOf(7)
  const nobody = { yen: 0, members: 0, squares: 0 }
  let [hits, clubs] = [0, 400]
  for (let one = 0; one < clubs; one += 1) {
    const year = Array.from({ length: 12 }, () => {
      const month = { fees: 0, members: 300, lost: { ...nobody }, gained: nobody }
      for (let member = 0; member < 300; member += 1) {
        const fee = member % 3 === 0 ? 3000 : 9000
        month.fees += fee
        if (random() >= 0.025) continue
        month.lost = {
          yen: month.lost.yen - fee,
          members: month.lost.members + 1,
          squares: month.lost.squares + fee ** 2,
        }
      }
      return month
    })
    const { low, high } = retentionOf(year, false) as FeeRetention['months'][number]['gross']
    if ((low ?? 1) <= 0.975 ** 12 && 0.975 ** 12 <= (high ?? 0)) hits += 1
  }
  expect(hits / clubs).toBeGreaterThan(0.93)
  expect(hits / clubs).toBeLessThan(0.98)
})
