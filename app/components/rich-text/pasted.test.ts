import { expect, test } from 'vitest'
import { meantText } from './pasted'

// What is pasted as HTML is tested in a browser: `tests/e2e/rich-text.spec.ts`.

test('rows of a spreadsheet are lines, and their cells stand apart', () => {
  expect(meantText('曜日\t開館\t\r\n土曜日\t10:00\r\n')).toBe('曜日\u3000開館\r\n土曜日\u300010:00')
})
