import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'

// The counting model, case by case as in docs/domain.md, "Counting".

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 3, members: 1000 })
})
afterAll(() => club.close())

const until = '2026-03-31'
const january = async (shopIds?: number[]) => (await club.month(2026, 1, shopIds)).thisMonth
const february = async (shopIds?: number[]) => (await club.month(2026, 2, shopIds)).thisMonth
const dayOf = async (date: string, shopIds?: number[]) => {
  const { daily } = await club.month(Number(date.slice(0, 4)), Number(date.slice(5, 7)), shopIds)
  return daily.find((day) => day.date === date)
}
const members = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('members', () => {
  test('20 of 1,000 members who leave at the end of the month: 980 remain, 退会率 2.0 %', async () => {
    await club.happened(until, {
      contracts: members(1000).map((member) => ({
        member,
        shop: 1,
        from: '2025-04-01',
        to: member <= 20 ? '2026-01-31' : null,
      })),
    })
    expect((await january()).members).toMatchObject({ opening: 1000, withdrawals: 20, closing: 980, churnRate: 0.02 })
  })

  test('退会率 includes those who joined in the same month: 20 leave, 2 of them new, still 2.0 % of 1,000', async () => {
    await club.happened(until, {
      contracts: [
        ...members(998).map((member) => ({
          member,
          shop: 1,
          from: '2025-04-01',
          to: member <= 18 ? '2026-01-20' : null,
        })),
        { member: 999, shop: 1, from: '2025-04-01' },
        { member: 1000, shop: 1, from: '2025-04-01' },
        { member: 1, shop: 1, from: '2026-01-25', to: '2026-01-30' },
        { member: 2, shop: 1, from: '2026-01-25', to: '2026-01-30' },
      ],
    })
    expect((await january()).members).toMatchObject({ opening: 1000, withdrawals: 20, churnRate: 0.02 })
  })

  test('a membership that ends on 1/31 is a 退会 of January and not in 期末 of January', async () => {
    await club.happened(until, { contracts: [{ member: 1, shop: 1, from: '2025-12-01', to: '2026-01-31' }] })
    expect((await january()).members).toMatchObject({ opening: 1, withdrawals: 1, closing: 0 })
    expect((await february()).members).toMatchObject({ opening: 0, withdrawals: 0, closing: 0, churnRate: null })
    expect(await dayOf('2026-01-30')).toMatchObject({ closing: 1 })
    expect(await dayOf('2026-01-31')).toMatchObject({ closing: 0, withdrawals: 1 })
  })

  test('入会率 is 入会 ÷ 期首; the second 退会率 is 退会 ÷ the mean of 期首 and 期末', async () => {
    await club.happened(until, {
      contracts: members(1000).map((member) => ({
        member,
        shop: 1,
        from: member <= 900 ? '2025-04-01' : '2026-01-10',
        to: member <= 45 ? '2026-01-31' : null,
      })),
    })
    expect((await january()).members).toMatchObject({
      opening: 900,
      closing: 955,
      admissionRate: 100 / 900,
      churnRate: 0.05,
      churnRateOfAverage: 45 / 927.5,
    })
  })

  test('退会申請 counts on the day of the request, not of the 退会; the end of an option does not count', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-02-28', cancelRequestedOn: '2026-01-15' },
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-31', kind: 'option', cancelRequestedOn: '2026-01-10' },
        { member: 2, shop: 1, from: '2025-12-01', to: '2026-02-28', cancelRequestedOn: '2026-02-03' },
        { member: 2, shop: 1, from: '2026-01-01', to: '2026-02-28', cancelRequestedOn: '2026-02-03' },
      ],
    })
    expect((await january()).members).toMatchObject({ withdrawalRequests: 1, withdrawals: 0 })
    expect((await february()).members).toMatchObject({ withdrawalRequests: 1, withdrawals: 2 })
  })

  test('joining and leaving in one month is +1 and −1', async () => {
    await club.happened(until, { contracts: [{ member: 1, shop: 1, from: '2026-01-05', to: '2026-01-20' }] })
    expect((await january()).members).toMatchObject({ admissions: 1, withdrawals: 1, netGrowth: 0, closing: 0 })
  })

  test('a membership of a single day is +1 and −1 on that day', async () => {
    await club.happened(until, { contracts: [{ member: 1, shop: 1, from: '2026-01-05', to: '2026-01-05' }] })
    expect(await dayOf('2026-01-05')).toMatchObject({ admissions: 1, withdrawals: 1, closing: 0 })
  })

  test('a change of plan on 1/31 → 2/1 is neither 退会 nor 入会', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-31' },
        { member: 1, shop: 1, from: '2026-02-01', fee: 6000 },
      ],
    })
    expect((await january()).members).toMatchObject({ withdrawals: 0, closing: 1 })
    expect((await february()).members).toMatchObject({ opening: 1, admissions: 0, closing: 1 })
  })

  test('leaving on 1/10 and rejoining on 1/20 is one 退会 and one 入会, the latter a 復会', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-10' },
        { member: 1, shop: 1, from: '2026-01-20' },
      ],
    })
    expect((await january()).members).toMatchObject({
      opening: 1,
      withdrawals: 1,
      admissions: 1,
      readmissions: 1,
      closing: 1,
    })
    expect(await dayOf('2026-01-15')).toMatchObject({ closing: 0 })
  })

  test('rejoining on the next day is no 退会', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-10' },
        { member: 1, shop: 1, from: '2026-01-11' },
      ],
    })
    expect((await january()).members).toMatchObject({ withdrawals: 0, admissions: 0, closing: 1 })
  })

  test('転出 and 転入 both count on the first day at the new shop', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-31' },
        { member: 1, shop: 2, from: '2026-02-01' },
      ],
    })
    expect((await january([1])).members).toMatchObject({ transferOut: 0, closing: 1 })
    expect((await february([1])).members).toMatchObject({ opening: 1, transferOut: 1, withdrawals: 0, closing: 0 })
    expect((await february([2])).members).toMatchObject({ opening: 0, transferIn: 1, admissions: 0, closing: 1 })
    expect(await dayOf('2026-02-01', [1])).toMatchObject({ transferOut: 1, closing: 0 })
    expect(await dayOf('2026-02-01', [2])).toMatchObject({ transferIn: 1, closing: 1 })
  })

  test('a transfer between two shops does not count for the two together, but for either with a third', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-14' },
        { member: 1, shop: 2, from: '2026-01-15' },
      ],
    })
    expect((await january()).members).toMatchObject({ transferIn: 0, transferOut: 0, closing: 1 })
    expect((await january([1, 3])).members).toMatchObject({ transferIn: 0, transferOut: 1, closing: 0 })
    expect(await dayOf('2026-01-15')).toMatchObject({ transferIn: 0, transferOut: 0 })
  })

  test('of overlapping segments the one with the later start applies, then the earlier one again', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01' },
        { member: 1, shop: 2, from: '2026-01-10', to: '2026-01-20' },
      ],
    })
    expect(await dayOf('2026-01-20', [2])).toMatchObject({ closing: 1 })
    expect(await dayOf('2026-01-21', [1])).toMatchObject({ closing: 1, transferIn: 1 })
    expect((await january()).members).toMatchObject({ opening: 1, closing: 1, admissions: 0, withdrawals: 0 })
  })

  test('of segments with the same start the one with the higher fee applies', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-01', fee: 6000 },
        { member: 1, shop: 2, from: '2026-01-01', fee: 9000 },
      ],
    })
    expect((await january([2])).members).toMatchObject({ admissions: 1, closing: 1 })
    expect((await january([1])).members).toMatchObject({ admissions: 0, closing: 0 })
  })

  test('休会 counts in 在籍 and not in 稼働, also at the close of its last day; its end is no 入会', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2025-12-31' },
        { member: 1, shop: 1, from: '2026-01-01', to: '2026-01-31', kind: 'suspension', fee: 1100 },
        { member: 1, shop: 1, from: '2026-02-01' },
      ],
    })
    expect((await january()).members).toMatchObject({ opening: 1, closing: 1, suspended: 1, operating: 0 })
    expect((await february()).members).toMatchObject({ admissions: 0, suspended: 0, operating: 1 })
  })

  test('an option alone is no membership, and a newer option does not hide a plan', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-05', kind: 'option' },
        { member: 2, shop: 1, from: '2025-12-01' },
        { member: 2, shop: 2, from: '2026-01-10', kind: 'option' },
      ],
    })
    expect((await january()).members).toMatchObject({ admissions: 0, opening: 1, closing: 1 })
    expect((await january([1])).members).toMatchObject({ closing: 1, transferOut: 0 })
  })
})

