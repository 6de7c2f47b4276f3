import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { runs } from '../../tests/support/runs.ts'
import { lessonFigures } from './lessons.ts'
import { addDays, capped, daysOf, monthOf, type Period, weekdayOf } from './periods.ts'
import { type BookingFact, type ClassFact, PlainCount } from './plain-count.ts'
import { differingMonths } from './rebuild.ts'
import { randomOf } from './simulated-club.ts'

// レッスンと担当 against a plain count, lesson by lesson, while the known days of bookings move.

const until = '2026-05-20'
const random = randomOf(5)
const oneOf = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const booking = (): BookingFact => {
  const member = oneOf(undefined, 1, 2, 3, 4, 5)
  const seat = oneOf(undefined, '1', '2')
  return {
    status: oneOf(
      'booked',
      'checkedIn',
      'completed',
      'completed',
      'noShow',
      'lateCancelled',
      'cancelled',
      'waitlisted',
    ),
    ...(member !== undefined && { member }),
    ...(seat !== undefined && { seat }),
    bookedBefore: oneOf(60, 120),
    cancelledBefore: 90,
  }
}
/** Two shops, three times a week, two classes and two instructors, just after midnight and just before it. */
const classes: ClassFact[] = daysOf({ from: '2026-01-05', to: '2026-05-31' })
  .filter((day) => [0, 1, 4].includes(weekdayOf(day)))
  .flatMap((day) =>
    [1, 2].flatMap((shop) =>
      ['00:10', '23:50'].map((time) => ({
        ...{ shop, at: `${day}T${time}`, program: oneOf('ヨガ', 'ズンバ'), staff: oneOf(7, 8) },
        capacity: oneOf(0, 3, 4, 6),
        bookings: Array.from({ length: oneOf(0, 2, 4, 6) }, booking),
      })),
    ),
  )
const free: ClassFact = { shop: 1, at: '2026-03-03T10:00', capacity: null, bookings: [{ status: 'noShow', member: 1 }] }

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 5 })
  await club.happened(until, {
    contracts: [1, 2].map((shop) => ({ member: shop, shop, from: '2026-01-01' })),
    classes: [...classes, free],
  })
})
afterAll(() => club.close())

/** What a lesson was. */
const lessons = classes.map((one) => {
  const { reservations } = new PlainCount({ classes: [one] }, until, { people: 5, dayStartHours: [0, 0] }).period(
    [one.shop],
    { from: one.at.slice(0, 10), to: one.at.slice(0, 10) },
  )
  const { capacity, attended, noShow, utilization } = reservations as { [Name in keyof typeof reservations]: number }
  const of = (...statuses: string[]) => one.bookings.filter(({ status }) => statuses.includes(status))
  const seated = of('booked', 'checkedIn', 'completed', 'noShow', 'lateCancelled').map(({ member }) => member)
  const waiting = of('waitlisted').map(({ member }) => member)
  const people = new Set(waiting.filter((member) => member !== undefined && !seated.includes(member)))
  const day = one.at.slice(0, 10)
  return {
    ...{
      shop: one.shop,
      day,
      dow: weekdayOf(day),
      time: one.at.slice(11),
      program: one.program ?? '',
      staff: one.staff,
    },
    ...{ capacity, attended, noShow, used: Math.round((utilization ?? 0) * capacity) },
    waited: people.size + waiting.filter((member) => member === undefined).length,
    came: of('checkedIn', 'completed').flatMap(({ member }) => member ?? []),
  }
})
type Lesson = (typeof lessons)[number] & { away?: number }

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
const groupsOf = <T>(rows: readonly T[], key: (row: T) => string) => [...Map.groupBy(rows, key).values()]
const monthIn = ({ shop, day }: Lesson) => `${shop} ${day.slice(0, 7)}`
const seriesOf = ({ shop, program, dow, time, staff }: Lesson) => `${shop} ${program} ${dow} ${time} ${staff}`

/** Σ of squared seats between lessons and what their group has for as many seats. */
const scatterIn = (groups: readonly (readonly Lesson[])[]) =>
  sum(groups, (group) => {
    const mean = share(
      sum(group, (one) => one.away ?? 0),
      sum(group, (one) => one.capacity),
    )
    return sum(group, (one) => ((one.away ?? 0) - (mean ?? 0) * one.capacity) ** 2)
  })

