import { expect, test } from 'vitest'
import { refusedLinks } from './refused-links'

test.each([
  ['[店舗](https://example.jp/) [電話](tel:0300000000) <mailto:a@example.jp>', []],
  ['**[約款](http://example.jp/a)** と [約款](http://example.jp/a "題")', ['http://example.jp/a']],
  ['[上へ](#top)、[別の頁](</terms>)、<ftp://example.jp>', ['#top', '/terms', 'ftp://example.jp']],
  ['[約款][1]\n\n[1]: http://example.jp/b', ['http://example.jp/b']],
  ['第1条（1）は [注] である。a < b', []],
])('the links of a policy that will be text alone are named before it is saved: %s', (markdown, refused) => {
  expect(refusedLinks(markdown)).toEqual(refused)
})
