import fc from 'fast-check'
import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { anyHtml } from '../../tests/support/any-html.ts'
import { runs } from '../../tests/support/runs.ts'
import { sanitiseRichText } from './rich-text.ts'

const kinds = ['message', 'article', 'policy', 'mail'] as const
const every = {
  allowedTags: false,
  allowedAttributes: false,
  parseStyleAttributes: false,
  allowVulnerableTags: true,
} as const

/** The characters of a text but white space; what stands in a table but in no cell moves before it. */
const words = (html: string) => [...sanitizeHtml(html, { allowedTags: [] }).replaceAll(/\s/g, '')].toSorted().join('')

test.each([
  ['<p><strong>太字<a href="http://example.jp">規約</a></strong>続き</p>', '<p><strong>太字規約</strong>続き</p>'],
  ['<p><a href="http://x">a</a> <strong>b</strong> <em>c</em></p>', '<p>a <strong>b</strong> <em>c</em></p>'],
  ['<strong><p>a</p><p>b</p></strong>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
  ['<p><strong>a<em>b</strong>c</em></p>', '<p><strong>a<em>b</em></strong>c</p>'],
  ['<p>a<button><p>b</p></button>c</p>', '<p>a</p><p>b</p><p>c</p>'],
  ['<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['<div><li>a</li><li>b</li></div>', '<p>a</p><p>b</p>'],
  ['<p>a<br>b</p><hr>&nbsp;', '<p>a<br>b</p><hr>\u00a0'],
])('what is left of a text is balanced: %s', (html, left) => {
  expect(sanitiseRichText(html, 'message')).toBe(left)
})

test('for any text, a second sanitising and a parser change nothing', () => {
  fc.assert(
    fc.property(anyHtml, fc.constantFrom(...kinds), (html, kind) => {
      const clean = sanitiseRichText(html, kind)
      expect(sanitiseRichText(clean, kind)).toBe(clean)
      expect(sanitizeHtml(clean, every).replaceAll(' />', '>')).toBe(clean)
      expect(words(clean)).toBe(words(sanitizeHtml(html, { allowedTags: ['p'] })))
    }),
    runs(500),
  )
})

test('the deepest nesting that fits in a request is flat and quick', () => {
  const clean = sanitiseRichText('<blockquote>'.repeat(16_000) + '<ul><li>'.repeat(1_000), 'message')
  expect(clean.match(/<blockquote>/g)?.length).toBeLessThan(20)
  expect(sanitiseRichText(clean, 'message')).toBe(clean)
})
