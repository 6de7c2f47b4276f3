import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newOnPostgres } from '../../tests/support/database.ts'
import { type Node, primaryOf, startPatroni } from '../lib/patroni.ts'
import { freePort, waitUntilReady } from '../lib/ports.mjs'
import { postgresPrograms } from '../lib/postgres.mjs'
import type { Supervisor } from '../lib/processes.mjs'
import { root } from '../lib/project.mjs'
import { Refusal, say, table } from '../lib/terminal.mjs'
import { type Drill, needProgram } from './drill.ts'
import { startLoad } from './load.ts'
import { prepareStaff, startApiOf, startBalancer } from './processes.ts'

const people = 50

/** What happens to the primary, with all its processes, and how it comes back. */
const faults: Record<string, { strike(node: Node): Promise<void>; heal(node: Node): void }> = {
  'killed (SIGKILL)': { strike: async (node) => signal(node, 'SIGKILL'), heal: () => {} },
  'stopped (SIGSTOP), then back': {
    strike: async (node) => signal(node, 'SIGSTOP'),
    heal: (node) => signal(node, 'SIGCONT'),
  },
  'demoted (switchover)': {
    strike: async (node) => {
      const answer = await fetch(`http://127.0.0.1:${node.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: node.name }),
      })
      if (!answer.ok) throw new Refusal(`The switchover was refused: ${await answer.text()}`)
    },
    heal: () => {},
  },
}

/** To Patroni and its PostgreSQL, whose process group is its own. */
function signal(node: Node, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
  const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  const postmaster = all.split('\n').find((line) => line.includes('postgres -D') && line.includes(`/${node.name}/`))
  const pid = Number(postmaster?.trim().split(' ')[0])
  const children = pid
    ? execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).split('\n')
    : []
  for (const one of [node.patroni.child.pid, pid, ...children.map(Number)]) {
    if (!one) continue
    try {
      process.kill(one, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Fifty staff at work on two processes, while Patroni's primary is lost; a ledger of writes is kept outside. */
export const drill: Drill = {
  title: 'the primary is lost under load',
  limit: 420,
  run: async ({ supervisor, step, figure, must }) => {
    const postgres = postgresPrograms()
    if (!postgres) throw new Refusal('PostgreSQL is missing: install postgresql-15.')
    const programs = {
      postgres,
      patroni: needProgram('/usr/bin/patroni', 'patroni'),
      etcd: needProgram('/usr/bin/etcd', 'etcd-server'),
    }
    const haproxy = needProgram('/usr/sbin/haproxy', 'haproxy')
    const rows = [['fault', 'acknowledged', 'lost', 'not acknowledged', 'of them stored', 's to the first write']]
    for (const [name, fault] of Object.entries(faults)) {
      const folder = mkdtempSync(join(tmpdir(), 'karada-desk-failover-'))
      chmodSync(folder, 0o755)
      step(`three PostgreSQL under Patroni, two processes; the primary will be ${name}`)
      const nodes = await startPatroni(supervisor, 3, { folder, programs, isSynchronous: true })
      const { url } = await newOnPostgres(await startDatabaseProxy(supervisor, haproxy, { folder, nodes }))
      const staff = await prepareStaff(url, people)
      const settings = { DATABASE_URL: url, PROCESSES: '2', STORAGE_URL: `file://${join(folder, 'pictures')}` }
      const ports = [await freePort(), await freePort()]
      const apis = await Promise.all(
        ports.map((port) => startApiOf(supervisor, root, { ...settings, API_PORT: `${port}` })),
      )
      const load = startLoad({ url: await startBalancer(supervisor, haproxy, { folder, ports }), staff })
      await load.during(5)
      const primary = await primaryOf(nodes)
      if (!primary) throw new Refusal('No node is primary.')
      step(`${primary.name} is ${name}`)
      const struck = Date.now()
      await fault.strike(primary)
      const firstWrite = await load.nextWrite(struck + 500, 90)
      await load.during(5)
      fault.heal(primary)
      await load.during(10)
      const { writes, unacknowledged } = await load.end()
      const { missing, stored } = await load.compare(url)
      must(firstWrite !== null, 'writes go on by themselves')
      must(missing.length === 0, 'every acknowledged write is stored, once')
      must(
        apis.every(({ child }) => child.exitCode === null),
        'both processes are still the same',
      )
      const acknowledged = writes - unacknowledged.length
      const seconds = firstWrite === null ? '–' : ((firstWrite - struck) / 1000).toFixed(1)
      rows.push([name, acknowledged, missing.length, unacknowledged.length, stored.length, seconds].map(String))
      figure(`primary ${name}: s to the first write`, seconds)
      for (const { child } of apis) child.kill('SIGTERM')
      await Promise.all(apis.map(({ finished }) => finished))
      for (const node of nodes) signal(node, 'SIGKILL')
      await delay(1_000)
      rmSync(folder, { recursive: true, force: true })
    }
    say(`\n${table(rows)}`)
  },
}

/** One address for whichever is primary, by Patroni's word; connections to a lost one are ended. */
async function startDatabaseProxy(
  supervisor: Supervisor,
  haproxy: string,
  { folder, nodes }: { folder: string; nodes: readonly Node[] },
): Promise<string> {
  const [port, statistics] = [await freePort(), await freePort()]
  const file = join(folder, 'database.cfg')
  const servers = nodes.map(({ name, port: own, rest }) => `  server ${name} 127.0.0.1:${own} check port ${rest}`)
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
frontend up
  mode http
  timeout client 5s
  bind 127.0.0.1:${statistics}
  monitor-uri /up
  acl one nbsrv(primary) eq 1
  monitor fail unless one
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  supervisor.start({ name: 'HAProxy', command: haproxy, args: ['-db', '-f', file], cwd: folder, output: 'quiet' })
  await waitUntilReady(`http://127.0.0.1:${statistics}/up`, { timeoutMs: 20_000 })
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}
