import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../api/db/client.ts'
import { migrate } from '../../api/db/migrate.ts'
import { mailRecipient } from '../../api/db/schema/mail.ts'
import { uidOf } from '../../api/identity/identity.ts'
import { openSession } from '../../api/identity/session.ts'
import { mailContent } from '../areas/mail.ts'
import { emulatorIssuer, startApi } from '../support/api.ts'
import { ended, endProcesses, freePort, newFolder, startProcess, untilReady } from '../support/api-process.ts'
import { newOnPostgres } from '../support/database.ts'
import { startMailServer } from '../support/mail-server.ts'
import { isAssault } from '../support/runs.ts'

const letters = 60
/** Letters that the server had accepted when the process died. */
const steps = isAssault ? [1, 25, 59] : [25]

afterEach(endProcesses)

/** A database used by several processes in turn, and how to open it between them. */
async function newDatabase(): Promise<{
  settings: Record<string, string>
  open: () => Promise<Database>
  drop: () => Promise<void>
}> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const folder = newFolder()
    const open = () => openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
    return { settings: { DATA_DIR: folder }, open, drop: async () => {} }
  }
  const { url, drop } = await newOnPostgres(server)
  return { settings: { DATABASE_URL: url }, open: () => openDatabase({ kind: 'postgres', url }), drop }
}

async function withDatabase<T>(open: () => Promise<Database>, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** A shop with members, and a signed-in person, as after an earlier run. */
async function prepare(database: Database) {
  await migrate(database)
  const api = await startApi({ database })
  api.time.now = new Date()
  const shop = await api.makeShop()
  const userIds: string[] = []
  for (let at = 0; at < letters; at += 1) {
    userIds.push((await api.makeMember(shop, { email: `kaiin${at}@example.jp`, mailOptIn: true })).userId)
  }
  const { userId, staffId } = await api.makeStaff({ role: 'all' })
  const sid = await openSession(database.db, staffId, api.time.now)
  await api.close()
  return { token: await emulatorIssuer().idToken({ sub: uidOf(userId), sid }, new Date()), userIds }
}

/**
 * Releases what the dead process had in progress: at once in the check; in an assault by pg-boss, which takes its time
 * to notice. Then waits until no letter is left.
 */
const letTimePass = ({ db }: Database) =>
  db.execute(sql`update pgboss.job set start_after = now(), heartbeat_on = now() - interval '1 hour',
      state = case when state = 'active' and ${!isAssault} then 'retry' else state end
    where name = 'letter' and state in ('created', 'retry', 'active')`)

test.each(steps)(
  'a process killed with %i of sixty letters sent loses none, and repeats only those it could not mark',
  {
    timeout: 180_000,
  },
  async (killedAt) => {
    const { settings, open, drop } = await newDatabase()
    const server = await startMailServer()
    const start = async () => {
      const port = await freePort()
      const { child } = startProcess({
        ...settings,
        API_PORT: String(port),
        SMTP_URL: server.url,
        LOG_LEVEL: 'silent',
      })
      await untilReady(port)
      return { child, port }
    }
    const { token, userIds } = await prepare(await open())

    const first = await start()
    const answer = await fetch(`http://127.0.0.1:${first.port}/api/admin/mail/new`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...mailContent(),
        templateId: null,
        to: { by: 'members', userIds },
        sleepingReason: null,
        sendAt: null,
      }),
    })
    expect(answer.status).toBe(200)
    first.child.kill('SIGKILL')
    await ended(first.child)
    await withDatabase(open, letTimePass)

    let killed = () => {}
    const isDead = new Promise<void>((resolve) => {
      killed = resolve
    })
    let sending: Awaited<ReturnType<typeof start>> | undefined
    server.beforeAnswer(async () => {
      if (server.caught.length !== killedAt) return
      sending?.child.kill('SIGKILL')
      killed()
    })
    sending = await start()
    await isDead
    await ended(sending.child)
    server.beforeAnswer(() => {})
    const unwritten = await withDatabase(open, async (database) => {
      const rows = await database.db.select().from(mailRecipient)
      const written = new Set(rows.filter(({ status }) => status === 'delivered').map(({ email }) => email))
      await letTimePass(database)
      return server.caught.map(({ to }) => to).filter((to) => !written.has(to))
    })

    const last = await start()
    const isOver = async () => {
      const log = await fetch(`http://127.0.0.1:${last.port}/api/admin/mail/log/list`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await log.json()) as { list: { sentAt: string | null }[] }).list[0]?.sentAt
    }
    await expect.poll(isOver, { timeout: 120_000, interval: 500 }).not.toBeNull()
    const counts = new Map<string, number>()
    for (const { to } of server.caught) counts.set(to, (counts.get(to) ?? 0) + 1)
    expect(counts.size).toBe(letters)
    const doubled = [...counts].filter(([, count]) => count > 1).map(([to]) => to)
    expect(doubled.filter((to) => !unwritten.includes(to))).toEqual([])
    // At most those in flight at that moment.
    expect(unwritten.length).toBeLessThanOrEqual(8)
    await server.close()
    await drop()
  },
)
