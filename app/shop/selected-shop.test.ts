import { expect, test } from 'vitest'
import { shopToAsk } from './selected-shop'

const shops = [
  { id: '1', code: 'S001', name: '新宿店', nameKana: null },
  { id: '2', code: 'S002', name: '吉祥寺店', nameKana: null },
]
test('the shop in the URL takes precedence over the remembered one', () => {
  expect(shopToAsk('2', '1', shops)).toBe('2')
  expect(shopToAsk('all', '1', shops)).toBeUndefined()
})

test('without a shop in the URL the last chosen one is shown', () => {
  expect(shopToAsk(undefined, undefined, shops)).toBeUndefined()
  expect(shopToAsk(undefined, '1', shops)).toBe('1')
  expect(shopToAsk(undefined, 'all', shops)).toBeUndefined()
})

test('a remembered shop out of scope is forgotten', () => {
  expect(shopToAsk(undefined, '9', shops)).toBeUndefined()
})

test('a shop out of scope in the URL is requested, so that the API can refuse it', () => {
  expect(shopToAsk('9', undefined, shops)).toBe('9')
})

test('a tampered cookie is ignored', () => {
  expect(shopToAsk(undefined, "1' or 1=1")).toBeUndefined()
})
