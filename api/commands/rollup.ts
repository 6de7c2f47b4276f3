import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from '../db/client.ts'
import { countLater, isAnythingLeft, monthsLeft } from '../figures/count-later.ts'
import { differingMonths, type MonthRange, monthsToCheck, rebuildMonths } from '../figures/rebuild.ts'
import type { OnMonth } from '../figures/rollup.ts'
import { progressBar } from '../process/progress.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// npm run rollup [-- --from YYYY-MM --to YYYY-MM] [--check] [--data-dir .data] [--database-url …]
// Without months it counts what an import left to be counted, as a running API does by itself.
// With --check nothing is written: differences to a recomputation are printed, with exit code 1 if there are any.
// Without months it checks those that the API checks once a calendar month.

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    check: { type: 'boolean', default: false },
    ...whichDatabase,
  },
})

await runScript(main)

async function main() {
  const named = values.from || values.to ? namedMonths() : null
  const bar = progressBar()
  await withDatabase(values, async (database) => {
    await database.alone(async () => {
      if (!values.check) return named ? rebuildMonths(database.db, named, bar) : countWhatIsLeft(database, bar)
      const range = named ?? (await monthsToCheck(database.db))
      const found = range ? await differingMonths(database.db, range, { onMonth: bar }) : []
      for (const { rollup, shopId, month } of found)
        console.log(`${month} ${shopId === '0' ? '全店' : `店舗 ${shopId}`}: ${rollup} が一致しません。`)
      if (found.length === 0) console.log('集計はすべて元データと一致しています。')
      else process.exitCode = 1
    })
  })
}

async function countWhatIsLeft(database: Database, bar: OnMonth) {
  const all = await monthsLeft(database.db)
  let counted = 0
  // Another process may be at it.
  for (; await isAnythingLeft(database.db); await setTimeout(1000)) {
    await countLater(database, {
      onStep: ({ what, month }) => {
        if (what === 'chain' && month) bar(Math.min(1, ++counted / all), month.slice(0, 7))
      },
    })
  }
  console.log(all === 0 ? '集計を待っている月はありません。' : '集計が終わりました。')
}

function namedMonths(): MonthRange {
  const range = { from: firstOf('from'), to: firstOf('to') }
  if (range.to < range.from) throw new Error('--to は --from 以降の月を指定してください。')
  return range
}

/** The first day of a month given as YYYY-MM or YYYY-MM-DD. */
function firstOf(name: 'from' | 'to'): string {
  const month = /^(\d{4}-(0[1-9]|1[0-2]))(-\d{2})?$/.exec(values[name] ?? '')?.[1]
  if (!month) throw new Error(`--${name} は YYYY-MM で指定してください。`)
  return `${month}-01`
}