describe('the open month', () => {
  const upTo20th = '2026-02-20'

  test('ends at the data date, and known later changes are shown separately', async () => {
    await club.happened(upTo20th, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-02-20' },
        { member: 2, shop: 1, from: '2025-12-01', to: '2026-02-28' },
        { member: 3, shop: 1, from: '2026-02-25' },
        { member: 4, shop: 1, from: '2025-12-01', to: '2026-02-22' },
        { member: 4, shop: 1, from: '2026-02-23', to: '2026-03-31', kind: 'suspension' },
        { member: 5, shop: 1, from: '2025-12-01', to: '2026-03-31' },
      ],
    })
    const report = await club.month(2026, 2)
    expect(report.thisMonth).toMatchObject({ from: '2026-02-01', to: upTo20th })
    expect(report.thisMonth.members).toMatchObject({ opening: 4, withdrawals: 1, admissions: 0, closing: 3 })
    expect(report.scheduled).toEqual({ admissions: 1, withdrawals: 1, suspensions: 1 })
    expect(report.isProvisional).toBe(true)
    expect(report.daily.map((day) => day.closing)).toEqual([...Array(19).fill(4), 3, ...Array(8).fill(null)])
  })

  test('is compared with the previous month up to the same day', async () => {
    await club.happened(upTo20th, {
      contracts: [
        { member: 1, shop: 1, from: '2026-01-05' },
        { member: 2, shop: 1, from: '2026-01-20' },
        { member: 3, shop: 1, from: '2026-01-21' },
      ],
    })
    const report = await club.month(2026, 2)
    expect(report.prevMonth).toMatchObject({ from: '2026-01-01', to: '2026-01-31', members: { admissions: 3 } })
    expect(report.prevToSameDay).toMatchObject({ from: '2026-01-01', to: '2026-01-20', members: { admissions: 2 } })
  })

  test('is compared with the same month of the year before, whole and up to the same day', async () => {
    await club.happened(upTo20th, {
      contracts: [
        { member: 1, shop: 1, from: '2025-02-05' },
        { member: 2, shop: 1, from: '2025-02-20' },
        { member: 3, shop: 1, from: '2025-02-21' },
      ],
    })
    const report = await club.month(2026, 2)
    expect(report.lastYear).toMatchObject({ from: '2025-02-01', to: '2025-02-28', members: { admissions: 3 } })
    expect(report.lastYearToSameDay).toMatchObject({ to: '2025-02-20', members: { admissions: 2, closing: 2 } })
  })

  test('in a leap February is compared with the last day of the year before', async () => {
    await club.happened('2024-02-28', { contracts: [{ member: 1, shop: 1, from: '2023-01-05' }] })
    expect((await club.month(2024, 2)).lastYearToSameDay).toMatchObject({ from: '2023-02-01', to: '2023-02-28' })
  })

  test('on the 31st is compared with the whole of a shorter month', async () => {
    await club.happened('2026-03-30', { contracts: [{ member: 1, shop: 1, from: '2026-01-05' }] })
    expect((await club.month(2026, 3)).prevToSameDay).toMatchObject({ from: '2026-02-01', to: '2026-02-28' })
  })

  test('closed months are 確定 and have no same-day comparison', async () => {
    await club.happened('2026-01-31', { contracts: [{ member: 1, shop: 1, from: '2026-01-05' }] })
    const report = await club.month(2026, 1)
    expect([report.isProvisional, report.prevToSameDay]).toEqual([false, null])
  })

  test('a closed month whose bank run has no result yet is 速報', async () => {
    await club.happened('2026-02-10', {
      bills: [{ shop: 1, month: '2026-01-01', dueOn: '2026-01-27', amount: 8000, status: 'pending' }],
    })
    expect((await club.month(2026, 1)).isProvisional).toBe(true)
  })

  test('a future month has no counts and no money, one before all data has zeros, and without data nothing fails', async () => {
    await club.happened(upTo20th, { contracts: [{ member: 1, shop: 1, from: '2026-01-05', to: '2026-04-30' }] })
    const future = await club.month(2026, 4)
    expect(future.thisMonth.members).toMatchObject({ opening: null, closing: null, churnRate: null })
    expect(future.thisMonth.sales).toBeNull()
    expect(future.scheduled.withdrawals).toBe(1)
    expect(future.daily).toHaveLength(30)
    const before = await club.month(2019, 4)
    expect(before.thisMonth.members).toMatchObject({ opening: 0, closing: 0, churnRate: null })
    expect(before.thisMonth.visits).toMatchObject({ count: 0, rate: null, median: null })
    await club.happened(null, {})
    const nothing = await club.month(2026, 2)
    expect([nothing.isProvisional, nothing.thisMonth.members.closing]).toEqual([true, null])
  })
})

