import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** In CI a missing spreadsheet is a failure like any other; elsewhere its tests are left out. */
export const hasSpreadsheet = Boolean(process.env.CI) || existsSync('/usr/bin/soffice')

const cell = /<table:table-cell[^>]*office:value-type="(\w+)"[^>]*>\s*<text:p>(.*?)<\/text:p>/gs

function convert(file: string, to: string, ...reading: string[]) {
  const folder = dirname(file)
  const how = ['--headless', ...reading, '--convert-to', to, '--outdir', folder]
  execFileSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, ...how, file], { stdio: 'pipe' })
}

const quoted = (text: string) => `&quot;${text}&quot;`

/** What VLOOKUP finds in the second column of an opened CSV file, for each text in its first. */
export function lookUp(file: string, texts: readonly string[]): string[] {
  const opened = readFileSync(file.replace(/\.csv$/, '.fods'), 'utf8')
  const [, sheet] = opened.match(/<table:table table:name="([^"]+)"/) ?? []
  const rows = texts.map(
    (text) =>
      `<table:table-row><table:table-cell table:formula="of:=VLOOKUP(${quoted(text)};[$${sheet}.$A$1:.$B$999];2;0)"/></table:table-row>`,
  )
  const lookup = file.replace(/\.csv$/, '-lookup.fods')
  // A spreadsheet writes its first sheet as CSV.
  writeFileSync(
    lookup,
    opened.replace('<table:table ', `<table:table table:name="lookup">${rows.join('')}</table:table><table:table `),
  )
  convert(lookup, 'csv:Text - txt - csv (StarCalc):44,34,76')
  return readFileSync(lookup.replace(/\.fods$/, '.csv'), 'utf8')
    .trimEnd()
    .split('\n')
}

/**
 * A CSV file as LibreOffice understands it: the type and the text of each cell that is not empty, how many rows hold
 * any, and whether there is any formula.
 */
export function openInSpreadsheet(file: string) {
  const folder = dirname(file)
  // Comma, double quote, UTF-8.
  convert(file, 'fods', '--infilter=CSV:44,34,76')
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
