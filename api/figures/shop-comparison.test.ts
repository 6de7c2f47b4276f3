import { expect, test } from 'vitest'
import { similarTo } from './shop-comparison.ts'

const shop = (members: number, ages: Record<string, number>, plans: Record<string, number> = { full: members }) => ({
  members,
  ages: new Map(Object.entries(ages)),
  plans: new Map(Object.entries(plans)),
})

test('a shop of the same people is nearer than one of the same size, where shops differ in both', () => {
  const shops = new Map([
    ['own', shop(1000, { 20: 800, 60: 200 })],
    ['same people', shop(1300, { 20: 1040, 60: 260 })],
    ['same size', shop(1000, { 20: 300, 60: 700 })],
    ['other', shop(400, { 20: 120, 60: 280 })],
  ])
  expect(similarTo('own', shops).map(({ shopId }) => shopId)[0]).toBe('same people')
})

test('ages that hardly differ between shops decide as much as size: each counts by what is usual between shops', () => {
  const ages = (young: number) => ({ 20: young * 10, 60: 1000 - young * 10 })
  const shops = new Map([
    ['own', shop(1000, ages(50))],
    ['as young', shop(1600, ages(50))],
    ['as large', shop(1000, ages(54))],
    ['both differ', shop(1600, ages(54))],
  ])
  const [first, second, third] = similarTo('own', shops).map(({ shopId }) => shopId)
  expect([first, second].sort()).toEqual(['as large', 'as young'])
  expect(third).toBe('both differ')
})

test('the ages of a few people are no profile: a small shop is taken to be like all shops together', () => {
  const shops = new Map([
    ['own', shop(1000, { 20: 500, 60: 500 })],
    ['few', shop(10, { 20: 10 })],
    ['many', shop(1000, { 20: 1000 })],
  ])
  const byId = new Map(similarTo('own', shops).map((one) => [one.shopId, one]))
  expect(byId.get('few')?.ages).toBeGreaterThan(0.7)
  expect(byId.get('many')?.ages).toBeLessThan(0.6)
})
