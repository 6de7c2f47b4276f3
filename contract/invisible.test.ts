import { expect, test } from 'vitest'
import { zEmail, zKeyword, zName } from './common.ts'
import { visibleCode, visibleName } from './invisible.ts'
import { profile } from './people.ts'
import { zCode } from './second-factor.ts'
import { ShopFactsDraft } from './shop.ts'

test.each([
  ['a zero-width space', 'ta\u200bnaka@example.jp'],
  ['a byte-order mark', '\ufefftanaka@example.jp'],
  ['marks of direction around it', '\u202atanaka@example.jp\u202c'],
  ['isolates around it', '\u2068tanaka@example.jp\u2069'],
  ['a soft hyphen', 'tanaka@exam\u00adple.jp'],
  ['a joiner', 'tanaka\u200d@example.jp'],
  ['a selector of variants', 'tanaka\ufe0f@example.jp'],
  ['a filler', 'tanaka\u3164@example.jp'],
  ['the scheme of a link', 'mailto:tanaka@example.jp'],
  ['a link with a subject, of full width', ' ＭＡＩＬＴＯ：Tanaka@example.jp?subject=x '],
])('an address with %s is the address', (_, typed) => {
  expect(zEmail.parse(typed)).toBe('tanaka@example.jp')
})

test('an address of nothing that is seen is none', () => {
  for (const typed of ['mailto:', '\u200b@\u200b.\u200b', 'mailto:\u200b@example.jp'])
    expect(zEmail.safeParse(typed).success, typed).toBe(false)
})

test('telephone numbers, readings and codes are read without them', () => {
  expect(profile.tel.parse('\u202d090-1234-5678\u202c')).toBe('09012345678')
  expect(profile.lastNameKana.parse('サ\u200bトウ')).toBe('サトウ')
  expect(zCode.parse('\u2066123 456\u2069')).toBe('123456')
  const { code, tel, zipCode } = ShopFactsDraft.shape
  expect([code.parse('S\u200b001'), tel.parse('\u202d03-1111-2222'), zipCode.parse('160\u200b-0022')]).toEqual([
    ...['S001', '03-1111-2222', '160-0022'],
  ])
})

test('a name loses what nobody sees, and keeps what shapes a letter', () => {
  expect(zName(50).parse('\u200b佐\u2060藤\u202e')).toBe('佐藤')
  for (const name of ['葛\u{e0100}城', 'क\u200dष', '👩\u200d🏫', '☂\ufe0f']) expect(zName(50).parse(name)).toBe(name)
  for (const nothing of ['\u200b', '\u3164', '\u200d\ufe0f']) expect(zName(50).safeParse(nothing).success).toBe(false)
})

test('what is searched for is what is seen', () => {
  expect(zKeyword.parse('\u2068佐藤\u2069')).toBe('佐藤')
  expect(zKeyword.parse('mailto:tanaka@example.jp')).toBe('tanaka@example.jp')
})

test('of any text a code keeps nothing that is ignored, and a name nothing but what shapes letters', () => {
  const every = Array.from({ length: 0x110000 }, (_, at) =>
    at >= 0xd800 && at < 0xe000 ? '' : String.fromCodePoint(at),
  )
  const kept = every.filter((letter) => letter && visibleName(`a${letter}`) !== visibleCode(`a${letter}`))
  expect(kept.every((letter) => /[\u200c\u200d]|\p{Variation_Selector}/u.test(letter))).toBe(true)
  expect(kept).toHaveLength(2 + 4 + 16 + 240)
})
