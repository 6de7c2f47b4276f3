import { describe, expect, test } from 'vitest'
import { monthsFromApril, period, sales, yearlyStats } from './reports.fixture'
import {
  headOfFigure,
  isRunning,
  lastYear,
  longRun,
  monthPairs,
  monthValues,
  movementPoints,
  movements,
  salesShare,
  yearCourse,
  yearFigure,
} from './year-figures'

const open = yearlyStats()
const closed = yearlyStats({
  prevYearToSameDay: null,
  thisYearReport: { ...open.thisYearReport, to: '2027-03-31' },
})

describe('the year beside the year before', () => {
  test('an open year is compared to the same day, a closed one to the whole year', () => {
    expect(lastYear(open).label).toBe('前年同日')
    expect(yearFigure(open, 'closingMembers').difference?.text).toBe('+68名（+7.3%）')
    expect(lastYear(closed).label).toBe('前年')
    expect(yearFigure(closed, 'closingMembers').difference?.text).toBe('+75名（+8.1%）')
  })

  test('a partial year is not compared with a whole one if the role may not see partial years', () => {
    const partner = yearlyStats({ prevYearToSameDay: null })
    expect(lastYear(partner)).toEqual({ year: null, label: '前年同日' })
    expect(yearFigure(partner, 'visitCount').difference).toBeNull()
  })

  test('duration and value of a membership are shown with 在籍力; without the right to money only the duration', () => {
    const shown = (stats: typeof open) =>
      longRun(stats).map(({ figure: { label, text, unit } }) => `${label} ${text}${unit}`)
    expect(shown(open)).toEqual(['在籍力 1,235名', '平均在籍期間（推定） 38.3か月'])
    const money = { ...open.lifetime, predictedLtv: 397_685.7, cohortLtv: 81_234.5 }
    expect(shown(yearlyStats({ lifetime: money })).slice(2)).toEqual(['予測LTV ¥397,686', '1年LTV ¥81,235'])
  })

  test('1 ÷ churn is an estimate, shown with the actual durations', () => {
    const tenure = longRun(open).find(({ figure }) => figure.key === 'tenure')
    expect(tenure?.alternatives).toEqual([
      { label: '退会した会員の実績', text: '21.6か月（中央値 15.0か月）' },
      { label: '在籍中の会員', text: '26.9か月（中央値 19.0か月）' },
    ])
    const nobody = { ...open.lifetime, stayOfLeavers: { members: 0, mean: null, median: null } }
    expect(longRun(yearlyStats({ lifetime: nobody }))[1]?.alternatives?.[0]?.text).toBe('–')
  })

  test('年間退会率 of a year in progress covers twelve closed months, by both definitions', () => {
    expect(yearFigure(open, 'annualChurn')).toMatchObject({
      figure: { label: '年間退会率', text: '31.0%' },
      comparedWith: '前の12か月',
      difference: { text: '▲2.0pt', meaning: 'good' },
      alternatives: [{ label: '期首在籍で割ると', text: '39.0%' }],
      note: '2025/11〜2026/10',
      period: { year: 2025, fiscalStartMonth: 11 },
    })
    const over = yearFigure({ ...closed, annualChurn: { ...open.annualChurn, to: '2027-03-31' } }, 'annualChurn')
    expect(over).toMatchObject({ comparedWith: '前年' })
    expect(over).not.toHaveProperty('note')
    // The bars cover the same twelve months, seven of them in the previous 年度.
    expect(yearCourse(open, 'annualChurn')?.values).toHaveLength(12)
  })

  test('figures of a completed year that may still change are marked in their column', () => {
    const over = yearlyStats({ ...closed, isProvisional: false, stillMoving: ['trialsJoined', 'trialConversion'] })
    expect(headOfFigure(over, 'trialConversion').label).toBe('体験入会率（速報）')
    expect(headOfFigure(over, 'collectionRate').label).toBe('回収率')
  })

  test('in a running year 在籍 has its date, and 客単価 its months', () => {
    expect(yearFigure(open, 'closingMembers').figure.label).toBe('在籍（11/20時点）')
    expect(yearFigure(closed, 'closingMembers').figure.label).toBe('期末在籍')
    expect(yearFigure(open, 'arpu').note).toBe('10月まで（途中の月を除く）')
    expect(headOfFigure(open, 'closingMembers').label).toBe('在籍')
    expect(
      headOfFigure(yearlyStats({ ...closed, monthlyReports: monthsFromApril(2026) }), 'closingMembers').label,
    ).toBe('期末在籍')
  })

  test('平均月次退会率 covers the closed months', () => {
    expect(yearFigure(open, 'averageMonthlyChurn').figure).toMatchObject({ label: '平均月次退会率', text: '2.1%' })
    expect(yearFigure(open, 'averageMonthlyChurn').difference).toMatchObject({ text: '▲0.3pt', meaning: 'good' })
  })
})

