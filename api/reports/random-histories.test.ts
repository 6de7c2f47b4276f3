import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PeriodReport } from '#contract/report.ts'
import { fingerprints } from '../../tests/support/api.ts'
import type { ContractFact, Facts, SaleFact, VisitFact } from '../../tests/support/facts.ts'
import { openFacts } from '../../tests/support/facts.ts'
import type { MonthFigures } from './monthly.ts'
import { addDays, daysOf, monthOf, type Period } from './periods.ts'
import { rebuildDays, rebuildEverything, rebuildMembership } from './rollup.ts'

// Random histories, counted by the SQL and by a slow and plain count over the facts that shares no code with it.

const shops = [1, 2, 3]
const people = 4
/** The third shop is open at night: its day turns at 5 in the morning. */
const dayStartHours = [0, 0, 5]
const firstDay = '2026-01-01'
const horizon = 100

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

/** Any day, but often one of the few where months turn, so that things fall together. */
const turns = ['2026-01-01', '2026-01-31', '2026-02-01', '2026-02-10', '2026-02-28', '2026-03-01']
const day = fc.oneof(
  fc.integer({ min: 0, max: horizon }).map((at) => addDays(firstDay, at)),
  fc.constantFrom(...turns),
)
const kind = fc.constantFrom('regular' as const, 'regular' as const, 'suspension' as const)
const shopNumber = fc.constantFrom(...shops)
const memberNumber = fc.integer({ min: 1, max: people })

const contractFact: fc.Arbitrary<ContractFact> = fc
  .record({
    member: memberNumber,
    shop: shopNumber,
    from: day,
    length: fc.oneof(fc.integer({ min: 0, max: 45 }), fc.constant(null)),
    kind: fc.oneof({ weight: 5, arbitrary: kind }, { weight: 1, arbitrary: fc.constant('option' as const) }),
    fee: fc.constantFrom(1100, 6000, 8000),
  })
  .map(({ length, ...one }) => ({ ...one, to: length === null ? null : addDays(one.from, length) }))

/** Segments that follow each other to the day are the rule in life; chance alone would hardly make them. */
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

