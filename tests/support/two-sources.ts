import { sql } from 'drizzle-orm'
import { demoSealing } from '../../api/lib/sealing.ts'
import { createLog } from '../../api/process/log.ts'
import { performRun } from '../../api/sync/run.ts'
import { beginRun } from '../../api/sync/runs.ts'
import { type Api, startApi } from './api.ts'
import { importsOf } from './imports.ts'
import { memoryProvider } from './provider.ts'

/** A club of one shop, with files and a club system. */
export async function startTwoSources() {
  const api = await startApi({ rates: { ofRows: 100_000 } })
  return { api, imports: importsOf(api), club: await clubSystemOf(api, await api.makeShop({ name: '新宿店' })) }
}
export type TwoSources = Awaited<ReturnType<typeof startTwoSources>>

/** A club system beside files: its studio 11 is a shop of ours. */
export async function clubSystemOf(api: Api, shopId: string) {
  await api.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values ('karada', '11', '新宿', 'shop', ${Number(shopId)}, '2026-01-01')`)
  const provider = memoryProvider({ perPage: 50 })
  provider.world.tickets.push({ id: '3', code: 'T3', name: '10回券', price: 11000, num: 10, validDays: null })
  /** Reads everybody's contracts and tickets, which a night asks for only where they may have changed. */
  async function run() {
    await api.db.execute(
      sql`update provider_row set contracts_due = true, tickets_due = true where resource = 'members'`,
    )
    const of = { brandCode: 'karada', kind: 'night', staffId: null, now: api.time.now } as const
    const { id } = await api.db.transaction((tx) => beginRun(tx, of))
    await performRun(
      {
        ...{ database: api.database, readRow: provider.readRow, sealing: demoSealing, clock: () => api.time.now },
        ask: (_, work) => work(provider.reader),
        log: createLog('silent'),
      },
      id,
    )
    const { rows } = await api.db.execute<{ resource: string; locked: number; failed: number }>(
      sql`select resource, locked, failed from sync_part where run_id = ${Number(id)}`,
    )
    return Object.fromEntries(rows.map((row) => [row.resource, row]))
  }
  return { world: provider.world, readRow: provider.readRow, run }
}
