import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Cell, csvStream } from '../../api/csv.ts'
import { openInSpreadsheet } from '../support/spreadsheet.ts'

// A real spreadsheet opens our CSV; vitest.config.ts leaves this file out where there is none (never in CI).

const folder = mkdtempSync(join(tmpdir(), 'karada-desk-csv-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function opened(rows: Cell[][]) {
  const stream = csvStream(
    ['列'],
    (async function* () {
      yield rows
    })(),
  )
  const file = join(folder, 'export.csv')
  writeFileSync(file, Buffer.from(await new Response(stream).arrayBuffer()))
  const sheet = openInSpreadsheet(file)
  return { ...sheet, cells: sheet.cells.slice(1) }
}

test('a spreadsheet finds no formula in an export, with any member name', async () => {
  const hostile = ['=1+1', '+1+1', '-1+1', '@SUM(1,1)', '=HYPERLINK("http://example.invalid","x")', '＝1+1', '\t=1+1']
  const sheet = await opened(hostile.map((cell) => [cell]))
  expect(sheet.hasFormula).toBe(false)
  expect(sheet.cells).toHaveLength(hostile.length)
  for (const cell of sheet.cells) expect(cell.type).toBe('string')
})

test('a spreadsheet keeps the zeros of numbers that are names, and reads Japanese and amounts as they are', async () => {
  const sheet = await opened([['0012345'], ['03-1234-5678'], ['160-0022'], ['髙橋　﨑子'], [-1200]])
  expect(sheet.cells.slice(0, 4).map((cell) => cell.type)).toEqual(['string', 'string', 'string', 'string'])
  expect(sheet.cells[0]?.text).toContain('0012345')
  expect(sheet.cells[3]?.text).toBe('髙橋　﨑子')
  expect(sheet.cells[4]).toEqual({ type: 'float', text: '-1200' })
})
