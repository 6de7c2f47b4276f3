import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const longestLimit = 240

test('a known limit is one line of at most 240 characters', () => {
  const lines = readFileSync('docs/known-limits.md', 'utf8').split('\n').slice(3)
  const isLimit = (line: string) => line.startsWith('- ')
  expect(lines.filter(isLimit)).not.toEqual([])
  expect(lines.filter((line) => line && !line.startsWith('#') && !isLimit(line))).toEqual([])
  expect(lines.filter((line) => isLimit(line) && line.length > longestLimit)).toEqual([])
})
