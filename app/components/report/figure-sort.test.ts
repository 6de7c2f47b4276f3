import { expect, test } from 'vitest'
import { nextSort } from './figure-sort'

test('a header cycles descending, ascending, default order', () => {
  const first = nextSort('visits', undefined)
  expect(first?.direction).toBe('descending')
  expect(nextSort('visits', first)?.direction).toBe('ascending')
  expect(nextSort('visits', nextSort('visits', first))).toBeUndefined()
  expect(nextSort('closing', first)).toEqual({ id: 'closing', direction: 'descending' })
})
