import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const longestLimit = 240

test('a known limit is one line of at most 240 characters', () => {
  const lines = readFileSync('docs/known-limits.md', 'utf8').split('\n').slice(3)
  const isLimit = (line: string) => line.startsWith('- ')
  expect(lines.filter(isLimit)).not.toEqual([])
  expect(lines.filter((line) => line && !line.startsWith('#') && !isLimit(line))).toEqual([])
  expect(lines.filter((line) => isLimit(line) && line.length > longestLimit)).toEqual([])
})

test('every section of domain.md that code and documents name is there', () => {
  const sections = [...readFileSync('docs/domain.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, name = '']) => name)
  const files = globSync('{api,app,bench,contract,docs,scripts,stub,tests}/**/*.{ts,tsx,mjs,sql,md}')
  const named = files.flatMap((file) => {
    // A comment goes on in the next line.
    const text = readFileSync(file, 'utf8').replace(/\s*\n\s*(\*|\/\/|--)\s*/g, ' ')
    return [...text.matchAll(/domain\.md, "([^"]+)"/g)].map(([, section = '']) => ({ file, section }))
  })
  expect(named).not.toEqual([])
  expect(named.filter(({ section }) => !sections.includes(section))).toEqual([])
})
