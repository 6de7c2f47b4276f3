import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../api/main.ts', import.meta.url))
const running = new Set<ChildProcess>()

const demo = { APP_ENV: 'demo', LOG_LEVEL: 'info', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

/** Starts the API as a process of its own, with these settings and no others; by another program where one is given. */
export function startProcess(environment: Record<string, string>, by: string[] = []) {
  const [command = process.execPath, ...args] = [...by, process.execPath, main]
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...demo, ...environment },
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

export const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Kills what a test left running. */
export async function endProcesses() {
  for (const child of running) {
    child.kill('SIGKILL')
    await ended(child)
  }
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
