import { expect, test } from 'vitest'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { Principal } from '../context.ts'
import { reachOf, shopsOf } from './reach.ts'

const principal = (role: RoleLevel, isAdmin = false): Principal => ({
  staffId: '7',
  userId: '70',
  sid: 'session',
  email: 'person@example.jp',
  displayName: '職員',
  role,
  isAdmin,
  shopStaffList: [
    { id: '1', shopId: '3' },
    { id: '2', shopId: '5' },
  ],
  signedInAt: new Date('2026-11-21T01:00:00Z'),
  isPreview: false,
  lastUsedAt: null,
})
const shopIds = ['3', '5']

test.each([
  ['a trainer reads condition logs of the members assigned to them', 'level2', 'log.condition', 'assigned'],
  ['a shop manager reads them of their shops', 'level3', 'log.condition', 'shops'],
  ['a franchise owner sees counts of at least five people', 'level4', 'log.condition', 'aggregate'],
  ['head office reads them all', 'all', 'log.condition', 'all'],
  ['a trading partner sees figures as counts', 'level1', 'report.members', 'aggregate'],
  ['a trading partner reads what is published', 'level1', 'announcement.read', 'published'],
  ['a trainer reads the audit log of their own acts', 'level2', 'audit.read', 'own'],
] as const)('%s', (_, role, permission, rule) => {
  expect(reachOf(principal(role), permission)).toEqual(
    {
      all: { rule: 'all' },
      shops: { rule: 'shops', shopIds },
      published: { rule: 'published', shopIds },
      assigned: { rule: 'assigned', shopIds, staffId: '7' },
      aggregate: { rule: 'aggregate', shopIds, atLeast: 5 },
      own: { rule: 'own', staffId: '7' },
    }[rule],
  )
})

test('without the right nothing is reached', () => {
  expect(reachOf(principal('level1'), 'member.read')).toBeNull()
  expect(reachOf(principal('all'), 'admin.flag')).toBeNull()
  expect(reachOf(principal('level1', true), 'admin.flag')).toEqual({ rule: 'all' })
})

test('head office and admins see every shop, everyone else their own', () => {
  expect([shopsOf(principal('all')), shopsOf(principal('level1', true))]).toEqual(['all', 'all'])
  expect(shopsOf(principal('level4'))).toEqual(shopIds)
})
