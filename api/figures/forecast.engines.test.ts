import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { shop } from '../db/schema/organisation.ts'
import { addDays, monthOf } from './periods.ts'
import { type Facts, PlainCount } from './plain-count.ts'

// Targets, forecast, retention, classes and trials: hand-computed cases of docs/domain.md, "Figures".

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 2880 })
})
afterAll(() => club.close())

const members = (count: number, from = 1) => Array.from({ length: count }, (_, at) => at + from)

describe('N か月継続率', () => {
  const threeMonths = async (year: number, month: number) =>
    (await club.month(year, month)).retention.find(({ months }) => months === 3)

  test('joined 1/5, ended 4/30: kept at 3 months, 4/5', async () => {
    await club.happened('2026-06-30', { contracts: [{ member: 1, shop: 1, from: '2026-01-05', to: '2026-04-30' }] })
    expect(await threeMonths(2026, 4)).toMatchObject({
      // The first day that is known.
      from: '2026-01-05',
      to: '2026-01-31',
      joined: 1,
      kept: 1,
      rate: 1,
    })
  })

  test('a membership that ends on that very day is not continued', async () => {
    await club.happened('2026-06-30', { contracts: [{ member: 1, shop: 1, from: '2026-01-05', to: '2026-04-05' }] })
    expect(await threeMonths(2026, 4)).toMatchObject({ joined: 1, kept: 0, rate: 0 })
  })

  test('joining on the 31st, the three months end on the last day of a shorter month', async () => {
    await club.happened('2026-06-30', {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-31', to: '2026-04-30' },
        { member: 2, shop: 1, from: '2026-01-31', to: '2026-05-01' },
      ],
    })
    expect(await threeMonths(2026, 4)).toMatchObject({ joined: 2, kept: 1 })
  })

  test('joining and leaving in the same month is not continued, even after rejoining later', async () => {
    await club.happened('2026-06-30', {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-05', to: '2026-01-20' },
        { member: 2, shop: 1, from: '2026-01-05', to: '2026-02-20' },
        { member: 2, shop: 1, from: '2026-03-01' },
      ],
    })
    expect(await threeMonths(2026, 4)).toMatchObject({ joined: 2, kept: 0 })
  })

  test('a change of plan or shop does not end a membership', async () => {
    await club.happened('2026-06-30', {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-05', to: '2026-01-31' },
        { member: 1, shop: 2, from: '2026-02-01' },
      ],
    })
    expect(await threeMonths(2026, 4)).toMatchObject({ joined: 1, kept: 1 })
    expect((await club.month(2026, 4, [2])).retention).toMatchObject([{}, { joined: 0, rate: null }, {}, {}])
  })

  test('in an open month counts the cohort that has had its time: joined up to the same day', async () => {
    await club.happened('2026-04-20', {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-20' },
        { member: 2, shop: 1, from: '2026-01-21' },
      ],
    })
    expect(await threeMonths(2026, 4)).toMatchObject({ from: '2026-01-20', to: '2026-01-20', joined: 1, kept: 1 })
  })
})

describe('在籍力', () => {
  test('60 admissions a month at a churn of 3 %: the shop converges to 2,000', async () => {
    const first = (month: number) => `2026-${String(month).padStart(2, '0')}-01`
    const contracts = Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) => [
      // Each month starts with 2,000; 60 leave and 60 join.
      ...members(60, month * 60).map((member) => ({ member, shop: 1, from: first(month) })),
      ...members(60, 720 + month * 60).map((member) => ({ member, shop: 1, from: '2025-12-01', to: first(month) })),
    ])
    const others = members(1280, 1600).map((member) => ({ member, shop: 1, from: '2025-12-01' }))
    await club.happened('2026-12-31', { contracts: [...contracts, ...others] })
    const december = await club.month(2026, 12)
    expect(december.thisMonth.members).toMatchObject({
      opening: 2000,
      admissions: 60,
      withdrawals: 60,
      churnRate: 0.03,
    })
    expect(december.equilibrium).toBeCloseTo(2000, 6)
    expect((await club.year(2026)).equilibrium).toBeCloseTo(2000, 6)
  })

  test('is unknown with fewer than twelve months with members, and without withdrawals', async () => {
    await club.happened('2026-06-30', { contracts: [{ member: 1, shop: 1, from: '2026-01-05' }] })
    expect((await club.month(2026, 6)).equilibrium).toBeNull()
    await club.happened('2027-06-30', { contracts: [{ member: 1, shop: 1, from: '2026-01-05' }] })
    expect((await club.month(2027, 6)).equilibrium).toBeNull()
  })
})

