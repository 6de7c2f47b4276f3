import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DuesOfShop } from '#contract/report-dues.ts'
import type { Reach } from '#contract/report-head.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { runs } from '../../tests/support/runs.ts'
import { duesFigures } from './dues-recovery.ts'
import { knownMonth } from './known.ts'
import { monthFigures } from './monthly.ts'
import { addDays, daysOf, earlier, monthOf } from './periods.ts'
import type { BillFact } from './plain-count.ts'
import { rebuildEverything } from './rollup.ts'
import { wilson } from './wilson.ts'

// Dues that were not paid on their day, against a slow count over the bills themselves.

const shops = [1, 2, 3]
const people = 6
let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: 40 })
})
afterAll(() => club.close())

interface History {
  bills: BillFact[]
  until: string
  /** The known days of the bills, of all shops (0) or one. */
  statement: { shop: number; first: string; last: string | null } | null
}

const months = Array.from({ length: 13 }, (_, at) => monthOf(2026, at - 5).from)
const bill: fc.Arbitrary<BillFact> = fc
  .record({
    shop: fc.constantFrom(...shops),
    member: fc.integer({ min: 1, max: people }),
    month: fc.constantFrom(...months.slice(0, 12), '2026-04-01', '2026-05-01', '2026-06-01'),
    // The 55th: a run that comes in the next month.
    run: fc.constantFrom(20, 27, 27, 55),
    amount: fc.constantFrom(0, 6000, 8000, 8000),
    method: fc.constantFrom('card' as const, 'bankTransfer' as const, 'cash' as const),
    late: fc.constantFrom(null, -1, 0, 1, 7, 8, 30, 31, 60, 61, 90, 91),
    status: fc.constantFrom('pending' as const, 'paid' as const, 'paid' as const, 'unpaid' as const, 'error' as const),
  })
  .map(({ run, late, ...one }) => {
    const dueOn = addDays(one.month, run - 1)
    return { ...one, dueOn, ...(one.status === 'paid' && late !== null && { paidOn: addDays(dueOn, late) }) }
  })
const statement = fc.record({
  shop: fc.constantFrom(0, 2),
  first: fc.constantFrom('2025-08-01', '2026-02-01', '2026-03-12'),
  last: fc.constantFrom(null, '2026-05-31', '2026-06-10'),
})
const history: fc.Arbitrary<History> = fc.record({
  bills: fc.array(bill, { minLength: 10, maxLength: 60 }),
  until: fc.constantFrom('2026-06-19', '2026-06-30', '2026-07-05'),
  statement: fc.option(statement),
})
const contracts = shops.map((shop) => ({ member: 30 + shop, shop, from: '2025-08-01' }))

async function happened({ bills, until, statement: known }: History) {
  await club.happened(until, { contracts, bills })
  await club.db.execute(sql`delete from data_period`)
  if (known) {
    await club.db.execute(sql`insert into data_period (kind, shop_id, first_on, last_on)
      values ('bills', ${known.shop}, ${known.first}, ${known.last})`)
  }
}

const lateness = ({ status, dueOn, paidOn }: BillFact) => {
  if (status === 'pending') return null
  if (status !== 'paid') return Number.POSITIVE_INFINITY
  const days = paidOn === undefined ? 0 : (Date.parse(paidOn) - Date.parse(dueOn)) / 86_400_000
  return days > 0 ? days : null
}
const yenOf = (bills: readonly BillFact[]) => bills.reduce((sum, { amount }) => sum + amount, 0)
const personOf = ({ shop, member, month }: BillFact) => `${shop} ${member} ${month}`

/** The bills by member, shop and month, without those of 0 yen; who has one before its run waits for it. */
const byPerson = (bills: readonly BillFact[], until: string) =>
  [
    ...Map.groupBy(
      bills.filter(({ amount }) => amount > 0),
      personOf,
    ).values(),
  ].filter((own) => own.some(({ dueOn }) => dueOn <= until))

