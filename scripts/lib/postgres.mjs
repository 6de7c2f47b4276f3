import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.mjs'
import { Refusal } from './terminal.mjs'

const debianFolder = '/usr/lib/postgresql'

/** The folder of PostgreSQL's server programs, or undefined where there is none. */
export function postgresPrograms() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(a) - Number(b)) : []
  return versions
    .map((version) => join(debianFolder, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** initdb refuses root: the user to run as instead. @returns {{ uid?: number, gid?: number }} */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (/** @type {string} */ flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user on this machine.
    }
  }
  throw new Refusal('PostgreSQL cannot run as root, and there is neither a user postgres nor nobody.')
}

/**
 * A cluster of its own in a temporary folder, gone afterwards, or in a folder that is kept. Durability is off: the
 * machine's crash is not under test.
 * @param {import('./processes.mjs').Supervisor} supervisor @param {string} programs
 * @param {{ keepIn?: string, settings?: Record<string, string> }} [options]
 * @returns {Promise<{ url: string, remove: () => Promise<void> }>}
 */
export async function startPostgres(supervisor, programs, { keepIn, settings: more = {} } = {}) {
  const owner = unprivileged()
  const folder = keepIn ?? mkdtempSync(join(tmpdir(), 'karada-desk-postgres-'))
  mkdirSync(folder, { recursive: true })
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const remove = () => {
    if (!keepIn) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)

  if (!existsSync(join(data, 'PG_VERSION'))) await initialise()
  async function initialise() {
    const { code, tail } = await supervisor.complete({
      name: 'initdb',
      command: join(programs, 'initdb'),
      args: ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
      cwd: folder,
      output: 'quiet',
      ...owner,
    })
    if (code !== 0) throw new Refusal(`initdb failed:\n${tail.join('\n')}`)
  }

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 200,
    ...more,
  }
  const server = supervisor.start({
    name: 'PostgreSQL',
    command: join(programs, 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: folder,
    ...owner,
  })
  for (let attempt = 0; ; attempt += 1) {
    const ready = await supervisor.complete({
      name: 'pg_isready',
      command: join(programs, 'pg_isready'),
      args: ['-h', '127.0.0.1', '-p', String(port), '-q'],
      output: 'quiet',
    })
    if (ready.code === 0) break
    if (attempt > 300 || server.child.exitCode !== null)
      throw new Refusal(`PostgreSQL did not start:\n${server.tail.join('\n')}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    remove: async () => {
      // SIGINT is PostgreSQL's fast shutdown: it ends connections instead of waiting for them.
      server.child.kill('SIGINT')
      await server.finished
      remove()
    },
  }
}
