import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import { uidOf } from '../../api/identity/identity.ts'
import { openSession } from '../../api/identity/session.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { createLog } from '../../api/process/log.ts'
import { localStorage } from '../../api/storage/local.ts'
import { tidy } from '../../api/tidy.ts'
import { mailContent } from '../areas/mail.ts'
import { password } from '../support/accounts.ts'
import { emulatorIssuer, proxyKey, startApi } from '../support/api.ts'
import { ended, endProcesses, freePort, newFolder, startProcess, untilReady } from '../support/api-process.ts'
import { newOnPostgres } from '../support/database.ts'
import { startMailServer } from '../support/mail-server.ts'

// Two processes of the API on one database, behind a proxy that sends each call to the other one: nobody notices.
// `npm run assault` makes every call of the contract so.

const letters = 30

afterEach(endProcesses)

/** Each call goes to the next of these ports. */
async function alternate(ports: number[]) {
  let calls = 0
  const server = createServer((incoming, outgoing) => {
    calls += 1
    const { method, url: path, headers } = incoming
    const port = ports[calls % ports.length] as number
    const passed = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode as number, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

/** A shop with members, an admin and a manager, signed in, as after an earlier run. */
async function prepare(url: string) {
  const api = await startApi({ database: await openDatabase({ kind: 'postgres', url }) })
  api.time.now = new Date()
  const shopId = await api.makeShop()
  const userIds: string[] = []
  for (let at = 0; at < letters; at += 1) {
    userIds.push((await api.makeMember(shopId, { email: `kaiin${at}@example.jp`, mailOptIn: true })).userId)
  }
  const signedIn = async (person: Awaited<ReturnType<typeof api.makeStaff>>) => {
    const sid = await openSession(api.db, person.staffId, api.time.now)
    return { ...person, token: await emulatorIssuer().idToken({ sub: uidOf(person.userId), sid }, new Date()) }
  }
  const admin = await signedIn(await api.makeStaff({ role: 'all', isAdmin: true }))
  const manager = await signedIn(await api.makeStaff({ role: 'level3', shops: [shopId] }))
  await api.close()
  return { shopId, userIds, admin, manager }
}

test('two processes on one database are one product: locks, sessions, rights, repeated writes, letters', {
  timeout: 180_000,
}, async () => {
  const { url, drop } = await newOnPostgres(process.env.TEST_DATABASE_URL as string)
  const { shopId, userIds, admin, manager } = await prepare(url)
  const mails = await startMailServer()
  const ports = [await freePort(), await freePort()]
  const storage = { STORAGE_URL: `file://${newFolder()}` }
  const settings = { DATABASE_URL: url, PROCESSES: '2', SMTP_URL: mails.url, LOG_LEVEL: 'warn', ...storage }
  const processes = ports.map((port) => startProcess({ ...settings, API_PORT: String(port) }))
  await Promise.all(ports.map(untilReady))
  const both = await alternate(ports)
  const call = async (method: string, path: string, token?: string, body?: object, headers: object = {}) => {
    const answer = await fetch(`${both.url}/api/admin${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, json: await answer.json() }
  }

  // Guessing gains nothing by the other process: the account is locked after five, whoever has counted them.
  const guess = (given: string) => call('POST', '/auth/login', undefined, { email: manager.email, password: given })
  const guesses: number[] = []
  for (let at = 0; at < 7; at += 1) guesses.push((await guess(`wrong-${at}`)).status)
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await guess(password)).status).toBe(429)

  // A write that is repeated, here at the other process, is made once and has the same answer.
  const notice = {
    ...{ title: '二つのプロセス', body: '<p>本文</p>', category: 'info', imgUrl: null, linkUrl: null },
    ...{ target: { scope: 'shops', shopIds: [shopId] }, publishFrom: null, publishTo: null },
    ...{ isPinned: false, status: 'pending' },
  }
  const key = { 'idempotency-key': 'the-same-form-twice' }
  const made = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/announcement/new', admin.token, notice, key)))
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(made.map(({ json }) => json.id)).size).toBe(1)

  // What one process has written the other one reads at once, rights and ended sessions too.
  const mine = () => call('GET', '/user/me', manager.token)
  expect([(await mine()).status, (await mine()).status]).toEqual([200, 200])
  const person = (await call('GET', `/staff/${manager.staffId}`, admin.token)).json
  const print = (await mine()).headers.get('x-karada-rights')
  const changed = await call('PUT', `/staff/${manager.staffId}`, admin.token, {
    role: 'level2',
    version: person.version,
  })
  expect(changed.status).toBe(200)
  const prints = [await mine(), await mine()].map(({ status, headers }) => [
    status,
    headers.get('x-karada-rights') === print,
  ])
  expect(prints.every(([status, isSame]) => status === 401 || !isSame)).toBe(true)

  // Each letter of a mail goes out once.
  const sent = await call('POST', '/mail/new', admin.token, {
    ...mailContent(),
    ...{ templateId: null, to: { by: 'members', userIds }, sleepingReason: null, sendAt: null },
  })
  expect(sent.status).toBe(200)
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  await database.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
  await database.close()
  await expect.poll(() => mails.caught.length, { timeout: 60_000 }).toBe(letters)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(new Set(mails.caught.map(({ to }) => to)).size).toBe(mails.caught.length)

  for (const { child } of processes) child.kill('SIGTERM')
  await Promise.all(processes.map(({ child }) => ended(child)))
  expect(processes.map(({ output }) => output.err)).toEqual(['', ''])
  both.close()
  await mails.close()
  await drop()
})

test('sign-ins of one network are counted by all processes together', async () => {
  const { url, drop } = await newOnPostgres(process.env.TEST_DATABASE_URL as string)
  const open = async () =>
    startApi({ database: await openDatabase({ kind: 'postgres', url }), processes: 2, rates: { signIn: 7 } })
  const [first, second] = [await open(), await open()]
  const { email } = await first.makeStaff({ role: 'all' })
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-karada-proxy-key': proxyKey }
  const statuses: number[] = []
  for (let at = 0; at < 10; at += 1) {
    const api = at % 2 ? first : second
    statuses.push((await api.post('/api/admin/auth/login', { body: { email, password }, headers })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429, 429])
  await second.close()
  await first.close()
  await drop()
})

test('the hourly maintenance is done by one process at a time, also while it takes long', async () => {
  const api = await startApi()
  let began = () => {}
  let goOn = () => {}
  const begun = new Promise<void>((resolve) => {
    began = resolve
  })
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const once = (hasRoom: () => Promise<boolean>) =>
    tidy(
      {
        database: { ...api.database, hasRoom },
        storage: localStorage(api.uploads),
        log: createLog('info', { write: (line: string) => void api.logLines.push(line) }),
        sealing: demoSealing,
      },
      api.time.now,
      new AbortController().signal,
    )
  const first = once(async () => {
    began()
    await held
    return true
  })
  await begun
  let isDone = false
  await once(async () => {
    isDone = true
    return true
  })
  expect(isDone).toBe(false)
  goOn()
  await first
  await once(async () => {
    isDone = true
    return true
  })
  expect(isDone).toBe(true)
  await api.close()
})
