import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBoundedJson } from './json-bounds.ts'

const bounds = { depth: 3, values: 4 }

describe('JSON text is checked before it is parsed', () => {
  test.each([
    ['[1,2,3,4]', true],
    ['[1,2,3,4,5]', false],
    ['{"a":[1,2]}', true],
    ['[[[1]]]', true],
    ['[[[[1]]]]', false],
    ['{"a":"[[[[,,,,,,,,"}', true],
    ['["a\\",[[[[","b"]', true],
    ['["a\\\\",[[[["b"]]]]]', false],
    ['"unended [[[[', true],
    ['', true],
  ])('%s: %o', (text, isBounded) => {
    expect(isBoundedJson(text, bounds)).toBe(isBounded)
  })

  test('all values are counted, whatever its strings contain', () => {
    const countOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Math.max(1, Object.keys(value).length) +
          Object.values(value).reduce((sum: number, one) => sum + countOf(one), 0)
        : 0
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const [text, values] = [JSON.stringify(value), countOf(value)]
        expect(isBoundedJson(text, { depth: 100, values })).toBe(true)
        if (values > 0) expect(isBoundedJson(text, { depth: 100, values: values - 1 })).toBe(false)
      }),
    )
  })
})
