import { expect, test } from 'vitest'
import { proposedShops } from './proposals'

const shops = [
  { id: '1', name: '三軒茶屋店' },
  { id: '2', name: '二子玉川店' },
  { id: '3', name: '二子玉川' },
]
const unknown = (...texts: string[]) => ({ shop: texts.map((text) => ({ text, rows: 1 })) })

test('a shop without 「店」 is proposed, unless two may be meant or none', () => {
  expect(proposedShops(unknown('三軒茶屋', '二子玉川', '下北沢', ''), {}, shops)).toEqual({ 三軒茶屋: '1' })
})

test('what somebody has answered is not proposed anew', () => {
  expect(proposedShops(unknown('三軒茶屋'), { shop: { 三軒茶屋: '2' } }, shops)).toEqual({})
})
