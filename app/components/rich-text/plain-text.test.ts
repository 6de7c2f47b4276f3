import { expect, test } from 'vitest'
import { plainTextOf } from './plain-text'

test.each([
  ['<p>一行目</p><p>二行目<br>三行目</p>', '一行目\n二行目\n三行目'],
  ['<ul><li><p>項目</p></li></ul>', '項目'],
  ['<img src="/uploads/a.webp" alt="腕を上げた姿勢"><p>次</p>', '［画像: 腕を上げた姿勢］\n次'],
  ['<img src="/uploads/a.webp" alt="">', '［画像］'],
  ['<table><tbody><tr><td>口座振替</td><td>毎月27日</td></tr></tbody></table>', '口座振替　毎月27日'],
  ['<p>1 &lt; 2 &amp;amp;</p>', '1 < 2 &amp;'],
])('%s is read as %o', (html, text) => {
  expect(plainTextOf(html)).toBe(text)
})
