import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#contract/fold-text.ts'
import { addressOf, visibleCode, visibleName } from '#contract/invisible.ts'
import { phonesOf } from '#contract/phone.ts'
import { nameForms } from '#contract/words/name-forms.ts'
import { type Api, startApi } from '../../tests/support/api.ts'
import { runs } from '../../tests/support/runs.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** What the database makes of texts. */
async function inSql(
  name: 'fold_text' | 'phone_digits' | 'visible_code' | 'visible_name' | 'visible_address',
  texts: readonly string[],
): Promise<string[]> {
  const { rows } = await api.db.execute<{ text: string }>(sql`
    select ${sql.raw(name)}(text) as text from json_array_elements_text(${JSON.stringify(texts)}::json)
      with ordinality as t (text, at) order by at`)
  return rows.map(({ text }) => text)
}

const between = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
/** Letters, signs, kana and characters that Japanese staff type, and what has no width. */
const letters = [
  ...between(0x20, 0x7e),
  ...between(0xa1, 0xbf),
  ...between(0x2010, 0x2060),
  ...between(0x2190, 0x22ff),
  ...between(0x2460, 0x257f),
  ...between(0x3000, 0x30ff),
  ...between(0x3220, 0x33ff),
  ...between(0x4e00, 0x9fff),
  ...between(0xf900, 0xfaff),
  ...between(0xfe00, 0xfe6f),
  ...between(0xff01, 0xffee),
  ...nameForms.keys(),
  ...between(0xe0100, 0xe01ef),
]

test('every letter is folded in SQL as in the app', async () => {
  const folded = await inSql('fold_text', letters)
  const differing = letters.flatMap((letter, at) => (folded[at] === foldText(letter) ? [] : [[letter, folded[at]]]))
  expect(differing).toEqual([])
})

test('any text is folded in SQL as in the app', async () => {
  const text = fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((some) => some.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      expect(await inSql('fold_text', texts)).toEqual(texts.map(foldText))
    }),
    runs(10),
  )
})

test('letters that nobody sees are the same in SQL as in the app', async () => {
  const every = [
    ...between(1, 0xd7ff),
    ...between(0xe000, 0xfdff),
    ...between(0xfe00, 0x1ffff),
    ...between(0xe0000, 0xe1000),
  ]
  const texts = [...every.map((letter) => `a${letter}`), '\u200d\ufe0f', '\u200b']
  for (const [name, ours] of [
    ['visible_code', visibleCode],
    ['visible_name', visibleName],
  ] as const) {
    const inSqlToo = await inSql(name, texts)
    expect(texts.filter((text, at) => inSqlToo[at] !== ours(text))).toEqual([])
  }
  const addresses = ['a@b.jp', 'mailto:a@b.jp', ' mailto: a\u200b@b.jp?subject=x', 'a\u200d@b.jp\u2069', 'mailto:']
  expect(await inSql('visible_address', addresses)).toEqual(addresses.map(addressOf))
})

test('a stored telephone number has the digits of a typed one, however each is written', async () => {
  const spellings = [
    '09012345678',
    '090-1234-5678',
    '０９０（１２３４）５６７８',
    '+81 90-1234-5678',
    '+81 (0)90 1234 5678',
  ]
  expect(new Set(await inSql('phone_digits', spellings))).toEqual(new Set(['09012345678']))
  expect(new Set(spellings.flatMap(phonesOf))).toEqual(new Set(['09012345678']))
  expect(await inSql('phone_digits', ['0312345678', '', '8112345'])).toEqual(['0312345678', '', '8112345'])
})
