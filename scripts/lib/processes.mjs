import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { complain, red } from './terminal.mjs'

/** Requests in flight may take this long to finish after a stop signal. */
const usualGraceMs = 10_000
/** Milliseconds before a process that ended is started again: the first time at once. One more end stops everything. */
const usualPauses = [0, 2_000, 4_000, 8_000]
/** An end this long ago counts no more. */
const forgottenMs = 10 * 60_000
const guardian = join(dirname(fileURLToPath(import.meta.url)), 'guardian.mjs')

/**
 * @typedef {object} RunOptions
 * @property {string} name what the person reads when it dies
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env] added to this process's own
 * @property {string} [cwd]
 * @property {'inherit' | 'quiet'} [output] quiet keeps the last lines for the day it fails
 * @property {string} [logFile]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {number} [graceMs] how long it may take to end by itself
 */

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // The whole group is gone already.
  }
}

/**
 * Starts processes, each the head of its own process group, and ends them all: on Ctrl+C, on SIGTERM, when one of
 * those that should stay cannot be kept running, and (through a guardian) even when this process is killed outright.
 * @param {{ pauses?: number[] }} [options]
 */
export function createSupervisor({ pauses = usualPauses } = {}) {
  /** @type {Map<number, { exited: Promise<void>, graceMs: number }>} */
  const running = new Map()
  /** @type {Promise<void> | undefined} */
  let stopping
  let firstSignalAt = 0
  let isServing = false
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let watcher

  /** @param {string} line */
  function notifyGuardian(line) {
    if (!watcher) {
      watcher = spawn(process.execPath, [guardian], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
      watcher.stdin?.on('error', () => {})
      watcher.unref()
      const pipe = /** @type {import('node:net').Socket | null} */ (watcher.stdin)
      pipe?.unref()
    }
    watcher.stdin?.write(`${line}\n`)
  }

  /** @param {RunOptions} options @param {boolean} [isAgain] its log goes on */
  function launch(
    { command, args, env, cwd, output = 'inherit', logFile, uid, gid, graceMs = usualGraceMs },
    isAgain = false,
  ) {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: output === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid }),
    })
    /** @type {string[]} */
    const tail = []
    /** Its last line of standard error. */
    const complaint = { line: '' }
    if (logFile) mkdirSync(dirname(logFile), { recursive: true })
    const log = logFile ? createWriteStream(logFile, { flags: isAgain ? 'a' : 'w' }) : undefined
    for (const stream of [child.stdout, child.stderr]) {
      let rest = ''
      stream?.setEncoding('utf8').on('data', (chunk) => {
        log?.write(chunk)
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          tail.push(line)
          if (stream === child.stderr && line) complaint.line = line
          if (tail.length > 40) tail.shift()
        }
      })
    }
    /** @type {Promise<number>} */
    const finished = new Promise((resolve) => {
      child.once('error', (error) => {
        tail.push(String(error.message))
        resolve(127)
      })
      child.once('close', (code, signal) => resolve(code ?? (signal ? 128 : 1)))
    })
    const exited = /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        child.once('error', () => resolve())
        child.once('exit', () => resolve())
      })
    )
    const { pid } = child
    if (pid !== undefined) {
      running.set(pid, { exited, graceMs })
      notifyGuardian(`+${pid}`)
      void exited.then(() => {
        // Children of an ended group leader are orphans: end the whole group.
        signalGroup(pid, 'SIGKILL')
        running.delete(pid)
        notifyGuardian(`-${pid}`)
      })
    }
    return { child, tail, complaint, finished }
  }

  async function stopAll() {
    await Promise.all(
      [...running].map(async ([pid, { exited, graceMs }]) => {
        signalGroup(pid, 'SIGTERM')
        await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
        signalGroup(pid, 'SIGKILL')
      }),
    )
    watcher?.stdin?.end()
  }

  /** Ends everything that runs; safe to call twice. */
  const stop = () => {
    stopping ??= stopAll()
    return stopping
  }

  /** Ends everything, then this process. @param {number} code @returns {Promise<never>} */
  async function exit(code) {
    await stop()
    process.exit(code)
  }

  /** @type {[NodeJS.Signals, number][]} */
  const signals = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]
  for (const [signal, code] of signals) {
    process.on(signal, () => {
      // npm passes on what the terminal already sent; only a later second one means "now".
      if (firstSignalAt && Date.now() - firstSignalAt > 1000) {
        for (const [pid] of running) signalGroup(pid, 'SIGKILL')
        process.exit(code)
      }
      firstSignalAt ||= Date.now()
      void exit(code)
    })
  }

  if (process.env.npm_lifecycle_event) {
    // npm sends SIGTERM to its shell, which does not forward it: detects that the parent shell is gone.
    const shell = process.ppid
    setInterval(() => {
      if (process.ppid !== shell) void exit(143)
    }, 500).unref()
  }

  return {
    stop,
    exit,
    /**
     * Runs to the end. Never settles once everything is being stopped, so that the caller does not go on.
     * @param {RunOptions} options @returns {Promise<{ code: number, tail: string[] }>}
     */
    async complete(options) {
      if (stopping) return new Promise(() => {})
      const { finished, tail } = launch(options)
      const code = await finished
      return stopping ? new Promise(() => {}) : { code, tail }
    },
    /**
     * Starts a long-running process. Before `keepRunning`, its end stops everything with one line and its last output:
     * nobody uses it yet, and what cannot start now cannot start later. From then on it is started again, after a pause
     * that grows with each end within ten minutes, until there are too many.
     * @param {RunOptions} options
     */
    keep(options) {
      /** @type {number[]} */
      let ends = []
      const begin = (isAgain = false) => {
        const { finished, tail, complaint } = launch({ output: 'quiet', ...options }, isAgain)
        void finished.then(async (code) => {
          if (stopping) return
          ends = [...ends.filter((at) => Date.now() - at < forgottenMs), Date.now()]
          const pause = isServing ? pauses[ends.length - 1] : undefined
          const ended = `${options.name} が終了しました（終了コード ${code}）。`
          if (pause === undefined) {
            for (const line of tail.slice(-12)) complain(`  ${line}`)
            complain(red(`${ended}すべて停止します。`))
            return exit(1)
          }
          if (complaint.line) complain(`  ${complaint.line}`)
          complain(red(`${ended}起動し直します。`))
          await new Promise((resolve) => setTimeout(resolve, pause))
          if (!stopping) begin(true)
        })
      }
      begin()
    },
    /** Everything is up: from now on what ends is started again. */
    keepRunning() {
      isServing = true
    },
    /** Starts what the caller ends and starts again, such as an API that a test kills. @param {RunOptions} options */
    start: (options) => launch({ output: 'quiet', ...options }),
  }
}

/** @typedef {ReturnType<typeof createSupervisor>} Supervisor */
