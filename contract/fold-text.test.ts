import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import { nameForms } from './words/name-forms.ts'

test.each([
  ['しんじゅくてん', 'シンジュクテン'],
  ['ｼﾝｼﾞｭｸ', 'シンジュク'],
  ['Ｓ００１', 's001'],
  ['センター', 'せんた'],
  ['港 北-店', '港北店'],
  ['高橋', '髙橋'],
  ['渡辺', '渡邊'],
  ['渡辺', '渡邉'],
  ['斉藤', '齋藤'],
  ['斎藤', '齊藤'],
  ['吉田', '𠮷田'],
  ['山崎', '山﨑'],
  ['浜田', '濵田'],
  ['葛城', '葛\u{e0100}城'],
  ['霞ヶ関', '霞ケ関'],
  ['10〜20分', '10～20分'],
  ['10〜20分', '10~20分'],
  ['入会＆体験！', '入会&体験!'],
  ['（朝）', '(朝)'],
  ['L’Arc', "l'arc"],
  ['ジョン・スミス', 'ジョンスミス'],
  ['A—B', 'a‐b'],
])('searching %s finds %s', (typed, stored) => {
  expect(foldText(typed)).toBe(foldText(stored))
})

test.each([
  ['斉藤', '西藤'],
  ['太田', '大田'],
  ['島', '鳥'],
  ['崎', '埼'],
  ['土', '士'],
])('%s and %s stay apart', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other))
})

test('no form of a name folds to a form that folds further', () => {
  for (const [form, folded] of nameForms) {
    expect([...form, ...folded, nameForms.get(folded)]).toEqual([form, folded, undefined])
    expect(folded.normalize('NFKC')).toBe(folded)
  }
})

test('folded text is folded once and for all, and part by part', () => {
  const text = fc.array(fc.constantFrom(...'さトｶ〜ヶーA髙邉𠮷＆ -・’０亜')).map((letters) => letters.join(''))
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(foldText(foldText(one))).toBe(foldText(one))
      expect(foldText(one + other)).toBe(foldText(one) + foldText(other))
    }),
  )
})
