import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PeriodReport } from '#contract/report.ts'
import {
  type LeadFigure,
  leadFigures,
  type ReservationFigure,
  reservationFigures,
  type SlotFigure,
  slotFigures,
} from '#contract/words/drill-down.ts'
import { allPages } from '../../../tests/support/drill-down-pages.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import { runs } from '../../../tests/support/runs.ts'
import type { Scoped } from '../../context.ts'
import { addDays, type Period } from '../periods.ts'
import type { BookingFact, ClassFact, ContractFact, Facts, LeadFact } from '../plain-count.ts'
import { leadRows } from './leads.ts'
import { countedPeriod, type Page, type PeriodInput } from './period.ts'
import { reservationRows, slotRows } from './reservations.ts'

// Bookings, classes and leads behind their figures; members and sales are in drill-down.test.ts.

const shops = [1, 2, 3]
const people = 4
const january: PeriodInput = { year: 2026, month: 1, fiscalStartMonth: 1 }

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people })
})
afterAll(() => club.close())

/** All pages of a figure, with exactly these shops in scope; null for a future period. */
const pagesOf = <Found extends { rows: unknown[]; total: number }>(
  period: PeriodInput,
  set: readonly number[],
  read: (scoped: Scoped, shopIds: string[], days: Period, page: Page) => Promise<Found>,
) => allPages(club.database, { period, set, days: countedPeriod, read })

const bookingsOf = (figure: ReservationFigure, input = january, set: readonly number[] = shops) =>
  pagesOf(input, set, (scoped, ids, period, page) => reservationRows(scoped, ids, figure, period, page))
const classesOf = (figure: SlotFigure, input = january, set: readonly number[] = shops) =>
  pagesOf(input, set, (scoped, ids, period, page) => slotRows(scoped, ids, figure, period, page))
const leadsOf = (figure: LeadFigure, input = january, set: readonly number[] = shops) =>
  pagesOf(input, set, (scoped, ids, period, page) => leadRows(scoped, ids, figure, period, page))

