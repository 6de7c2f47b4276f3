import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { dayStartHours, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { earlier, type Period } from './periods.ts'
import { type Facts, PlainCount, type SaleFact } from './plain-count.ts'
import { productFigures } from './product-sales.ts'
import { comparedTo } from './sales-days.ts'
import { salesFigures } from './sales-report.ts'

// 売上 and 商品 against a plain count over the facts, over random histories.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

/** Whole months, a month, edges of months, and days. */
const periods: Period[] = [
  { from: '2026-01-01', to: '2026-03-31' },
  { from: '2026-02-01', to: '2026-02-28' },
  { from: '2026-01-12', to: '2026-03-20' },
  { from: '2026-02-05', to: '2026-02-19' },
]
const sets = [[1], [2], [1, 3], shops]

type Line = SaleFact['lines'][number] & { sale: SaleFact; day: string; target: string }

/** What counts of these shops: a line each. */
const linesOf = (facts: Facts, set: readonly number[], until: string): Line[] =>
  (facts.sales ?? [])
    .filter(({ shop, status = 'paid', at }) => {
      const day = at?.slice(0, 10) ?? ''
      return set.includes(shop) && ['paid', 'refunded'].includes(status) && day !== '' && day <= until
    })
    .flatMap((sale) => {
      const day = sale.at?.slice(0, 10) ?? ''
      const target = sale.targetMonth ?? `${day.slice(0, 7)}-01`
      return sale.lines.map((line) => ({ ...line, sale, day, target }))
    })

const sum = <T>(rows: readonly T[] | null, of: (row: T) => number | null) =>
  (rows ?? []).reduce((all, row) => all + (of(row) ?? 0), 0)
const netOf = (lines: readonly Line[], tax: 'included' | 'excluded') =>
  sum(lines, (line) => line.net - (tax === 'excluded' ? line.tax : 0))

/** Net by a key, without those that nothing was sold of. */
const byKey = (lines: readonly Line[], tax: 'included' | 'excluded', keyOf: (line: Line) => string) =>
  Object.fromEntries(
    [...Map.groupBy(lines, keyOf)]
      .sort()
      .map(([key, group]) => [
        key,
        [netOf(group, tax), new Set(group.filter(({ sale }) => !sale.refundOf).map(({ sale }) => sale)).size],
      ]),
  )
const asKeys = <T>(rows: readonly T[] | null, of: (row: T) => [string, [number, number]]) =>
  Object.fromEntries((rows ?? []).map(of).sort())

describe('for any history', { timeout: 120_000 }, () => {
  test('days, categories, methods and staff add up to the net sales of a plain count', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.constantFrom(...periods),
        fc.constantFrom('day' as const, 'month' as const),
        fc.constantFrom('included' as const, 'excluded' as const),
        fc.constantFrom('settled' as const, 'targetMonth' as const),
        async ({ until, facts }, set, requested, unit, tax, basis) => {
          await club.happened(until, facts)
          const byTarget = basis === 'targetMonth'
          // Target months are requested whole.
          const wanted = byTarget
            ? ((requested.from === '2026-02-05' ? periods[1] : periods[0]) ?? requested)
            : requested
          const answer = await club.seen(set, (db, scope) =>
            salesFigures(db, scope, { ...wanted, unit: byTarget ? 'month' : unit, tax, basis }),
          )
          if (answer.summary.net === null) return
          const counted = { ...wanted, to: earlier(wanted.to, until) }
          const all = linesOf(facts, set, until)
          const lines = all.filter(({ day, target }) => {
            const at = byTarget ? target : day
            return counted.from <= at && at <= counted.to
          })
          const { summary, series, byCategory, byPayment, byStaff } = answer
          expect(summary).toMatchObject({
            gross: netOf(
              lines.filter(({ sale }) => !sale.refundOf),
              'included',
            ),
            refund:
              0 -
              netOf(
                lines.filter(({ sale }) => sale.refundOf),
                'included',
              ),
            net: netOf(lines, 'included'),
            netExTax: netOf(lines, 'excluded'),
          })
          const net = netOf(lines, tax)
          expect(sum(series, (one) => one.net)).toBe(net)
          for (const { date, net: ofPoint, byCategory: split } of series) {
            if (ofPoint === null) continue
            expect(sum(Object.values(split), (one) => one)).toBe(ofPoint)
            const at = (line: Line) => (byTarget ? line.target : line.day)
            const here = lines.filter(
              (line) => (unit === 'day' && !byTarget ? at(line) : `${at(line).slice(0, 7)}-01`) === date,
            )
            expect(ofPoint).toBe(netOf(here, tax))
          }
          expect(sum(byCategory, (one) => one.net)).toBe(net)
          expect(asKeys(byPayment, ({ method, net, count }) => [method, [net, count]])).toEqual(
            byKey(lines, tax, ({ sale }) => sale.method ?? 'card'),
          )
          expect(asKeys(byStaff, ({ staffId, net, count }) => [staffId ?? '', [net, count]])).toEqual(
            byKey(lines, tax, ({ sale }) => String(sale.staff ?? '')),
          )
          if (!byTarget && wanted === periods[1] && summary.arpu !== null) {
            const plain = new PlainCount(facts, until, plainClub).period(set, counted)
            expect(summary.arpu).toBeCloseTo(plain.sales?.arpu ?? Number.NaN, 6)
          }
          if (summary.prev?.net != null) {
            const { from, to } = summary.prev
            const before = all.filter(({ day, target }) => {
              const at = byTarget ? target : day
              return from <= at && at <= to
            })
            expect(summary.prev.net).toBe(netOf(before, 'included'))
          }
        },
      ),
      runs(20),
    )
  })

  test('products add up to the net sales, each as a plain count has it', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.constantFrom(...periods),
        fc.constantFrom('included' as const, 'excluded' as const),
        fc.constantFrom(1, 50),
        async ({ until, facts }, set, requested, tax, limit) => {
          await club.happened(until, facts)
          const answer = await club.seen(set, (db, scope) =>
            productFigures(db, scope, { ...requested, unit: 'month', tax, limit, sortKey: 'net' }),
          )
          if (answer.total.net === null) return
          const lines = linesOf(facts, set, until).filter(({ day }) => requested.from <= day && day <= requested.to)
          expect(answer.total.net).toBe(netOf(lines, tax))
          expect(sum(answer.items, (one) => one.net) + answer.rest.net).toBe(answer.total.net)
          expect(answer.items.length + answer.rest.products).toBe(answer.total.products)
          for (const item of answer.items) {
            const of = lines.filter(({ category }) => category === item.code)
            const sold = of.filter(({ sale }) => !sale.refundOf)
            const months = new Set(
              sold
                .filter(({ sale }) => sale.member)
                .map(({ sale, day }) => `${sale.shop} ${day.slice(0, 7)} ${sale.member}`),
            )
            expect(item).toMatchObject({
              net: netOf(of, tax),
              quantity: sum(of, ({ sale, quantity = 1 }) => (sale.refundOf ? -quantity : quantity)),
              discount: sum(sold, ({ discount = 0 }) => discount),
              gross: netOf(sold, 'included') + sum(sold, ({ discount = 0 }) => discount),
              refund:
                0 -
                netOf(
                  of.filter(({ sale }) => sale.refundOf),
                  'included',
                ),
              buyers: answer.buyersOf === null ? null : months.size,
            })
          }
          for (const { productId, points } of answer.series) {
            const item = answer.items.find((one) => one.productId === productId)
            if (item) expect(sum(points, (one) => one.net)).toBe(item.net)
          }
        },
      ),
      runs(15),
    )
  })
})

