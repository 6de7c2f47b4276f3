import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node24, root, toolPath } from './project.mjs'
import { Refusal } from './terminal.mjs'

/** @param {string} path @returns {Promise<boolean>} */
const isAnswered = (path) =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    setTimeout(() => socket.destroy(), 1000).unref()
  })

/**
 * Takes the data folder for this start alone, from before the database exists. The lock is a socket: it is free the
 * moment its process is gone, however it went.
 * @param {string} dataDir
 */
export async function holdDataFolder(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  const own = join(realpathSync(dataDir), 'start.sock')
  // The system bounds a socket's path at about 104 bytes.
  const name = createHash('sha256').update(own).digest('hex').slice(0, 16)
  const path = Buffer.byteLength(own) < 100 ? own : join(tmpdir(), `karada-desk-${name}.sock`)
  const busy = new Refusal(`データフォルダー ${dataDir} は、すでに起動している Karada Desk が使用中です。`)
  if (await isAnswered(path)) throw busy
  rmSync(path, { force: true })
  await new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end())
    server.once('error', () => reject(busy))
    server.listen(path, () => resolve(server.unref()))
  })
  process.once('exit', () => rmSync(path, { force: true }))
}

/**
 * Makes the demo's database once: beside its place first, so that a start that was interrupted leaves nothing half
 * made behind.
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
    args: [join(root, 'api', 'seed', 'main.ts'), '--data-dir', unfinished, ...args],
    cwd: root,
    env: { ...toolPath, DATABASE_URL: '' },
    // A statement under way is not interrupted by a signal, and what it makes would be thrown away.
    graceMs: 500,
  })
  if (code !== 0) throw new Refusal(`デモデータを作成できませんでした（終了コード ${code}）。`)
  renameSync(join(unfinished, 'db'), database)
  rmSync(unfinished, { recursive: true, force: true })
}
