import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Permission, scopeOf } from '#contract/permissions.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import { PermissionGate } from './permission-gate'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
const who = vi.hoisted(() => ({ role: 'level1' as RoleLevel }))
vi.mock('./session', () => ({
  useCan: () => (permission: Permission) => scopeOf({ role: who.role, isAdmin: false }, permission) !== null,
}))
afterEach(cleanup)

test('without the permission the screen shows 403 and a link home, and nothing of the area', () => {
  who.role = 'level1'
  render(<PermissionGate permission="mailLog.read">送信履歴</PermissionGate>)
  expect(screen.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeTruthy()
  expect(screen.getByText('403')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'ダッシュボードへ' }).getAttribute('href')).toBe('/dashboard')
  expect(screen.queryByText('送信履歴')).toBeNull()
})

test('with the permission the screen appears', () => {
  who.role = 'level3'
  render(<PermissionGate permission="mailLog.read">送信履歴</PermissionGate>)
  expect(screen.getByText('送信履歴')).toBeTruthy()
  expect(screen.queryByText('403')).toBeNull()
})

test('a screen without a right of its own is open to everyone who is signed in', () => {
  who.role = 'level1'
  render(<PermissionGate permission={undefined}>ご案内</PermissionGate>)
  expect(screen.getByText('ご案内')).toBeTruthy()
})