describe('classes', () => {
  const november = async () => (await club.month(2026, 11)).thisMonth.reservations
  const held = (seat: string) => ({ status: 'completed' as const, seat })

  test('a seat cancelled late counts as used unless someone else booked it', async () => {
    await club.happened('2026-11-30', {
      classes: [
        {
          shop: 1,
          at: '2026-11-05T10:00',
          capacity: 10,
          bookings: [
            held('1'),
            { status: 'lateCancelled', seat: '2' },
            { status: 'lateCancelled', seat: '3' },
            held('3'),
          ],
        },
      ],
    })
    expect(await november()).toMatchObject({ slots: 1, capacity: 10, booked: 4, lateCancel: 2, utilization: 0.3 })
  })

  test('a class with more people than seats is full, not more; 無断キャンセル keeps its seat', async () => {
    await club.happened('2026-11-30', {
      classes: [
        {
          shop: 1,
          at: '2026-11-05T10:00',
          capacity: 2,
          bookings: [{ status: 'noShow' }, { status: 'completed' }, { status: 'checkedIn' }],
        },
        { shop: 1, at: '2026-11-06T10:00', capacity: 2, bookings: [{ status: 'noShow' }] },
      ],
    })
    expect(await november()).toMatchObject({
      utilization: 3 / 4,
      attendanceRate: 2 / 4,
      attended: 2,
      noShow: 2,
      noShowRate: 0.5,
    })
  })

  test('cancelled and waiting people hold no seat; キャンセル待ち is no booking', async () => {
    await club.happened('2026-11-30', {
      classes: [
        {
          shop: 1,
          at: '2026-11-05T10:00',
          capacity: 2,
          bookings: [{ status: 'cancelled', seat: '1' }, { status: 'waitlisted' }],
        },
      ],
    })
    expect(await november()).toMatchObject({
      booked: 1,
      cancelled: 1,
      utilization: 0,
      noShowRate: null,
      lateCancelRate: 0,
    })
  })

  test('free slots have bookings and no seats', async () => {
    await club.happened('2026-11-30', {
      classes: [{ shop: 1, at: '2026-11-05T10:00', capacity: null, bookings: [{ status: 'completed' }] }],
    })
    expect(await november()).toMatchObject({ slots: 0, capacity: 0, booked: 1, attended: 1, utilization: null })
  })

  test('classes after the data date are not counted', async () => {
    await club.happened('2026-11-10', {
      classes: [{ shop: 1, at: '2026-11-11T10:00', capacity: 5, bookings: [{ status: 'booked' }] }],
    })
    expect(await november()).toMatchObject({ slots: 0, booked: 0 })
  })
})

describe('体験入会率', () => {
  test('counts those who joined within 30 days, not on the 31st', async () => {
    await club.happened('2026-12-31', {
      contracts: [
        { member: 1, shop: 1, from: '2026-11-01' },
        { member: 2, shop: 1, from: '2026-12-01' },
        { member: 3, shop: 1, from: '2026-12-02' },
      ],
      leads: [
        { shop: 1, kind: 'trial', at: '2026-11-01T10:00', member: 1 },
        { shop: 1, kind: 'trial', at: '2026-11-01T10:00', member: 2 },
        { shop: 1, kind: 'trial', at: '2026-11-01T10:00', member: 3 },
        { shop: 1, kind: 'trial', at: '2026-11-01T10:00' },
        { shop: 1, kind: 'tour', at: '2026-11-30T23:30', member: 2 },
      ],
    })
    expect((await club.month(2026, 11)).thisMonth.leads).toEqual({
      tours: 1,
      trials: 4,
      trialsJoined: 2,
      trialConversion: 0.5,
    })
  })
})

