import { expect, test } from 'vitest'
import { type Permission, scopeOf } from '#contract/permissions.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import { builtAreas, menu, visibleMenu } from './menu'

const every = new Set(menu.flatMap((group) => group.entries.map((entry) => entry.path)))
const pathsOf = (role: RoleLevel, built: ReadonlySet<string>) =>
  visibleMenu((permission: Permission) => scopeOf({ role, isAdmin: false }, permission) !== null, built).flatMap(
    (group) => group.entries.map((entry) => entry.path),
  )

test('the menu never leads to an area that is not built', () => {
  for (const path of pathsOf('all', builtAreas)) expect(builtAreas.has(path)).toBe(true)
  expect(pathsOf('all', builtAreas)).toContain('/dashboard')
})

test('a trading partner sees the dashboard, and no members, staff or mail', () => {
  const seen = pathsOf('level1', every)
  expect(seen).toContain('/dashboard')
  for (const path of ['/hacomono/members', '/staffs', '/mail/logs', '/shop-reports']) expect(seen).not.toContain(path)
})

test('head office sees every area', () => {
  expect(pathsOf('all', every)).toEqual([...every])
})

test('a group without an entry is left out', () => {
  expect(visibleMenu(() => false, every)).toEqual([])
})
