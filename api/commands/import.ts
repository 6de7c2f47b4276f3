import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/expressions.ts'
import { compareMembers } from '../import/member-difference.ts'
import { readMemberRows, type ShopName } from '../import/member-rows.ts'
import { differenceText } from '../import/report.ts'
import { readTable, refuseLarge } from '../import/table.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// npm run import -- --check members.csv [--data-dir .data] [--database-url …]
// Reads a file of members and prints what it would change. Nothing is written: there is no import yet.

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false }, ...whichDatabase },
  allowPositionals: true,
})

await runScript(main)

async function main() {
  const [file, ...others] = positionals
  if (!values.check || file === undefined || others.length > 0) {
    throw new Error('使い方: npm run import -- --check 会員.csv（確認のみ行います）')
  }
  refuseLarge(statSync(file).size)
  const table = await readTable(readFileSync(file))
  await withDatabase(values, async ({ db }) => {
    const shops = await rowsOf<ShopName>(db, sql`select id::text, code, name from shop`)
    const read = readMemberRows(table, { shops, today: tokyoDayOf(new Date()) })
    console.log(differenceText(basename(file), table, read, await compareMembers(db, read)))
  })
}
