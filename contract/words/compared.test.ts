import { expect, test } from 'vitest'
import { comparedWith } from './compared.ts'

const november = { from: '2026-11-01', to: '2026-11-30' }

test('a month is compared with 前月 and 前年同月, and while it runs with the same days of them', () => {
  expect(comparedWith(november, '2026-11-30')).toEqual({ previous: '前月', lastYear: '前年同月' })
  expect(comparedWith(november, '2026-11-29')).toEqual({ previous: '前月同日', lastYear: '前年同日' })
})

test('several months, or a part of one, are compared with 前の期間 and 前年', () => {
  for (const days of [
    { ...november, from: '2026-09-01' },
    { ...november, from: '2026-11-02' },
  ]) {
    expect(comparedWith(days, '2026-11-29')).toEqual({ previous: '前の期間', lastYear: '前年' })
  }
})
