import { expect, test } from 'vitest'
import { conditionsText } from './conditions'
import { changedText, effectText } from './lean-body'

const none = {
  usableDow: null,
  usableFrom: null,
  usableTo: null,
  limitPerMonth: null,
  ageMin: null,
  ageMax: null,
  genderLimit: null,
  minMonths: null,
}

test.each([
  [{}, '制限なし'],
  [
    {
      usableDow: [1, 2, 3, 4, 5],
      usableFrom: '10:00',
      usableTo: '17:00',
      limitPerMonth: 4,
      ageMin: 18,
      ageMax: 24,
      genderLimit: 'female' as const,
      minMonths: 2,
    },
    '平日 10:00–17:00 · 月4回まで · 18–24歳 · 女性のみ · 最低2か月',
  ],
  [{ usableDow: [0, 1, 2, 3, 4, 5, 6], minMonths: 0, genderLimit: 'none' as const }, '制限なし'],
  [{ usableDow: [0, 6] }, '土日'],
  [{ usableDow: [0, 5, 1, 3] }, '月・水・金・日'],
  [{ usableFrom: '18:00' }, '18:00から'],
  [{ usableTo: '17:00', ageMax: 24 }, '17:00まで · 24歳以下'],
  [{ ageMin: 60 }, '60歳以上'],
  [{ ageMin: 65, ageMax: 65, genderLimit: 'male' as const }, '65歳 · 男性のみ'],
])('a plan’s conditions are a line to read: %o is %s', (conditions, text) =>
  expect(conditionsText({ ...none, ...conditions })).toBe(text),
)

const counts = { following: 0, locked: 0, wouldGain: 0, wouldLose: 0 }

test.each([
  [
    { ...counts, wouldGain: 1200, locked: 3 },
    '1,200名がLEAN BODYを利用できるようになります。手動で固定した3名は変わりません。',
  ],
  [{ ...counts, wouldLose: 8 }, '8名がLEAN BODYを利用できなくなります。'],
  [{ ...counts, wouldGain: 1, wouldLose: 2 }, '1名がLEAN BODYを利用できるようになり、2名が利用できなくなります。'],
  [{ ...counts, locked: 2 }, '利用できるかどうかが変わる会員はいません。手動で固定した2名は変わりません。'],
])('before a plan’s LEAN BODY is switched: %o is %s', (leanBody, text) => expect(effectText(leanBody)).toBe(text))

test.each([
  [{ gained: 12, lost: 0, locked: 1 }, '12名が利用できるようになりました。手動で固定した1名は変わっていません。'],
  [{ gained: 0, lost: 7, locked: 0 }, '7名が利用できなくなりました。'],
  [{ gained: 1, lost: 2, locked: 0 }, '1名が利用できるようになり、2名が利用できなくなりました。'],
  [{ gained: 0, lost: 0, locked: 0 }, '利用できるかどうかが変わった会員はいません。'],
])('and after it: %o is %s', (changed, text) => expect(changedText(changed)).toBe(text))
