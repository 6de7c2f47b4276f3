import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#contract/all.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { openDatabase } from '../../api/db/client.ts'
import { yesterdayInTokyo } from '../../api/seed/calendar.ts'
import { manyOf, worstOf } from '../../bench/load.ts'
import { expect, test } from '../support/fixtures.ts'
import { sharedStack, startApi, temporaryFolder } from '../support/stack.ts'

/** Pages of members that a light endpoint takes at most; twice what its class promises, for a busy machine. */
const most = 16

test('no endpoint costs more, with its worst input, than its class says', async ({ supervisor }) => {
  test.slow()
  const { seeded, emulatorPort } = sharedStack()
  const folder = temporaryFolder()
  cpSync(join(seeded, 'db'), join(folder, 'db'), { recursive: true })
  const database = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
  const [first = '', second = ''] = await manyOf(database.db, 'admin@example.jp', 2)
  await database.close()
  const api = await startApi(supervisor, { seeded: folder, emulatorPort })
  let asked = 0
  const ask = (path: string) => {
    asked += 1
    // Rates are per person and minute.
    const authorization = `Bearer ${asked % 2 ? first : second}`
    return fetch(`${api.origin}/api/admin/${path}`, { headers: { authorization } })
  }
  const bestOf = async (times: number, path: string) => {
    const taken: number[] = []
    for (let at = 0; at < times; at += 1) {
      const started = performance.now()
      await (await ask(path)).arrayBuffer()
      taken.push(performance.now() - started)
    }
    return Math.min(...taken)
  }
  const page = await bestOf(30, 'user/member/list?limit=50')
  const worst = await worstOf(ask, yesterdayInTokyo(new Date()), { variants: 4 })
  const costOf = (name: string) => {
    const [noun = '', verb = ''] = name.split('.')
    return (contract as unknown as Record<string, Endpoints>)[noun]?.[verb]?.cost ?? 'light'
  }
  const reads = worst.filter(({ accept }) => !accept)
  expect(reads.length).toBeGreaterThan(60)
  const tooCheap: string[] = []
  for (const { name, path, ms } of reads) {
    if (costOf(name) !== 'light' || ms <= most * page) continue
    // On a busy machine any call is slow now and then: it counts if it is slow each time.
    const best = await bestOf(8, path)
    if (best > most * page) tooCheap.push(`${name}: ${path} takes ${(best / page).toFixed(1)} pages`)
  }
  expect(tooCheap).toEqual([])
})