/** Each group's counts, average and half interval. */
function plainGroups(counted: readonly Lesson[], isOfOne: boolean, key: (lesson: Lesson) => string) {
  const centred = groupsOf(counted, monthIn).flatMap((month) => {
    const rate = share(
      sum(month, ({ used }) => used),
      sum(month, ({ capacity }) => capacity),
    )
    return month.map((one) => ({ ...one, away: one.used - (rate ?? 0) * one.capacity }))
  })
  const squares = (rows: readonly Lesson[]) => sum(rows, ({ capacity }) => capacity ** 2) / rows.length
  const series = groupsOf(centred, seriesOf)
  const months = groupsOf(centred, (one) => seriesOf(one) + monthIn(one))
  const [inMonths, ofMonths] = [centred.length - months.length, months.length - series.length]
  const scatter = Math.max(
    scatterIn(months) / inMonths / squares(centred),
    (1.25 * (scatterIn(series) - scatterIn(months))) / ofMonths / squares(centred),
  )
  const isJudged = inMonths >= 4 && ofMonths >= 4
  return new Map(
    groupsOf(centred, key).map((group) => {
      const capacity = sum(group, (one) => one.capacity)
      const own = groupsOf(group, seriesOf)
      const ownScatter = group.length > own.length ? scatterIn(own) / (group.length - own.length) / squares(group) : 0
      const variance = (Math.max(scatter, ownScatter) * squares(group) * group.length) / capacity ** 2
      const fill = share(
        sum(group, (one) => one.used),
        capacity,
      )
      const isMeasured = isJudged && group.length >= 8 && capacity > 0
      return [
        key(group[0] as Lesson),
        {
          ...{ held: group.length, capacity, seatsUsed: sum(group, (one) => one.used), fill },
          ...{ attended: sum(group, (one) => one.attended), noShow: sum(group, (one) => one.noShow) },
          ...{ waited: sum(group, (one) => one.waited), lessonsWaited: group.filter((one) => one.waited > 0).length },
          members: isOfOne ? new Set(group.flatMap(({ came }) => came)).size : null,
          average: fill === null ? null : fill - sum(group, (one) => one.away) / capacity,
          low: isMeasured ? Math.max(0, (fill ?? 0) - 1.959964 * Math.sqrt(variance)) : null,
        },
      ]
    }),
  )
}

const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'number' ? Math.round(one * 1e6) / 1e6 : one)))

interface Row {
  held: number
  low: number | null
}
const shown = <T extends Row>(rows: readonly T[] | null, keyOf: (row: T) => string) =>
  new Map(
    (rows ?? []).map((row) => {
      const { held, capacity, seatsUsed, fill, attended, noShow, waited, lessonsWaited, members, average, low } =
        row as unknown as Record<string, number>
      return [
        keyOf(row),
        { held, capacity, seatsUsed, fill, attended, noShow, waited, lessonsWaited, members, average, low },
      ]
    }),
  )
const sorted = (rows: Map<string, object>) => rounded([...rows].sort(([one], [other]) => (one < other ? -1 : 1)))

const stated = fc.array(
  fc.record({
    shop: fc.constantFrom(0, 2),
    first: fc.constantFrom('2026-01-01', '2026-02-10', '2026-03-01', null),
    last: fc.constantFrom(null, '2026-04-12'),
  }),
  { maxLength: 2 },
)
const months = (last: number, count: number): Period => ({
  from: monthOf(2026, last - count + 1).from,
  to: monthOf(2026, last).to,
})

