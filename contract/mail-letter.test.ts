import { expect, test } from 'vitest'
import { type LetterContent, letterParts } from './mail-letter.ts'

const content: LetterContent = {
  category: 'followUp',
  subject: '{{会員氏名}}様へ',
  body: '<p>{{会員氏名}}様、<strong>{{店舗名}}</strong>です。</p>',
  fromName: 'カラダクラブ',
  footer: '担当 {{店舗名}}\n電話 03-1234-5678',
}
const club = {
  name: '株式会社カラダ',
  address: '〒160-0022 東京都新宿区新宿1-2-3',
  contact: '03-0000-0000',
  fromName: 'カラダ',
  tel: '0312345678',
}
const sender = {
  appUrl: 'https://desk.example.jp',
  shop: { name: '新宿店', sender: club },
  unsubscribeUrl: 'https://desk.example.jp/unsubscribe?token=a&b="',
}
const values = { 会員氏名: '山田 花子', 店舗名: '新宿店' }
/** Without who sends it. */
const written = (text: string) => text.split('\n\n----------')[0]

test('a mail has its values, its signature, and a footer with sender, address, contact and how to unsubscribe', () => {
  expect(letterParts(content, values, sender)).toMatchObject({
    subject: '山田 花子様へ',
    fromName: 'カラダクラブ',
    text: `山田 花子様、新宿店です。

担当 新宿店
電話 03-1234-5678

----------
株式会社カラダ 新宿店
〒160-0022 東京都新宿区新宿1-2-3
お問い合わせ: 03-0000-0000
配信停止: https://desk.example.jp/unsubscribe?token=a&b="
`,
  })
})

test('the HTML part is a Japanese document without external resources or scripts', () => {
  const { html } = letterParts(content, values, sender)
  expect(html).toMatch(/^<!doctype html>\n<html lang="ja">/)
  expect(html).toContain('<title>山田 花子様へ</title>')
  expect(html).not.toMatch(/<script|<img|<link|<style|url\(|src=/)
  expect(html).toContain('href="https://desk.example.jp/unsubscribe?token=a&amp;b=&quot;"')
})

test('業務連絡 ends with company, shop, telephone and who sends it, and a scenario’s with nobody', () => {
  const business = { ...content, category: 'transactional' as const, footer: null }
  const { html, text } = letterParts(business, values, { ...sender, sentBy: '佐藤 <健>' })
  expect(text).toMatch(
    /\n\n----------\n株式会社カラダ 新宿店\n電話: 03-1234-5678\nお問い合わせ: 03-0000-0000\n担当: 佐藤 <健>\n$/,
  )
  expect(html).toContain('担当: 佐藤 &lt;健&gt;')
  expect(letterParts(business, values, sender).text).not.toContain('担当')
})

test('業務連絡 has no legal footer, and the 配信停止 link only where its text contains it', () => {
  const business = { ...content, category: 'transactional' as const }
  expect(JSON.stringify(letterParts(business, values, sender))).not.toMatch(/〒|配信停止|unsubscribe/)
  const asking = letterParts({ ...business, body: '<p>停止は{{ 配信停止URL }}から</p>' }, values, sender)
  expect(asking.text).toContain(`停止は${sender.unsubscribeUrl}`)
  expect(asking.html).toMatch(/停止は<a [^>]*href="https:\/\/desk\.example\.jp\/[^"]*"[^>]*>[^<]*<\/a>から/)
})

test('the text part separates paragraphs, and puts list items below each other', () => {
  const body = '<h3>持ち物</h3><p>次の2つです。</p><ul><li><p>靴</p></li><li><p>タオル</p></li></ul><p>以上です。</p>'
  const { text } = letterParts({ ...content, category: 'transactional', body, footer: null }, values, sender)
  expect(written(text)).toBe('持ち物\n次の2つです。\n\n・靴\n・タオル\n\n以上です。')
})

test.each([
  ['an ordered list', '<p>手順</p><ol><li><p>受付</p></li><li><p>更衣</p></li></ol>', '手順\n\n1. 受付\n2. 更衣'],
  [
    'lists in lists',
    '<ul><li><p>持ち物</p><ol><li><p>靴</p></li><li><p>タオル<br>2枚</p></li></ol></li><li><p>水</p></li></ul>',
    '・持ち物\n\u30001. 靴\n\u30002. タオル\n\u3000   2枚\n・水',
  ],
  [
    'a list in a quote',
    '<blockquote><p>会員の声</p><ul><li><p>楽しい</p></li><li><p>近い</p></li></ul></blockquote><p>以上</p>',
    '> 会員の声\n>\n> ・楽しい\n> ・近い\n\n以上',
  ],
  [
    'a link in a sentence',
    '<p>詳細は<a href="https://example.jp/a?b=1&amp;c=2">こちら</a>です。</p>',
    '詳細はこちら <https://example.jp/a?b=1&c=2>です。',
  ],
  [
    'an address as its own text, before punctuation',
    '<p><a href="https://example.jp/a">https://example.jp/a</a>。</p>',
    'https://example.jp/a 。',
  ],
  [
    'a typed address, before kana',
    '<p>（https://example.jp/a）とhttps://example.jp/bを</p>',
    '（https://example.jp/a ）とhttps://example.jp/b を',
  ],
  [
    'a Japanese address',
    '<p><a href="https://体験.example.jp/秋">https://体験.example.jp/秋</a>へ</p>',
    'https://xn--tqq553p.example.jp/%E7%A7%8B へ',
  ],
  [
    'mail and telephone',
    '<p><a href="mailto:a@example.jp">a@example.jp</a>か<a href="tel:0312345678">03-1234-5678</a>か<a href="tel:0312345678">電話</a></p>',
    'a@example.jpか03-1234-5678か電話（0312345678）',
  ],
  ['entities, each once', '<p>A &amp;lt; B &lt; C &#39;D&#x27;&nbsp;E</p>', "A &lt; B < C 'D' E"],
  ['a line of six thousand characters, unbroken', `<p>${'長'.repeat(6000)}</p>`, '長'.repeat(6000)],
])('the text part has %s', (_, body, expected) => {
  const business = { ...content, category: 'transactional' as const, body, footer: null }
  expect(written(letterParts(business, values, sender).text)).toBe(expected)
})

test('a button is a link with a background, and its words and address in the text part', () => {
  const body =
    '<p>ご予約はこちら</p><p><a class="button" href="https://example.jp/yoyaku" target="_blank">予約する</a></p>'
  const { html, text } = letterParts({ ...content, category: 'transactional', body, footer: null }, values, sender)
  expect(html).toMatch(
    /<a style="[^"]*background-color:#0b57d0;color:#ffffff[^"]*" href="https:\/\/example\.jp\/yoyaku"/,
  )
  expect(written(text)).toBe('ご予約はこちら\n\n予約する <https://example.jp/yoyaku>')
})

