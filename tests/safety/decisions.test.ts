import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// Decisions keep their numbers when their pages are merged: a comment that cites one is found by a search.

const texts = globSync([
  '*.{md,ts,json,jsonc}',
  '{api,app,bench,build,contract,docs,provider,scripts,stub,tests}/**/*.{md,ts,tsx,mjs,sql,css}',
]).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const documents = texts.filter(({ file }) => file.endsWith('.md'))
const pages = documents.filter(({ file }) => file.startsWith('docs/decisions/'))
const headings = pages.flatMap(({ text }) => [...text.matchAll(/^## (\d{4}): /gm)].map(([, number = '']) => number))

/** `0081–0086` cites each number between, too. */
const numbersIn = (citation: string) =>
  [...citation.matchAll(/(\d{4})(?:\s?[–-]\s?(\d{4}))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => String(Number(first) + at).padStart(4, '0')),
  )
/** A comment's lines as one, without a document's code. */
const flat = (file: string, text: string) =>
  file.endsWith('.md') ? text.replaceAll(/`[^`\n]*`/g, '') : text.replaceAll(/\n\s*(?:\*|\/\/|--)\s?/g, ' ')
const named = /\bdecisions?[\s/]\[?(0\d{3}(?:(?:,| and|\s?[–-])?\s?0\d{3})*)/gi
const inBrackets = /\((0[01]\d{2}(?:, 0[01]\d{2})*)[,;)]/g
const inADocument = /(?<![\d.-])(0[01]\d{2}(?:\s?–\s?0[01]\d{2})?)(?![\d.-])/g

test('each decision that is cited has a heading with its number', () => {
  const missing = texts.flatMap(({ file, text }) =>
    (file.endsWith('.md') ? [inADocument] : [named, inBrackets])
      .flatMap((form) => [...flat(file, text).matchAll(form)].flatMap(([, cited = '']) => numbersIn(cited)))
      .filter((number) => !headings.includes(number))
      .map((number) => `${file}: ${number}`),
  )
  expect([...new Set(missing)]).toEqual([])
})

test('a decision stands on one page', () => {
  expect(headings.filter((number, at) => headings.indexOf(number) !== at)).toEqual([])
})

/** The name that a rendered heading has in an address. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

test('a link of a document to another file leads to a file and heading that exist', () => {
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, path = '', heading]) => {
      const target = path ? join(dirname(file), path) : file
      if (!existsSync(target)) return [`${file}: ${link}`]
      const anchors = () => [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, of = '']) => anchor(of))
      return heading && !anchors().includes(heading) ? [`${file}: ${link}`] : []
    }),
  )
  expect(broken).toEqual([])
})
