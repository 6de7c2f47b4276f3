import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type NounWords, nouns } from '#contract/words/nouns.ts'
import { columnsOf } from '../../api/export/cells.ts'
import { exportedTables } from '../../api/export/tables.ts'

// A field has one name on the screen, in the log, in the export and in files, or a reason.

/** Without its unit, and without what says that it is a number. */
const plain = (label: string) => label.replace(/（[^）]*）$/, '').replace(/の番号$/, '')

describe('the export', () => {
  test('names each field as its noun does, or says why not', () => {
    const others = exportedTables.flatMap((one) =>
      Object.entries(one.columns).flatMap(([name, given]) => {
        const heading = typeof given === 'string' ? given : 'heading' in given ? given.heading : undefined
        const label = one.fields?.[name]
        if (heading === undefined || label === undefined || plain(heading) === plain(label)) return []
        return typeof given === 'object' && 'because' in given ? [] : [`${one.file}.${name}: ${heading}, not ${label}`]
      }),
    )
    expect(others).toEqual([])
  })

  test('has no two columns of a file under one heading, also of earlier releases', () => {
    for (const one of exportedTables) {
      const headings = columnsOf(one).flatMap(({ heading, formerly = [] }) => [heading, ...formerly])
      expect(new Set(headings).size, getTableName(one.table)).toBe(headings.length)
    }
  })

  test('knows every heading of the files of format 4', () => {
    const lines = readFileSync('tests/support/export-headings-4.csv', 'utf8').trim().split('\n')
    for (const [file, ...headings] of lines.map((line) => line.split(','))) {
      const table = exportedTables.find((one) => `${one.file}.csv` === file)
      const columns = table ? columnsOf(table).filter(({ without }) => without === undefined) : []
      const known = columns.map(({ heading, formerly = [] }) => [heading, ...formerly])
      expect(
        headings.filter((one) => !known.some((names) => names.includes(one))),
        file,
      ).toEqual([])
      expect(headings.length, file).toBe(known.length)
    }
  })
})

test('the log names each field as its noun does, but for the reasons beside them', async () => {
  const others: string[] = []
  for (const [noun, { fields = {} }] of Object.entries<NounWords>(nouns)) {
    const file = noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (!existsSync(`contract/words/fields/${file}.ts`)) continue
    const declared = await import(`../../contract/words/fields/${file}.ts`)
    const labels: Record<string, string> = Object.assign({}, ...Object.values(declared))
    for (const [name, { label }] of Object.entries(fields)) {
      if (labels[name] !== undefined && label !== labels[name]) others.push(`${noun}.${name}`)
    }
  }
  expect(others).toEqual(['member.mailConsentOn', 'shop.name', 'shop.address'])
})

describe('a screen', () => {
  const files = ['app/features', 'app/nouns', 'app/components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
      /(?<!\.test)\.tsx?$/.test(file) ? [join(folder, file)] : [],
    ),
  )
  const imported = /import \{([^}]+)\} from '#contract\/words\/fields\/([\w-]+)\.ts'/g
  /** A field's name beside a label by hand: a column of a list, a filter, a field of a form. */
  const byHand = [
    /\{\s*id: '(\w+)',\s*(?:\/\/ (Another name): .+\n\s*)?label: '([^']+)'/g,
    /(?:choice|text)Filter\(\s*'(\w+)',\s*(?:\/\/ (Another name): .+\n\s*)?'([^']+)'/g,
    /field=\{fields\.(\w+)\}\s+()label="([^"]+)"/g,
  ]

  test('says no name of a field by hand that its noun has, or says why', async () => {
    const found: string[] = []
    let screens = 0
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      const nouns = [...text.matchAll(imported)]
      if (nouns.length === 0) continue
      screens += 1
      for (const [, exported = '', noun] of nouns) {
        const all = await import(`../../contract/words/fields/${noun}.ts`)
        const fields = Object.assign({}, ...exported.split(',').map((name) => all[name.trim()]))
        for (const pattern of byHand) {
          for (const { 1: name = '', 2: reason, 3: label, index } of text.matchAll(pattern)) {
            const [above = ''] = text.slice(0, index).split('\n').slice(-2)
            if (fields[name] === undefined || reason || above.includes('Another name: ')) continue
            found.push(`${file}: ${label}, not ${fields[name]}`)
          }
        }
        for (const label of Object.values(fields) as string[]) {
          if (text.includes(`<Fact label="${label}"`)) found.push(`${file}: ${label}`)
        }
      }
    }
    expect(found).toEqual([])
    expect(screens).toBeGreaterThan(50)
  })
})
