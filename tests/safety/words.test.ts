import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// One word for one thing: docs/glossary.md says which.

const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word') && !line.startsWith('| -'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const glossary = rows.map(([, word = '', , , not = '']) => ({
  word,
  not: [...not.matchAll(/`([^`]+)`/g)].map(([, other = '']) => other),
}))

const files = globSync(['app/**/*.{ts,tsx}', 'contract/**/*.ts'])
  .filter((file) => !/\.test\.|\.fixture\.|routeTree/.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }))
const linesWith = (isWrong: (line: string) => boolean) =>
  files.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => (isWrong(line) ? `${file}:${at + 1}: ${line.trim()}` : [])),
  )

test.each(glossary)('$word is said in no other way', ({ word, not }) => {
  expect(not.length).toBeGreaterThan(0)
  // ブラウザー begins with what it replaces.
  const without = (line: string) => line.replaceAll(word, '')
  expect(linesWith((line) => not.some((other) => without(line).includes(other)))).toEqual([])
})

test('a button says what it does as a verb', () => {
  const nouns = /^\s*(削除|複製|保存|破棄|中止|復元|変更|更新|登録|追加|解除|選択)\s*$/
  expect(linesWith((line) => nouns.test(line))).toEqual([])
})
