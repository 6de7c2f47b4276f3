import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['a text that is short enough stays', '𠮷野家', 4, '𠮷野家'],
  ['a letter of two units is not cut in half', 'あ𠮷野', 2, 'あ'],
  ['a letter with a variation selector is not cut from it', '葛󠄀城', 2, ''],
  ['a kana with a mark of its own stays whole', 'か\u3099き', 1, ''],
  ['a family of joined figures stays whole', 'x👨‍👩‍👧y', 5, 'x'],
  ['half a letter that was there is replaced', 'a\ud842', 5, 'a\ufffd'],
])('%s', (_, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})

test('any text is cut to its length, well-formed, and as much of it as whole letters allow', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(120), (text, most) => {
      const cut = cutText(text, most)
      expect(cut.length).toBeLessThanOrEqual(Math.max(most, 0))
      expect(cut.isWellFormed()).toBe(true)
      expect(text.toWellFormed().startsWith(cut) || cut.endsWith('\ufffd')).toBe(true)
      if (text.length > most) expect(most - cut.length).toBeLessThanOrEqual(64)
    }),
    { numRuns: 200 },
  )
})