const saleFact: fc.Arbitrary<SaleFact> = fc.record({
  shop: shopNumber,
  at: day.map((date) => `${date}T12:00`),
  status: fc.constantFrom('paid' as const, 'paid' as const, 'refunded' as const, 'unpaid' as const, 'error' as const),
  refundOf: fc.constantFrom(undefined, undefined, undefined, 999),
  lines: fc.array(
    fc.record({
      category: fc.constantFrom('membershipFee' as const, 'product' as const, 'other' as const),
      net: fc.integer({ min: -5000, max: 20000 }),
      tax: fc.integer({ min: -500, max: 1800 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

const history = fc
  .record({
    loose: fc.array(contractFact, { maxLength: 7 }),
    chains: fc.array(chainOfContracts, { maxLength: 4 }),
    evenings: fc.array(evening, { maxLength: 8 }),
    sales: fc.array(saleFact, { maxLength: 6 }),
    until: fc.integer({ min: 25, max: 85 }).map((at) => addDays(firstDay, at)),
  })
  .map(({ loose, chains, evenings, sales, until }) => {
    const contracts = [...loose, ...chains.flat()]
    const plain = new PlainCount({ contracts }, until)
    return {
      until,
      facts: {
        contracts,
        sales,
        visits: evenings.flat().map(
          (scan): VisitFact => ({
            ...scan,
            home:
              scan.member === null
                ? null
                : (plain.covering(scan.member, businessDay(scan.shop, scan.at))?.shop ?? null),
          }),
        ),
      } satisfies Facts,
    }
  })

const businessDay = (shop: number, at: string) =>
  new Date(Date.parse(`${at}:00Z`) - (dayStartHours[shop - 1] ?? 0) * 3_600_000).toISOString().slice(0, 10)

/** domain.md §2.0 word by word: a loop over days and people, no SQL, no intervals. */
class PlainCount {
  private readonly facts: Facts
  private readonly until: string
  constructor(facts: Facts, until: string) {
    this.facts = facts
    this.until = until
  }

  /** The segment that covers the member on that day. */
  covering(member: number, date: string): (ContractFact & { order: number }) | undefined {
    return (this.facts.contracts ?? [])
      .map((one, order) => ({ ...one, order }))
      .filter((one) => one.member === member && one.kind !== 'option')
      .filter((one) => one.from <= date && (one.to == null || date <= one.to))
      .sort((a, b) => b.from.localeCompare(a.from) || (b.fee ?? 8000) - (a.fee ?? 8000) || b.order - a.order)[0]
  }

  /** Where the member counts at the close of the day; on the last day of a span nowhere. */
  private atClose(member: number, date: string) {
    return this.covering(member, addDays(date, 1)) && this.covering(member, date)
  }

  private eachMember = Array.from({ length: people }, (_, at) => at + 1)

  private closing(set: readonly number[], date: string) {
    const there = this.eachMember
      .map((member) => this.atClose(member, date))
      .filter((one) => one && set.includes(one.shop))
    return { closing: there.length, suspended: there.filter((one) => one?.kind === 'suspension').length }
  }

  private movements(set: readonly number[], date: string) {
    const count = { admissions: 0, readmissions: 0, transferIn: 0, withdrawals: 0, transferOut: 0 }
    for (const member of this.eachMember) {
      const before = this.covering(member, addDays(date, -1))
      const now = this.covering(member, date)
      const after = this.covering(member, addDays(date, 1))
      const isHere = now !== undefined && set.includes(now.shop)
      if (isHere && !before) {
        count.admissions += 1
        const earlier = daysOf({ from: '2025-12-25', to: addDays(date, -1) })
        if (earlier.some((past) => this.covering(member, past))) count.readmissions += 1
      }
      if (isHere && !after) count.withdrawals += 1
      if (before && now && before.shop !== now.shop) {
        if (isHere && !set.includes(before.shop)) count.transferIn += 1
        if (!isHere && set.includes(before.shop)) count.transferOut += 1
      }
    }
    return count
  }

  /** Merged visits, each with the business day of its first event. */
  private visits(): VisitFact[] {
    const merged: VisitFact[] = []
    const sorted = [...(this.facts.visits ?? [])].sort((a, b) => a.at.localeCompare(b.at))
    for (const event of sorted) {
      const open = merged.findLast((one) => one.member === event.member && one.shop === event.shop)
      const isSame =
        event.member !== null && open && Date.parse(`${event.at}:00Z`) - Date.parse(`${open.at}:00Z`) <= 3_600_000
      if (!isSame) merged.push(event)
    }
    return merged
  }

  period(set: readonly number[], { from, to }: Period): PeriodReport {
    const dates = daysOf({ from, to })
    const isIn = (date: string) => from <= date && date <= to
    const moved = dates.map((date) => this.movements(set, date))
    const total = (figure: keyof (typeof moved)[number]) => moved.reduce((sum, one) => sum + one[figure], 0)
    const opening = this.closing(set, addDays(from, -1))
    const closing = this.closing(set, to)
    const operating = closing.closing - closing.suspended

    const all = this.visits().filter((one) => isIn(businessDay(one.shop, one.at)))
    const here = all.filter((one) => set.includes(one.shop))
    const visitDays = new Map<number, Set<string>>()
    for (const one of here) {
      if (one.member === null || one.home === null) continue
      const days = visitDays.get(one.member) ?? new Set()
      visitDays.set(one.member, days.add(`${one.shop} ${businessDay(one.shop, one.at)}`))
    }
    const counts = [...visitDays.values()].map((days) => days.size).sort((a, b) => a - b)
    const middle = counts.length / 2
    const days = counts.reduce((sum, count) => sum + count, 0)
    const wasOperating = this.eachMember.filter((member) =>
      dates.some((date) => {
        const segment = this.covering(member, date)
        return segment && segment.kind !== 'suspension' && set.includes(segment.shop)
      }),
    )
    const came = wasOperating.filter((member) =>
      all.some((one) => one.member === member && one.home !== null && set.includes(one.home)),
    )
    return {
      from,
      to,
      members: {
        opening: opening.closing,
        admissions: total('admissions'),
        readmissions: total('readmissions'),
        transferIn: total('transferIn'),
        withdrawals: total('withdrawals'),
        transferOut: total('transferOut'),
        closing: closing.closing,
        suspended: closing.suspended,
        operating,
        netGrowth: closing.closing - opening.closing,
        churnRate: opening.closing ? total('withdrawals') / opening.closing : null,
      },
      visits: {
        count: here.length,
        days,
        unique: counts.length,
        rate: wasOperating.length ? came.length / wasOperating.length : null,
        perMember: operating ? days / operating : null,
        median: counts.length
          ? ((counts[Math.ceil(middle) - 1] as number) +
              (counts[Math.floor(middle)] ?? (counts[Math.ceil(middle) - 1] as number))) /
            2
          : null,
        zeroVisitors: wasOperating.length - came.length,
      },
      sales: this.sales(set, isIn, (opening.closing - opening.suspended + operating) / 2),
    }
  }

  private sales(set: readonly number[], isIn: (date: string) => boolean, average: number) {
    const counted = (this.facts.sales ?? []).filter(
      (one) =>
        set.includes(one.shop) &&
        (one.status === 'paid' || one.status === 'refunded') &&
        isIn(one.at?.slice(0, 10) ?? ''),
    )
    const sum = (of: readonly SaleFact[], figure: 'net' | 'tax', category?: string) =>
      of
        .flatMap((one) => one.lines)
        .filter((line) => !category || line.category === category)
        .reduce((total, line) => total + line[figure], 0)
    const net = sum(counted, 'net')
    const categories = ['membershipFee', 'admissionFee', 'ticket', 'personal', 'product', 'option', 'other'] as const
    return {
      gross: sum(
        counted.filter((one) => !one.refundOf),
        'net',
      ),
      refund:
        0 -
        sum(
          counted.filter((one) => one.refundOf),
          'net',
        ),
      net,
      netExTax: net - sum(counted, 'tax'),
      byCategory: Object.fromEntries(categories.map((one) => [one, sum(counted, 'net', one)])) as Record<
        (typeof categories)[number],
        number
      >,
      unpaid: 0,
      collectionRate: null,
      arpu: average ? net / average : null,
    }
  }

  scheduled(set: readonly number[], month: Period) {
    const counts = { admissions: 0, withdrawals: 0, suspensions: 0 }
    for (const date of daysOf(month).filter((one) => one > this.until)) {
      const moved = this.movements(set, date)
      counts.admissions += moved.admissions
      counts.withdrawals += moved.withdrawals
      for (const member of this.eachMember) {
        const now = this.covering(member, date)
        const was = this.covering(member, addDays(date, -1))
        if (now?.kind === 'suspension' && was?.kind !== 'suspension' && set.includes(now.shop)) counts.suspensions += 1
      }
    }
    return counts
  }
}

const sets = [[1], [2], [3], [1, 3], [2, 3], shops]
const runs = { numRuns: 60 }

describe('for any history', { timeout: 120_000 }, () => {
  test('every figure of every month and set of shops is what a plain count over the facts finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.integer({ min: 1, max: 3 }),
        async ({ until, facts }, set, month) => {
          await club.happened(until, facts)
          const plain = new PlainCount(facts, until)
          const report = await club.month(2026, month, set)
          const asked = monthOf(2026, month)
          const { thisMonth, prevMonth, prevToSameDay } = report.periods
          if (thisMonth) expect(rounded(report.thisMonth)).toEqual(rounded(plain.period(set, thisMonth)))
          if (prevMonth) expect(rounded(report.prevMonth)).toEqual(rounded(plain.period(set, prevMonth)))
          if (prevToSameDay) {
            expect(rounded(report.prevToSameDay as PeriodReport)).toEqual(rounded(plain.period(set, prevToSameDay)))
          }
          expect(report.scheduled).toEqual(plain.scheduled(set, asked))
          for (const row of report.daily.filter((one) => one.date <= until)) {
            const { members, visits, sales } = plain.period(set, { from: row.date, to: row.date })
            expect(row).toMatchObject({
              admissions: members.admissions,
              transferIn: members.transferIn,
              withdrawals: members.withdrawals,
              transferOut: members.transferOut,
              closing: members.closing,
              visits: visits.count,
              unique: visits.unique,
              sales: sales?.net,
            })
          }
        },
      ),
      runs,
    )
  })

  test('the same month of the year before is told whole and to the same day, as a plain count finds it', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...sets), async ({ until, facts }, set) => {
        const nextYear = addDays(until, 365)
        await club.happened(nextYear, facts)
        const plain = new PlainCount(facts, nextYear)
        const report = await club.month(2027, Number(nextYear.slice(5, 7)), set)
        const { yearBefore, lastYearToSameDay } = report.periods
        expect(rounded(report.lastYear)).toEqual(rounded(plain.period(set, yearBefore)))
        if (!lastYearToSameDay) return
        expect(lastYearToSameDay).toEqual({ from: yearBefore.from, to: until })
        const sameDay = rounded(report.lastYearToSameDay as PeriodReport)
        expect(sameDay).toEqual(rounded(plain.period(set, lastYearToSameDay)))
      }),
      { numRuns: 30 },
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
      runs,
    )
  })

  test('rollups brought right after a change of the past are what a full recomputation gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(contractFact, { maxLength: 2 }),
        history,
        async ({ until, facts }, contracts, later) => {
          await club.happened(until, facts)
          const visits = later.facts.visits.slice(0, 3)
          const sales = later.facts.sales.slice(0, 2)
          await club.record({ contracts, visits, sales })
          await club.db.execute(sql`delete from contract where id = (select min(id) from contract)`)
          await rebuildMembership(club.db, [...contracts.map(({ member }) => String(member)), '1', '2', '3', '4'])
          const changed = [...facts.contracts.slice(0, 1), ...contracts].map(({ from }) => from)
          const dates = [
            ...changed,
            ...visits.map(({ at }) => addDays(at.slice(0, 10), -1)),
            ...sales.map(({ at }) => at?.slice(0, 10) ?? until),
          ]
          const from = dates.sort()[0] ?? until
          if (from <= until) await rebuildDays(club.db, { from, to: until })
          const corrected = await derivedOf()
          await rebuildEverything(club.db)
          expect(corrected).toEqual(await derivedOf())
        },
      ),
      { numRuns: 30 },
    )
  })
})

/** Sums of fractions differ in their last bits by the order of adding. */
const rounded = (report: PeriodReport) =>
  JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e9) / 1e9 + 0 : value,
  )

/** All that is derived; days on which no shop had or did anything say nothing, wherever the rollup begins. */
async function derivedOf() {
  await club.db.execute(sql`
    delete from shop_day where (admissions, transfer_in, withdrawals, transfer_out, closing, visits) = (0, 0, 0, 0, 0, 0)`)
  const prints = await fingerprints(club.database)
  return ['membership_interval', 'shop_day', 'member_visit_month', 'shop_day_sales', 'shop_billing'].map(
    (name) => prints[name],
  )
}
