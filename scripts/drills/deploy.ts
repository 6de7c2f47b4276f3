import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newOnPostgres } from '../../tests/support/database.ts'
import { freePort } from '../lib/ports.mjs'
import { postgresPrograms, startPostgres } from '../lib/postgres.mjs'
import { node24, root, toolEnv } from '../lib/project.mjs'
import { Refusal } from '../lib/terminal.mjs'
import { type Drill, needProgram } from './drill.ts'
import { startLoad } from './load.ts'
import { prepareStaff, startApiOf, startBalancer } from './processes.ts'

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
      const staff = await prepareStaff(url, people)
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
      must((await load.compare(url)).missing.length === 0, 'every acknowledged write is stored, once')

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
