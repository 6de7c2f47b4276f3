import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, hashOf } from '../../scripts/lib/build.mjs'
import { ensureSeeded } from '../../scripts/lib/data-folder.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { createSupervisor, type Supervisor } from '../../scripts/lib/processes.mjs'
import { node24, root } from '../../scripts/lib/project.mjs'
import {
  adminApi,
  answersReady,
  appOnEdge,
  appOnNode,
  authEmulator,
  authEmulatorReady,
  mailCatcher,
  mailCatcherReady,
  origin,
} from '../../scripts/lib/stack.mjs'

/** Addresses of the shared processes, passed from the global setup to the workers. */
export interface SharedStack {
  app: string
  api: string
  emulatorPort: number
  /** Where the mails of this API can be read. */
  mailbox: string
  /** A database folder to copy, for tests that need an API of their own. */
  seeded: string
  /** Folder of storage states for all workers. */
  sessions: string
}

const variable = 'KARADA_TEST_STACK'

export function sharedStack(): SharedStack {
  const value = process.env[variable]
  if (!value) throw new Error('The stack is not running: start the tests with `npm run e2e`.')
  return JSON.parse(value) as SharedStack
}

export const publishStack = (stack: SharedStack) => {
  process.env[variable] = JSON.stringify(stack)
}

/** What people type: cookies and storage belong to this name. */
const browserOrigin = (port: number) => `http://localhost:${port}`

/** A folder that is gone when this process is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'karada-desk-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const tokyoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })

/** The demo's data, made once for a day and for the sources it comes from; older ones are thrown away, large ones kept. */
export async function seededFolder(supervisor: Supervisor): Promise<string> {
  const shelf = join(root, '.data-test')
  const key = `${tokyoDay.format(new Date())}-${hashOf(['api/db', 'api/seed', 'api/figures', 'api/identity/password.ts', 'contract'])}`
  mkdirSync(shelf, { recursive: true })
  for (const name of readdirSync(shelf)) {
    if (name !== key && !name.startsWith('scale-')) rmSync(join(shelf, name), { recursive: true, force: true })
  }
  await ensureSeeded(supervisor, join(shelf, key))
  // Without its log, which has one file of 16 MB or two.
  const size = sizeOf(join(shelf, key, 'db', 'base'))
  if (size > mostOfDemo) throw new Error(`The demo's database takes ${Math.round(size / 1024 / 1024)} MB on disk.`)
  return join(shelf, key)
}

/** Bytes: everybody who tries the product has them on disk, and each story's API copies them. */
const mostOfDemo = 484 * 1024 * 1024

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

export async function startEmulator(supervisor: Supervisor): Promise<number> {
  const port = await freePort()
  supervisor.keep(authEmulator({ port }))
  await authEmulatorReady(port)
  return port
}

/** Mail server of the tests; returns its SMTP port and the URL to read mails. */
export async function startMailCatcher(supervisor: Supervisor) {
  const [smtpPort, port] = [await freePort(), await freePort()]
  supervisor.keep(mailCatcher({ smtpPort, port }))
  await mailCatcherReady(port)
  return { smtpPort, mailbox: origin(port) }
}

interface ApiOptions {
  seeded: string
  emulatorPort: number
  /** SMTP port for its mails; without one they stay queued. */
  smtpPort?: number
  env?: Record<string, string>
}

/** An API on its own copy of the seeded data. */
export async function startApi(supervisor: Supervisor, options: ApiOptions) {
  const dataDir = temporaryFolder()
  if (existsSync(options.seeded)) cpSync(join(options.seeded, 'db'), join(dataDir, 'db'), { recursive: true })
  const port = await freePort()
  const start = () =>
    supervisor.start(
      adminApi({ port, emulatorPort: options.emulatorPort, smtpPort: options.smtpPort, dataDir, env: options.env }),
    )
  let running = start()
  await answersReady(port)
  return {
    origin: origin(port),
    pid: () => running.child.pid as number,
    /** Kills it like a crash. */
    kill: async () => {
      running.child.kill('SIGKILL')
      await running.finished
    },
    restart: async () => {
      running = start()
      await answersReady(port)
    },
  }
}

interface AppBehind {
  apiOrigin: string
  emulatorPort: number
  /** Where its address has to be known before. */
  port?: number
  env?: NodeJS.ProcessEnv
}

/** The built app on Node, in front of the API named. */
export async function startApp(supervisor: Supervisor, behind: AppBehind): Promise<string> {
  const port = behind.port ?? (await freePort())
  supervisor.start(appOnNode({ ...behind, port }))
  await answersReady(port)
  return browserOrigin(port)
}

/** The edge build on workerd. */
export async function startEdgeApp(supervisor: Supervisor, behind: AppBehind): Promise<string> {
  await ensureBuilt(supervisor, 'edge')
  const port = await freePort()
  supervisor.start(appOnEdge({ port, stateDir: temporaryFolder(), ...behind }))
  await answersReady(port)
  return browserOrigin(port)
}

/** The faulty process between app and API; see faulty-api.ts for what it can do. */
export async function startFaultyApi(supervisor: Supervisor, apiOrigin: string) {
  const [port, controlPort] = [await freePort(), await freePort()]
  supervisor.start({
    name: 'faulty API',
    command: node24,
    args: [join(root, 'tests', 'support', 'faulty-api.ts')],
    env: { FAULTY_PORT: String(port), FAULTY_CONTROL_PORT: String(controlPort), FAULTY_TARGET: apiOrigin },
  })
  await answersReady(port)
  return {
    origin: origin(port),
    become: async (fault: Fault) => {
      const answer = await fetch(origin(controlPort), { method: 'PUT', body: JSON.stringify(fault) })
      if (!answer.ok) throw new Error(`faulty API: ${await answer.text()}`)
    },
  }
}

export interface Fault {
  kind:
    | 'none'
    | 'down'
    | 'slow'
    | 'trickle'
    | 'huge'
    | 'html'
    | 'broken-json'
    | 'null'
    | 'odd-refusal'
    | 'redirect'
    | 'error'
  /** Paths that start with this; everything when absent. */
  only?: string
  /** For `slow`: how long every answer waits; for `trickle`: every piece of 16 kB of it. */
  delayMs?: number
}

export { createSupervisor }