test.each([
  ['2026-11', '2026-11-01..2026-11-30', '2026-11-01..2026-11-30', '2026-10-01..2026-10-31', '2025-11-01..2025-11-30'],
  [
    'an open month',
    '2026-10-01..2026-10-31',
    '2026-10-01..2026-10-20',
    '2026-09-01..2026-09-20',
    '2025-10-01..2025-10-20',
  ],
  [
    'open on the 31st',
    '2026-10-01..2026-12-31',
    '2026-10-01..2026-12-30',
    '2026-07-01..2026-09-30',
    '2025-10-01..2025-12-30',
  ],
  [
    'February of a leap year',
    '2028-02-01..2028-02-29',
    '2028-02-01..2028-02-29',
    '2028-01-01..2028-01-31',
    '2027-02-01..2027-02-28',
  ],
  ['ten days', '2026-11-11..2026-11-20', '2026-11-11..2026-11-20', '2026-11-01..2026-11-10', '2025-11-11..2025-11-20'],
  ['a year', '2025-12-01..2026-11-30', '2025-12-01..2026-11-30', '2024-12-01..2025-11-30', '2024-12-01..2025-11-30'],
])(
  '%s is compared with as many months or days before, and with a year before',
  (_, requested, counted, prev, lastYear) => {
    const of = (text: string): Period => {
      const [from = '', to = ''] = text.split('..')
      return { from, to }
    }
    expect(comparedTo(of(requested), of(counted))).toEqual({ prev: of(prev), lastYear: of(lastYear) })
  },
)
