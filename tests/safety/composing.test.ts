import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Every key handler leaves the keys of a conversion to the IME, and no Enter of a conversion submits a form.

const app = new URL('../../app/', import.meta.url)
const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(new URL(file, app), 'utf8') }))

/** From this place to the end of the bracket that opens there. */
function bracketAt(text: string, from: number) {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('({['.includes(text[at] ?? '')) depth++
    if (')}]'.includes(text[at] ?? '') && --depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from)
}

/** A function of the file, by its name: its line and what is indented below it. */
function functionIn(text: string, name: string) {
  const [found, indent = ''] =
    new RegExp(`^( *)(?:export )?(?:const|function) ${name}\\b.*\\n(?:\\1 .*\\n|\\n)*`, 'm').exec(text) ?? []
  return found === undefined ? '' : `${indent}${found}`
}

/** The code that runs, with the functions of the same file that it calls. */
function reached(text: string, code: string, seen = new Set<string>()): string {
  const names = [...code.matchAll(/\b[a-z]\w*\b/g)].map(([name]) => name).filter((name) => !seen.has(name))
  for (const name of names) seen.add(name)
  return [code, ...[...new Set(names)].map((name) => functionIn(text, name)).filter(Boolean)]
    .map((part, at) => (at === 0 ? part : reached(text, part, seen)))
    .join('\n')
}

const handlers = files.flatMap(({ file, text }) => {
  const starts = /onKey(?:Down|Up|Press)(?:Capture)?(?:=(?=\{)|: )|addEventListener\('key\w+', /g
  return [...text.matchAll(starts)].map((found) => {
    const at = found.index + found[0].length
    const handler = text[at] === '{' ? bracketAt(text, at) : (/^\w+/.exec(text.slice(at))?.[0] ?? '')
    return { file, code: reached(text, handler) }
  })
})

/** A handler that reads no key acts on none. */
const readsKey = /\bkey\b(?!:)/

test('key handlers are found', () => {
  expect(handlers.filter(({ code }) => readsKey.test(code)).length).toBeGreaterThan(15)
})

test('a key that an IME needs acts nowhere else', () => {
  const without = handlers.filter(
    ({ code }) =>
      readsKey.test(code) && !/\b(isComposing|keepConversion)\b\(?/.test(code.replaceAll(/\.isComposing/g, '')),
  )
  // A single line of text, whose Enter would submit the form, converting or not.
  expect(
    without.filter(
      ({ code }) =>
        !/^\{\(event\) => \{?\s*(\/\/.*\n\s*)?(if \()?event\.key === 'Enter'( &&|\)) event\.preventDefault\(\)/.test(
          code,
        ),
    ),
  ).toEqual([])
})

/** An opening tag with its attributes; a `>` in brackets does not end it. */
function tagAt(text: string, from: number) {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') at += bracketAt(text, at).length - 1
    else if (text[at] === '>') return text.slice(from, at + 1)
  }
  return text.slice(from)
}

test('Enter that ends a conversion submits no form', () => {
  const forms = files.flatMap(({ file, text }) =>
    [...text.matchAll(/<form\b/g)].map(({ index }) => ({ file, tag: tagAt(text, index) })),
  )
  // Of the public pages, which run no script, one has a form: without a field.
  const unguarded = forms.filter(
    ({ file, tag }) => !file.startsWith('server/') && !tag.includes('onKeyDown={keepConversion}'),
  )
  expect(unguarded).toEqual([])
})
