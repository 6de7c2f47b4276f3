import { expect, test } from 'vitest'
import { periodInWords, stateInWords } from './period-words'

test('whole months are named by month, several with their number', () => {
  expect(periodInWords({ from: '2026-10-01', to: '2026-10-31' })).toBe('2026年10月')
  expect(periodInWords({ from: '2025-11-01', to: '2026-10-31' })).toBe('2025年11月〜2026年10月の12か月')
  expect(periodInWords({ from: '2026-09-01', to: '2026-11-30' })).toBe('2026年9月〜11月の3か月')
})

test('a period that ends or begins within a month is named by its days', () => {
  expect(periodInWords({ from: '2026-11-01', to: '2026-11-29' })).toBe('2026年11月1日〜29日')
  expect(periodInWords({ from: '2026-09-01', to: '2026-11-29' })).toBe('2026年9月1日〜11月29日')
  expect(periodInWords({ from: '2025-12-01', to: '2026-11-29' })).toBe('2025年12月1日〜2026年11月29日')
  expect(periodInWords({ from: '2026-11-01', to: '2026-11-01' })).toBe('2026年11月1日')
})

test('速報 says the day that its data reach in Tokyo; 確定 needs none', () => {
  expect(stateInWords({ isProvisional: true, dataAsOf: '2026-11-28T15:30:00Z' })).toBe('速報・11/29時点')
  expect(stateInWords({ isProvisional: true, dataAsOf: null })).toBe('速報')
  expect(stateInWords({ isProvisional: false, dataAsOf: '2026-11-28T15:30:00Z' })).toBe('確定')
})
