import { expect, test } from 'vitest'
import type { Me } from '#contract/user.ts'
import { blankAnnouncement } from './values'

const [shinjuku, shibuya] = ['1', '2'].map((id) => ({ id, name: `店舗${id}` })) as Me['shops']
const chosen = (shop: Me['shops'][number] | undefined) => ({ shopId: shop?.id, shop, shops: [], label: '' })
const writes = (scope: string) => ({ permissions: { 'announcement.write': scope } }) as unknown as Me

test.each([
  ['head office, 新宿店 in the header', 'all', chosen(shinjuku), { scope: 'shops', shopIds: ['1'] }],
  ['head office, 全店舗 in the header', 'all', chosen(undefined), { scope: 'all', shopIds: [] }],
  ['head office of a single shop', 'all', { ...chosen(shinjuku), shopId: undefined }, { scope: 'all', shopIds: [] }],
  ['an owner, 渋谷店 in the header', 'shops', chosen(shibuya), { scope: 'shops', shopIds: ['2'] }],
  ['an owner of several, 全店舗 in the header', 'shops', chosen(undefined), { scope: 'shops', shopIds: [] }],
  ['a manager of one shop', 'shops', { ...chosen(shinjuku), shopId: undefined }, { scope: 'shops', shopIds: ['1'] }],
])('a new announcement of %s is for that shop', (_, right, header, target) => {
  expect(blankAnnouncement(writes(right), header).target).toEqual(target)
})
