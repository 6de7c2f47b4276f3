import { expect, test } from 'vitest'
import { choiceFilter, filterText, notListedIn, periodFilter } from './filters'

test('a period says whether those without a day are in', () => {
  const visited = periodFilter('from', 'to', '最終来館日', '来館なし')
  expect(filterText(visited, { to: '2026-11-01' })).toBe('最終来館日:  〜 2026/11/01（来館なしを含む）')
  expect(filterText(visited, { from: '2026-10-01', to: '2026-11-01' })).toBe('最終来館日: 2026/10/01 〜 2026/11/01')
  expect(filterText(periodFilter('from', 'to', '入会日'), { to: '2026-11-01' })).toBe('入会日:  〜 2026/11/01')
})

test('a plan that is gone is said to be, never shown as its code, and not before the plans have arrived', () => {
  const plan = (choices: [string, string][]) => choiceFilter('planCode', 'プラン', choices)
  const [gone, loading] = [plan([['regular', 'レギュラー会員']]), plan([])]
  expect(filterText(gone, { planCode: 'night' })).toBe('プラン: 一覧にない項目')
  expect(filterText(loading, { planCode: 'night' })).toBe('プラン: …')
  expect(notListedIn([gone], { planCode: 'night' })).toEqual(['プラン'])
  expect(notListedIn([gone], { planCode: 'regular' })).toEqual([])
  expect(notListedIn([gone, loading], {})).toEqual([])
})
