import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Cell, csvStream } from '../../api/csv.ts'

// A real spreadsheet opens our CSV; vitest.config.ts leaves this file out where there is none (never in CI).

const folder = mkdtempSync(join(tmpdir(), 'karada-desk-csv-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The sheet as LibreOffice understands it: the type and the text of each cell, and whether there is any formula. */
async function opened(rows: Cell[][]) {
  const stream = csvStream(
    ['列'],
    (async function* () {
      yield rows
    })(),
  )
  const file = join(folder, 'export.csv')
  writeFileSync(file, Buffer.from(await new Response(stream).arrayBuffer()))
  // Comma, double quote, UTF-8.
  const reading = ['--headless', '--infilter=CSV:44,34,76', '--convert-to', 'fods', '--outdir', folder]
  execFileSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, ...reading, file], { stdio: 'pipe' })
  const sheet = readFileSync(join(folder, 'export.fods'), 'utf8')
  const cells = [...sheet.matchAll(/<table:table-cell[^>]*office:value-type="(\w+)"[^>]*>\s*<text:p>(.*?)<\/text:p>/gs)]
  return {
    hasFormula: sheet.includes('table:formula'),
    cells: cells.slice(1).map(([, type, text]) => ({ type, text: text?.replaceAll('&apos;', "'") })),
  }
}

test('a spreadsheet finds no formula in an export, whatever members are called', async () => {
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
