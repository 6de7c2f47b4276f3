import { expect, test } from 'vitest'
import type { ShopMonth } from '#contract/report.ts'
import { shopColumns, sortedShops } from './shop-columns'

const shop = (shopId: string, closing: number | null, change: Partial<ShopMonth> = {}): ShopMonth => ({
  shopId,
  shopName: `店舗${shopId}`,
  opening: 1000,
  admissions: 20,
  withdrawals: 10,
  netGrowth: 11,
  transferIn: 2,
  transferOut: 1,
  closing,
  churnRate: 0.01,
  visits: 4000,
  visitRate: 0.7,
  utilization: 0.6,
  trialConversion: 0.5,
  target: null,
  scheduled: null,
  landing: null,
  ...change,
})
const shops = [shop('1', 300), shop('2', null), shop('3', 500), shop('4', 100)]
const order = (...[sort]: [Parameters<typeof sortedShops>[2]?]) =>
  sortedShops(shops, shopColumns(shops), sort).map(({ shopId }) => shopId)

test('shops are in default order or sorted by a figure; those without a value come last', () => {
  expect(order()).toEqual(['1', '2', '3', '4'])
  expect(order({ id: 'closingMembers', direction: 'descending' })).toEqual(['3', '1', '4', '2'])
  expect(order({ id: 'closingMembers', direction: 'ascending' })).toEqual(['4', '1', '3', '2'])
})

test('money and target columns exist only if the response has them', () => {
  const labels = (list: ShopMonth[]) => shopColumns(list).map(({ label }) => label)
  expect(labels(shops).join()).not.toMatch(/売上|客単価|回収率|達成率/)
  const target = { admissions: 30, withdrawals: 20, closing: 1000 }
  expect(labels([shop('1', 300, { target })])).toContain('入会の達成率')
  expect(labels([shop('1', 300, { target })]).join()).not.toMatch(/売上/)
  const rich = [shop('1', 300, { target: { ...target, sales: 1 }, sales: 2, arpu: 3, collectionRate: 1 })]
  expect(labels(rich)).toEqual(expect.arrayContaining(['売上', '客単価', '回収率', '売上の達成率']))
})

test('純増減 includes transfers, and a running month has no 期末', () => {
  const labels = shopColumns(shops, '在籍（11/21時点）').map(({ label }) => label)
  expect(labels[0]).toBe('在籍（11/21時点）')
  expect(labels.slice(2, 7)).toEqual(['入会', '退会（着地見込）', '純増減（着地見込）', '転入', '転出'])
  expect(shopColumns(shops)[0]?.label).toBe('期末在籍')
})

test('a figure withheld from every shop has no column', () => {
  const partners = shops.map(({ shopId, closing }) => ({ ...shop(shopId, closing), churnRate: null, opening: null }))
  const ids = shopColumns(partners).map(({ id }) => id)
  expect(ids).toContain('closingMembers')
  expect(ids).not.toContain('churnRate')
})

test('a share of a target is announced as such, and opens the rows of the actual value', () => {
  const aimed = shop('1', 300, { target: { admissions: 40, withdrawals: 20, closing: 1000 } })
  const column = shopColumns([aimed]).find(({ id }) => id === 'admissionsOfTarget')
  expect(column?.figure(aimed)).toEqual({
    key: 'admissions',
    label: '入会の達成率',
    value: 20,
    text: '50.0%',
    derived: '50.0%',
  })
  expect(column?.figure(shop('2', 300))).toMatchObject({ value: null, text: '–' })
})

test('a running month has 退会, 純増減 and 退会率 of its last day, and the shares of their targets', () => {
  const ahead = {
    scheduled: { admissions: 1, withdrawals: 14 },
    target: { admissions: 40, withdrawals: 20, closing: 1000 },
  }
  const one = shop('1', 1011, { ...ahead, landing: { withdrawals: 25, closing: 990 } })
  const young = shop('2', 1011, { ...ahead, landing: null })
  const texts = (of: ShopMonth) =>
    Object.fromEntries(shopColumns([one, young], '在籍（11/20時点）').map(({ id, figure }) => [id, figure(of).text]))
  expect(texts(one)).toMatchObject({
    withdrawals: '25',
    netGrowth: '▲10',
    churnRate: '2.5%',
    withdrawalsOfTarget: '125.0%',
    closingMembersOfTarget: '99.0%',
  })
  // Without a forecast: what is known.
  expect(texts(young)).toMatchObject({ withdrawals: '24', netGrowth: '▲2', withdrawalsOfTarget: '120.0%' })
  const column = shopColumns([one], '在籍').find(({ id }) => id === 'withdrawals')
  expect(column?.figure(one)).toMatchObject({ key: 'knownWithdrawals', value: 24, derived: '25' })
})
