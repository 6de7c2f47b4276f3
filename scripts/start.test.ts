import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort } from './lib/ports.mjs'
import { root } from './lib/project.mjs'

interface Start {
  process: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

const mark = `start-test-${randomUUID()}`
const folders: string[] = []
const starts: Start[] = []

afterEach(async () => {
  for (const start of starts.splice(0)) {
    start.process.kill('SIGTERM')
    await start.exit
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'karada-desk-start-'))
  folders.push(folder)
  return folder
}

/** `npm start` without npm, on ports of its own. */
async function startDemo(dataDir: string, env: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<Start> {
  const [port, apiPort, emulatorPort] = [await freePort(), await freePort(), await freePort()]
  const [smtpPort, mailboxPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), ...args], {
    env: {
      ...process.env,
      PORT: String(port),
      API_PORT: String(apiPort),
      FIREBASE_AUTH_EMULATOR_PORT: String(emulatorPort),
      SMTP_PORT: String(smtpPort),
      MAILBOX_PORT: String(mailboxPort),
      DATA_DIR: dataDir,
      START_TEST_MARK: mark,
      npm_lifecycle_event: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const start = { process: child, output: () => text, exit }
  starts.push(start)
  return start
}

const lines = (start: Start) => start.output().trim().split('\n')

/** Processes of these tests that still run, under any parent. */
function survivors(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
      } catch {
        return false
      }
    })
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
}

async function until(condition: () => boolean) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It did not come to that within 20 seconds.')
}

test('a busy port is one line that names the setting, and a failure', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }

  const start = await startDemo(newFolder(), { API_PORT: String(port) })
  expect(await start.exit).toBe(1)
  expect(lines(start)).toEqual([
    `ポート ${port} は使用中です。使用中のプログラムを終了するか、API_PORT=<別のポート> を付けて起動してください。`,
  ])
  server.close()
})

test('a second start on the same data folder is one line, and a failure; the first one is not disturbed', async () => {
  const folder = newFolder()
  const first = await startDemo(folder)
  await until(() => existsSync(join(folder, 'unfinished')))

  const second = await startDemo(folder)
  expect(await second.exit).toBe(1)
  expect(lines(second)).toEqual([`データフォルダー ${folder} は、すでに起動している Karada Desk が使用中です。`])
  expect(first.process.exitCode).toBeNull()
})

test.each([
  { kind: 'demo', args: ['--empty'], found: 'デモ' },
  { kind: 'club', args: [], found: 'クラブ' },
])('a folder with the data of a $kind is not opened as the other kind', async ({ kind, args, found }) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'kind'), `${kind}\n`)
  const start = await startDemo(folder, {}, args)
  expect(await start.exit).toBe(1)
  expect(lines(start)).toEqual([
    `データフォルダー ${folder} には${found}のデータがあります。DATA_DIR=<別のフォルダー> を付けて起動してください。`,
  ])
  expect(readdirSync(folder).sort()).toEqual(['kind', 'start.lock'])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  '%s while the data is being made ends everything, and no half-made database stays behind as a whole one',
  async (signal) => {
    const folder = newFolder()
    const start = await startDemo(folder)
    await until(() => existsSync(join(folder, 'unfinished', 'db')))
    expect(survivors().length).toBeGreaterThanOrEqual(3)

    start.process.kill(signal)
    await start.exit
    await until(() => survivors().length === 0)
    expect(existsSync(join(folder, 'db'))).toBe(false)
  },
)
