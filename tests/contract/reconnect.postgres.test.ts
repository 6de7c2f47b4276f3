import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import { isConnectionLost, sqlStateOf } from '../../api/db/errors.ts'
import { startApi } from '../support/api.ts'
import { newOnPostgres } from '../support/database.ts'

// What a process does when its database has stopped, or has become a server that only reads: another one has taken over.

const server = process.env.TEST_DATABASE_URL as string

test('a call whose connection is cut says to try again, and the next one is answered', async () => {
  const api = await startApi()
  const token = await api.as({ role: 'all' })
  const me = () => api.call('GET', '/api/admin/user/me', { token })
  expect((await me()).status).toBe(200)
  const cut = api.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  expect(isConnectionLost(await cut.catch((error: unknown) => error))).toBe(true)
  expect((await me()).status).toBe(200)
  await api.close()
})

test('a connection to a server that only reads is given up, whichever transaction it was in', async () => {
  const { url, drop } = await newOnPostgres(server)
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  const pid = async () => {
    const { rows } = await database.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    return rows[0]?.pid
  }
  const before = await pid()
  expect(await pid()).toBe(before)
  const refused = await database.db
    .transaction(async (tx) => {
      await tx.execute(sql`set transaction read only`)
      await tx.execute(sql`delete from login_attempt`)
    })
    .catch((error: unknown) => error)
  // The error of the server, not that of a connection which we have ended.
  expect(sqlStateOf(refused)).toBe('25006')
  expect(await pid()).not.toBe(before)
  // An error of a statement alone ends no connection.
  const own = await pid()
  await database.db.transaction((tx) => tx.execute(sql`select 1 / 0`)).catch(() => {})
  expect(await pid()).toBe(own)
  await database.close()
  await drop()
})

/** The way to a server, which can be cut and opened again. */
async function wayTo({ hostname, port }: URL) {
  const open = new Set<Socket>()
  const silent: Server[] = []
  const listening = createServer((socket) => {
    const there = connect(Number(port), hostname)
    for (const one of [socket, there]) {
      open.add(one)
      one.on('error', () => {}).on('close', () => open.delete(one))
    }
    socket.pipe(there).pipe(socket)
  })
  const listen = (at: number) => new Promise<void>((resolve) => listening.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (listening.address() as AddressInfo).port
  return {
    port: String(own),
    cut: () => {
      listening.close()
      for (const one of silent.splice(0)) one.close()
      for (const socket of open) socket.destroy()
    },
    mend: () => listen(own),
    /** Nothing passes, and nothing ends. */
    silence: () => {
      listening.close()
      for (const socket of open) socket.unpipe().pause()
      silent.push(
        createServer((socket) => {
          open.add(socket)
        }).listen(own, '127.0.0.1'),
      )
    },
  }
}

/** An API whose way to its database can be cut, and a call that has been answered over it. */
async function startOverWay() {
  const { url, drop } = await newOnPostgres(server)
  const way = await wayTo(new URL(url))
  const through = new URL(url)
  through.port = way.port
  const api = await startApi({ database: await openDatabase({ kind: 'postgres', url: through.href }) })
  const token = await api.as({ role: 'all' })
  const me = () => api.call('GET', '/api/admin/user/me', { token })
  expect((await me()).status).toBe(200)
  const close = async () => {
    await api.close()
    way.cut()
    await drop()
  }
  return { way, me, close }
}

test('while the database is away, calls are refused with how long to wait, and answered once it is back', async () => {
  const { way, me, close } = await startOverWay()
  way.cut()
  for (const _ of [1, 2]) {
    const away = await me()
    expect([away.status, away.headers.get('retry-after'), away.json.code]).toEqual([502, '5', 'upstream'])
  }
  await way.mend()
  expect((await me()).status).toBe(200)
  await close()
})

test('a call that waits for a database which has fallen silent is refused within seconds, and the next one is answered', async () => {
  const { way, me, close } = await startOverWay()
  way.silence()
  const [one, other] = await Promise.all([me(), me()])
  expect([one.status, one.json.code, other.status]).toEqual([502, 'upstream', 502])
  way.cut()
  await way.mend()
  expect((await me()).status).toBe(200)
  await close()
}, 60_000)

test('a statement that takes long on a server that answers is not ended', async () => {
  const { url, drop } = await newOnPostgres(server)
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  await database.db.execute(sql`select pg_sleep(8)`)
  await database.close()
  await drop()
})
