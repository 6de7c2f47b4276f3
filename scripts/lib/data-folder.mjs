import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { node24, root, toolEnv } from './project.mjs'
import { Refusal } from './terminal.mjs'

/**
 * Locks the data folder for this start, before the database exists. A process on Node 24 holds the lock, as the API does
 * later; it ends with this one.
 * @param {import('./processes.mjs').Supervisor} supervisor @param {string} dataDir
 */
export async function holdDataFolder(supervisor, dataDir) {
  const keeper = join(root, 'scripts', 'hold-data-folder.ts')
  const { child, finished } = supervisor.start({ name: 'lock', command: node24, args: [keeper, dataDir] })
  const isHeld = await Promise.race([
    new Promise((resolve) => child.stdout?.once('data', () => resolve(true))),
    finished.then(() => false),
  ])
  if (!isHeld) throw new Refusal(`データフォルダー ${dataDir} は、すでに起動している Karada Desk が使用中です。`)
}

/**
 * Creates the demo's database once, in a temporary folder that is renamed, so that an interrupted start leaves nothing
 * incomplete.
 * @param {import('./processes.mjs').Supervisor} supervisor @param {string} dataDir
 * @param {{ args?: string[] }} [options] further arguments of `npm run seed`
 */
export async function ensureSeeded(supervisor, dataDir, { args = [] } = {}) {
  const database = join(dataDir, 'db')
  if (existsSync(database)) return
  const unfinished = join(dataDir, 'unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  const { code } = await supervisor.complete({
    name: 'seed',
    command: node24,
    args: [join(root, 'api', 'commands', 'seed.ts'), '--data-dir', unfinished, ...args],
    cwd: root,
    env: { ...toolEnv, DATABASE_URL: '' },
    // A short grace period: a running statement cannot be interrupted, and its result is discarded anyway.
    graceMs: 500,
  })
  if (code !== 0) throw new Refusal(`デモデータを作成できませんでした（終了コード ${code}）。`)
  renameSync(join(unfinished, 'db'), database)
  rmSync(unfinished, { recursive: true, force: true })
}
