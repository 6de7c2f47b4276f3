import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesOf } from './pages.ts'

test('a list in pages has every row once and in order, in pages of the requested size', () => {
  expect(pagesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(pagesOf([], 2)).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (list, size) => {
      const pages = pagesOf(list, size)
      expect(pages.flat()).toEqual(list)
      expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true)
      expect(pages.every((page) => page.length > 0 && page.length <= size)).toBe(true)
    }),
  )
})
