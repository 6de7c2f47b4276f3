import { contract } from '#contract/all.ts'
import type { Scoped, Verb } from '../api/context.ts'
import { type Database, openDatabase } from '../api/db/client.ts'
import { migrate } from '../api/db/migrate.ts'
import { inScope } from '../api/db/scope.ts'
import { reportHandlers } from '../api/resources/report/service.ts'
import { seed } from '../api/seed/seed.ts'
import { median, percentile, printTable } from './figures.ts'

const monthlyStats = reportHandlers.monthlyStats as Verb<typeof contract.report.monthlyStats>

const lastDay = (now: Date) => new Date(now.getTime() + 9 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)

/** The months before the current one, newest first, which every history holds. */
const monthsBefore = (until: string, count: number) =>
  Array.from({ length: count }, (_, back) => {
    const date = new Date(Date.UTC(Number(until.slice(0, 4)), Number(until.slice(5, 7)) - 1 - back, 1))
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
  })

/**
 * monthly-stats over tables that hold one, two and three years; shop and month vary, so that caches do not help. The three
 * are measured in turn, so that other load on the machine affects them alike.
 */
export async function benchHistory(rounds: number, members: number) {
  const until = lastDay(new Date())
  const histories: { years: number; database: Database; times: number[] }[] = []
  for (const years of [1, 2, 3]) {
    const database = await openDatabase({ kind: 'pglite', dataDir: 'memory' })
    await migrate(database)
    await seed(database, { until, members, shops: 6, months: years * 12 + 1 })
    histories.push({ years, database, times: [] })
  }
  for (let round = -5; round < rounds; round++) {
    for (const [i, period] of monthsBefore(until, 6).entries()) {
      const shopId = round % 3 === 0 ? undefined : String(((round + 5 + i) % 6) + 1)
      for (const { database, times } of histories) {
        const started = performance.now()
        await askMonth(database, { ...period, ...(shopId && { shopId }) })
        if (round >= 0) times.push(performance.now() - started)
      }
    }
  }
  for (const { database } of histories) await database.close()
  const oneYear = median(histories[0]?.times ?? [])
  printTable(
    `report/monthly-stats by history (PGlite, ${members} members, ${rounds * 6} calls each)`,
    histories.map(({ years, times }) => ({
      history: `${years} year${years > 1 ? 's' : ''}`,
      'p50 ms': median(times).toFixed(2),
      'p99 ms': percentile(times, 0.99).toFixed(2),
      '÷ 1 year': (median(times) / oneYear).toFixed(2),
    })),
  )
}

const askMonth = (database: Database, input: { shopId?: string; year: number; month: number }) =>
  inScope(database, { shops: 'all' }, 'read', async (scoped: Scoped) => {
    const ctx = {
      scoped,
      shops: 'all' as const,
      can: () => true,
      now: new Date(),
      principal: {},
      requestId: 'bench',
      audit: () => {},
    }
    return contract.report.monthlyStats.output.parse(await monthlyStats(ctx as never, input))
  })
