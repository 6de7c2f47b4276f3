import { describe, expect, test } from 'vitest'
import { shownFigure } from './figures'
import { hrefOf, type LinkedFigure, type Narrowed, rowsBehind } from './rows-behind'

const november = { shop: '1', year: 2026, month: 11 }
const everything = () => true
const behind = (figure: LinkedFigure, narrowed: Narrowed = {}, place: Parameters<typeof rowsBehind>[1] = november) =>
  rowsBehind(figure, place, narrowed, everything)
const hrefBehind = (...args: Parameters<typeof behind>) => {
  const rows = behind(...args)
  return rows && hrefOf(rows.address)
}

describe('what a link to rows is called', () => {
  test('a count by itself, a rate by what it is counted from', () => {
    expect(behind(shownFigure('withdrawals', 20))?.name).toBe('退会 20名（退会した会員）')
    expect(behind(shownFigure('netSales', 8_351_000))?.name).toBe('売上 8,351,000円（売上明細）')
    expect(behind(shownFigure('churnRate', 0.02))?.name).toBe('退会率 2.0%（退会した会員）')
  })

  test('of one kind of sales, those of their kind', () => {
    const dues = { ...shownFigure('netSales', 8_351_000), label: '会費' }
    expect(behind(dues, { category: 'membershipFee' })?.name).toBe('会費 8,351,000円（会費の売上明細）')
    expect(behind(shownFigure('duesPerMember', 7_981))?.name).toBe('会費単価 7,981円（会費の売上明細）')
  })

  test('what is below zero is said in words', () => {
    expect(behind(shownFigure('netGrowth', -5))?.name).toBe('純増減 減少 5名の内訳')
    expect(behind(shownFigure('netGrowth', 5))?.name).toBe('純増減 増加 5名の内訳')
    expect(behind(shownFigure('netSales', -1_200))?.name).toBe('売上 マイナス1,200円（売上明細）')
  })

  test('an average of rows does not claim to be their number', () => {
    const average = { key: 'visitCount', label: '平均', value: 49, text: '12.3', derived: '12.3回' } as const
    expect(behind(average)?.name).toBe('平均 12.3回（来館数 49回の内訳）')
    const share = { key: 'netSales', label: '売上の達成率', value: 8_351_000, text: '92.0%', derived: '92.0%' } as const
    expect(behind(share)?.name).toBe('売上の達成率 92.0%（売上明細 8,351,000円）')
  })
})

describe('where rows are', () => {
  test('the visits of a day or an hour are listed one by one, those of a month by visitor', () => {
    const visits = shownFigure('visitCount', 49)
    expect(hrefBehind(visits)).toBe('/dashboard/members?figure=visitCount&shop=1&year=2026&month=11')
    expect(hrefBehind(visits, {}, { ...november, day: 5 })).toBe('/dashboard/visits?shop=1&year=2026&month=11&day=5')
    expect(hrefBehind(visits, { dow: 0, hour: 0 })).toBe('/dashboard/visits?shop=1&year=2026&month=11&dow=0&hour=0')
  })

  test('a 年度 says when it begins, a calendar year does not', () => {
    const closing = shownFigure('closingMembers', 1005)
    expect(hrefBehind(closing, {}, { shop: 'all', year: 2026, fiscalStartMonth: 4 })).toBe(
      '/dashboard/members?figure=closingMembers&shop=all&year=2026&fiscalStartMonth=4',
    )
    expect(hrefBehind(closing, {}, { shop: 'all', year: 2026, fiscalStartMonth: 1 })).toBe(
      '/dashboard/members?figure=closingMembers&shop=all&year=2026',
    )
  })

  test('sales of a kind are those of their kind', () => {
    expect(hrefBehind(shownFigure('netSales', 1), { category: 'ticket' })).toContain('category=ticket')
    expect(hrefBehind(shownFigure('duesPerMember', 1))).toContain('category=membershipFee')
  })
})

describe('where there are none', () => {
  test('of 0 there are none, but comings and goings may cancel each other out', () => {
    expect(behind(shownFigure('admissions', 0))).toBeNull()
    expect(behind(shownFigure('visitRate', 1))).toBeNull()
    expect(behind(shownFigure('netGrowth', 0))?.name).toBe('純増減 ±0名の内訳')
  })

  test('of what is withheld there are none either', () => {
    expect(behind(shownFigure('admissions', null))).toBeNull()
  })

  test('each kind of rows has a right of its own', () => {
    const only = (right: string) => (permission: string) => permission === right
    const rowsFor = (key: Parameters<typeof shownFigure>[0], right: string) =>
      rowsBehind(shownFigure(key, 0.5), november, {}, only(right))
    expect(rowsFor('withdrawals', 'member.read')).not.toBeNull()
    expect(rowsFor('withdrawals', 'report.money')).toBeNull()
    expect(rowsFor('arpu', 'report.money')).not.toBeNull()
    expect(rowsFor('arpu', 'member.read')).toBeNull()
    expect(rowsFor('noShowRate', 'reservation.read')).not.toBeNull()
    expect(rowsFor('noShowRate', 'member.read')).toBeNull()
  })
})