test('a picture has its whole address and its description, which is all of it in the text part', () => {
  const src = `/uploads/${'a'.repeat(32)}.jpg`
  const body = `<p>新店です。</p><p><img src="${src}" alt="新店の外観 &amp; 入口"></p>`
  const { html, text } = letterParts({ ...content, category: 'transactional', body, footer: null }, values, sender)
  expect(html).toContain(`src="https://desk.example.jp${src}" alt="新店の外観 &amp; 入口"`)
  expect(written(text)).toBe('新店です。\n\n［画像: 新店の外観 & 入口］')
})

test('markup in a name is text in the HTML, and unchanged in subject and text part', () => {
  const name = '<script>alert(1)</script>"&\'<a href="https://bad.example">x</a>'
  const { subject, html, text } = letterParts(content, { ...values, 会員氏名: name }, sender)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('href="https://bad.example"')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;')
  expect(subject).toBe(`${name}様へ`)
  expect(text).toContain(`${name}様、`)
})

test('a value that looks like a variable is never replaced', () => {
  const { subject, html, text } = letterParts(content, { 会員氏名: '{{店舗名}}', 店舗名: '{{会員氏名}}' }, sender)
  expect(subject).toBe('{{店舗名}}様へ')
  for (const part of [html, text]) expect(part).toContain('{{会員氏名}}')
  expect(text).toContain('{{店舗名}}様、{{会員氏名}}です。')
})

test.each(['\r\nBcc: all@example.jp', '\u2028----------\u2028配信停止: https://bad.example', '\u202egnp.exe\0'])(
  'line breaks and control characters in a name (%j) add no header and no line',
  (tail) => {
    const plain = letterParts(content, { ...values, 会員氏名: '山田' }, sender)
    const { subject, text } = letterParts(
      { ...content, subject: `${content.subject}${tail}` },
      { ...values, 会員氏名: `山田${tail}` },
      sender,
    )
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
    expect(text.split(/[\n\r\u2028]/)).toHaveLength(plain.text.split('\n').length)
  },
)

test('a missing value becomes empty', () => {
  expect(letterParts({ ...content, subject: '前回は{{最終来館日}}' }, {}, sender).subject).toBe('前回は')
})

test.each([
  ['its own', 'カラダクラブ', club, 'カラダクラブ'],
  ['that of 会社情報', null, club, 'カラダ'],
  ['the shop’s where nobody has written one', null, { ...club, fromName: '' }, '新宿店'],
])('the name in From is %s', (_, fromName, of, expected) => {
  const mail = { ...sender, shop: { name: '新宿店', sender: of } }
  expect(letterParts({ ...content, fromName }, values, mail).fromName).toBe(expected)
})
