import { expect, test } from 'vitest'
import { foldKana } from './kana'

test.each([
  ['しんじゅくてん', 'シンジュクテン'],
  ['ｼﾝｼﾞｭｸ', 'シンジュク'],
  ['Ｓ００１', 's001'],
  ['センター', 'せんた'],
  ['港 北-店', '港北店'],
])('searching %s finds %s', (typed, stored) => {
  expect(foldKana(typed)).toBe(foldKana(stored))
})
