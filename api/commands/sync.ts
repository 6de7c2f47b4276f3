import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { syncStates } from '#contract/words/club-sync.ts'
import { syncResources } from '#contract/words/sync-resources.ts'
import type { Database } from '../db/client.ts'
import { syncPart, syncRun } from '../db/schema/club-sync.ts'
import { readConfig } from '../process/config.ts'
import { createLog } from '../process/log.ts'
import { openHacomono } from '../sync/hacomono/driver.ts'
import { syncingWith } from '../sync/keep-syncing.ts'
import { limitOf } from '../sync/limit.ts'
import { resources } from '../sync/provider-rows.ts'
import { remap } from '../sync/remap.ts'
import { performRun } from '../sync/run.ts'
import { beginRun, refusalOf } from '../sync/runs.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'
import { printProbe } from './probe.ts'
import { syncFolder } from './sync-folder.ts'

// npm run sync [-- --probe] [-- --remap] [--folder DIR [--brand CODE] [--studio NAME=CODE …]] [--data-dir .data] [--database-url …]
// One run, or the stopped one gone on with: draws what the club system has, and prints a line for each resource.
// With --probe each resource is requested once and nothing is written: what differs from the assumptions is printed.
// With --remap nothing is requested: the stored rows are written again with the present answers.
// With --folder its CSV exports in a folder are read instead (decision 0086).

const { values } = parseArgs({
  options: {
    probe: { type: 'boolean', default: false },
    remap: { type: 'boolean', default: false },
    folder: { type: 'string' },
    brand: { type: 'string' },
    studio: { type: 'string', multiple: true, default: [] },
    ...whichDatabase,
  },
})

await runScript(main)

async function main() {
  const config = readConfig(process.env)
  const clock = () => new Date()
  await withDatabase(values, async (database) => {
    const log = createLog(config.logLevel)
    if (values.folder !== undefined) {
      const of = { ...values, folder: values.folder }
      await printRun(database, await syncFolder({ database, sealing: config.sealing, clock, log }, of))
      return
    }
    const driver = openHacomono(config.clubSystem, { limit: limitOf(database, clock) })
    if (values.probe) {
      if (!(await printProbe({ database, driver, sealing: config.sealing, clock }))) process.exitCode = 1
      return
    }
    const { brandCode, refusal } = await refusalOf(database.db)
    if (values.remap) {
      const of = { brandCode, readRow: driver.readRow, sealing: config.sealing, now: clock() }
      await remap(database.db, of, {
        done: (resource, { fetched, created, updated, failed }) =>
          console.log(
            `${syncResources[resource]} ${count(fetched)}件: 登録 ${count(created)}、変更 ${count(updated)}、失敗 ${count(failed)}`,
          ),
      })
      return
    }
    if (refusal !== null) throw new Error(refusal)
    const { id } = await database.db.transaction((tx) =>
      beginRun(tx, { brandCode, kind: 'manual', staffId: null, now: clock() }),
    )
    const syncing = syncingWith({ database, driver, sealing: config.sealing, clock, log })
    await performRun(syncing, id)
    // A running API may have been faster to take it up.
    for (; await isAtWork(database, id); await setTimeout(2000)) await performRun(syncing, id)
    await printRun(database, id)
  })
}

async function isAtWork({ db }: Database, id: string) {
  const [run] = await db.select({ state: syncRun.state }).from(syncRun).where(eq(syncRun.id, id))
  return run?.state === 'running' || run?.state === 'stopping'
}

async function printRun({ db }: Database, id: string) {
  const [run] = await db.select().from(syncRun).where(eq(syncRun.id, id))
  const parts = await db.select().from(syncPart).where(eq(syncPart.runId, id))
  for (const resource of resources) {
    const part = parts.find((one) => one.resource === resource)
    if (!part) continue
    const { theirTotal, ourTotal, created, updated, unchanged, locked, skipped, failed, goneSuspected, sentence } = part
    const counts = `登録 ${count(created)}、変更 ${count(updated)}、同じ ${count(unchanged)}、固定 ${count(locked)}、対象外 ${count(skipped)}、失敗 ${count(failed)}、見当たらない ${count(goneSuspected)}`
    const totals = `提供元 ${theirTotal === null ? '–' : count(theirTotal)} / こちら ${ourTotal === null ? '–' : count(ourTotal)}`
    console.log(`${syncResources[resource]} ${totals}: ${counts}${sentence ? ` — ${sentence}` : ''}`)
  }
  if (!run) return
  console.log(`${syncStates[run.state]}${run.sentence ? `: ${run.sentence}` : ''}`)
  if (run.state !== 'done') process.exitCode = 1
}

function count(rows: number) {
  return rows.toLocaleString('ja-JP')
}
