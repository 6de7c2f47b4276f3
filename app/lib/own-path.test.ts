import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from './own-path'

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard?month=2026-10#sales', '/dashboard?month=2026-10#sales'],
  ['/hacomono/members?keyword=%E3%82%B5', '/hacomono/members?keyword=%E3%82%B5'],
])('after sign-in %s leads back to itself', (wanted, path) => {
  expect(ownPath(wanted)).toBe(path)
})

test.each([
  undefined,
  '',
  'dashboard',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?redirect=/login',
  '/hacomono/members/%E3%81',
  `/${'a'.repeat(3000)}`,
  42,
])('after sign-in %j leads to the dashboard', (wanted) => {
  expect(ownPath(wanted)).toBe('/dashboard')
})

test('the return address stays on this origin for any input', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', 'e', '\t', '\n', '?', '#', '%2f') }),
      (text) => {
        const path = ownPath(text)
        expect(new URL(path, 'https://desk.example').origin).toBe('https://desk.example')
        expect(path.startsWith('//')).toBe(false)
      },
    ),
  )
})
