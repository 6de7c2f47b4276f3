import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf, mergeOf, savedWith } from './merge'

const values = fc.record({
  title: fc.constantFrom('a', 'b', 'c'),
  target: fc.constantFrom({ shopIds: ['1'] }, { shopIds: ['1', '2'] }),
  from: fc.constantFrom(null, '2026-12-01'),
})
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

test('each field takes the changed value; only two different changes of one field conflict', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const { merged, contested, taken } = mergeOf({ base, mine, theirs })
      for (const name of ['title', 'target', 'from'] as const) {
        const [isMine, isTheirs] = [!same(mine[name], base[name]), !same(theirs[name], base[name])]
        expect(merged[name]).toEqual(isTheirs && !isMine ? theirs[name] : mine[name])
        expect(taken.includes(name)).toBe(isTheirs && !isMine)
        expect(contested.includes(name)).toBe(isMine && isTheirs && !same(mine[name], theirs[name]))
      }
    }),
  )
})

test('whose change it is, and when: the time today, the date as well on another day', () => {
  const row = { updatedBy: { id: '3', displayName: '水野 香織' }, updatedAt: '2026-11-22T18:27:00+09:00' }
  expect(changeOf(row, '7', new Date('2026-11-22T20:00:00+09:00'))).toBe('水野 香織さんの更新 18:27')
  expect(changeOf(row, '7', new Date('2026-11-23T09:00:00+09:00'))).toBe('水野 香織さんの更新 2026/11/22(日) 18:27')
  expect(changeOf({ updatedBy: null }, undefined)).toBe('ほかの人の更新')
  expect(savedWith(row, '7', new Date('2026-11-22T20:00:00+09:00'))).toBe(
    '水野 香織さんの更新（18:27）と合わせて保存しました。',
  )
  // The reader's own change, from another tab.
  expect(changeOf(row, '3', new Date('2026-11-22T20:00:00+09:00'))).toBe('別のタブでの変更 18:27')
})
