import { expect, test } from 'vitest'
import { about, roundedDifference, roundedFigure, roundedPercent } from './rounded'

test('a rounded figure says so; nobody is nobody, and a withheld one is 「–」', () => {
  expect(roundedFigure('closingMembers', 1510).text).toBe('約1,510')
  expect(roundedFigure('closingMembers', 0).text).toBe('0')
  expect(about({ text: '–', value: null }).text).toBe('–')
})

test.each([
  // now, before, rounded counts in each, text
  [510, 500, 1, '約+10名（約+2%）'],
  [490, 500, 1, '約▲10名（約▲2%）'],
  [505, 500, 1, 'ほぼ同じ'],
  [510, 500, 2, 'ほぼ同じ'],
  [10_010, 10_000, 1, '約+10名'],
])('%d after %d of %d shops is %s, neither good nor bad', (now, before, shops, text) => {
  expect(roundedDifference('closingMembers', now, before, shops)).toMatchObject({ text, meaning: 'neutral' })
})

test('a ratio of rounded figures has no decimals', () => {
  expect([roundedPercent(1.0234), roundedPercent(null)]).toEqual(['約102%', '–'])
})
