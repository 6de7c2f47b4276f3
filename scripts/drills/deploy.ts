import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../api/db/client.ts'
import { uidOf } from '../../api/identity/identity.ts'
import { openSession } from '../../api/identity/session.ts'
import { emulatorIssuer, startApi } from '../../tests/support/api.ts'
import { newOnPostgres } from '../../tests/support/database.ts'
import { freePort, waitUntilReady } from '../lib/ports.mjs'
import { postgresPrograms, startPostgres } from '../lib/postgres.mjs'
import type { Supervisor } from '../lib/processes.mjs'
import { node24, root, toolEnv } from '../lib/project.mjs'
import { Refusal } from '../lib/terminal.mjs'
import { type Drill, needProgram } from './drill.ts'
import { startLoad } from './load.ts'

const people = 20

/**
 * Two processes behind HAProxy, with staff at work: `npm run migrate` of a next version, which has one more column, counts
 * months anew and replaces every function, trigger and right; then one process after the other is replaced.
 */
export const drill: Drill = {
  title: 'a rolling deploy under load',
  limit: 300,
  run: async ({ supervisor, step, figure, must }) => {
    const programs = postgresPrograms()
    if (!programs) throw new Refusal('PostgreSQL is missing: install postgresql-15.')
    const haproxy = needProgram('/usr/sbin/haproxy', 'haproxy')
    const next = makeNextVersion()
    try {
      const cluster = await startPostgres(supervisor, programs)
      const { url } = await newOnPostgres(cluster.url)
      const staff = await prepare(url)
      const settings = { DATABASE_URL: url, PROCESSES: '2', STORAGE_URL: `file://${join(next, 'pictures')}` }
      const ports = [await freePort(), await freePort()]
      const start = (folder: string, port: number) =>
        startApiOf(supervisor, folder, { ...settings, API_PORT: `${port}` })

      step('two processes of this version start')
      const running = await Promise.all(ports.map((port) => start(root, port)))
      const balancer = await startBalancer(supervisor, haproxy, { folder: next, ports })
      const load = startLoad({ url: balancer, staff })
      await load.during(5)
      figure('calls a second, before', (load.since().calls / 5).toFixed(0))

      step('npm run migrate of the next version')
      const began = Date.now()
      const { code, tail } = await supervisor.complete({
        ...{ name: 'migrate', command: node24, args: [join(next, 'api/commands/migrate.ts'), '--database-url', url] },
        ...{ cwd: next, env: toolEnv, output: 'quiet' },
      })
      must(code === 0, `the migration ends: ${tail.at(-1)}`)
      const whileMigrating = load.since()
      figure('seconds of the migration', ((Date.now() - began) / 1000).toFixed(1))
      figure('slowest call meanwhile, ms', whileMigrating.slowest)

      for (const [at, port] of ports.entries()) {
        step(`process ${at + 1} is replaced by the next version`)
        running[at]?.child.kill('SIGTERM')
        await running[at]?.finished
        running[at] = await start(next, port)
        await load.during(3)
      }
      figure('slowest call while processes are replaced, ms', load.since().slowest)
      await load.during(3)
      const { calls, failed, writes } = await load.end()
      figure('calls', `${calls}, of them ${writes} writes`)
      figure('failed calls', failed.length)
      must(failed.length === 0, `no call failed${failed.length ? `: ${[...new Set(failed)].join(', ')}` : ''}`)
      must((await load.missing(url)).length === 0, 'every acknowledged write is stored, once')

      step('a process of this version does not start any more')
      const older = startApiOf(supervisor, root, { ...settings, API_PORT: `${await freePort()}` })
      must(!(await older.then(() => true).catch(() => false)), 'it is refused')
      await cluster.remove()
    } finally {
      removeNextVersion(next)
    }
  },
}

/** A copy of the last commit with one more migration, and one file of SQL that counts months anew. */
function makeNextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'karada-desk-next-'))
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const journalFile = join(folder, 'api/db/migrations/meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_drill' })
  writeFileSync(journalFile, JSON.stringify(journal))
  writeFileSync(join(folder, 'api/db/migrations/9999_drill.sql'), 'ALTER TABLE "member" ADD COLUMN "drill" text;')
  appendFileSync(join(folder, 'api/db/sql/050-membership.sql'), '\nselect 1;\n')
  return folder
}

function removeNextVersion(folder: string) {
  execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
  rmSync(folder, { recursive: true, force: true })
}

/** A shop with members and staff, signed in. */
async function prepare(url: string) {
  const api = await startApi({ database: await openDatabase({ kind: 'postgres', url }) })
  api.time.now = new Date()
  const shopId = await api.makeShop()
  for (let at = 0; at < 30; at += 1) await api.makeMember(shopId)
  const staff = []
  for (let at = 0; at < people; at += 1) {
    const person = await api.makeStaff({ role: 'all', isAdmin: true })
    const sid = await openSession(api.db, person.staffId, api.time.now)
    staff.push({ token: await emulatorIssuer().idToken({ sub: uidOf(person.userId), sid }, new Date()), shopId })
  }
  await api.close()
  return staff
}

/** Rejects where it ends before it is ready. */
async function startApiOf(supervisor: Supervisor, folder: string, settings: Record<string, string>) {
  const started = supervisor.start({
    name: 'API',
    command: node24,
    args: [join(folder, 'api/main.ts')],
    cwd: folder,
    env: { ...toolEnv, APP_ENV: 'demo', LOG_LEVEL: 'warn', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', ...settings },
    output: 'quiet',
  })
  const ended = started.finished.then(() => {
    throw new Error(started.tail.join('\n'))
  })
  ended.catch(() => {})
  await Promise.race([waitUntilReady(`http://127.0.0.1:${settings.API_PORT}/readyz`, { timeoutMs: 60_000 }), ended])
  return started
}

async function startBalancer(
  supervisor: Supervisor,
  haproxy: string,
  { folder, ports }: { folder: string; ports: number[] },
): Promise<string> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const servers = ports.map((one, at) => `  server api${at} 127.0.0.1:${one} check inter 500ms fall 1 rise 1`)
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
frontend staff
  bind 127.0.0.1:${port}
  default_backend api
backend api
  balance roundrobin
  http-reuse never
  option httpchk GET /readyz
${servers.join('\n')}
`,
  )
  supervisor.start({ name: 'HAProxy', command: haproxy, args: ['-db', '-f', file], cwd: folder, output: 'quiet' })
  await waitUntilReady(`http://127.0.0.1:${port}/readyz`, { timeoutMs: 20_000 })
  return `http://127.0.0.1:${port}`
}
