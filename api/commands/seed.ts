import { parseArgs } from 'node:util'
import type { Db } from '../db/client.ts'
import { demoSealing } from '../lib/sealing.ts'
import { sealingOfKeys } from '../process/config.ts'
import { progressBar } from '../process/progress.ts'
import { toDay, toIso, yesterdayInTokyo } from '../seed/calendar.ts'
import { differingFromPlainCount, sampleOf } from '../seed/plain-sample.ts'
import { defaultSeed, isEmpty, largeChain, seed } from '../seed/seed.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// npm run seed -- [--until YYYY-MM-DD] [--members 3000] [--shops 6] [--months 25] [--data-dir .data] [--database-url …]
// Health data is encrypted with the first key of DAILY_LOG_KEYS, or with the demo key where there is none.

const { values } = parseArgs({
  options: {
    until: { type: 'string', default: yesterdayInTokyo(new Date()) },
    members: { type: 'string', default: String(defaultSeed.members) },
    shops: { type: 'string', default: String(defaultSeed.shops) },
    months: { type: 'string', default: String(defaultSeed.months) },
    ...whichDatabase,
  },
})

await runScript(main)

async function main() {
  const options = {
    until: values.until,
    members: wholeNumber('members', 1, 200_000),
    shops: wholeNumber('shops', 1, 500),
    months: wholeNumber('months', 2, 120),
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(options.until) && !Number.isNaN(toDay(options.until))
  if (!isDay || toIso(toDay(options.until)) !== options.until) {
    throw new Error('--until は YYYY-MM-DD で指定してください。')
  }
  await withDatabase(values, async (database) => {
    await database.alone(async () => {
      if (!(await isEmpty(database)))
        throw new Error(
          'データベースに店舗かスタッフがあるか、最初の管理者の登録を待っているため、シードは行いません。',
        )
      const keys = process.env.DAILY_LOG_KEYS
      const sealing = keys ? sealingOfKeys(keys) : demoSealing
      await seed(database, { ...options, sealing }, progressBar())
      if (options.members > largeChain) await countSample(database.db)
    })
  })
}

/** Counts a few shops' months of a large chain again, from the facts and without the rollups' SQL. */
async function countSample(db: Db) {
  const sample = await sampleOf(db)
  const differing = await differingFromPlainCount(db, sample)
  if (differing.length > 0) {
    const lines = differing.map(
      ({ shopId, month, figure, found, counted }) =>
        `店舗${shopId} ${month} ${figure}: 集計 ${found}、数え直し ${counted}`,
    )
    throw new Error(['集計が、明細からの数え直しと一致しません。', ...lines].join('\n'))
  }
  console.log(`店舗と月の組み合わせ${sample.length}件を明細から数え直し、集計と一致しました。`)
}

function wholeNumber(name: 'members' | 'shops' | 'months', low: number, high: number): number {
  const value = Number(values[name])
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new Error(`--${name} は ${low} から ${high} までの整数で指定してください。`)
  }
  return value
}
