import { expect, test } from 'vitest'
import { changeText, valueText, whySentence } from './why-sentences.ts'

const part = {
  label: '月会費プランA',
  before: { people: 1000, value: 21 },
  after: { people: 971, value: 33 },
  mix: 2,
  rate: 10,
  total: 12,
}

test('a part of a change names its group, how much and why', () => {
  expect(whySentence('withdrawals', 'plan', { ...part, after: { people: 1100, value: 37 }, total: 16, rate: 14 })).toBe(
    '月会費プランAの退会が16名増えました（退会率が2.1%から3.4%に上がったため+14名、会員が増えたため+2名）。',
  )
  expect(
    whySentence('sales', 'tenure', {
      label: '3か月未満',
      before: { people: 100, value: 900000 },
      after: { people: 80, value: 720000 },
      mix: -180000,
      rate: 0,
      total: -180000,
    }),
  ).toBe('在籍3か月未満の売上が180,000円減りました（会員が減ったため▲180,000円）。')
  expect(whySentence('churnRate', 'ageBand', { ...part, label: '20代', mix: 0.001, rate: 0.003, total: 0.004 })).toBe(
    '20代は全体の退会率を0.4pt上げました（退会率が2.1%から3.4%に上がったため+0.3pt、会員に占める割合が変わったため+0.1pt）。',
  )
})

test('nothing is no sentence, and a cause that rounding turned round is not told', () => {
  expect(whySentence('withdrawals', 'plan', { ...part, mix: 0, rate: 0, total: 0 })).toBeNull()
  expect(whySentence('churnRate', 'plan', { ...part, total: 0.0001 })).toBeNull()
  // Fewer people, and yet +2 by them.
  expect(whySentence('withdrawals', 'plan', part)).toBe('月会費プランAの退会が12名増えました。')
  expect(whySentence('admissions', 'joinRoute', { ...part, label: '紹介', before: { people: 0, value: 21 } })).toBe(
    '入会経路「紹介」の入会が12名増えました。',
  )
})

test('changes have a sign and a unit, figures a unit', () => {
  expect([1234567, -1200, 0].map((yen) => changeText('sales', yen))).toEqual(['+1,234,567円', '▲1,200円', '±0円'])
  expect([0.0034, -0.0004].map((rate) => changeText('churnRate', rate))).toEqual(['+0.3pt', '±0.0pt'])
  expect([valueText('closing', 12345), valueText('churnRate', 0.0214), valueText('sales', null)]).toEqual([
    '12,345名',
    '2.1%',
    '–',
  ])
})
