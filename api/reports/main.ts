import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/client.ts'
import { holdDataDir } from '../db/data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { progressBar } from '../db/seed/progress.ts'
import { differingMonths, rebuildMonths } from './rebuild.ts'

// npm run rollup -- --from YYYY-MM --to YYYY-MM [--check] [--data-dir .data] [--database-url …]
// With --check nothing is written: what a recomputation would change is told, and the exit code is 1 if there is any.

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    check: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
    'database-url': { type: 'string', default: process.env.DATABASE_URL },
  },
})

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main() {
  const range = { from: firstOf('from'), to: firstOf('to') }
  if (range.to < range.from) throw new Error('--to は --from 以降の月を指定してください。')
  const url = values['database-url']
  const release = url ? () => {} : holdDataDir(values['data-dir'])
  const database = await openDatabase(
    url ? { kind: 'postgres', url } : { kind: 'pglite', dataDir: join(values['data-dir'], 'db') },
  )
  const bar = progressBar()
  try {
    await migrate(database)
    await database.alone(async () => {
      if (!values.check) return rebuildMonths(database.db, range, bar)
      const found = await differingMonths(database.db, range, bar)
      for (const { rollup, shopId, month } of found) console.log(`${month} 店舗 ${shopId}: ${rollup} が一致しません。`)
      if (found.length === 0) console.log('集計はすべて元データと一致しています。')
      else process.exitCode = 1
    })
  } finally {
    await database.close()
    release()
  }
}

/** The first day of a month given as YYYY-MM, or of the one that a YYYY-MM-DD lies in. */
function firstOf(name: 'from' | 'to'): string {
  const month = /^(\d{4}-(0[1-9]|1[0-2]))(-\d{2})?$/.exec(values[name] ?? '')?.[1]
  if (!month) throw new Error(`--${name} は YYYY-MM で指定してください。`)
  return `${month}-01`
}