describe('目標 and 着地見込', () => {
  const targets = { admission: 10, withdrawalMax: 5, sales: 800_000, closingMembers: 100 }

  test('the shops’ targets are added up; without any there is none', async () => {
    await club.happened('2026-11-20', { contracts: [{ member: 1, shop: 1, from: '2026-01-05' }] })
    await club.db.update(shop).set({ monthlyTargets: null })
    expect((await club.month(2026, 11)).target).toBeNull()
    await club.db.update(shop).set({ monthlyTargets: targets })
    expect((await club.month(2026, 11)).target).toEqual({
      admissions: 20,
      withdrawals: 10,
      sales: 1_600_000,
      closing: 200,
    })
    expect((await club.month(2026, 11, [1])).target).toEqual({
      admissions: 10,
      withdrawals: 5,
      sales: 800_000,
      closing: 100,
    })
  })

  test('without closed months it is so far plus known starts, and outstanding dues are added', async () => {
    await club.happened('2026-11-10', {
      contracts: [
        ...members(50).map((member) => ({ member, shop: 1, from: '2026-01-05' })),
        ...members(4, 60).map((member) => ({ member, shop: 1, from: '2026-11-03' })),
        { member: 70, shop: 1, from: '2026-01-05', to: '2026-11-05' },
        { member: 71, shop: 1, from: '2026-01-05', to: '2026-11-30' },
        { member: 72, shop: 1, from: '2026-01-05', to: '2026-11-30' },
      ],
      sales: [
        { shop: 1, at: '2026-11-03T12:00', lines: [{ category: 'membershipFee', net: 20_000, tax: 1818 }] },
        { shop: 1, at: '2026-11-04T12:00', lines: [{ category: 'product', net: 5_000, tax: 454 }] },
      ],
      bills: [
        { shop: 1, month: '2026-11-01', dueOn: '2026-11-20', amount: 300_000, status: 'pending' },
        { shop: 1, month: '2026-11-01', dueOn: '2026-11-27', amount: 100_000, status: 'pending' },
        { shop: 1, month: '2026-10-01', dueOn: '2026-10-20', amount: 9_000, status: 'unpaid' },
      ],
    })
    const { thisMonth, landing } = await club.month(2026, 11)
    expect(thisMonth.members).toMatchObject({ admissions: 4, withdrawals: 1, closing: 56 })
    expect(landing).toEqual({
      admissions: 4,
      withdrawals: 3,
      closing: 56 - 2,
      admissionsError: null,
      sales: 20_000 + 400_000 + 5_000,
    })
  })

  /** Twelve months before November, in each of which so many join on the 1st, and one on each of the given days. */
  const pastYear = (onFirst: number, days: readonly number[], first = 100) =>
    Array.from({ length: 12 }, (_, at) => {
      const month = `${at < 2 ? 2025 : 2026}-${String(((at + 10) % 12) + 1).padStart(2, '0')}`
      return [...Array<number>(onFirst).fill(1), ...days].map((day, n) => ({
        member: first + at * 60 + n,
        shop: 1,
        from: `${month}-${String(day).padStart(2, '0')}`,
      }))
    }).flat()

  test('where most join on the 1st, five days of November are not taken as a sixth of it', async () => {
    // Thirty each month: twenty on the 1st, then ten more, one of them by the 5th.
    const past = pastYear(20, [4, 8, 10, 12, 14, 16, 18, 20, 22, 24])
    const november = members(21, 1).map((member) => ({ member, shop: 1, from: '2026-11-01' }))
    await club.happened('2026-11-05', { contracts: [...past, ...november] })
    const { landing } = await club.month(2026, 11)
    expect(landing?.admissions).toBe(30)
    expect(landing?.admissionsError).toBeCloseTo(0, 1)
  })

  test('a club of eight months uses these months, without a same month of the year before', async () => {
    // Forty a month since March, thirty of them on the 1st.
    const days = [6, 8, 10, 12, 14, 16, 18, 20, 22, 24]
    const since = pastYear(30, days).filter(({ from }) => from >= '2026-03-01')
    const november = members(30, 1).map((member) => ({ member, shop: 1, from: '2026-11-01' }))
    await club.happened('2026-11-05', { contracts: [...since, ...november] })
    expect((await club.month(2026, 11)).landing?.admissions).toBe(40)
  })

  test('known later starts are included, and are its minimum', async () => {
    const past = pastYear(20, [4, 8])
    const november = [
      ...members(20, 1).map((member) => ({ member, shop: 1, from: '2026-11-01' })),
      ...members(9, 30).map((member) => ({ member, shop: 1, from: '2026-11-25' })),
    ]
    await club.happened('2026-11-20', { contracts: [...past, ...november] })
    expect((await club.month(2026, 11)).landing?.admissions).toBe(29)
  })

  test('退会 that are usually requested later in the month are expected', async () => {
    const leaving = (member: number, month: string, requested: string) => ({
      ...{ member, shop: 1, from: '2025-01-01', to: month === '2026-02' ? '2026-02-28' : `${month}-28` },
      cancelRequestedOn: `${month}-${requested}`,
    })
    const months = Array.from(
      { length: 12 },
      (_, at) => `${at < 2 ? 2025 : 2026}-${String(((at + 10) % 12) + 1).padStart(2, '0')}`,
    )
    await club.happened('2026-11-05', {
      contracts: [
        ...months.flatMap((month, at) => [leaving(1000 + at * 10, month, '03'), leaving(1001 + at * 10, month, '10')]),
        ...members(100, 1).map((member) => ({ member, shop: 1, from: '2025-01-01' })),
        leaving(200, '2026-11', '02'),
      ],
    })
    const { landing, scheduled } = await club.month(2026, 11)
    expect(scheduled.withdrawals).toBe(1)
    expect(landing).toMatchObject({ withdrawals: 2, closing: 101 - 2 })
  })

  test('a shop with few joins uses the course of the chain, scaled to its size', async () => {
    const chain = pastYear(20, [4, 8, 10, 12, 14, 16, 18, 20, 22, 24])
    // Twelve a month, all late: by the shop's own course all twelve would still be to come.
    const small = pastYear(0, [20, 20, 21, 21, 22, 22, 23, 23, 24, 24, 25, 25], 1000).map((one) => ({
      ...one,
      shop: 2,
    }))
    await club.happened('2026-11-05', { contracts: [...chain, ...small] })
    // Of the chain's 42 a month 21 come after the 5th, so of twelve six; with nobody so far, half of that.
    expect((await club.month(2026, 11, [2])).landing?.admissions).toBe(3)
  })

  test('the error of a shop is what its own screen would have said on that day of the closed months', async () => {
    // Shop 1 has few 入会, unevenly; shop 2 has the chain's course. Every second start is known ten days before.
    const facts = Array.from({ length: 11 }, (_, month) =>
      [1, 2].flatMap((shop) =>
        Array.from({ length: shop === 1 ? 2 + ((month * 5) % 7) : 18 + (month % 3) }, (_, n) => ({
          shop,
          from: `2026-${String(month + 1).padStart(2, '0')}-${String(1 + ((n * 7 + month * 3) % 28)).padStart(2, '0')}`,
        })),
      ),
    )
      .flat()
      .map((one, at) => ({ ...one, member: at + 1 }))
    const signedOn = (one: (typeof facts)[number]) => (one.member % 2 ? one.from : addDays(one.from, -10))
    const landingOn = async (until: string) => {
      await club.happened(until, { contracts: facts.filter((one) => signedOn(one) <= until) })
      await club.db.execute(sql`update contract set contracted_on = start_on - 10 where member_id % 2 = 0`)
      return (await club.month(2026, Number(until.slice(5, 7)), [1])).landing
    }
    const errors: number[] = []
    for (let month = 4; month <= 10; month++) {
      const name = `2026-${String(month).padStart(2, '0')}`
      const came = facts.filter(({ shop, from }) => shop === 1 && from.startsWith(name)).length
      errors.push(Math.abs(((await landingOn(`${name}-10`))?.admissions ?? 0) - came) / came)
    }
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    expect(mean).toBeGreaterThan(0.05)
    expect((await landingOn('2026-11-10'))?.admissionsError).toBeCloseTo(mean, 10)
  })

  test('a closed month has no forecast', async () => {
    await club.happened('2026-11-30', { contracts: [{ member: 1, shop: 1, from: '2026-01-05' }] })
    expect((await club.month(2026, 11)).landing).toBeNull()
  })
})