describe('the months of a year', () => {
  test('future months are empty, not zero, even if the response has values', () => {
    const zero = { ...sales, net: 0 }
    const stats = yearlyStats({ monthlyReports: open.monthlyReports.map((month) => ({ ...month, sales: zero })) })
    expect(monthValues(stats, 'netSales')).toEqual([...Array(8).fill(0), null, null, null, null])
    expect(monthValues(open, 'closingMembers').slice(6)).toEqual([1010, 1011, null, null, null, null])
  })

  test('a month that is not over is not compared with a whole one', () => {
    const pairs = monthPairs(open, 'visitCount')
    expect(pairs[6]).toMatchObject({ month: 10, ratio: 1, isRunning: false })
    expect(pairs[7]).toMatchObject({ month: 11, now: 4200, before: 4200, ratio: null, isRunning: true })
    expect(pairs[8]).toMatchObject({ now: null, before: 4200, ratio: null, isRunning: false })
  })

  test('the last day of a month ends it', () => {
    const [april] = open.monthlyReports
    const upTo = (to: string) => yearlyStats({ thisYearReport: { ...open.thisYearReport, to } })
    expect(april && isRunning(upTo('2026-04-30'), april)).toBe(false)
    expect(april && isRunning(upTo('2026-04-29'), april)).toBe(true)
  })
})

test('the line of 平均月次退会率 ends with the last closed month, as its mean does', () => {
  const rates = (stats: typeof open) => yearCourse(stats, 'averageMonthlyChurn')?.values
  const { churnRate } = period.members
  expect(rates(open)).toEqual([...Array(7).fill(churnRate), ...Array(5).fill(null)])
  expect(rates(yearlyStats({ ...closed, monthlyReports: monthsFromApril(2026) }))).toEqual(Array(12).fill(churnRate))
  expect(yearCourse(open, 'visitCount')?.values.slice(6, 9)).toEqual([4200, 4200, null])
})

test('a bar of a month that is not over looks different; a closed year has none', () => {
  expect(yearCourse(open, 'withdrawals')?.running).toBe(7)
  const over = yearlyStats({ ...closed, monthlyReports: monthsFromApril(2026) })
  expect(yearCourse(over, 'withdrawals')).not.toHaveProperty('running')
})

test('入会 and 転入 are above zero, 退会 and 転出 below, and 期末 is the line', () => {
  const moved = { ...period.members, admissions: 25, transferIn: 2, withdrawals: 20, transferOut: 3, closing: 1004 }
  const stats = yearlyStats({ monthlyReports: open.monthlyReports.map((month) => ({ ...month, members: moved })) })
  const [april] = movementPoints(movements(stats))
  expect(april?.values).toEqual({ came: 27, went: -23, closing: 1004 })
  expect(movements(stats)[11]).toMatchObject({ year: 2027, month: 3, came: null, went: null, closingMembers: null })
})

test('movements are also listed individually', () => {
  const members = { ...period.members, transferIn: 2, transferOut: 3 }
  const stats = yearlyStats({ monthlyReports: open.monthlyReports.map((month) => ({ ...month, members })) })
  expect(movements(stats)[0]).toMatchObject({ admissions: 25, transferIn: 2, withdrawals: 20, transferOut: 3 })
})

test('if one part is withheld, so is the total', () => {
  const hidden = { ...period.members, transferIn: null }
  const stats = yearlyStats({ monthlyReports: open.monthlyReports.map((month) => ({ ...month, members: hidden })) })
  expect(movements(stats)[0]).toMatchObject({ came: null, admissions: 25 })
})

test('without sales there are no shares', () => {
  expect(salesShare(sales, 'membershipFee')).toBe(1)
  expect(salesShare({ ...sales, net: 0 }, 'membershipFee')).toBeNull()
  expect(salesShare(undefined, 'membershipFee')).toBeNull()
})
