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
}
const sender = {
  shop: { name: '新宿店', sender: club },
  unsubscribeUrl: 'https://desk.example.jp/unsubscribe?token=a&b="',
}
const values = { 会員氏名: '山田 花子', 店舗名: '新宿店' }

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
  expect(text).toBe('持ち物\n次の2つです。\n\n・靴\n・タオル\n\n以上です。\n')
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