/** A month's figures, one bill after the other; null where not every shop knows it. */
function plainMonth(all: readonly BillFact[], month: string, until: string, { bills: days, missing }: Reach) {
  const bills = all.filter((one) => one.month === month)
  const come = bills.filter(({ dueOn }) => dueOn <= until)
  const isMissing = (from: string, to: string) =>
    missing.some((one) => one.kind === 'bills' && daysOf({ from, to }).some((day) => one.from <= day && day <= one.to))
  const end = earlier(addDays(addDays(month, 31).slice(0, 8).concat('01'), -1), until)
  if (come.length === 0 || !days || days.to < month || end < days.from || isMissing(month, end)) return null
  const failed = (own: readonly BillFact[]) => own.filter((one) => lateness(one) !== null)
  const failers = byPerson(failed(bills), until)
  const lastDue = bills
    .map(({ dueOn }) => dueOn)
    .sort()
    .at(-1) as string
  return {
    billed: yenOf(come),
    waiting: yenOf(come.filter(({ status }) => status === 'pending')),
    failed: yenOf(failed(come)),
    people: failers.length,
    open: yenOf(come.filter(({ status }) => status !== 'paid')),
    openPeople: byPerson(
      bills.filter(({ status }) => status !== 'paid'),
      until,
    ).length,
    back: [7, 30, 60, 90].map((n) => {
      const to = addDays(lastDue, n)
      return {
        days: n,
        yen: yenOf(failed(come).filter((one) => (lateness(one) ?? 0) <= n)),
        people: failers.filter((own) => own.every((one) => (lateness(one) ?? 0) <= n)).length,
        isRipe: to <= earlier(until, days.to) && !isMissing(month, to),
      }
    }),
  }
}

test('every month equals a slow count of its bills, shops and ways of paying add up, and what is open is the 未収金 of the monthly report', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      await happened(one)
      const { bills: all, until } = one
      for (const set of [[1], [1, 2], shops]) {
        const bills = all.filter(({ shop }) => set.includes(shop))
        const { reach, answer } = await club.seen(set, async (db, scope) => ({
          reach: scope.reach,
          answer: await duesFigures(db, scope, { year: 2026, month: 7 }),
        }))
        const plain = new Map(months.map((month) => [month, plainMonth(bills, month, until, reach)]))
        for (const { month, figures } of answer.months) {
          const { failedRate: _, isComplete: __, back, ...counted } = figures ?? { back: [] }
          const found = plain.get(month)
          expect([
            month,
            figures && {
              ...counted,
              back: back.map(({ days, yen, people: { count }, isRipe }) => ({ days, yen, people: count, isRipe })),
            },
          ]).toEqual([month, found])
        }
        expect(answer.ripe).toEqual(months.filter((month) => plain.get(month)?.back[1]?.isRipe))
        const ripe = [...plain].filter(([month, of]) => answer.ripe.includes(month) && of).map(([, of]) => of)
        const sum = <Row>(rows: readonly Row[], of: (row: Row) => number | null | undefined) =>
          rows.reduce((total, row) => total + (of(row) ?? 0), 0)
        const parts: Pick<DuesOfShop, 'failed' | 'people'>[][] = [answer.byMethod]
        if (set.length > 1) parts.push(answer.byShop)
        for (const part of parts) {
          expect(sum(part, ({ failed }) => failed)).toBe(sum(ripe, (row) => row?.failed))
          expect(sum(part, ({ people }) => people.of)).toBe(sum(ripe, (row) => row?.people))
          expect(sum(part, ({ people }) => people.count)).toBe(sum(ripe, (row) => row?.back[1]?.people))
          for (const { people } of part.filter(({ people }) => people.low !== null)) {
            expect(people.low).toBeLessThanOrEqual(people.rate as number)
            expect(people.high).toBeGreaterThanOrEqual(people.rate as number)
          }
        }
        expect(answer.newest?.before.of ?? 0).toBe(sum(ripe.slice(0, -1), (row) => row?.people))
        const due = bills.filter(
          ({ status, dueOn, month }) => status !== 'paid' && dueOn <= until && plainMonth(bills, month, until, reach),
        )
        const ageOf = (day: string) => [91, 61, 31, 0].find((from) => addDays(day, from) <= until) as number
        const oldest = Map.groupBy(
          due.filter(({ amount }) => amount > 0),
          ({ member }) => member,
        )
        const ages = [0, 31, 61, 91].map((from) => ({
          from,
          yen: yenOf(due.filter(({ dueOn }) => ageOf(dueOn) === from)),
          people: [...oldest.values()].filter(
            (own) => ageOf(own.map(({ dueOn }) => dueOn).sort()[0] as string) === from,
          ).length,
        }))
        if (answer.open) expect(answer.open).toMatchObject({ yen: yenOf(due), people: oldest.size, ages })
        else expect(due).toEqual([])
        for (const [year, month] of [
          [2026, 3],
          [2026, 5],
          [2026, 6],
        ] as const) {
          const report = await club.seen(set, async (db, scope) => {
            return knownMonth(await monthFigures(db, scope, { year, month, money: true }), scope.reach)
          })
          const own = answer.months.find((one) => one.month === monthOf(year, month).from)?.figures
          // A month without a bill is a month without 未収金.
          if (own) expect([month, report.thisMonth.sales?.unpaid]).toEqual([month, own.open])
        }
      }
    }),
    runs(6),
  )
})

