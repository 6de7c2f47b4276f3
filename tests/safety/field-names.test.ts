import { readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
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
      const known = table ? columnsOf(table).map(({ heading, formerly = [] }) => [heading, ...formerly]) : []
      expect(
        headings.filter((one) => !known.some((names) => names.includes(one))),
        file,
      ).toEqual([])
      expect(headings.length, file).toBe(known.length)
    }
  })
})
