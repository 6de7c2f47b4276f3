import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Every input has one look and one height: a screen draws none by itself.

const files = globSync('app/**/*.tsx')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const filesWith = (what: RegExp) => files.flatMap(({ file, text }) => (what.test(text) ? [file] : []))

test('there is one select', () => {
  expect(filesWith(/<select\b/)).toEqual(['app/components/ui/native-select.tsx'])
})

test('no input has a height or a border of its own', () => {
  const inputs = files.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:input|NativeSelect)\b[^<]*?className=("[^"]*"|\{[^\n]*\})/g)].map(([, look = '']) => ({
      file,
      look,
    })),
  )
  expect(inputs.length).toBeGreaterThan(50)
  expect(inputs.filter(({ look }) => /\bborder-input\b|\bh-(8|9|10|11)\b/.test(look))).toEqual([])
})
