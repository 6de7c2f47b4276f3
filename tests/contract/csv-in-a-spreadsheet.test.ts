import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { phoneText } from '#contract/phone.ts'
import { type Cell, csvStream } from '../../api/wire/csv.ts'
import { lookUp, openInSpreadsheet } from '../support/spreadsheet.ts'

// A real spreadsheet program opens our CSV; vitest.config.ts skips this file where none is installed (in CI).

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
  return { file, ...sheet, cells: sheet.cells.slice(1) }
}

test('a spreadsheet finds no formula in an export, whatever the member names', async () => {
  const hostile = ['=1+1', '+1+1', '-1+1', '@SUM(1,1)', '=HYPERLINK("http://example.invalid","x")', '＝1+1', '\t=1+1']
  const sheet = await opened(hostile.map((cell) => [cell]))
  expect(sheet.hasFormula).toBe(false)
  expect(sheet.cells).toHaveLength(hostile.length)
  for (const cell of sheet.cells) expect(cell.type).toBe('string')
})

const phones = ['09012345678', '0312345678', '0110123456', '0120012010', '08001234567', '0570012345'].map(phoneText)

test('a spreadsheet keeps leading zeros of numbers, and reads Japanese and amounts correctly', async () => {
  const texts = [...phones, '0012345', '06123456789012', '12345678901234567', '160-0022', '***-****-5678', '髙橋　﨑子']
  const sheet = await opened([...texts.map((text) => [text]), [-1200]])
  expect(sheet.cells.slice(0, -1)).toEqual(texts.map((text) => ({ type: 'string', text })))
  expect(sheet.cells.at(-1)).toEqual({ type: 'float', text: '-1200' })
})

test('a formula finds the numbers as they are shown on the screens', async () => {
  const numbers = [...phones, '0012345', '12345678901234567']
  const { file } = await opened(numbers.map((number, at) => [number, `会員${at}`]))
  expect(lookUp(file, numbers)).toEqual(numbers.map((_, at) => `会員${at}`))
})
