import { expect, test } from 'vitest'
import { hasWords, leftOut } from './left-out'

const look = '文字の色・大きさ・配置'

test.each([
  ['<p>段落<strong>太字</strong><a href="https://example.jp/">x</a><a name="_Toc1">y</a></p><h2>見出し</h2>', []],
  ['<a href="http://example.jp/">x</a><a href=HTTP://example.jp/2>y</a>', ['「http:」のリンク']],
  ['<a href="javascript:alert(1)">x</a><script>if (1 < 2) "<img>"</script>', ['「javascript:」のリンク', 'スクリプト']],
  ['<a href="#_Toc1">目次</a>', ['ページ内・サイト内へのリンク']],
  ['<img src="https://example.jp/a.png" alt="a > b"><video src=x></video>', ['画像', '動画などの埋め込み']],
  ['<h1>題</h1><input><p style="mso-style-name:x;margin:0">x</p>', ['入力欄・ボタン']],
  ['<!--[if gte mso 9]><xml><img></xml><![endif]--><style><!-- p{color:red} --></style><p>x', [look]],
  ["<span lang=EN-US style='font-size:10.5pt'>x</span><font color=red>y</font>", [look]],
  ['<table><col width=72><tr><td style="text-align:right">1</td></tr></table>', ['表の枠', look]],
])('what a pasted text loses is named: %s', (html, parts) => {
  expect(leftOut(html, 'message')).toEqual(parts)
})

test('an article keeps its own pictures, and names others', () => {
  const own = `<img src="/uploads/${'a'.repeat(32)}.webp" alt="">`
  expect([leftOut(own, 'article'), leftOut(own, 'message')]).toEqual([[], ['画像']])
  expect(leftOut('<img src="file:///C:/a.png">', 'article')).toEqual(['画像'])
})

test('a picture that a spreadsheet adds to its cells is no picture, one copied from a page is', () => {
  expect(hasWords('<style>td{}</style><table><tr><td>10時</td></tr></table>')).toBe(true)
  expect(hasWords('<meta charset="utf-8"><!--StartFragment--><img src="https://example.jp/a.png">&nbsp;')).toBe(false)
})