describe('by hand', () => {
  test('a booking is listed with its time, member and outcome; キャンセル待ち is not', async () => {
    await club.happened('2026-01-31', {
      classes: [
        {
          shop: 1,
          at: '2026-01-05T19:00',
          capacity: 3,
          bookings: [{ status: 'completed', member: 1 }, { status: 'waitlisted', member: 2 }, { status: 'noShow' }],
        },
        { shop: 2, at: '2026-01-05T10:30', capacity: null, bookings: [{ status: 'booked', member: 2, isTrial: true }] },
        { shop: 1, at: '2025-12-31T23:59', capacity: 3, bookings: [{ status: 'booked', member: 3 }] },
        { shop: 1, at: '2026-02-01T00:00', capacity: 3, bookings: [{ status: 'booked', member: 3 }] },
      ],
    })
    const booked = await bookingsOf('booked')
    expect(booked).toMatchObject({ total: 3, figure: 3 })
    expect(booked?.rows).toMatchObject([
      { startAt: '2026-01-05T10:30:00+09:00', shopName: '店舗2', memberNo: 'M2', status: 'booked', isTrial: true },
      {
        startAt: '2026-01-05T19:00:00+09:00',
        programName: 'ヨガ',
        shopName: '店舗1',
        memberNo: 'M1',
        lastName: '会員',
        status: 'completed',
        isTrial: false,
      },
      { status: 'noShow', memberId: null, memberNo: null, userId: null },
    ])
    expect((await bookingsOf('noShow'))?.figure).toBe(1)
    expect((await bookingsOf('attended', january, [2]))?.rows).toEqual([])
  })

  test("another shop's member in a class of ours is listed by name, without a link", async () => {
    await club.happened('2026-01-31', {
      contracts: [{ member: 2, shop: 3, from: '2025-12-01' }],
      classes: [{ shop: 2, at: '2026-01-05T19:00', capacity: 3, bookings: [{ status: 'noShow', member: 2 }] }],
    })
    expect((await bookingsOf('noShow', january, [2]))?.rows).toMatchObject([
      { userId: null, memberId: 2, memberNo: 'M2', lastName: '会員', firstName: '2' },
    ])
    expect((await bookingsOf('noShow', january, [1, 2]))?.rows).toMatchObject([{ userId: 2 }])
  })

  test('a class uses at most its capacity; a late cancellation counts unless it was rebooked', async () => {
    await club.happened('2026-01-31', {
      classes: [
        {
          shop: 1,
          at: '2026-01-05T19:00',
          capacity: 3,
          bookings: [
            { status: 'lateCancelled', seat: '1' },
            { status: 'completed', seat: '1' },
            { status: 'lateCancelled', seat: '2' },
            { status: 'cancelled', seat: '3' },
          ],
        },
        {
          shop: 1,
          at: '2026-01-06T19:00',
          capacity: 1,
          bookings: [{ status: 'checkedIn' }, { status: 'completed' }, { status: 'noShow' }],
        },
        { shop: 1, at: '2026-01-06T10:00', capacity: 5, bookings: [] },
        { shop: 1, at: '2026-01-07T10:00', capacity: null, bookings: [{ status: 'completed' }] },
      ],
    })
    const found = await classesOf('capacity')
    expect(found).toMatchObject({ total: 3, figure: 9, capacity: 9, seatsUsed: 3, seatsAttended: 2 })
    expect(found?.rows.map(({ capacity, seatsUsed, seatsAttended }) => [capacity, seatsUsed, seatsAttended])).toEqual([
      [3, 2, 1],
      [5, 0, 0],
      [1, 1, 1],
    ])
    expect((await classesOf('slots'))?.figure).toBe(3)
  })

  test.each([
    ['cancelled late, and nobody came after', [late(300, 60)], 1],
    ['cancelled late, and somebody booked after it', [late(300, 60), { status: 'completed', bookedBefore: 30 }], 1],
    ['cancelled late, and booked at that very moment', [late(300, 60), { status: 'booked', bookedBefore: 60 }], 1],
    ['cancelled late, and the other had booked before', [late(300, 60), { status: 'completed', bookedBefore: 90 }], 2],
    ['given up twice, and taken in the end', [late(300, 60), late(50, 40), { status: 'noShow', bookedBefore: 10 }], 1],
    ['two given up, of which one was taken', [late(300, 60), late(200, 70), { status: 'booked', bookedBefore: 20 }], 2],
    ['cancelled nobody knows when', [{ status: 'lateCancelled', bookedBefore: 90 }, { status: 'booked' }], 2],
    ['cancelled with a number that stays empty', [{ ...late(300, 60), seat: '1' }, { status: 'booked' }], 2],
  ] satisfies [string, BookingFact[], number][])('places without a number: %s', async (_, bookings, used) => {
    await club.happened('2026-01-31', { classes: [{ shop: 1, at: '2026-01-05T19:00', capacity: 9, bookings }] })
    expect((await classesOf('capacity'))?.seatsUsed).toBe(used)
    expect((await club.month(2026, 1)).thisMonth.reservations.utilization).toBeCloseTo(used / 9, 12)
  })

  test('a lead who joined within 30 days is listed with the day; if in a shop out of scope, without the name', async () => {
    await club.happened('2026-02-28', {
      contracts: [
        { member: 1, shop: 2, from: '2026-02-09' },
        { member: 2, shop: 2, from: '2026-02-11' },
        { member: 3, shop: 3, from: '2026-01-20' },
      ],
      leads: [
        { shop: 2, kind: 'trial', at: '2026-01-10T10:00', member: 1 },
        { shop: 2, kind: 'trial', at: '2026-01-11T10:00', member: 2 },
        { shop: 2, kind: 'trial', at: '2026-01-12T10:00', member: 3 },
        { shop: 2, kind: 'trial', at: '2026-01-13T10:00' },
        { shop: 2, kind: 'tour', at: '2026-01-14T10:00', member: 1 },
      ],
    })
    const rowsOfFigure = async (figure: LeadFigure, set: number[]) =>
      (await leadsOf(figure, january, set))?.rows.map(({ date, memberNo, joinedOn }) => [date, memberNo, joinedOn])
    expect(await rowsOfFigure('trials', [2])).toEqual([
      ['2026-01-10', 'M1', '2026-02-09'],
      ['2026-01-11', 'M2', null],
      ['2026-01-12', null, '2026-01-20'],
      ['2026-01-13', null, null],
    ])
    expect(await rowsOfFigure('trialsJoined', [2, 3])).toEqual([
      ['2026-01-10', 'M1', '2026-02-09'],
      ['2026-01-12', 'M3', '2026-01-20'],
    ])
    expect(await rowsOfFigure('tours', [2])).toEqual([['2026-01-14', 'M1', '2026-02-09']])
    expect(await rowsOfFigure('tours', [3])).toEqual([])
  })

  test('nothing after the data date is listed', async () => {
    await club.happened('2026-01-10', {
      classes: [
        { shop: 1, at: '2026-01-10T23:59', capacity: 3, bookings: [{ status: 'booked' }] },
        { shop: 1, at: '2026-01-11T00:00', capacity: 3, bookings: [{ status: 'booked' }] },
      ],
      leads: [{ shop: 1, kind: 'tour', at: '2026-01-11T00:00' }],
    })
    expect((await bookingsOf('booked'))?.total).toBe(1)
    expect((await classesOf('slots'))?.total).toBe(1)
    expect((await leadsOf('tours'))?.total).toBe(0)
    expect(await bookingsOf('booked', { year: 2026, month: 2, fiscalStartMonth: 1 })).toBeNull()
  })
})

