import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../api/db/client.ts'
import type { Supervisor } from '../scripts/lib/processes.mjs'
import { seededFolder, startApi, startEmulator, temporaryFolder } from '../tests/support/stack.ts'
import { percentile, printTable } from './figures.ts'

const people = 50
const seconds = 60
/** Between two calls of one person, in milliseconds: who reads what came, and clicks on. */
const pause = () => 500 + Math.random() * 1000

const lists = {
  会員: '/user/member/list?limit=50',
  '会員, a search': `/user/member/list?limit=50&keyword=${encodeURIComponent('すず')}`,
  '会員, far down': '/user/member/list?limit=50&offset=500&sortKey=visits30d&sortDir=desc',
  お知らせ: '/announcement/list?limit=50',
  コラム: '/content/column/list?limit=50',
  店舗: '/shop/list?limit=50',
}

/** Staff at work at the same time, each a person of their own; beside them `/healthz`, which touches no data. */
export async function benchStaff(
  supervisor: Supervisor,
  signIn: (api: string, emulatorPort: number, email: string) => Promise<string>,
) {
  const emulatorPort = await startEmulator(supervisor)
  const api = await startApi(supervisor, { seeded: await withMoreStaff(supervisor), emulatorPort })
  const tokens: string[] = []
  for (let at = 1; at <= people; at += 1) tokens.push(await signIn(api.origin, emulatorPort, `busy${at}@example.jp`))

  const samples = new Map<string, number[]>(['healthz', ...Object.keys(lists)].map((name) => [name, []]))
  let failed = 0
  const until = performance.now() + seconds * 1000
  const time = async (name: string, url: string, headers = {}) => {
    const started = performance.now()
    const answer = await fetch(url, { headers }).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) samples.get(name)?.push(performance.now() - started)
    else failed += 1
  }
  const names = Object.entries(lists)
  await Promise.all([
    ...tokens.map(async (token, who) => {
      await wait(Math.random() * 1000)
      for (let at = who; performance.now() < until; at += 1) {
        const [name, path] = names[at % names.length] as (typeof names)[number]
        await time(name, `${api.origin}/api/admin${path}`, { authorization: `Bearer ${token}` })
        await wait(pause())
      }
    }),
    (async () => {
      while (performance.now() < until) {
        await time('healthz', `${api.origin}/healthz`)
        await wait(50)
      }
    })(),
  ])

  const limit = percentile(samples.get('healthz') ?? [], 0.99)
  printTable(
    `${people} staff for ${seconds} s, ${failed} failed`,
    [...samples].map(([call, times]) => ({
      call,
      calls: times.length,
      'p50 ms': percentile(times, 0.5),
      'p99 ms': percentile(times, 0.99),
      'p99 ÷ healthz': (percentile(times, 0.99) / limit).toFixed(1),
    })),
  )
}

/** The demo's data with so many managers more, who sign in as the first one does. */
async function withMoreStaff(supervisor: Supervisor): Promise<string> {
  const folder = temporaryFolder()
  cpSync(join(await seededFolder(supervisor), 'db'), join(folder, 'db'), { recursive: true })
  const { db, close } = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
  for (let at = 1; at <= people; at += 1) {
    await db.execute(`
      with account as (insert into user_account (type) values ('staff') returning id),
      person as (
        insert into staff (user_id, email, password_hash, display_name, role, is_admin, status)
        select account.id, 'busy${at}@example.jp', password_hash, '職員 ${at}', role, false, 'active'
        from staff, account where email = 'manager@example.jp'
        returning id)
      insert into shop_staff (staff_id, shop_id) select person.id, 1 + ${at} % 6 from person`)
  }
  await close()
  return folder
}
