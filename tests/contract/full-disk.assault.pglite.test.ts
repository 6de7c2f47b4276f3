import { spawn } from 'node:child_process'
import { cpSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import {
  ended,
  endProcesses,
  freePort,
  newFolder,
  prepareFolder,
  startProcess,
  untilReady,
} from '../support/api-process.ts'
import { tell } from '../support/runs.ts'

afterEach(endProcesses)

/** Runs a program with a small disk of its own mounted at this folder, with the folder's content. */
const onSmallDisk = (folder: string, megabytes: number) => [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  ...['--mount', 'sh', '-c'],
  `cp -r "$0" "$0.copy" && mount -t tmpfs -o size=${megabytes}m none "$0" && cp -r "$0.copy/." "$0" && rm -r "$0.copy" && exec "$@"`,
  folder,
]

/** The folder as the process sees it. */
const seenBy = ({ pid }: { pid?: number }, folder: string) => `/proc/${pid}/root${folder}`

function fill(folder: string): () => void {
  const filler = join(folder, 'filler')
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(Math.max(bavail * bsize, 1)), { flag: 'a' })
      if (bavail === 0) break
    }
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  }
  return () => rmSync(filler)
}

test('on a full disk the API refuses writes and keeps reading; with space it writes again, and nothing is lost', async () => {
  const dataDir = newFolder()
  const { token } = await prepareFolder(dataDir)
  const port = await freePort()
  const { child } = startProcess({ DATA_DIR: dataDir, API_PORT: String(port) }, onSmallDisk(dataDir, 200))
  await untilReady(port)
  const call = (path: string, body?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
  const acknowledged: string[] = []
  let refused = 0
  async function write() {
    const title = `コラム ${acknowledged.length + refused}`
    const column = { title, lead: null, body: '<p>本文</p>', category: 'food', tags: [], publishFrom: null }
    const { status } = await call('/api/admin/content/column/new', { ...column, status: 'pending' })
    if (status === 200) acknowledged.push(title)
    else refused += 1
    return status
  }

  for (let round = 0; round < 5; round += 1) {
    expect(await write()).toBe(200)
    const makeRoom = fill(seenBy(child, dataDir))
    for (let at = 0; at < 4; at += 1) expect(await write()).toBe(507)
    expect((await call('/api/admin/content/column/list')).status).toBe(200)
    expect(await (await call('/readyz')).json()).toEqual({ status: 'waiting', reason: 'disk' })
    expect((await call('/healthz')).status).toBe(200)
    makeRoom()
    expect((await call('/readyz')).status).toBe(200)
  }
  expect(await write()).toBe(200)

  // The state at this moment is what a crash would leave.
  child.kill('SIGSTOP')
  const left = newFolder()
  cpSync(join(seenBy(child, dataDir), 'db'), join(left, 'db'), { recursive: true })
  child.kill('SIGKILL')
  await ended(child)
  const reopened = await openDatabase({ kind: 'pglite', dataDir: join(left, 'db') })
  const { rows } = await reopened.db.execute<{ title: string }>('select title from content_column order by id')
  await reopened.close()
  expect(rows.map(({ title }) => title)).toEqual(acknowledged)
  tell(`a disk filled 5 times, ${refused} writes refused, ${acknowledged.length} acknowledged, 0 lost`)
})

test('a database that hangs on a full disk ends its process with an error message', async () => {
  const folder = newFolder()
  const client = fileURLToPath(new URL('../../api/db/client.ts', import.meta.url))
  // Only the log grows, until a commit finds no space for its next file.
  const program = `
    const { openDatabase } = await import(${JSON.stringify(client)})
    const database = await openDatabase({ kind: 'pglite', dataDir: ${JSON.stringify(join(folder, 'db'))} })
    for (;;) await database.exec("create table if not exists t (); select pg_logical_emit_message(true, '', repeat('x', 1000000))")`
  const [command = '', ...args] = onSmallDisk(folder, 120)
  const child = spawn(command, [...args, process.execPath, '--input-type=module', '--eval', program])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  await ended(child)
  expect(child.signalCode).toBe('SIGKILL')
  expect(said.trim().split('\n')).toEqual([expect.stringMatching(/のディスクに空きがなく、データベースが停止したため/)])
  tell('1 standstill on a full disk ended with its reason')
}, 180_000)