const firstDay = '2026-01-01'
const day = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((at) => addDays(firstDay, at)),
  fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'),
)
const time = fc.constantFrom('00:00', '04:50', '19:00', '23:59')
const at = fc.tuple(day, time).map(([date, hour]) => `${date}T${hour}`)
const shop = fc.constantFrom(...shops)
const member = fc.integer({ min: 1, max: people })

/** Booked and cancelled so many minutes before the class. */
function late(bookedBefore: number, cancelledBefore: number): BookingFact {
  return { status: 'lateCancelled', bookedBefore, cancelledBefore }
}

const booking: fc.Arbitrary<BookingFact> = fc.record(
  {
    status: fc.constantFrom('booked', 'waitlisted', 'checkedIn', 'completed', 'cancelled', 'lateCancelled', 'noShow'),
    member,
    seat: fc.constantFrom('1', '2', '3'),
    bookedBefore: fc.integer({ min: 0, max: 4 }),
    cancelledBefore: fc.integer({ min: 0, max: 4 }),
    isTrial: fc.boolean(),
  },
  { requiredKeys: ['status'] },
)
const aClass: fc.Arbitrary<ClassFact> = fc.record({
  shop,
  at,
  capacity: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null, freq: 5 }),
  bookings: fc.array(booking, { maxLength: 5 }),
})
const lead: fc.Arbitrary<LeadFact> = fc.record(
  { shop, at, member, kind: fc.constantFrom('tour' as const, 'trial' as const) },
  { requiredKeys: ['shop', 'at', 'kind'] },
)
const contract: fc.Arbitrary<ContractFact> = fc
  .record({ member, shop, from: day, length: fc.integer({ min: 0, max: 40 }) })
  .map(({ length, ...rest }) => ({ ...rest, to: addDays(rest.from, length) }))

const history = fc.record({
  until: fc.integer({ min: 25, max: 85 }).map((days) => addDays(firstDay, days)),
  facts: fc
    .record({
      contracts: fc.array(contract, { maxLength: 6 }),
      classes: fc.array(aClass, { maxLength: 8 }),
      leads: fc.array(lead, { maxLength: 8 }),
    })
    .map((facts): Facts => facts),
})
const sets = [[1], [2], [3], [1, 3], [2, 3], shops]

/** Every figure of the report with the figure of its rows. */
async function compare(report: PeriodReport, input: PeriodInput, set: readonly number[]) {
  const { reservations, leads } = report
  for (const figure of reservationFigures) {
    const found = await bookingsOf(figure, input, set)
    expect([figure, found?.figure ?? 0, found?.rows.length ?? 0]).toEqual([
      figure,
      reservations[figure] ?? 0,
      reservations[figure] ?? 0,
    ])
  }
  for (const figure of slotFigures) {
    const found = await classesOf(figure, input, set)
    const sum = (of: 'capacity' | 'seatsUsed' | 'seatsAttended') =>
      (found?.rows ?? []).reduce((all, row) => all + row[of], 0)
    expect([figure, found?.figure ?? 0, found?.rows.length ?? 0]).toEqual([
      figure,
      reservations[figure] ?? 0,
      reservations.slots ?? 0,
    ])
    expect([sum('capacity'), sum('seatsUsed'), sum('seatsAttended')]).toEqual(
      found ? [found.capacity, found.seatsUsed, found.seatsAttended] : [0, 0, 0],
    )
    const rate = (used: number) => (sum('capacity') ? used / sum('capacity') : null)
    expect([rate(sum('seatsUsed')), rate(sum('seatsAttended'))]).toEqual([
      reservations.utilization,
      reservations.attendanceRate,
    ])
  }
  for (const figure of leadFigures) {
    const found = await leadsOf(figure, input, set)
    expect([figure, found?.figure ?? 0, found?.rows.length ?? 0]).toEqual([
      figure,
      leads[figure] ?? 0,
      leads[figure] ?? 0,
    ])
  }
}

describe('for any history', { timeout: 120_000 }, () => {
  test('the rows of every figure of a month add up to the report, for any set of shops', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.integer({ min: 1, max: 3 }),
        async ({ until, facts }, set, month) => {
          await club.happened(until, facts)
          const { thisMonth } = await club.month(2026, month, set)
          await compare(thisMonth, { year: 2026, month, fiscalStartMonth: 1 }, set)
        },
      ),
      runs(20),
    )
  })

  test('the rows of every figure of a year add up to the yearly report, whatever its first month', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...sets),
        fc.constantFrom([2026, 1], [2026, 2], [2025, 4]),
        async ({ until, facts }, set, [year = 0, fiscalStartMonth = 0]) => {
          await club.happened(until, facts)
          const { thisYear } = await club.year(year, fiscalStartMonth, set)
          await compare(thisYear, { year, fiscalStartMonth }, set)
        },
      ),
      runs(13),
    )
  })
})
