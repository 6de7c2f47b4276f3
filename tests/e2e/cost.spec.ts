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
  const pages: number[] = []
  for (let at = 0; at < 30; at += 1) {
    const started = performance.now()
    await (await ask('user/member/list?limit=50')).arrayBuffer()
    pages.push(performance.now() - started)
  }
  const page = Math.min(...pages)
  const worst = await worstOf(ask, yesterdayInTokyo(new Date()), { variants: 4 })
  const costOf = (name: string) => {
    const [noun = '', verb = ''] = name.split('.')
    return (contract as unknown as Record<string, Endpoints>)[noun]?.[verb]?.cost ?? 'light'
  }
  const reads = worst.filter(({ accept }) => !accept)
  expect(reads.length).toBeGreaterThan(60)
  const tooCheap = reads.filter(({ name, ms }) => costOf(name) === 'light' && ms > most * page)
  expect(tooCheap.map(({ name, path, ms }) => `${name}: ${path} takes ${(ms / page).toFixed(1)} pages`)).toEqual([])
})
