import { expect, test } from 'vitest'
import { filterText, periodFilter } from './filters'

test('a period says whether those without a day are in', () => {
  const visited = periodFilter('from', 'to', '最終来館日', '来館なし')
  expect(filterText(visited, { to: '2026-11-01' })).toBe('最終来館日:  〜 2026/11/01（来館なしを含む）')
  expect(filterText(visited, { from: '2026-10-01', to: '2026-11-01' })).toBe('最終来館日: 2026/10/01 〜 2026/11/01')
  expect(filterText(periodFilter('from', 'to', '入会日'), { to: '2026-11-01' })).toBe('入会日:  〜 2026/11/01')
})
