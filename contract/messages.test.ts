import { expect, test } from 'vitest'
import { z } from 'zod'
import { zInt32 } from './common.ts'
import { fieldsOf, installJapaneseMessages } from './messages.ts'

installJapaneseMessages()

test.each([
  ['nothing', null, '入力してください。'],
  ['an empty number', Number.NaN, '入力してください。'],
  ['a text', '三', '数値で入力してください。'],
  ['a fraction', 1.5, '整数で入力してください。'],
  ['too little', -1, '0以上で入力してください。'],
])('%s where a whole number is required gets the message that staff read', (_, value, sentence) => {
  const parsed = z.strictObject({ capacity: zInt32.min(0) }).safeParse({ capacity: value })
  expect(parsed.error && fieldsOf(parsed.error)).toEqual({ capacity: sentence })
})
