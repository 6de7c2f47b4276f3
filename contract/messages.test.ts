import { expect, test } from 'vitest'
import { z } from 'zod'
import { zInt32 } from './common.ts'
import { fieldsOf, installJapaneseMessages, sentenceAt } from './messages.ts'

installJapaneseMessages()

test.each([
  ['nothing', null, 'この項目を入力してください。'],
  ['an empty number', Number.NaN, 'この項目を入力してください。'],
  ['a text', '三', 'この項目は数値で入力してください。'],
  ['a fraction', 1.5, 'この項目は整数で入力してください。'],
  ['too little', -1, 'この項目は0以上で入力してください。'],
])('%s where a whole number is required gets the message that staff read', (_, value, sentence) => {
  const parsed = z.strictObject({ capacity: zInt32.min(0) }).safeParse({ capacity: value })
  expect(parsed.error && fieldsOf(parsed.error)).toEqual({ capacity: sentence })
})

test('a sentence gets its field’s name; one that already names a field stays as it is', () => {
  expect(sentenceAt('タイトル', 'この項目を入力してください。')).toBe('タイトルを入力してください。')
  expect(sentenceAt('リード文', 'この項目は200文字以内で入力してください。')).toBe(
    'リード文は200文字以内で入力してください。',
  )
  expect(sentenceAt('タグ', 'タグは10個までです。')).toBe('タグは10個までです。')
})