test('by class, slot and instructor lessons are those of the known days, one by one, and add up to the desk of each month', async () => {
  await fc.assert(
    fc.asyncProperty(
      stated,
      fc.constantFrom<readonly number[]>([1], [2], [1, 2]),
      fc.constantFrom(months(4, 3), months(5, 3), months(3, 1), months(5, 12)),
      async (rows, set, requested) => {
        await club.db.execute(sql`delete from data_period`)
        for (const { shop, first, last } of rows)
          await club.db.execute(sql`insert into data_period (kind, shop_id, first_on, last_on)
            values ('bookings', ${shop}, ${first}, ${first && last}) on conflict do nothing`)
        await club.seen(set, async (db, scope) => {
          const answer = await lessonFigures(db, scope, requested)
          const period = capped(requested, until) as Period
          const { bookings, missing } = scope.reach
          const isKnown = (day: string) =>
            bookings !== null &&
            bookings.from <= day &&
            day <= bookings.to &&
            !missing.some(
              (one) =>
                one.kind === 'bookings' &&
                one.from.slice(0, 7) <= day.slice(0, 7) &&
                day.slice(0, 7) <= one.to.slice(0, 7) &&
                // Of its month within the known days.
                daysOf(capped(monthOf(2026, Number(day.slice(5, 7))), period.to) as Period).some(
                  (other) => bookings.from <= other && other <= bookings.to && one.from <= other && other <= one.to,
                ),
            )
          const days = new Set(daysOf(period).filter(isKnown))
          const counted = lessons.filter((one) => set.includes(one.shop) && days.has(one.day))
          if (days.size === 0) return expect([answer.byClass, answer.summary.held]).toEqual([null, null])
          const isOfOne = set.length === 1
          const plain = (key: (lesson: Lesson) => string) => sorted(plainGroups(counted, isOfOne, key))
          expect(sorted(shown(answer.byClass, ({ program }) => program))).toEqual(plain(({ program }) => program))
          expect(sorted(shown(answer.byStaff, ({ staffId }) => staffId ?? ''))).toEqual(
            plain(({ staff }) => `${staff}`),
          )
          expect(sorted(shown(answer.bySlot, (one) => `${one.dow} ${one.startsAt} ${one.program}`))).toEqual(
            plain(({ dow, time, program }) =>
              isOfOne ? `${dow} ${time} ${program}` : `${dow} ${time.slice(0, 2)} null`,
            ),
          )
          const all = (of: 'held' | 'capacity' | 'seatsUsed' | 'attended' | 'noShow' | 'waited') =>
            sum(answer.byClass ?? [], (row) => row[of])
          const isFree = set.includes(1) && days.has('2026-03-03') ? 1 : 0
          const { held, capacity, seatsUsed, attended, noShow, waited, members } = answer.summary
          expect({ held, capacity, seatsUsed, attended, noShow, waited }).toEqual({
            ...{ held: all('held'), capacity: all('capacity'), seatsUsed: all('seatsUsed') },
            ...{ attended: all('attended'), noShow: all('noShow') + isFree, waited: all('waited') },
          })
          expect(members).toBe(isOfOne ? new Set(counted.flatMap(({ came }) => came)).size : null)
          expect(sum(answer.weeks, (week) => week.held ?? 0)).toBe(held)
          expect(
            answer.weeks.every(
              ({ from, to }) => to <= addDays(from, 6) && (weekdayOf(from) === 1 || from === period.from),
            ),
          ).toBe(true)
        })
      },
    ),
    runs(16),
  )
})

test('the months of the desk have the same classes, seats and rates', async () => {
  await club.db.execute(sql`delete from data_period`)
  await club.seen([1], async (db, scope) => {
    const { summary } = await lessonFigures(db, scope, months(3, 1))
    const { thisMonth } = await club.month(2026, 3, [1])
    const { slots, capacity, utilization, attended, noShow, noShowRate } = thisMonth.reservations
    expect(summary).toMatchObject({ held: slots, capacity, fill: utilization, attended, noShow, noShowRate })
    const { prevMonth } = await club.month(2026, 3, [1])
    expect(summary.prev.fill).toBe(prevMonth.reservations.utilization)
  })
})

test('a correction of a booking or a class changes the figures at once, and a recomputation finds nothing else', async () => {
  await club.db.execute(sql`delete from data_period`)
  const read = () => club.seen([1], async (db, scope) => (await lessonFigures(db, scope, months(3, 1))).byClass ?? [])
  const before = sum(await read(), ({ noShow }) => noShow)
  await club.db.execute(sql`
    update reservation set status = 'noShow' where id = (
      select min(id) from reservation where shop_id = 1 and slot_id is not null and status = 'completed'
        and start_at between '2026-03-02' and '2026-03-30')`)
  expect(sum(await read(), ({ noShow }) => noShow)).toBe(before + 1)
  await club.db.execute(sql`
    update slot set program_name = '骨盤調整', staff_id = null where shop_id = 1 and start_at between '2026-03-02' and '2026-03-09'`)
  expect((await read()).find(({ program }) => program === '骨盤調整')?.held).toBeGreaterThan(0)
  expect(await differingMonths(club.db, { from: '2026-03-01', to: '2026-03-01' })).toEqual([])
  await club.db.execute(sql`update shop_month_class set waited = waited + 1 where month = '2026-03-01' and shop_id = 1`)
  expect(await differingMonths(club.db, { from: '2026-03-01', to: '2026-03-01' })).toEqual([
    { rollup: 'shop_month_class', shopId: '1', month: '2026-03' },
  ])
})