describe('visits', () => {
  const contracts = [1, 2, 3, 4].map((member) => ({ member, shop: 1, from: '2025-12-01' }))
  const visitsOf = async (events: [member: number | null, at: string, shop?: number][]) => {
    await club.happened(until, {
      contracts,
      visits: events.map(([member, at, shop = 1]) => ({ member, shop, home: member && 1, at })),
    })
  }

  test('10:00 and 10:45 are one visit; 11:30 is more than an hour after 10:00, so a second', async () => {
    await visitsOf([
      [1, '2026-01-05T10:00'],
      [1, '2026-01-05T10:45'],
      [1, '2026-01-05T11:30'],
    ])
    expect((await january()).visits).toMatchObject({ count: 2, days: 1, unique: 1 })
  })

  test('entry 10:00 and class check-in 10:30 are one visit, and exactly one hour later still is', async () => {
    await visitsOf([
      [1, '2026-01-05T10:00'],
      [1, '2026-01-05T10:30'],
      [2, '2026-01-05T10:00'],
      [2, '2026-01-05T11:00'],
    ])
    expect((await january()).visits).toMatchObject({ count: 2, days: 2 })
  })

  test('10:00 and 12:00 entries are two visits and one visit day', async () => {
    await visitsOf([
      [1, '2026-01-05T10:00'],
      [1, '2026-01-05T12:00'],
    ])
    expect((await january()).visits).toMatchObject({ count: 2, days: 1 })
  })

  test('a card scanned twice within a minute counts once', async () => {
    await visitsOf([
      [1, '2026-01-05T10:00:00'],
      [1, '2026-01-05T10:00:40'],
    ])
    expect((await january()).visits.count).toBe(1)
  })

  test('scans without a pause of an hour are one visit per started hour', async () => {
    await visitsOf(
      ['10:00', '10:50', '11:40', '12:30', '13:20', '14:10'].map((time): [number, string] => [1, `2026-01-05T${time}`]),
    )
    // 10:00+10:50 · 11:40+12:30 · 13:20+14:10
    expect((await january()).visits.count).toBe(3)
  })

  test('23:50 and 0:20 on the next day are one visit of the first date, also across months', async () => {
    await visitsOf([
      [1, '2026-01-31T23:50'],
      [1, '2026-02-01T00:20'],
    ])
    expect((await january()).visits).toMatchObject({ count: 1, days: 1 })
    expect((await february()).visits).toMatchObject({ count: 0, days: 0 })
    expect(await dayOf('2026-01-31')).toMatchObject({ visits: 1, unique: 1 })
  })

  test('guests count as visits, not as members', async () => {
    await visitsOf([
      [null, '2026-01-05T10:00'],
      [null, '2026-01-05T10:05'],
      [1, '2026-01-05T10:00'],
    ])
    expect((await january()).visits).toMatchObject({ count: 3, days: 1, unique: 1 })
  })

  test('実働率 covers own 稼働 members; a visitor from another shop is in the visits and not in the rate', async () => {
    await club.happened(until, {
      contracts: [
        ...contracts,
        { member: 5, shop: 2, from: '2025-12-01' },
        { member: 6, shop: 1, from: '2025-12-01', kind: 'suspension' as const },
      ],
      visits: [
        { member: 1, shop: 1, home: 1, at: '2026-01-05T10:00' },
        { member: 5, shop: 1, home: 2, at: '2026-01-05T10:00' },
      ],
    })
    expect((await january([1])).visits).toMatchObject({ count: 2, days: 2, unique: 2, rate: 1 / 4, zeroVisitors: 3 })
    // Their own shop counts them as visitors, though not of its own rooms.
    expect((await january([2])).visits).toMatchObject({ count: 0, unique: 0, rate: 1, zeroVisitors: 0 })
  })

  test('a member who was 稼働 for part of the month is in 実働率, including their last day', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-01' },
        { member: 2, shop: 1, from: '2026-01-31' },
        { member: 3, shop: 1, from: '2025-12-01', to: '2025-12-31' },
      ],
      visits: [{ member: 1, shop: 1, home: 1, at: '2026-01-01T23:00' }],
    })
    expect((await january()).visits).toMatchObject({ rate: 1 / 2, zeroVisitors: 1 })
  })

  test('来館頻度 is visit days ÷ 稼働 at the close; the median is of visitors', async () => {
    await visitsOf([
      [1, '2026-01-05T10:00'],
      [1, '2026-01-06T10:00'],
      [1, '2026-01-07T10:00'],
      [2, '2026-01-05T10:00'],
    ])
    expect((await january()).visits).toMatchObject({ days: 4, perMember: 1, perVisitor: 2, median: 2, unique: 2 })
  })

  test('来館者の頻度 of a year sums its months: a visitor in two of them counts in both', async () => {
    await visitsOf([
      [1, '2026-01-05T10:00'],
      [1, '2026-01-06T10:00'],
      [1, '2026-02-07T10:00'],
      [2, '2026-02-05T10:00'],
    ])
    expect((await club.year(2026)).thisYear.visits).toMatchObject({ days: 4, unique: 2, perVisitor: 4 / 3 })
  })

  test('one member in two shops on a day: a visit day in each, one visitor of the two together', async () => {
    await visitsOf([
      [1, '2026-01-05T10:00', 1],
      [1, '2026-01-05T18:00', 2],
    ])
    expect(await dayOf('2026-01-05')).toMatchObject({ visits: 2, unique: 1 })
    expect((await january()).visits).toMatchObject({ days: 2, unique: 1 })
  })
})

