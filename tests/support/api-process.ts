import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../api/db/client.ts'
import { migrate } from '../../api/db/migrate.ts'
import { uidOf } from '../../api/identity/identity.ts'
import { openSession } from '../../api/identity/session.ts'
import { emulatorIssuer, startApi } from './api.ts'

const main = fileURLToPath(new URL('../../api/main.ts', import.meta.url))
const running = new Set<ChildProcess>()
const folders: string[] = []

const demo = { APP_ENV: 'demo', LOG_LEVEL: 'info', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

/** Settings of production, but for the private key. */
export const production = {
  APP_ENV: 'production',
  APP_URL: 'https://desk.example.jp',
  SMTP_URL: 'smtp://127.0.0.1:9',
  FIREBASE_AUTH_EMULATOR_HOST: '',
  FIREBASE_PROJECT_ID: 'karada-desk',
  FIREBASE_CLIENT_EMAIL: 'signer@karada-desk.iam.gserviceaccount.com',
  DAILY_LOG_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** With a key of its own. */
export const productionSettings = (): Record<string, string> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...production, FIREBASE_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

/** Starts the API as a separate process with only these settings, optionally through another program. */
export function startProcess(environment: Record<string, string>, by: string[] = []) {
  const [command = process.execPath, ...args] = [...by, process.execPath, main]
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...demo, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  return { child, output }
}

/** Settings of a process in which this share of the embedded database's statements fails, or its thread can be ended. */
export const withFaults = (share: number) => ({
  FAULTS: String(share),
  NODE_OPTIONS: `--import=${new URL('thread-faults.ts', import.meta.url)}`,
})

export const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Kills what a test left running, and removes its folders. */
export async function endProcesses() {
  for (const child of running) {
    child.kill('SIGKILL')
    await ended(child)
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A folder of this test alone. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'karada-'))
  folders.push(folder)
  return folder
}

/** Makes it a data folder with one shop and a signed-in person, as an earlier run would have left it. */
export async function prepareFolder(dataDir: string) {
  const database = await openDatabase({ kind: 'pglite', dataDir: join(dataDir, 'db') })
  await migrate(database)
  const api = await startApi({ database })
  api.time.now = new Date()
  const shopId = await api.makeShop()
  const person = await api.makeStaff({ role: 'all' })
  const sid = await openSession(database.db, person.staffId, api.time.now)
  await api.close()
  const token = await emulatorIssuer().idToken({ sub: uidOf(person.userId), sid }, new Date())
  return { dataDir, shopId, token, email: person.email }
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

export async function untilReady(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('not ready')
}