describe('the hours of visits', () => {
  test('a visit is counted at its weekday and hour in Tokyo, merged scans once', async () => {
    await club.happened('2026-11-30', {
      contracts: [{ member: 1, shop: 1, from: '2026-01-05' }],
      visits: [
        // A Thursday.
        { member: 1, shop: 1, home: 1, at: '2026-11-05T19:50' },
        { member: 1, shop: 1, home: 1, at: '2026-11-05T20:10' },
        { member: null, shop: 1, home: null, at: '2026-11-08T07:00' },
      ],
    })
    const hours = (await club.month(2026, 11)).visitHours ?? []
    expect([hours[4]?.[19], hours[4]?.[20], hours[0]?.[7]]).toEqual([1, 0, 1])
  })
})

describe('a year', () => {
  test('has both churn rates: Σ 退会 ÷ 期首 of the year, and the mean of the months', async () => {
    // 100 at the start; 10 leave in January, 9 of 90 in February, none after.
    await club.happened('2026-12-31', {
      contracts: members(100).map((member) => ({
        member,
        shop: 1,
        from: '2025-06-01',
        to: member <= 10 ? '2026-01-20' : member <= 19 ? '2026-02-20' : null,
      })),
    })
    const { thisYear } = await club.year(2026)
    expect(thisYear.members).toMatchObject({ opening: 100, withdrawals: 19, closing: 81, churnRate: 0.19 })
    expect(thisYear.averageMonthlyChurn).toBeCloseTo(0.2 / 12, 12)
  })

  test('年度 2026 is April 2026 to March 2027', async () => {
    await club.happened('2027-03-31', { contracts: [{ member: 1, shop: 1, from: '2027-03-05' }] })
    const { thisYear, prevYear, months, isProvisional } = await club.year(2026, 4)
    expect(thisYear).toMatchObject({ from: '2026-04-01', to: '2027-03-31', members: { admissions: 1 } })
    expect(prevYear).toMatchObject({ from: '2025-04-01', to: '2026-03-31' })
    expect(months.map(({ year, month }) => `${year}-${month}`)).toEqual([
      ...[4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => `2026-${month}`),
      '2027-1',
      '2027-2',
      '2027-3',
    ])
    expect(isProvisional).toBe(false)
  })

  test('in progress is compared with the year before to the same day; the open month’s churn enters no mean', async () => {
    await club.happened('2026-02-10', {
      contracts: [
        ...members(20).map((member) => ({ member, shop: 1, from: '2024-12-01' })),
        { member: 21, shop: 1, from: '2025-02-10' },
        { member: 22, shop: 1, from: '2025-02-11', to: '2026-01-31' },
        { member: 23, shop: 1, from: '2024-12-01', to: '2026-02-05' },
      ],
    })
    const { thisYear, prevYear, prevToSameDay, isProvisional } = await club.year(2026)
    expect(prevToSameDay).toMatchObject({ from: '2025-01-01', to: '2025-02-10', members: { admissions: 1 } })
    expect(prevYear.members.admissions).toBe(2)
    expect(thisYear.averageMonthlyChurn).toBeCloseTo(1 / 23, 12)
    expect(isProvisional).toBe(true)
  })

  test.each([
    ['2026-10-31', '2025-10-31', 10],
    // Of a leap year the whole February.
    ['2025-02-28', '2024-02-29', 2],
  ])('with data to %s is compared with the same months of the year before, to %s', async (until, to, count) => {
    const year = Number(until.slice(0, 4))
    const last = until.slice(5, 7)
    const facts: Facts = {
      contracts: [
        ...members(30).map((member) => ({ member, shop: 1, from: '2023-06-01' })),
        ...members(12, 41).map((member) => ({ member, shop: 1, from: '2023-06-01', to })),
        ...members(4, 61).map((member) => ({ member, shop: 1, from: `${year - 1}-01-01`, to: `${year - 1}-01-31` })),
      ],
      visits: [to, addDays(to, -1), `${year - 1}-01-05`, `${year}-01-05`].flatMap((day) =>
        members(9).map((member) => ({ member, shop: 1, home: 1, at: `${day}T10:00` })),
      ),
      sales: [`${year - 1}-01-10`, to].map((day) => ({
        shop: 1,
        at: `${day}T11:00`,
        status: 'paid' as const,
        lines: [{ category: 'membershipFee' as const, net: 70_000, tax: 6363 }],
      })),
      bills: members(9).map((member) => ({
        shop: 1,
        member,
        month: `${year - 1}-${last}-01`,
        dueOn: `${year - 1}-${last}-20`,
        amount: 7000,
        status: 'paid' as const,
      })),
    }
    await club.happened(until, facts)
    const { prevToSameDay } = await club.year(year, 1, [1])
    const months = Array.from({ length: count }, (_, at) => monthOf(year - 1, at + 1))
    const plain = new PlainCount(facts, until, { people: 70, dayStartHours: [0] }).year([1], months, to)
    expect(prevToSameDay).toMatchObject({ from: `${year - 1}-01-01`, to })
    expect(prevToSameDay?.averageMonthlyChurn).toBeCloseTo(plain.averageMonthlyChurn as number, 10)
    expect(prevToSameDay?.visits.perMember).toBeCloseTo(plain.visits.perMember as number, 10)
    expect(prevToSameDay?.visits.perVisitor).toBeCloseTo(plain.visits.perVisitor as number, 10)
    expect(prevToSameDay?.sales?.arpu).toBeCloseTo(plain.sales?.arpu as number, 6)
    expect(prevToSameDay?.sales?.duesPerMember).toBeCloseTo(plain.sales?.duesPerMember as number, 6)
  })

  test('counts each visitor once, however many months they came in', async () => {
    await club.happened('2026-12-31', {
      contracts: members(3).map((member) => ({ member, shop: 1, from: '2025-12-01' })),
      visits: [
        { member: 1, shop: 1, home: 1, at: '2026-01-05T10:00' },
        { member: 1, shop: 2, home: 1, at: '2026-02-05T10:00' },
        { member: 2, shop: 2, home: 1, at: '2026-03-05T10:00' },
      ],
    })
    const visits = async (shops?: number[]) => (await club.year(2026, 1, shops)).thisYear.visits
    expect(await visits()).toMatchObject({ count: 3, unique: 2, zeroVisitors: 1, rate: 2 / 3, median: null })
    expect(await visits([2])).toMatchObject({ count: 2, unique: 2, zeroVisitors: 0, rate: null })
  })
})
