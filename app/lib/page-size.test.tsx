import { expect, test, vi } from 'vitest'
import { usualPageSize } from './page-size'

const browser = vi.hoisted(() => ({ rows: undefined as string | undefined, isPhone: false }))
vi.mock('./cookies', () => ({ remembered: () => browser.rows, isPhone: () => browser.isPhone }))

test.each([
  [undefined, false, 50],
  [undefined, true, 10],
  ['100', false, 100],
  ['100', true, 100],
  ['7', false, 50],
  ['many', true, 10],
])('remembered %s, on a phone %s: %i rows a page', (rows, isPhone, size) => {
  Object.assign(browser, { rows, isPhone })
  expect(usualPageSize()).toBe(size)
})