describe('sales', () => {
  const fee = (net: number, tax: number) => ({ category: 'membershipFee' as const, net, tax })

  test('a refund is subtracted on its own day, and both days add up to the month', async () => {
    await club.happened(until, {
      sales: [
        { shop: 1, at: '2026-01-05T12:00', status: 'refunded', lines: [fee(11000, 1000)] },
        { shop: 1, at: '2026-01-08T12:00', lines: [fee(5500, 500)] },
        { shop: 1, at: '2026-01-20T12:00', refundOf: 1, lines: [fee(-11000, -1000)] },
      ],
    })
    expect((await january()).sales).toMatchObject({
      ...{ gross: 16500, refund: 11000, net: 5500, netExTax: 5000 },
      byCategoryExTax: { membershipFee: 5000, product: 0 },
    })
    expect(await dayOf('2026-01-05')).toMatchObject({ sales: 11000 })
    expect(await dayOf('2026-01-20')).toMatchObject({ sales: -11000 })
  })

  test('unpaid and failed sales are no sales', async () => {
    await club.happened(until, {
      sales: [
        { shop: 1, at: null, status: 'unpaid', lines: [fee(11000, 1000)] },
        { shop: 1, at: '2026-01-05T12:00', status: 'error', lines: [fee(11000, 1000)] },
      ],
    })
    expect((await january()).sales).toMatchObject({ gross: 0, net: 0 })
  })

  test('tax is the sum of the lines, never a share of the sum', async () => {
    await club.happened(until, {
      sales: Array.from({ length: 3 }, () => ({ shop: 1, at: '2026-01-05T12:00', lines: [fee(105, 9)] })),
    })
    expect((await january()).sales).toMatchObject({ net: 315, netExTax: 288 })
  })

  test('a sale at 23:59:59.9 on the last day is of that month', async () => {
    await club.happened(until, { sales: [{ shop: 1, at: '2026-01-31T23:59:59.900', lines: [fee(1100, 100)] }] })
    expect((await january()).sales).toMatchObject({ net: 1100 })
    expect((await february()).sales).toMatchObject({ net: 0 })
  })

  test('客単価 is net sales ÷ the mean of 稼働 at opening and closing', async () => {
    await club.happened(until, {
      contracts: [
        { member: 1, shop: 1, from: '2025-12-01' },
        { member: 2, shop: 1, from: '2026-01-10' },
      ],
      sales: [{ shop: 1, at: '2026-01-05T12:00', lines: [fee(15000, 1363)] }],
    })
    expect((await january()).sales?.arpu).toBe(10000)
  })

  test('会費単価 is the collected fees ÷ the members with a bill, each once; options and goods are no fees', async () => {
    const bill = (member: number, amount: number, dueOn = '2026-01-20') => ({
      shop: 1,
      member,
      month: '2026-01-01',
      dueOn,
      amount,
      status: 'paid' as const,
    })
    await club.happened(until, {
      bills: [bill(1, 8000), bill(1, 1000, '2026-01-27'), bill(2, 6000, '2026-01-27'), bill(3, 0)],
      sales: [
        { shop: 1, at: '2026-01-20T12:00', lines: [fee(9000, 818), { category: 'product', net: 3000, tax: 272 }] },
        { shop: 1, at: '2026-01-27T12:00', lines: [fee(6000, 545)] },
      ],
    })
    expect((await january()).sales?.duesPerMember).toBe(7500)
    expect((await february()).sales?.duesPerMember).toBeNull()
  })

  test('回収率 and 未収金 are of the bills of the month, whenever they were paid', async () => {
    const bill = (status: 'paid' | 'unpaid' | 'error', month = '2026-01-01') => ({
      shop: 1,
      month,
      dueOn: `${month.slice(0, 8)}20`,
      amount: 8000,
      status,
    })
    await club.happened(until, {
      bills: [bill('paid'), bill('paid'), bill('paid'), bill('error'), bill('unpaid', '2026-02-01')],
    })
    expect((await january()).sales).toMatchObject({ collectionRate: 0.75, unpaid: 8000 })
    expect((await february()).sales).toMatchObject({ collectionRate: 0, unpaid: 8000 })
  })

  test('before the card run nothing is billed, so nothing is unpaid', async () => {
    await club.happened('2026-01-10', {
      bills: [{ shop: 1, month: '2026-01-01', dueOn: '2026-01-20', amount: 8000, status: 'pending' }],
    })
    expect((await january()).sales).toMatchObject({ unpaid: 0, collectionRate: null })
  })
})
