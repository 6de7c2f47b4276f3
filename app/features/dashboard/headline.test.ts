import { describe, expect, test } from 'vitest'
import { headlineOf } from './headline'
import { monthlyStats, nothing, withMembers } from './reports.fixture'

/** The day before eighteen leave: 6 of 866 have left, 24 are known to leave, 31 are forecast. */
const running = (change: Parameters<typeof monthlyStats>[0] = {}) =>
  monthlyStats({
    thisMonthReport: withMembers({ opening: 866, closing: 879, withdrawals: 6, churnRate: 6 / 866 }),
    scheduled: { admissions: 0, withdrawals: 24, suspensions: 0 },
    landing: { admissions: 38, withdrawals: 31, closing: 854, admissionsError: null },
    target: { admissions: 30, withdrawals: 24, closing: 880 },
    ...change,
  })

describe('退会率 of a running month', () => {
  test('is large as it will be at the end, red above its limit, with what has happened below', () => {
    expect(headlineOf(running(), 'churnRate')).toMatchObject({
      figure: { label: '退会率', text: '3.6%', unit: '着地見込' },
      isOverLimit: true,
      note: '11/20時点 6名・届出を含む 30名',
      compared: [
        { label: '前月比', difference: { text: '+1.6pt', meaning: 'bad' } },
        { label: '前年同月比', difference: { text: '+1.6pt', meaning: 'bad' } },
      ],
    })
  })

  test('without a forecast has what is known to come, which is less than a whole month and not compared with one', () => {
    const { figure, compared, isOverLimit } = headlineOf(running({ landing: null }), 'churnRate')
    expect(figure).toMatchObject({ text: '3.5%', unit: '予定を含む' })
    expect(compared.map(({ difference }) => difference)).toEqual([null, null])
    expect(isOverLimit).toBe(true)
  })

  test('within its limit, or without one, it has no colour', () => {
    expect(headlineOf(running({ target: null }), 'churnRate')).not.toHaveProperty('isOverLimit')
    const wide = { admissions: 30, withdrawals: 31, closing: 880 }
    expect(headlineOf(running({ target: wide }), 'churnRate')).not.toHaveProperty('isOverLimit')
  })

  test('leads to everybody who has left or will', () => {
    expect(headlineOf(running(), 'churnRate').figure).toMatchObject({
      key: 'knownWithdrawals',
      value: 30,
      derived: '3.6%',
    })
  })

  test('of a closed month is what it was; where 退会 are not known it is 「–」', () => {
    const closed = headlineOf(running({ prevMonthToSameDay: null }), 'churnRate')
    expect(closed).toMatchObject({ figure: { key: 'churnRate', text: '0.7%', unit: '' } })
    expect(closed).not.toHaveProperty('note')
    const unknown = running({ thisMonthReport: withMembers({ withdrawals: null, churnRate: null }) })
    expect(headlineOf(unknown, 'churnRate').figure.text).toBe('–')
    expect(headlineOf(running({ sameMonthLastYearReport: nothing }), 'churnRate').compared[1]?.difference).toBeNull()
  })
})

test('在籍 of a running month says what the month has moved, and what is known to come', () => {
  expect(headlineOf(running(), 'closingMembers')).toMatchObject({
    figure: { label: '在籍（11/20時点）', text: '879' },
    note: '今月 866 → 879・予定を含む 855名',
  })
  expect(headlineOf(running({ prevMonthToSameDay: null }), 'closingMembers')).not.toHaveProperty('note')
})
