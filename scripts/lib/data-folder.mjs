import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24, root, toolEnv } from './project.mjs'
import { firstLink } from './stack.mjs'
import { Refusal } from './terminal.mjs'

/**
 * Locks the data folder for this start, before the database exists, and refuses one with data of the other kind. A process
 * on Node 24 holds the lock, as the API does later; it ends with this one.
 * @param {import('./processes.mjs').Supervisor} supervisor @param {string} dataDir @param {'demo' | 'trial'} environment
 */
export async function holdDataFolder(supervisor, dataDir, environment) {
  const keeper = join(root, 'scripts', 'hold-data-folder.ts')
  const { child, finished } = supervisor.start({ name: 'lock', command: node24, args: [keeper, dataDir, environment] })
  const code = await Promise.race([
    new Promise((resolve) => child.stdout?.once('data', () => resolve(0))),
    finished.then((code) => code || 1),
  ])
  if (code === 0) return
  if (code !== 3) throw new Refusal(`データフォルダー ${dataDir} は、すでに起動している Karada Desk が使用中です。`)
  const found = environment === 'trial' ? 'デモ' : 'クラブ'
  throw new Refusal(
    `データフォルダー ${dataDir} には${found}のデータがあります。DATA_DIR=<別のフォルダー> を付けて起動してください。`,
  )
}

/**
 * The key that encrypts health data in a data folder of one's own: made once, readable by its owner only.
 * @param {string} dataDir
 */
export function ownLogKeys(dataDir) {
  const file = join(dataDir, 'daily-log-keys')
  if (!existsSync(file)) writeFileSync(file, `own:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/**
 * Creates the database once, in a temporary folder that is renamed, so that an interrupted start leaves nothing incomplete.
 * @template Made @param {string} dataDir @param {(folder: string) => Promise<Made>} make
 */
async function makeOnce(dataDir, make) {
  const unfinished = join(dataDir, 'unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  const made = await make(unfinished)
  // Before the database: a folder with one and without this word counts as a demo's.
  for (const name of ['kind', 'db']) {
    if (existsSync(join(unfinished, name))) renameSync(join(unfinished, name), join(dataDir, name))
  }
  rmSync(unfinished, { recursive: true, force: true })
  return made
}

/**
 * Creates the demo's database where there is none.
 * @param {import('./processes.mjs').Supervisor} supervisor @param {string} dataDir
 * @param {{ args?: string[] }} [options] further arguments of `npm run seed`
 */
export async function ensureSeeded(supervisor, dataDir, { args = [] } = {}) {
  if (existsSync(join(dataDir, 'db'))) return
  await makeOnce(dataDir, async (folder) => {
    const { code } = await supervisor.complete({
      name: 'seed',
      command: node24,
      args: [join(root, 'api', 'commands', 'seed.ts'), '--data-dir', folder, ...args],
      cwd: root,
      env: { ...toolEnv, DATABASE_URL: '' },
      // A short grace period: a running statement cannot be interrupted, and its result is discarded anyway.
      graceMs: 500,
    })
    if (code !== 0) throw new Refusal(`デモデータを作成できませんでした（終了コード ${code}）。`)
  })
}

/**
 * Creates an empty database where there is none, or empty tables in a PostgreSQL. Returns the link to the first admin; empty where there are staff.
 * @param {import('./processes.mjs').Supervisor} supervisor @param {Parameters<typeof firstLink>[0]} options
 */
export async function ensureEmpty(supervisor, options) {
  const { dataDir, databaseUrl } = options
  /** @param {string} folder */
  const makeLink = async (folder) => {
    const { code, tail } = await supervisor.complete({ ...firstLink({ ...options, dataDir: folder }), output: 'quiet' })
    if (code !== 0) throw new Refusal(tail.join('\n'))
    return tail.find((line) => line.includes('/welcome#')) ?? ''
  }
  return databaseUrl || existsSync(join(dataDir, 'db')) ? makeLink(dataDir) : makeOnce(dataDir, makeLink)
}
