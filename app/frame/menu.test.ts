import { expect, test } from 'vitest'
import { type Permission, scopeOf } from '#contract/permissions.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import { menu } from '~/areas/menu'
import { visibleMenu } from './visible-menu'

const every = menu.flatMap((group) => group.entries.map((entry) => entry.path))
const pathsOf = (role: RoleLevel) =>
  visibleMenu(menu, (permission: Permission) => scopeOf({ role, isAdmin: false }, permission) !== null).flatMap(
    (group) => group.entries.map((entry) => entry.path),
  )

test('a trading partner sees the dashboard, and no members', () => {
  const seen = pathsOf('level1')
  expect(seen).toContain('/dashboard')
  expect(seen).not.toContain('/hacomono/members')
})

test('head office sees every area', () => {
  expect(pathsOf('all')).toEqual(every)
})

test('a group without an entry is left out', () => {
  expect(visibleMenu(menu, () => false)).toEqual([])
})
