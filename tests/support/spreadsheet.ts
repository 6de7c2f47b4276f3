import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** In CI a missing spreadsheet is a failure like any other; elsewhere its tests are left out. */
export const hasSpreadsheet = Boolean(process.env.CI) || existsSync('/usr/bin/soffice')

const cell = /<table:table-cell[^>]*office:value-type="(\w+)"[^>]*>\s*<text:p>(.*?)<\/text:p>/gs

/**
 * A CSV file as LibreOffice understands it: the type and the text of each cell that is not empty, how many rows hold
 * any, and whether there is any formula.
 */
export function openInSpreadsheet(file: string) {
  const folder = dirname(file)
  // Comma, double quote, UTF-8.
  const reading = ['--headless', '--infilter=CSV:44,34,76', '--convert-to', 'fods', '--outdir', folder]
  execFileSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, ...reading, file], { stdio: 'pipe' })
  const sheet = readFileSync(join(folder, basename(file).replace(/\.csv$/, '.fods')), 'utf8')
  return {
    hasFormula: sheet.includes('table:formula'),
    rows: sheet
      .split('<table:table-row')
      .slice(1)
      .filter((row) => row.includes('<text:p>')).length,
    cells: [...sheet.matchAll(cell)].map(([, type, text]) => ({ type, text: text?.replaceAll('&apos;', "'") ?? '' })),
  }
}
