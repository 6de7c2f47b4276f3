import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { columnsOf } from '../../api/export/cells.ts'
import { exportedTables } from '../../api/export/tables.ts'

test('no two columns of an exported file have one heading, also of earlier releases', () => {
  for (const one of exportedTables) {
    const headings = columnsOf(one).flatMap(({ heading, formerly = [] }) => [heading, ...formerly])
    expect(new Set(headings).size, getTableName(one.table)).toBe(headings.length)
  }
})