test('a corrected bill changes the figures as if it had always been so', { timeout: 120_000 }, async () => {
  const corrections = [
    `update billing set status = 'paid', paid_on = due_on + 8 where status <> 'paid'`,
    `update billing set status = 'error', paid_on = null where id % 2 = 0`,
    `update billing set method = 'cash', amount = 7000 where id % 3 = 0`,
    `update billing set due_on = due_on + 3, shop_id = 2 where id % 3 = 1`,
    `update billing set target_month = '2026-05-01', member_id = 2 where id % 4 = 0`,
    'delete from billing where id % 2 = 1',
    `update data_state set data_as_of = data_as_of + interval '9 days'`,
  ]
  const read = () => club.seen(shops, (db, scope) => duesFigures(db, scope, { year: 2026, month: 7 }))
  await fc.assert(
    fc.asyncProperty(history, fc.uniqueArray(fc.constantFrom(...corrections), { minLength: 1 }), async (one, done) => {
      await happened(one)
      for (const correction of done) await club.db.execute(sql.raw(correction))
      const followed = await read()
      await club.db.transaction((tx) => rebuildEverything(tx))
      expect(followed).toEqual(await read())
    }),
    runs(4),
  )
})

test('a person who fails in every month is one person to the interval, and two failed bills of a month are one person', async () => {
  const failing = Array.from({ length: 24 }, (_, at) => at + 1).flatMap((member) =>
    ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].flatMap((month): BillFact[] => {
      const dueOn = addDays(month, 19)
      const own = { shop: 1, member, month, dueOn, amount: 8000 }
      return member <= 12
        ? [{ ...own, status: 'paid', paidOn: addDays(dueOn, 5) }]
        : [
            { ...own, status: 'paid', paidOn: addDays(dueOn, 5) },
            { ...own, status: 'unpaid', method: 'cash' },
          ]
    }),
  )
  await happened({ until: '2026-06-30', bills: failing, statement: null })
  const { byMethod, newest, open } = await club.seen([1], (db, scope) =>
    duesFigures(db, scope, { year: 2026, month: 6 }),
  )
  expect(newest).toMatchObject({ month: '2026-04-01', people: { count: 12, of: 24 }, monthsBefore: 3 })
  expect(newest?.before).toMatchObject({ count: 36, of: 72, ...wilson(12, 24) })
  expect(byMethod.find(({ method }) => method === 'card')?.people).toMatchObject({
    count: 48,
    of: 96,
    ...wilson(12, 24),
  })
  expect(open).toMatchObject({ people: 12, yen: 12 * 4 * 8000 })
})
